"""The private panel: one message in which a whole turn can be made. A page is made anew each time."""

import asyncio
import logging
from collections.abc import Sequence

import msgspec
from msgspec.structs import replace

from bot.attachment import Attachment
from bot.errors import Refusal, StaleAction
from bot.games.catalog import face_of
from bot.games.done import done_page, undo_button
from bot.games.face import Parse
from bot.games.form import Form
from bot.games.hints import hint_line
from bot.games.menus import OTHER
from bot.games.mistakes import OptionElsewhere, OptionMissing
from bot.games.page import Button, Draft, Page, Settings, Tapped
from bot.games.refusal_context import Instead
from bot.games.refusals import Refused, refused
from bot.games.refused_page import refused_page
from bot.games.story import describe, without_end
from bot.interactions.allowance import A_PAGE
from bot.interactions.board import BoardHandlers, play_at, tuple_of
from bot.interactions.request import Reader, Request
from bot.interactions.services import Services
from bot.naming import seat_emojis, table_name, way_to
from bot.outbox.lines import can_plan, joined, note_line, past_plan, seen_actions, since_lines
from bot.outbox.post import Link, Post, Row
from bot.pictures import NotDrawn
from bot.store.rows import COACH, UserSettings
from bot.tables.since import Since
from bot.tables.snapshot import GameSnapshot
from bot.tables.thinking import hinted
from bot.threads import in_thread, told_plainly
from data.texts import text
from rules.errors import IllegalAction
from rules.game import Action, Event

MOST_ROWS = 5
"""Of a message; as many buttons fit a row."""
TIPPED_TURNS = 3
"""In so many turns of a title somebody new to it gets advice."""
log = logging.getLogger(__name__)


