"""The private panel: one message in which a whole turn can be made. A page is made anew each time."""

import logging
from collections.abc import Callable, Sequence

import msgspec
from msgspec.structs import replace

from bot.errors import Refusal, StaleAction
from bot.games import done_page, page_for, tapped
from bot.games.mistakes import OptionElsewhere, OptionMissing
from bot.games.page import Button, Draft, Page, Settings, Tapped
from bot.games.refusals import Refused, refused
from bot.games.refused_page import draft_towards, refused_page
from bot.games.story import describe, without_end
from bot.games.tickets.typed import parse_payment
from bot.interactions.allowance import A_PAGE
from bot.interactions.components import Tap
from bot.interactions.responder import Reader
from bot.interactions.services import Desk, tuple_of
from bot.naming import link, table_name
from bot.outbox.compose import joined
from bot.outbox.post import Attachment, Parcel
from bot.pictures import NotDrawn
from bot.store.rows import UserSettings
from bot.tables.writer import Seen
from bot.threads import told_plainly
from data.texts import text
from rules.errors import IllegalAction
from rules.game import Action, Event

TIPPED_TURNS = 3
"""In so many turns of a title somebody new to it gets advice."""
log = logging.getLogger(__name__)


class PanelDesk:
    def __init__(self, desk: Desk) -> None:
        self.desk = desk
        self.tables = desk.tables
        self.store = desk.store

    async def open(self, reader: Reader, game: int, news: Sequence[str] = (), refused: Refused | None = None) -> Parcel:
        """The page that this reader should see now, at the draft where it was left, below a refusal if there is one."""
        seen = await self.tables.seen(game, reader.user)
        if seen.seat is None:
            return await self.desk.board(reader, game, note=text("refuse.not_seated.board", reader.language))
        if is_tipped(reader.settings, seen) and seen.view.turn > TIPPED_TURNS * seen.view.seats:
            await self.no_more_tips(reader, seen.table.title)
        draft = await self._draft(seen)
        if refused is not None and refused.instead:
            draft = draft_towards(draft, refused.instead)
            await self._keep_draft(reader, game, draft)
        note = await self.desk.closed_dm_note(seen)
        lines = [*news, refused.words if refused else "", text(note, reader.language) if note else ""]
        parcel = await self._parcel(reader, seen, draft, lines, refused)
        if note is None or len(parcel.rows) >= 5:
            return parcel
        again = Button(label=text("press.dm_again", reader.language), verb="dm_again")
        return replace(parcel, rows=(*parcel.rows, (again,)))

    async def no_more_tips(self, reader: Reader, title: str) -> Reader:
        """The same reader, who knows a title by now."""
        settings = replace(reader.settings, no_tips=tuple(sorted({*reader.settings.no_tips, title})))
        await self.store.save_user(reader.user, settings)
        return replace(reader, settings=settings)

    async def tap(self, reader: Reader, tap: Tap) -> Parcel:
        """One tap in the panel. A stale or doubled one is answered with the present page and changes nothing."""
        seen = await self.tables.seen(tap.game, reader.user)
        if seen.seat is None:
            return await self.desk.board(reader, tap.game, note=text("refuse.not_seated.board", reader.language))
        if tap.question != seen.question:
            return await self.open(reader, tap.game, [text("refuse.stale", reader.language)])
        assert seen.legal is not None
        settings = self._settings(reader, seen, ())
        draft = await self._draft(seen)
        try:
            result = tapped(seen.game, seen.view, seen.legal, draft, tap.verb, tap.values, settings)
        except Exception as error:
            if draft == Draft():
                raise
            log_dropped(seen, error)
            result = Tapped(draft=Draft(), note="panel.dropped")
        return await self.carry_out(reader, seen, result)

    async def typed(self, reader: Reader, tap: Tap) -> Parcel:
        """A payment that was typed for what the panel is turned to: shown to be confirmed, or paid at once."""
        seen = await self.tables.seen(tap.game, reader.user)
        if seen.seat is None or tap.question != seen.question:
            return await self.tap(reader, tap)
        assert seen.legal is not None
        draft, (words, target) = await self._draft(seen), tap.values
        if target and not is_turned_to(draft, tap.verb, target):
            return await self.carry_out(reader, seen, Tapped(draft=draft, note="panel.changed"))
        try:
            result = parse_payment(seen.view, seen.legal, draft, words, language=reader.language)
        except IllegalAction as error:
            return await self.open(reader, tap.game, refused=refused_to(seen, error, reader.language))
        is_ready = reader.settings.confirm and result.draft != Draft() and result.actions[0] in seen.legal
        return await self.carry_out(reader, seen, replace(result, actions=()) if is_ready else result)

    async def carry_out(self, reader: Reader, seen: Seen, result: Tapped, page: str = "home") -> Parcel:
        """Make the moves that a tap or a command came to, one by one, and show where that has led.

        `page` is where the panel opens if one of them is refused.
        """
        events: list[Event] = []
        no: Refused | None = None
        game, question = seen.table.id, seen.question
        for action in result.actions:
            try:
                events += await self.tables.play(game, reader.user, action, question)
            except StaleAction:
                no = Refused(text("refuse.stale", reader.language))
                break
            except IllegalAction as error:
                no = refused_to(await self.tables.seen(game, reader.user), error, reader.language, action)
                break
            question = (await self.tables.seen(game, reader.user)).question
        if no is None or page != "home":
            await self._keep_draft(reader, game, Draft(page=page) if no else result.draft)
        told = without_end(events) if no is None else events
        story = describe(seen.table.title, told, seen.names, reader.language, seen.seat)
        if events and no is None:
            return await self._after(reader, game, story)
        note = [text(result.note, reader.language)] if result.note else []
        return await self.open(reader, game, [*story, *note], no)

    async def _after(self, reader: Reader, game: int, story: Sequence[str]) -> Parcel:
        """The next question, or a receipt when the turn is over."""
        seen = await self.tables.seen(game, reader.user)
        if seen.is_asked:
            return await self.open(reader, game, story)
        settings = self._settings(reader, seen, story)
        return await self.parcel(reader, seen, done_page(seen.view, settings, reader.language, seen.names))

    async def command(self, reader: Reader, game: int, parse: Callable[[Seen], Tapped], page: str = "home") -> Parcel:
        """A typed move: made at once if it is clear, else the panel opens where it can be made."""
        seen = await self.tables.seen(game, reader.user)
        if seen.seat is None:
            return await self.desk.board(reader, game, note=text("refuse.not_seated.board", reader.language))
        try:
            result = parse(seen)
        except OptionMissing:
            await self._keep_draft(reader, game, Draft(page=page))
            return await self.open(reader, game)
        except OptionElsewhere as error:
            await self._keep_draft(reader, game, error.draft)
            return await self.open(reader, game, refused=refused_to(seen, error, reader.language))
        except IllegalAction as error:
            if page != "home":
                await self._keep_draft(reader, game, Draft(page=page))
            return await self.open(reader, game, refused=refused_to(seen, error, reader.language))
        if (
            result.is_guess
            and reader.settings.confirm
            and all(action in (seen.legal or ()) for action in result.actions)
        ):
            return await self.carry_out(reader, seen, replace(result, actions=(), note="panel.guessed"))
        return await self.carry_out(reader, seen, replace(result, draft=Draft()), page)

    async def _draft(self, seen: Seen) -> Draft:
        assert seen.seat is not None
        kept = await self.store.draft(seen.table.id, seen.seat, seen.question)
        try:
            return msgspec.json.decode(kept, type=Draft) if kept else Draft()
        except msgspec.MsgspecError as error:
            log_dropped(seen, error)
            await self.store.save_draft(seen.table.id, seen.seat, seen.question, encoded(Draft()))
            return Draft()

    async def _keep_draft(self, reader: Reader, game: int, draft: Draft) -> None:
        seen = await self.tables.seen(game, reader.user)
        if seen.seat is not None and seen.is_asked:
            await self.store.save_draft(game, seen.seat, seen.question, encoded(draft))

    def _settings(self, reader: Reader, seen: Seen, news: Sequence[str]) -> Settings:
        is_new = is_tipped(reader.settings, seen)
        return Settings(
            confirm=reader.settings.confirm,
            table=table_name(seen.table, reader.language),
            link=link(seen.table),
            news=tuple(news),
            coach=is_new and seen.view.turn <= TIPPED_TURNS * seen.view.seats,
            is_first=is_new and seen.view.turn <= seen.view.seats + 1,
        )

    async def _parcel(
        self, reader: Reader, seen: Seen, draft: Draft, news: Sequence[str], no: Refused | None = None
    ) -> Parcel:
        """The page with its picture. A draft whose page can't be made or drawn is dropped, for the page at home."""
        page = self._drafted(reader, seen, draft, news, no)
        if page is not None:
            try:
                return await self._pictured(reader, seen, page)
            except NotDrawn:
                if draft == Draft():
                    return worded(seen, page)
        home = self._page(reader, seen, Draft(), [text("panel.dropped", reader.language), *news], no)
        try:
            parcel = await self._pictured(reader, seen, home)
        except NotDrawn:
            # Nothing can be drawn now, so it isn't the draft's fault.
            return worded(seen, page or home)
        await self._keep_draft(reader, seen.table.id, Draft())
        return parcel

    def _drafted(
        self, reader: Reader, seen: Seen, draft: Draft, news: Sequence[str], no: Refused | None
    ) -> Page | None:
        """The page of a draft, or None where it makes none."""
        try:
            return self._page(reader, seen, draft, news, no)
        except Exception as error:
            if draft == Draft():
                raise
            log_dropped(seen, error)
            return None

    def _page(self, reader: Reader, seen: Seen, draft: Draft, news: Sequence[str], no: Refused | None) -> Page:
        settings = self._settings(reader, seen, news)
        assert seen.legal is not None
        page = page_for(seen.game, seen.view, seen.legal, draft, settings, reader.language, seen.names)
        return refused_page(page, no.instead) if no else page

    async def parcel(self, reader: Reader, seen: Seen, page: Page) -> Parcel:
        try:
            return await self._pictured(reader, seen, page)
        except NotDrawn:
            return worded(seen, page)

    async def _pictured(self, reader: Reader, seen: Seen, page: Page) -> Parcel:
        """The page with its picture; somebody who taps very fast goes on without, as a move must never wait.

        Raises NotDrawn where the page's picture can't be drawn.
        """
        if page.picture is None:
            return worded(seen, page)
        try:
            self.desk.allowance.take(reader.user, A_PAGE)
        except Refusal as refusal:
            note = text("panel.no_picture", reader.language, **refusal.fields)
            return worded(seen, replace(page, text=joined([page.text, note])))
        picture = await self.desk.pictures.plan(seen, page.picture, reader.settings.theme, reader.language)
        return worded(seen, page, picture)


def encoded(draft: Draft) -> str:
    return msgspec.json.encode(draft).decode()


def worded(seen: Seen, page: Page, picture: Attachment | None = None) -> Parcel:
    return Parcel(text=page.text, files=tuple_of(picture), rows=page.rows, game=seen.table.id, question=seen.question)


def log_dropped(seen: Seen, error: Exception) -> None:
    log.error("game %s: a draft of seat %s is dropped: %s", seen.table.id, seen.seat, told_plainly(error))


def is_turned_to(draft: Draft, verb: str, target: str) -> bool:
    """Whether the panel still shows what a form was opened for; of the harbours, one is shown before any is chosen."""
    return draft.track == target if verb == "pay" else draft.city in (None, target)


def is_tipped(settings: UserSettings, seen: Seen) -> bool:
    return settings.tips and seen.table.title not in settings.no_tips and seen.view.turn > 0


def refused_to(seen: Seen, error: IllegalAction, language: str, wanted: Action | None = None) -> Refused:
    """Why not, and the nearest things that are possible."""
    return refused(error, seen.view, seen.legal, seen.names, language, wanted)
