"""Posts about the game: the turns and who is called for them, its end, and what somebody wants all to see."""

import logging
from collections.abc import Sequence
from itertools import groupby

import msgspec

from bot.attachment import Attachment
from bot.errors import NotNow, Refusal
from bot.games.catalog import face_of
from bot.games.page import Button
from bot.games.status import final_line, result_line, turn_heading, waiting_line
from bot.games.story import describe, digest, without_end
from bot.naming import away_line, deal_line, link, seat_emojis, table_name
from bot.outbox.clock_posts import moment
from bot.outbox.lines import events_of, joined, waiting_for_people
from bot.outbox.lobby_posts import unreached_line
from bot.outbox.post import Post
from bot.outbox.posts import Posts
from bot.store.rows import Message, SeatRow, TakeBack
from bot.tables.seats import names_at
from bot.tables.snapshot import GameSnapshot, KeptAction
from bot.text.names import name_of, safe_name
from data.texts import text
from rules.game import Event
from rules.proof import hash_of
from rules.record import write_record
from rules.turns import moments_after

END = ("rematch", "film", "review", "log", "record")
"""What can be done once a game is over."""
log = logging.getLogger(__name__)


class TurnPosts(Posts):
    """A turn's post is made when it is sent: it tells what is so by then."""

    async def post(
        self, table_id: int, after: int, until: int, *, is_plain: bool, is_live: bool = False, back: int | None = None
    ) -> Post | None:
        """A turn's post: whose turn it is, what happened since the last post, the board. None where what has begun the
        turn was taken back.

        `is_live`: it is there already, and tells what has happened since; nothing once its turn is over, for then the
        next post tells the turn as a whole. `back`: it tells about this take-back.
        """
        if until > 0 and not await self.tables.store.actions(table_id, until - 1, until):
            return None
        snapshot = await self._snapshot_at(table_id, until)
        shows_more = is_live or back is not None
        now = await self._snapshot(table_id) if shows_more else snapshot
        if is_live and snapshot.view.turn > 0 and (now.view.turn > snapshot.view.turn or now.view.is_over):
            return None
        actions = await self._actions(table_id, after, until)
        missed = await self._missed(snapshot)
        earlier = events_of([one for one in missed if one.seq <= after])
        first, ringing = await self._first_lines(snapshot, back)
        lines = [*first, await self._away_line(snapshot), await self._unreached_line(snapshot)]
        lines += [*self._digest(snapshot, earlier), *await self._stand_ins(snapshot, after, until)]
        steady = await self._story(snapshot, actions)
        if snapshot.seq == 0:
            steady.append(deal_line(snapshot.table.deal, snapshot.table.language))
        lines += steady
        if snapshot.view.turn == 0:
            lines.append(choosing(waiting_for_people(now)))
        elif shows_more and now.view.turn == snapshot.view.turn:
            lines += await self._story(now, await self._actions(table_id, until, now.seq))
        if now.view.turn == snapshot.view.turn:
            lines.append(await self._lead(now))
        files = () if is_plain or is_live else await self._called_board(snapshot, missed or actions)
        return Post(
            text=joined(lines),
            files=files,
            keeps_files=is_live,
            rows=() if now.view.is_over or now.view.turn > snapshot.view.turn else (post_buttons(snapshot),),
            table_id=table_id,
            pings=() if is_live else ringing,
            steady=joined(steady) or joined(begun(snapshot)),
            about_turn=snapshot.view.turn,
        )

    async def _first_lines(self, snapshot: GameSnapshot, back: int | None) -> tuple[list[str], tuple[int, ...]]:
        """What a post begins with, and whom it rings. One about a move that was taken back rings nobody: its player
        knows, and the others have nothing to do."""
        if back is None:
            ringing = await self._to_ring(snapshot)
            return [await self._heading(snapshot, ringing)], ringing
        (row,) = await self.tables.store.log(snapshot.table.id, back - 1, back)
        language, turn = snapshot.table.language, snapshot.view.turn
        if msgspec.json.decode(row.action, type=TakeBack).why == "undo":
            player = name_of(snapshot.names, row.player)
            undone = text("table.undone", language, table=table_name(snapshot.table, language), player=player)
            return [f"{undone} {waiting_line(snapshot.view, snapshot.names, language)}"], ()
        words = text("table.rolled_back", language, turn=turn)
        ringing = await self._to_ring(snapshot)
        return [await self._heading(snapshot, ringing), words], ringing

    async def _lead(self, snapshot: GameSnapshot) -> str:
        """Below somebody's first call in a game: that its button leads on, where they have never made a turn."""
        if snapshot.view.turn > snapshot.view.seats:
            return ""
        called = [user for seat in snapshot.view.to_act if (user := snapshot.seats[seat].user) is not None]
        settings = await self.tables.store.users(called)
        if not any(each.is_newcomer for each in settings.values()) or not await self._is_first_call(snapshot):
            return ""
        language = snapshot.table.language
        return text("lead.call", language, play=text(play_key(snapshot), language))

    async def _is_first_call(self, snapshot: GameSnapshot) -> bool:
        """In the first round; where something is chosen before it, everybody was called for that."""
        if snapshot.view.turn == 0:
            return True
        return (await self.tables.snapshot_at(snapshot.table.id, 0)).view.turn > 0

    async def opening(self, table_id: int) -> Post | None:
        """The first post once everybody has chosen; None where nothing was to be chosen."""
        try:
            if (await self._snapshot_at(table_id, 0)).view.turn == 0:
                return await self.post(table_id, 0, 0, is_plain=True, is_live=True)
        except Refusal:
            log.info("table %s was stopped in its opening", table_id)
        return None

    async def _missed(self, snapshot: GameSnapshot) -> tuple[KeptAction, ...]:
        """What those who are called have not been called about yet: the last post told only the last part of it."""
        if snapshot.view.turn == 0:
            return ()
        asked = [seat for seat in snapshot.view.to_act if snapshot.seats[seat].user is not None]
        every = [await self.tables.since(snapshot, seat) for seat in asked]
        return min(every, key=lambda since: since.after).actions if every else ()

    def _digest(self, snapshot: GameSnapshot, events: Sequence[Event]) -> list[str]:
        return digest(snapshot.table.title, events, snapshot.names, snapshot.table.language)

    async def _actions(self, table_id: int, after: int, until: int) -> list[KeptAction]:
        return [] if after >= until else await self.tables.kept_actions(table_id, after, until, None)

    async def _story(self, snapshot: GameSnapshot, actions: Sequence[KeptAction], *, is_end: bool = False) -> list[str]:
        """What happened, under the names of those who sat there then; `is_end`: the result is told elsewhere."""
        title, language = snapshot.table.title, snapshot.table.language
        robots = frozenset(seat.seat for seat in snapshot.seats if seat.robot)
        history = await self.tables.store.seatings(snapshot.table.id) if actions else []
        lines: list[str] = []
        for names, part in groupby(actions, key=lambda one: names_at(history, snapshot.seats, one.seq)):
            events = events_of(part)
            told = without_end(title, events) if is_end else events
            lines += describe(title, told, names, language, None, robots, seat_emojis(title, snapshot.seats))
        return lines

    async def _heading(self, snapshot: GameSnapshot, ringing: Sequence[int]) -> str:
        language, table = snapshot.table.language, table_name(snapshot.table, snapshot.table.language)
        asked = [snapshot.seats[seat] for seat in snapshot.view.to_act]
        order = " → ".join(safe_name(seat.name) for seat in snapshot.seats)
        begins = text("table.begins_plain", language, table=table, order=order)
        if snapshot.view.turn == 0:
            people = self._mentions(snapshot.seats)
            begins = text("table.begins", language, people=people, table=table, order=order)
            return f"{begins}{await self._until(snapshot)}"
        if all(seat.robot for seat in asked):
            return begins
        who = ", ".join(self._mention(s) if s.user in ringing else safe_name(s.name) for s in asked if s.user)
        is_called = self.reader in (0, *(seat.user for seat in asked))
        first = turn_heading(who, table, snapshot.view.turn, language, is_called=is_called)
        heading = f"{first}{await self._until(snapshot)}"
        return heading if snapshot.seq else f"{heading}\n{begins}"

    async def _until(self, snapshot: GameSnapshot) -> str:
        """· until in 3 days: when time is up for whoever is asked in this turn, if that is one moment."""
        now = await self._snapshot(snapshot.table.id)
        if now.view.turn != snapshot.view.turn or now.view.is_over:
            return ""
        language, clocks = snapshot.table.language, await self.tables.clocks.clocks(snapshot.table.id)
        if now.table.paused is not None:
            return f" · {text('clock.paused', language)}"
        if now.table.is_asleep:
            return f" · {text('clock.asleep', language)}"
        moments = {clock.until for clock in clocks}
        until = moments.pop() if len(moments) == 1 else None
        return "" if until is None else f" · {text('clock.until', language, when=moment(until))}"

    async def _stand_ins(self, snapshot: GameSnapshot, after: int, until: int) -> list[str]:
        """For whom a robot has played in between."""
        rows = [row for row in await self.tables.store.audit(snapshot.table.id) if row.what == "stand_in"]
        names = [row.about["player"] for row in rows if after <= row.seq < until]
        return [text("clock.stand_in", snapshot.table.language, player=safe_name(name)) for name in names]

    async def _away_line(self, snapshot: GameSnapshot) -> str:
        """Whoever is asked and away, until when."""
        asked = [snapshot.seats[seat] for seat in snapshot.view.to_act]
        away = await self.tables.people.away(asked)
        return away_line(away, snapshot.names, snapshot.table.language)

    async def _unreached_line(self, snapshot: GameSnapshot) -> str:
        """Whoever is asked at a table without a channel, and knows nothing of it."""
        if not snapshot.table.in_dms:
            return ""
        seats = await self.store.seats(snapshot.table.id)
        return unreached_line([seats[seat] for seat in snapshot.view.to_act], snapshot.table.language)

    async def _to_ring(self, snapshot: GameSnapshot) -> tuple[int, ...]:
        """Whom the post rings: whoever is asked, unless a DM of their own does it or the table is quiet."""
        if snapshot.table.posts == "quiet" and snapshot.seq > 0:
            return ()
        left = await self._left(snapshot)
        asked = [snapshot.seats[seat] for seat in snapshot.view.to_act if seat not in left]
        users = [seat.user for seat in asked if seat.user and not await self._rings_by_dm(snapshot, seat)]
        return await self.awake(users)

    async def awake(self, users: Sequence[int]) -> tuple[int, ...]:
        """Those who may be rung at this hour."""
        return tuple([user for user in users if await self.tables.people.may_ring(user)])

    async def asleep(self, users: Sequence[int]) -> list[tuple[int, float]]:
        """Those who may not be rung at this hour, each with the moment from which on they may."""
        moments = [(user, await self.tables.people.ring_moment(user)) for user in users]
        return [(user, moment) for user, moment in moments if moment > self.tables.now()]

    async def hushed(self, table_id: int) -> list[tuple[int, int, float]]:
        """Whoever is asked and not to be rung at this hour: seat, turn, and the moment from which on they are."""
        try:
            snapshot = await self._snapshot(table_id)
        except NotNow:
            raise
        except Refusal:  # there is no game any more
            return []
        asked = [(seat, snapshot.seats[seat].user) for seat in snapshot.view.to_act]
        moments = [(seat, await self.tables.people.ring_moment(user)) for seat, user in asked if user is not None]
        now = self.tables.now()
        return [(seat, snapshot.view.turn, moment) for seat, moment in moments if moment > now]

    async def _rings_by_dm(self, snapshot: GameSnapshot, seat: SeatRow) -> bool:
        assert seat.user is not None
        if snapshot.table.in_dms or snapshot.view.turn == 0 or not (await self.tables.store.user(seat.user)).dm_on_turn:
            return False
        seats = await self.tables.store.seats(snapshot.table.id)
        return seats[seat.seat].dm == "open"

    async def _called_board(self, snapshot: GameSnapshot, actions: Sequence[KeptAction]) -> tuple[Attachment, ...]:
        """For whoever is called: with all that these actions did."""
        if snapshot.view.turn == 0:
            return await self._board(waiting_for_people(snapshot), events_of(actions))
        drawn = await self.pictures.since(snapshot, actions, await self._theme(), snapshot.table.language)
        return (drawn,) if drawn else ()

    async def _board(self, snapshot: GameSnapshot, events: Sequence[Event] = ()) -> tuple[Attachment, ...]:
        drawn = await self.pictures.board(
            snapshot, events=events, theme=await self._theme(), language=snapshot.table.language
        )
        return (drawn,) if drawn else ()

    async def ping(self, table_id: int, until: int) -> Post | None:
        """The short line of a quiet table, for whoever is asked now; `until` is the action that its post told last."""
        post = await self._message(table_id, "post")
        if post is not None and post.payload.until != until:
            return None  # a newer post is there, with a line of its own
        snapshot = await self._snapshot(table_id)
        users = {row.user for row in snapshot.seats if post is not None and post.payload.rang >> row.seat & 1}
        return self._ringing(snapshot, [user for user in await self._to_ping(snapshot) if user not in users], post)

    async def call(self, table_id: int, seat: int, turn: int) -> Post | None:
        """The same line for a player whose DM was refused, unless that turn is over or the channel has rung them."""
        snapshot = await self._snapshot(table_id)
        if snapshot.view.turn != turn:
            return None
        post, ping = [await self._message(table_id, key) for key in ("post", "ping")]
        if any(message.payload.rang >> seat & 1 for message in (post, ping) if message):
            return None
        users = [user for user in await self._to_ping(snapshot) if user == snapshot.seats[seat].user]
        return self._ringing(snapshot, users, post)

    async def _to_ping(self, snapshot: GameSnapshot) -> list[int]:
        if snapshot.view.is_over:
            return []
        asked = [snapshot.seats[seat] for seat in snapshot.view.to_act]
        users = [seat.user for seat in asked if seat.user and not await self._rings_by_dm(snapshot, seat)]
        return list(await self.awake(users))

    def _ringing(self, snapshot: GameSnapshot, users: Sequence[int], post: Message | None) -> Post | None:
        if not users:
            return None
        language, where = snapshot.table.language, link(snapshot.table, post.message if post else None)
        people = " ".join(self._mention(seat) for seat in snapshot.seats if seat.user in users)
        words = text(
            "table.quiet_ping", language, people=people, table=table_name(snapshot.table, language), link=where
        )
        return Post(text=words, table_id=snapshot.table.id, pings=tuple(users))

    async def end(self, table_id: int, after: int, until: int, *, is_plain: bool) -> Post | None:
        """The last post: who has won, the score sheet, the board, the record."""
        snapshot = await self._snapshot(table_id)
        language = snapshot.table.language
        users = tuple(seat.user for seat in snapshot.seats if seat.user)
        people = self._mentions(snapshot.seats)
        actions = await self._actions(table_id, after, until)
        table = table_name(snapshot.table, language)
        lines = [
            text(
                "table.over",
                language,
                people=people,
                table=table,
                result=result_line(snapshot.view, snapshot.names, language),
            ),
            final_line(snapshot.view, snapshot.names, language),
            *await self._story(snapshot, actions, is_end=True),
            *robots_lines(snapshot, language),
        ]
        if snapshot.table.deal is not None:
            lines.append(text("fair.revealed", language, hash=hash_of(snapshot.table.deal.secret)))
        files = [] if is_plain else [*await self._result(snapshot), *await self._board(snapshot, events_of(actions))]
        files.append(await self._record(table_id, table))
        return Post(
            text=joined(lines), files=tuple(files), rows=(end_buttons(language),), table_id=table_id, pings=users
        )

    async def _result(self, snapshot: GameSnapshot) -> list[Attachment]:
        history = await self.tables.history(snapshot.table.id)
        return await self.pictures.result(snapshot, history, snapshot.table.language)

    async def _record(self, table_id: int, table: str) -> Attachment:
        raw = write_record(await self.tables.record(table_id))
        return Attachment(f"semafor-{table_id}.json", raw, table)

    async def show(self, table_id: int) -> Post | None:
        """The board as it stands, because somebody wants all to see it."""
        snapshot = await self._snapshot(table_id)
        language = snapshot.table.language
        heading = (
            f"**{table_name(snapshot.table, language)}** · {waiting_line(snapshot.view, snapshot.names, language)}"
        )
        return Post(text=heading, files=await self._board(waiting_for_people(snapshot)), table_id=table_id)

    async def film(self, table_id: int, after: int) -> Post | None:
        """A film of the game, because somebody wants all to see it."""
        snapshot = await self._snapshot(table_id)
        language = snapshot.table.language
        seen = moments_after(await self.tables.moments(table_id), after)
        drawn = await self.pictures.film(snapshot, seen, await self._theme(), language)
        if drawn is None:
            return None
        words = text("film.shown", language, table=table_name(snapshot.table, language), n=len(seen) - 1)
        return Post(text=words, files=(drawn,), table_id=table_id)


