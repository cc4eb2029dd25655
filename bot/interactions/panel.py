"""The private panel: one message in which a whole turn can be made. A page is made anew each time."""

import logging
from collections.abc import Callable, Sequence

import msgspec
from msgspec.structs import replace

from bot.attachment import Attachment
from bot.errors import Refusal, StaleAction
from bot.games.catalog import face_of
from bot.games.done import done_page
from bot.games.mistakes import OptionElsewhere, OptionMissing
from bot.games.page import Button, Draft, Page, Settings, Tapped
from bot.games.refusal_context import Instead
from bot.games.refusals import Refused, refused
from bot.games.refused_page import refused_page
from bot.games.story import describe, without_end
from bot.interactions.allowance import A_PAGE
from bot.interactions.components import Tap
from bot.interactions.responder import Reader
from bot.interactions.services import Services, tuple_of
from bot.naming import link, table_name
from bot.outbox.compose import joined
from bot.outbox.post import Post
from bot.pictures import NotDrawn
from bot.store.rows import UserSettings
from bot.tables.snapshot import GameSnapshot
from bot.threads import told_plainly
from data.texts import text
from rules.errors import IllegalAction
from rules.game import Action, Event

TIPPED_TURNS = 3
"""In so many turns of a title somebody new to it gets advice."""
log = logging.getLogger(__name__)