class PanelHandlers:
    def __init__(self, services: Services, boards: BoardHandlers) -> None:
        self.services = services
        self.boards = boards
        self.tables = services.tables
        self.store = services.store

    async def open(self, request: Request, news: Sequence[str] = (), refused: Refused | None = None) -> Post:
        """The page that this reader should see now, at the draft where it was left, below a refusal if there is one."""
        snapshot = await request.snapshot()
        if snapshot.seat is None:
            return await self.boards.unseated(request)
        if is_tipped(request.reader.settings, snapshot) and snapshot.view.turn > TIPPED_TURNS * snapshot.view.seats:
            await self._learn(request, snapshot.table.title)
        draft = await self._draft(request, snapshot)
        if refused is not None and refused.instead:
            draft = face_of(snapshot.table.title).draft_towards(draft, refused.instead)
            await self._keep_draft(request, draft)
        note = await self._closed_dm_note(request, snapshot)
        lines = [*news, refused.words if refused else "", text(note, request.language) if note else ""]
        lines += past_plan(snapshot, request.language)
        is_first = draft == fresh_draft(snapshot) and refused is None
        missed = await self.tables.missed(snapshot) if is_first else None
        since = await self._since(request, snapshot, missed)
        post, board = await asyncio.gather(
            self._post(request, snapshot, draft, lines, refused, since), self._since_board(request, snapshot, missed)
        )
        post = replace(post, files=(*post.files, *board))
        beside = first_buttons(request.language, has_news=bool(since)) if is_first else ()
        if can_plan(snapshot):
            beside = (Button(label=text("button.plan", request.language), verb="plan"), *beside)
        undo = await self.tables.take_backs.undoable(request.table_id, request.user)
        if undo is not None:
            beside = (undo_button(undo, request.language), *beside)
        if snapshot.table.help == COACH and snapshot.is_asked:
            beside = (Button(label=text("button.hint", request.language), verb="hint"), *beside)
        post = replace(post, rows=with_buttons(post.rows, beside))
        if note is None or len(post.rows) >= MOST_ROWS:
            return post
        again = Button(label=text("press.dm_again", request.language), verb="dm_again")
        return replace(post, rows=(*post.rows, (again,)))

    async def hint(self, request: Request) -> Post:
        """The panel below what a robot would do, where the table has agreed on hints."""
        snapshot = await request.snapshot()
        if snapshot.seat is None:
            return await self.boards.unseated(request)
        if snapshot.table.help != COACH:
            raise Refusal("refuse.no_hints")
        if not snapshot.is_asked:
            return await self.open(request)
        game, view = snapshot.game, snapshot.view
        action = await in_thread(hinted, game, view, snapshot.legal)
        line = await in_thread(hint_line, game, view, action, snapshot.names, request.language)
        return await self.open(request, [line])

    async def _since(self, request: Request, snapshot: GameSnapshot, missed: Since | None) -> tuple[str, ...]:
        """What the first page opens with."""
        if missed is None:
            return ()
        note = note_line(await self.store.note(snapshot.table.id, request.user))
        return (*since_lines(snapshot, missed, request.language), note)

    async def _since_board(
        self, request: Request, snapshot: GameSnapshot, missed: Since | None
    ) -> tuple[Attachment, ...]:
        """The same on the board, where it is to be seen there, and for whoever doesn't tap very fast."""
        actions = seen_actions(snapshot, missed)
        if not actions:
            return ()
        try:
            self.services.allowance.take(request.user, A_PAGE)
        except Refusal:
            return ()
        public, theme = await request.public_snapshot(), request.reader.settings.theme
        return tuple_of(await self.services.pictures.since(public, actions, theme, request.language))

    async def _closed_dm_note(self, request: Request, snapshot: GameSnapshot) -> str | None:
        """Said once, privately, to a player whom no DM reaches. Where DMs are all there is of a table, they are tried
        again whenever the player comes by."""
        assert snapshot.seat is not None
        row = (await request.seats())[snapshot.seat]
        if row.user is None or row.dm not in ("closed", "told"):
            return None
        if snapshot.table.in_dms:
            await self.tables.retry_dm(snapshot.table.id, row.user)
            return "hand.dm_closed" if row.dm == "closed" else None
        return "hand.dm_closed" if await self.tables.mark_dm_told(snapshot.table.id, row.user) else None

    async def stop_tips(self, request: Request) -> Post:
        """The panel without advice, from now on."""
        return await self.open(await self._learn(request, (await request.snapshot()).table.title))

    async def stop_leading(self, request: Request) -> Post:
        """The panel without being told each step, from now on."""
        return await self.open(await self._led(request))

    async def _led(self, request: Request) -> Request:
        """The same request of somebody who needs no leading any more."""
        settings = await self.tables.people.change(request.user, lambda settings: replace(settings, led=True))
        return replace(request, reader=replace(request.reader, settings=settings))

    async def _learn(self, request: Request, title: str) -> Request:
        """The same request of somebody who knows a title by now."""

        def known(settings: UserSettings) -> UserSettings:
            return replace(settings, no_tips=tuple(sorted({*settings.no_tips, title})))

        settings = await self.tables.people.change(request.user, known)
        return replace(request, reader=replace(request.reader, settings=settings))

    async def tap(self, request: Request) -> Post:
        """One tap in the panel. A stale or doubled one is answered with the present page and changes nothing."""
        snapshot, tap = await request.snapshot(), request.tap
        if snapshot.seat is None:
            return await self.boards.unseated(request)
        if tap.decision != snapshot.decision:
            return await self.open(request, [text("refuse.stale", request.language)])
        assert snapshot.legal is not None
        face, settings = face_of(snapshot.table.title), self._settings(request.reader, snapshot, ())
        draft = await self._draft(request, snapshot)
        try:
            result = face.tap(snapshot.view, snapshot.legal, draft, tap.verb, tap.values, settings)
        except Exception as error:
            if draft == fresh_draft(snapshot):
                raise
            log_dropped(snapshot, error)
            result = Tapped(draft=fresh_draft(snapshot), note="panel.dropped")
        return await self._carry_out(request, snapshot, result)

    async def form(self, request: Request) -> Form | None:
        """The form that a tap asks for; None where something else is asked by now, or nothing of its reader."""
        snapshot, tap = await request.snapshot(), request.tap
        if snapshot.seat is None or not snapshot.is_asked or tap.decision not in (None, snapshot.decision):
            return None
        face, draft = face_of(snapshot.table.title), await self._draft(request, snapshot)
        assert snapshot.legal is not None
        return face.form(snapshot.view, snapshot.legal, draft, tap.verb, request.choice or "", request.language)

    async def typed(self, request: Request) -> Post:
        """What was typed into a field, for what the panel is turned to: shown to be confirmed, or done at once."""
        snapshot, tap = await request.snapshot(), request.tap
        if snapshot.seat is None or tap.decision != snapshot.decision:
            return await self.tap(request)
        assert snapshot.legal is not None
        draft, (words, target) = await self._draft(request, snapshot), tap.values
        face, language = face_of(snapshot.table.title), request.language
        try:
            result = face.typed_field(snapshot.view, snapshot.legal, draft, tap.verb, target, words, language)
        except IllegalAction as error:
            return await self.open(request, refused=refused_to(snapshot, error, language))
        if is_unsure(request, snapshot, result):
            return await self._guessed(request, snapshot, result)
        is_legal = all(action in snapshot.legal for action in result.actions)
        is_ready = request.reader.settings.confirm and result.draft != fresh_draft(snapshot) and is_legal
        return await self._carry_out(request, snapshot, replace(result, actions=()) if is_ready else result)

    async def move(self, request: Request, words: str | None, *, is_hint: bool = False) -> Post:
        """`/play`: a move in free text; without one, the panel, with a hint if it is asked for."""
        if is_hint:
            return await self.hint(request)
        if not words:
            return await self.open(request)
        snapshot = await request.snapshot()
        face = face_of(snapshot.table.title)
        return await self.command(request, face.typed_move, (words, snapshot.names))

    async def command(self, request: Request, parse: Parse, options: Sequence[object], page: str = "home") -> Post:
        """A typed move: made at once if it is clear, else the panel opens where it can be made."""
        snapshot, language = await request.snapshot(), request.language
        if snapshot.seat is None:
            return await self.boards.unseated(request)
        assert snapshot.legal is not None
        try:
            result = parse(snapshot.view, snapshot.legal, *options, language=language)
        except OptionMissing:
            await self._keep_draft(request, fresh_draft(snapshot, page))
            return await self.open(request)
        except OptionElsewhere as error:
            await self._keep_draft(request, error.draft)
            return await self.open(request, refused=refused_to(snapshot, error, language))
        except IllegalAction as error:
            if page != "home":
                await self._keep_draft(request, fresh_draft(snapshot, page))
            return await self.open(request, refused=refused_to(snapshot, error, language))
        if is_unsure(request, snapshot, result):
            return await self._guessed(request, snapshot, result)
        return await self._carry_out(request, snapshot, replace(result, draft=fresh_draft(snapshot)), page)

    async def _guessed(self, request: Request, snapshot: GameSnapshot, result: Tapped) -> Post:
        """The panel with what was understood, to be confirmed on its page or by a button of its own."""
        button = result.confirm
        if button is None:
            return await self._carry_out(request, snapshot, replace(result, actions=(), note="panel.guessed"))
        await self._keep_draft(request, result.draft)
        way = Instead(label=button.label, verb=button.verb, choice=button.choice)
        return await self.open(request, refused=Refused(text("panel.guessed", request.language), (way,)))

    async def _carry_out(self, request: Request, snapshot: GameSnapshot, result: Tapped, page: str = "home") -> Post:
        """Make the moves that a tap or a command came to, one by one, and show where that has led.

        `page` is where the panel opens if one of them is refused.
        """
        events: list[Event] = []
        no: Refused | None = None
        with self.tables.as_one(request.table_id):
            for action in result.actions:
                decision = (await request.snapshot()).decision
                try:
                    events += await self.tables.play(request.table_id, request.user, action, decision)
                except StaleAction:
                    no = Refused(text("refuse.stale", request.language))
                except IllegalAction as error:
                    no = refused_to(await request.anew().snapshot(), error, request.language, action)
                request = request.anew()
                if no is not None:
                    break
        if no is None or page != "home":
            await self._keep_draft(request, fresh_draft(snapshot, page) if no else result.draft)
        told = without_end(snapshot.table.title, events) if no is None else events
        title, emojis = snapshot.table.title, seat_emojis(snapshot.table.title, snapshot.seats)
        story = describe(title, told, snapshot.names, request.language, snapshot.seat, emojis=emojis)
        if events and no is None:
            return await self._after(await self._moved(request, snapshot), story)
        note = [text(result.note, request.language)] if result.note else []
        return await self.open(request, [*story, *note], no)

    async def _moved(self, request: Request, before: GameSnapshot) -> Request:
        """Whoever has made a whole turn is led no more; what is chosen before the first one is none."""
        after = (await request.snapshot()).view
        is_over = after.turn > before.view.turn or after.is_over
        is_led = request.reader.settings.is_newcomer and before.view.turn > 0 and is_over
        return await self._led(request) if is_led else request

    async def _after(self, request: Request, story: Sequence[str]) -> Post:
        """The next decision, or a receipt when the turn is over."""
        snapshot = await request.snapshot()
        if snapshot.is_asked:
            return await self.open(request, story)
        settings = self._settings(request.reader, snapshot, story)
        undo = await self.tables.take_backs.undoable(request.table_id, request.user)
        page = done_page(snapshot.view, settings, request.language, snapshot.names, undo)
        if (waiting := await self.services.next_waiting(request.user, snapshot.table.id)) is not None:
            page = replace(page, rows=with_buttons(page.rows, [play_at(waiting, "press.next_table", request.language)]))
        try:
            return await self._pictured(request.reader, snapshot, page)
        except NotDrawn:
            return worded(snapshot, page)

    async def _draft(self, request: Request, snapshot: GameSnapshot) -> Draft:
        """What was kept for this decision; a draft that can't be read any more is a fresh one."""
        if request.loaded.draft is None:
            request.loaded.draft = await self._kept_draft(snapshot)
        return request.loaded.draft

    async def _kept_draft(self, snapshot: GameSnapshot) -> Draft:
        assert snapshot.seat is not None
        kept = await self.store.draft(snapshot.table.id, snapshot.seat, snapshot.decision)
        try:
            return decoded(snapshot, kept) if kept else fresh_draft(snapshot)
        except msgspec.MsgspecError as error:
            log_dropped(snapshot, error)
            draft = fresh_draft(snapshot)
            await self.tables.save_draft(snapshot.table.id, snapshot.seat, snapshot.decision, encoded(draft))
            return draft

    async def _keep_draft(self, request: Request, draft: Draft) -> None:
        snapshot = await request.snapshot()
        if snapshot.seat is not None and snapshot.is_asked:
            await self.tables.save_draft(request.table_id, snapshot.seat, snapshot.decision, encoded(draft))
            request.loaded.draft = draft

    def _settings(
        self, reader: Reader, snapshot: GameSnapshot, news: Sequence[str], since: tuple[str, ...] = ()
    ) -> Settings:
        is_new = is_tipped(reader.settings, snapshot)
        return Settings(
            confirm=reader.settings.confirm,
            table=table_name(snapshot.table, reader.language),
            link=way_to(snapshot.table, reader.language),
            news=tuple(news),
            since=since,
            leads=reader.settings.is_newcomer,
            coach=is_new and snapshot.view.turn <= TIPPED_TURNS * snapshot.view.seats,
            is_first=is_new and snapshot.view.turn <= snapshot.view.seats + 1,
        )

    async def _post(
        self,
        request: Request,
        snapshot: GameSnapshot,
        draft: Draft,
        news: Sequence[str],
        no: Refused | None = None,
        since: tuple[str, ...] = (),
    ) -> Post:
        """The page with its picture. A draft whose page can't be made or drawn is dropped, for the page at home."""
        fresh, reader = fresh_draft(snapshot), request.reader
        page = self._drafted(reader, snapshot, draft, news, no, since)
        if page is not None:
            try:
                return await self._pictured(reader, snapshot, page)
            except NotDrawn:
                if draft == fresh:
                    return worded(snapshot, page)
        home = self._page(reader, snapshot, fresh, [text("panel.dropped", reader.language), *news], no)
        try:
            post = await self._pictured(reader, snapshot, home)
        except NotDrawn:
            # Nothing can be drawn now, so it isn't the draft's fault.
            return worded(snapshot, page or home)
        await self._keep_draft(request, fresh)
        return post

    def _drafted(
        self,
        reader: Reader,
        snapshot: GameSnapshot,
        draft: Draft,
        news: Sequence[str],
        no: Refused | None,
        since: tuple[str, ...],
    ) -> Page | None:
        """The page of a draft, or None where it makes none."""
        try:
            return self._page(reader, snapshot, draft, news, no, since)
        except Exception as error:
            if draft == fresh_draft(snapshot):
                raise
            log_dropped(snapshot, error)
            return None

    def _page(
        self,
        reader: Reader,
        snapshot: GameSnapshot,
        draft: Draft,
        news: Sequence[str],
        no: Refused | None,
        since: tuple[str, ...] = (),
    ) -> Page:
        face, settings = face_of(snapshot.table.title), self._settings(reader, snapshot, news, since)
        assert snapshot.legal is not None
        page = face.page(snapshot.view, snapshot.legal, draft, settings, reader.language, snapshot.names)
        return refused_page(page, no.instead, face.dispensable) if no else page

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