def begun(snapshot: GameSnapshot) -> list[str]:
    """What the first post says of the game, whoever is rung by it."""
    language = snapshot.table.language
    if snapshot.seq > 0:
        return []
    key = "table.begins" if snapshot.view.turn == 0 else "table.begins_plain"
    order = " → ".join(safe_name(seat.name) for seat in snapshot.seats)
    return [text(key, language, people="", table=table_name(snapshot.table, language), order=order).strip()]


def choosing(snapshot: GameSnapshot) -> str:
    """Choosing: Ada ✓ · Bo …"""
    still = snapshot.view.to_act if snapshot.view.turn == 0 else ()
    marks = [f"{name_of(snapshot.names, seat.seat)} {'…' if seat.seat in still else '✓'}" for seat in snapshot.seats]
    return text("table.choosing", snapshot.table.language, people=" · ".join(marks))


def post_buttons(snapshot: GameSnapshot) -> tuple[Button, ...]:
    """Whoever plays with others may nudge the one who is waited for."""
    language = snapshot.table.language
    nudge = Button(label=text("press.nudge", language), verb="nudge")
    forms = face_of(snapshot.table.title).call_forms(snapshot.view)
    has_others = sum(seat.user is not None for seat in snapshot.seats) > 1
    return (
        Button(label=text(play_key(snapshot), language), verb="play", style="good"),
        *(Button(label=text(f"press.{verb}", language), verb=verb) for verb in forms),
        Button(label=text("press.hand", language), verb="hand"),
        Button(label=text("press.board", language), verb="board"),
        *((nudge,) if has_others else ()),
    )


def play_key(snapshot: GameSnapshot) -> str:
    return "press.choose" if snapshot.view.turn == 0 else "press.play"


def robots_lines(snapshot: GameSnapshot, language: str) -> list[str]:
    """What each robot was after, a line each."""
    face = face_of(snapshot.table.title)
    robots = [seat.seat for seat in snapshot.seats if seat.robot]
    return [face.built_line(snapshot.view, seat, snapshot.names, language) for seat in robots]


def end_buttons(language: str) -> tuple[Button, ...]:
    return tuple(Button(label=text(f"press.{verb}", language), verb=verb) for verb in END)