class PanelHandlers:
    def __init__(self, services: Services) -> None:
        self.services = services
        self.tables = services.tables
        self.store = services.store

    async def open(
        self, reader: Reader, table_id: int, news: Sequence[str] = (), refused: Refused | None = None
    ) -> Post:
        """The page that this reader should see now, at the draft where it was left, below a refusal if there is one."""
        snapshot = await self.tables.snapshot(table_id, reader.user)
        if snapshot.seat is None:
            return await self.services.board(reader, table_id, note=text("refuse.not_seated.board", reader.language))
        if is_tipped(reader.settings, snapshot) and snapshot.view.turn > TIPPED_TURNS * snapshot.view.seats:
            await self.no_more_tips(reader, snapshot.table.title)
        draft = await self._draft(snapshot)
        if refused is not None and refused.instead:
            draft = face_of(snapshot.table.title).draft_towards(draft, refused.instead)
            await self._keep_draft(reader, table_id, draft)
        note = await self.services.closed_dm_note(snapshot)
        lines = [*news, refused.words if refused else "", text(note, reader.language) if note else ""]
        parcel = await self._parcel(reader, snapshot, draft, lines, refused)
        if note is None or len(parcel.rows) >= 5:
            return parcel
        again = Button(label=text("press.dm_again", reader.language), verb="dm_again")
        return replace(parcel, rows=(*parcel.rows, (again,)))

    async def no_more_tips(self, reader: Reader, title: str) -> Reader:
        """The same reader, who knows a title by now."""
        settings = replace(reader.settings, no_tips=tuple(sorted({*reader.settings.no_tips, title})))
        await self.tables.save_user(reader.user, settings)
        return replace(reader, settings=settings)

    async def tap(self, reader: Reader, tap: Tap) -> Post:
        """One tap in the panel. A stale or doubled one is answered with the present page and changes nothing."""
        snapshot = await self.tables.snapshot(tap.table_id, reader.user)
        if snapshot.seat is None:
            return await self.services.board(
                reader, tap.table_id, note=text("refuse.not_seated.board", reader.language)
            )
        if tap.decision != snapshot.decision:
            return await self.open(reader, tap.table_id, [text("refuse.stale", reader.language)])
        assert snapshot.legal is not None
        face, settings = face_of(snapshot.table.title), self._settings(reader, snapshot, ())
        draft = await self._draft(snapshot)
        try:
            result = face.tap(snapshot.view, snapshot.legal, draft, tap.verb, tap.values, settings)
        except Exception as error:
            if draft == fresh_draft(snapshot):
                raise
            log_dropped(snapshot, error)
            result = Tapped(draft=fresh_draft(snapshot), note="panel.dropped")
        return await self.carry_out(reader, snapshot, result)

    async def typed(self, reader: Reader, tap: Tap) -> Post:
        """What was typed into a field, for what the panel is turned to: shown to be confirmed, or done at once."""
        snapshot = await self.tables.snapshot(tap.table_id, reader.user)
        if snapshot.seat is None or tap.decision != snapshot.decision:
            return await self.tap(reader, tap)
        assert snapshot.legal is not None
        draft, (words, target) = await self._draft(snapshot), tap.values
        face, language = face_of(snapshot.table.title), reader.language
        try:
            result = face.typed_field(snapshot.view, snapshot.legal, draft, tap.verb, target, words, language)
        except IllegalAction as error:
            return await self.open(reader, tap.table_id, refused=refused_to(snapshot, error, language))
        if self._is_unsure(reader, snapshot, result):
            return await self._guessed(reader, snapshot, result)
        is_legal = all(action in snapshot.legal for action in result.actions)
        is_ready = reader.settings.confirm and result.draft != fresh_draft(snapshot) and is_legal
        return await self.carry_out(reader, snapshot, replace(result, actions=()) if is_ready else result)

    async def carry_out(self, reader: Reader, snapshot: GameSnapshot, result: Tapped, page: str = "home") -> Post:
        """Make the moves that a tap or a command came to, one by one, and show where that has led.

        `page` is where the panel opens if one of them is refused.
        """
        events: list[Event] = []
        no: Refused | None = None
        game, decision = snapshot.table.id, snapshot.decision
        for action in result.actions:
            try:
                events += await self.tables.play(game, reader.user, action, decision)
            except StaleAction:
                no = Refused(text("refuse.stale", reader.language))
                break
            except IllegalAction as error:
                no = refused_to(await self.tables.snapshot(game, reader.user), error, reader.language, action)
                break
            decision = (await self.tables.snapshot(game, reader.user)).decision
        if no is None or page != "home":
            await self._keep_draft(reader, game, fresh_draft(snapshot, page) if no else result.draft)
        told = without_end(snapshot.table.title, events) if no is None else events
        story = describe(snapshot.table.title, told, snapshot.names, reader.language, snapshot.seat)
        if events and no is None:
            return await self._after(reader, game, story)
        note = [text(result.note, reader.language)] if result.note else []
        return await self.open(reader, game, [*story, *note], no)

    async def _after(self, reader: Reader, table_id: int, story: Sequence[str]) -> Post:
        """The next question, or a receipt when the turn is over."""
        snapshot = await self.tables.snapshot(table_id, reader.user)
        if snapshot.is_asked:
            return await self.open(reader, table_id, story)
        settings = self._settings(reader, snapshot, story)
        return await self.parcel(reader, snapshot, done_page(snapshot.view, settings, reader.language, snapshot.names))

    async def command(
        self, reader: Reader, table_id: int, parse: Callable[[GameSnapshot], Tapped], page: str = "home"
    ) -> Post:
        """A typed move: made at once if it is clear, else the panel opens where it can be made."""
        snapshot = await self.tables.snapshot(table_id, reader.user)
        if snapshot.seat is None:
            return await self.services.board(reader, table_id, note=text("refuse.not_seated.board", reader.language))
        try:
            result = parse(snapshot)
        except OptionMissing:
            await self._keep_draft(reader, table_id, fresh_draft(snapshot, page))
            return await self.open(reader, table_id)
        except OptionElsewhere as error:
            await self._keep_draft(reader, table_id, error.draft)
            return await self.open(reader, table_id, refused=refused_to(snapshot, error, reader.language))
        except IllegalAction as error:
            if page != "home":
                await self._keep_draft(reader, table_id, fresh_draft(snapshot, page))
            return await self.open(reader, table_id, refused=refused_to(snapshot, error, reader.language))
        if self._is_unsure(reader, snapshot, result):
            return await self._guessed(reader, snapshot, result)
        return await self.carry_out(reader, snapshot, replace(result, draft=fresh_draft(snapshot)), page)

    def _is_unsure(self, reader: Reader, snapshot: GameSnapshot, result: Tapped) -> bool:
        """Whether somebody is asked first; what can't be done anyway is refused at once."""
        is_first_legal = bool(result.actions) and result.actions[0] in (snapshot.legal or ())
        return result.is_guess and reader.settings.confirm and is_first_legal

    async def _guessed(self, reader: Reader, snapshot: GameSnapshot, result: Tapped) -> Post:
        """The panel with what was understood, to be confirmed on its page or by a button of its own."""
        button, asking = result.confirm, text("panel.guessed", reader.language)
        if button is None:
            return await self.carry_out(reader, snapshot, replace(result, actions=(), note="panel.guessed"))
        await self._keep_draft(reader, snapshot.table.id, result.draft)
        way = Instead(label=button.label, verb=button.verb, choice=button.choice)
        return await self.open(reader, snapshot.table.id, refused=Refused(asking, (way,)))

    async def _draft(self, snapshot: GameSnapshot) -> Draft:
        """What was kept for this decision; a draft that can't be read any more is a fresh one."""
        assert snapshot.seat is not None
        kept = await self.store.draft(snapshot.table.id, snapshot.seat, snapshot.decision)
        try:
            return decoded(snapshot, kept) if kept else fresh_draft(snapshot)
        except msgspec.MsgspecError as error:
            log_dropped(snapshot, error)
            draft = fresh_draft(snapshot)
            await self.tables.save_draft(snapshot.table.id, snapshot.seat, snapshot.decision, encoded(draft))
            return draft

    async def _keep_draft(self, reader: Reader, table_id: int, draft: Draft) -> None:
        snapshot = await self.tables.snapshot(table_id, reader.user)
        if snapshot.seat is not None and snapshot.is_asked:
            await self.tables.save_draft(table_id, snapshot.seat, snapshot.decision, encoded(draft))

    def _settings(self, reader: Reader, snapshot: GameSnapshot, news: Sequence[str]) -> Settings:
        is_new = is_tipped(reader.settings, snapshot)
        return Settings(
            confirm=reader.settings.confirm,
            table=table_name(snapshot.table, reader.language),
            link=link(snapshot.table),
            news=tuple(news),
            coach=is_new and snapshot.view.turn <= TIPPED_TURNS * snapshot.view.seats,
            is_first=is_new and snapshot.view.turn <= snapshot.view.seats + 1,
        )

    async def _parcel(
        self, reader: Reader, snapshot: GameSnapshot, draft: Draft, news: Sequence[str], no: Refused | None = None
    ) -> Post:
        """The page with its picture. A draft whose page can't be made or drawn is dropped, for the page at home."""
        fresh = fresh_draft(snapshot)
        page = self._drafted(reader, snapshot, draft, news, no)
        if page is not None:
            try:
                return await self._pictured(reader, snapshot, page)
            except NotDrawn:
                if draft == fresh:
                    return worded(snapshot, page)
        home = self._page(reader, snapshot, fresh, [text("panel.dropped", reader.language), *news], no)
        try:
            parcel = await self._pictured(reader, snapshot, home)
        except NotDrawn:
            # Nothing can be drawn now, so it isn't the draft's fault.
            return worded(snapshot, page or home)
        await self._keep_draft(reader, snapshot.table.id, fresh)
        return parcel

    def _drafted(
        self, reader: Reader, snapshot: GameSnapshot, draft: Draft, news: Sequence[str], no: Refused | None
    ) -> Page | None:
        """The page of a draft, or None where it makes none."""
        try:
            return self._page(reader, snapshot, draft, news, no)
        except Exception as error:
            if draft == fresh_draft(snapshot):
                raise
            log_dropped(snapshot, error)
            return None

    def _page(
        self, reader: Reader, snapshot: GameSnapshot, draft: Draft, news: Sequence[str], no: Refused | None
    ) -> Page:
        face, settings = face_of(snapshot.table.title), self._settings(reader, snapshot, news)
        assert snapshot.legal is not None
        page = face.page(snapshot.view, snapshot.legal, draft, settings, reader.language, snapshot.names)
        return refused_page(page, no.instead, face.dispensable) if no else page

    async def parcel(self, reader: Reader, snapshot: GameSnapshot, page: Page) -> Post:
        try:
            return await self._pictured(reader, snapshot, page)
        except NotDrawn:
            return worded(snapshot, page)

    async def _pictured(self, reader: Reader, snapshot: GameSnapshot, page: Page) -> Post:
        """The page with its picture; somebody who taps very fast goes on without, as a move must never wait.

        Raises NotDrawn where the page's picture can't be drawn.
        """
        if page.picture is None:
            return worded(snapshot, page)
        try:
            self.services.allowance.take(reader.user, A_PAGE)
        except Refusal as refusal:
            note = text("panel.no_picture", reader.language, **refusal.fields)
            return worded(snapshot, replace(page, text=joined([page.text, note])))
        picture = await self.services.pictures.plan(snapshot, page.picture, reader.settings.theme, reader.language)
        return worded(snapshot, page, picture)