def is_unsure(request: Request, snapshot: GameSnapshot, result: Tapped) -> bool:
    """Whether somebody is asked before what was understood is played; what can't be done is refused at once."""
    is_possible = bool(result.actions) and result.actions[0] in (snapshot.legal or ())
    return result.is_guess and request.reader.settings.confirm and is_possible


def first_buttons(language: str, *, has_news: bool) -> tuple[Button, ...]:
    """What else the first page of a turn leads to: what happened, on the board, and the own note."""
    since = Button(label=text("press.since", language), verb="since")
    return (since, note_button(language)) if has_news else (note_button(language),)


def note_button(language: str) -> Button:
    """It opens a form, which is worded before anything is read: so it carries the language."""
    return Button(label=text("press.note", language), verb="note", choice=f"{OTHER}{language}")


def with_buttons(rows: Sequence[Row], more: Sequence[Button]) -> tuple[Row, ...]:
    """In a row of their own or beside the way out of advice, else wherever there is room, last row first; what finds
    none is left out."""
    last = rows[-1] if rows else ()
    if more and isinstance(last, tuple) and is_way_out(last) and len(last) + len(more) <= MOST_ROWS:
        return (*rows[:-1], (*last, *more))
    if len(rows) < MOST_ROWS:
        return (*rows, tuple(more)) if more else tuple(rows)
    placed = list(rows)
    for button in more:
        for at, row in reversed(list(enumerate(placed))):
            if isinstance(row, tuple) and len(row) < MOST_ROWS:
                placed[at] = (*row, button)
                break
    return tuple(placed)


def is_way_out(row: tuple[Button | Link, ...]) -> bool:
    """Whether a row has nothing but the button that ends advice."""
    return len(row) == 1 and isinstance(row[0], Button) and row[0].style == "quiet"


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
    files = (picture,) if picture else ()
    return Post(text=page.text, files=files, rows=page.rows, table_id=snapshot.table.id, decision=snapshot.decision)


def log_dropped(snapshot: GameSnapshot, error: Exception) -> None:
    log.error("table %s: a draft of seat %s is dropped: %s", snapshot.table.id, snapshot.seat, told_plainly(error))


def is_tipped(settings: UserSettings, snapshot: GameSnapshot) -> bool:
    return settings.tips and snapshot.table.title not in settings.no_tips and snapshot.view.turn > 0


def refused_to(snapshot: GameSnapshot, error: IllegalAction, language: str, wanted: Action | None = None) -> Refused:
    """Why not, and the nearest things that are possible."""
    return refused(error, snapshot.view, snapshot.legal, snapshot.names, language, wanted)