def encoded(draft: Draft) -> str:
    return msgspec.json.encode(draft).decode()


def decoded(snapshot: GameSnapshot, kept: str) -> Draft:
    """As this game reads it: what an earlier release kept beside it, for other games, is passed over."""
    draft: Draft = msgspec.json.decode(kept, type=face_of(snapshot.table.title).draft)
    return draft


def fresh_draft(snapshot: GameSnapshot, page: str = "home") -> Draft:
    draft: Draft = face_of(snapshot.table.title).draft(page=page)
    return draft


def worded(snapshot: GameSnapshot, page: Page, picture: Attachment | None = None) -> Post:
    return Post(
        text=page.text, files=tuple_of(picture), rows=page.rows, table_id=snapshot.table.id, decision=snapshot.decision
    )


def log_dropped(snapshot: GameSnapshot, error: Exception) -> None:
    log.error("game %s: a draft of seat %s is dropped: %s", snapshot.table.id, snapshot.seat, told_plainly(error))


def is_tipped(settings: UserSettings, snapshot: GameSnapshot) -> bool:
    return settings.tips and snapshot.table.title not in settings.no_tips and snapshot.view.turn > 0


def refused_to(snapshot: GameSnapshot, error: IllegalAction, language: str, wanted: Action | None = None) -> Refused:
    """Why not, and the nearest things that are possible."""
    return refused(error, snapshot.view, snapshot.legal, snapshot.names, language, wanted)
