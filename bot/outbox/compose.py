"""Words and pictures for outbox items, found when they are sent: from kept events and the views of their readers."""

import asyncio
import logging
from collections.abc import Iterable, Mapping, Sequence
from itertools import groupby
from typing import Literal

import msgspec
from msgspec.structs import replace

from bot.attachment import Attachment
from bot.errors import NotNow, Refusal, TableAside
from bot.games.catalog import face_of
from bot.games.page import Button
from bot.games.plan_words import outcome_line
from bot.games.status import final_line, result_line, turn_heading, waiting_line
from bot.games.story import describe, digest, shows_on_board, without_end
from bot.members import Everybody, Members
from bot.naming import (
    away_line,
    deal_line,
    link,
    lobby_lines,
    mention,
    pace_text,
    seat_text,
    table_name,
    title_name,
    when,
)
from bot.outbox.clock_posts import ClockPosts, moment
from bot.outbox.post import Link, Post, Row
from bot.pictures import Pictures
from bot.store.rows import ANYBODY, Message, SeatingRow, SeatRow, TableRow, TakeBack, VoteRow
from bot.tables.pace import away_limit, schedule
from bot.tables.plans import outcome_of, plan_of
from bot.tables.records import game_of
from bot.tables.seats import names_at
from bot.tables.since import Since
from bot.tables.snapshot import GameSnapshot, KeptAction
from bot.tables.undo import ROLLBACK
from bot.tables.votes import names_by_user, waiting
from bot.tables.writer import Tables
from bot.text.names import name_of, names_of, safe_name, safe_text
from data.texts import text
from rules.game import Event
from rules.proof import hash_of
from rules.record import write_record
from rules.turns import moments_after

LONGEST_POST = 1900
END = ("rematch", "film", "review", "log", "record")
"""What can be done once a game is over."""
log = logging.getLogger(__name__)


class PostComposer:
    """Composes every item. Public ones are made from `view_for(None)` and `seen_by(None)` only."""

    def __init__(self, tables: Tables, pictures: Pictures, members: Members | None = None) -> None:
        self.tables = tables
        self.pictures = pictures
        self.members = members or Everybody()
        self.clocks = ClockPosts(tables, self.members)

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
        snapshot = await self.tables.snapshot_at(table_id, until)
        shows_more = is_live or back is not None
        now = await self.tables.snapshot(table_id, None) if shows_more else snapshot
        if is_live and snapshot.view.turn > 0 and (now.view.turn > snapshot.view.turn or now.view.is_over):
            return None
        actions = await self._actions(table_id, after, until)
        missed = await self._missed(snapshot)
        earlier = events_of([one for one in missed if one.seq <= after])
        first, ringing = await self._first_lines(snapshot, back)
        lines = [*first, await self._away_line(snapshot)]
        lines += [*self._digest(snapshot, earlier), *await self._stand_ins(snapshot, after, until)]
        lines += await self._story(snapshot, actions)
        if snapshot.seq == 0:
            lines.append(deal_line(snapshot.table.deal, snapshot.table.language))
        if snapshot.view.turn == 0:
            lines.append(choosing(waiting_for_people(now)))
        elif shows_more and now.view.turn == snapshot.view.turn:
            lines += await self._story(now, await self._actions(table_id, until, now.seq))
        files = () if is_plain or is_live else await self._called_board(snapshot, missed or actions)
        return Post(
            text=joined(lines),
            files=files,
            keeps_files=is_live,
            rows=() if now.view.is_over or now.view.turn > snapshot.view.turn else (post_buttons(snapshot),),
            table_id=table_id,
            pings=() if is_live else ringing,
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

    async def opening(self, table_id: int) -> Post | None:
        """The first post once everybody has chosen; None where nothing was to be chosen."""
        try:
            if (await self.tables.snapshot_at(table_id, 0)).view.turn == 0:
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
            lines += describe(title, told, names, language, None, robots)
        return lines

    async def _heading(self, snapshot: GameSnapshot, ringing: Sequence[int]) -> str:
        language, table = snapshot.table.language, table_name(snapshot.table, snapshot.table.language)
        asked = [snapshot.seats[seat] for seat in snapshot.view.to_act]
        order = " → ".join(safe_name(seat.name) for seat in snapshot.seats)
        begins = text("table.begins_plain", language, table=table, order=order)
        if snapshot.view.turn == 0:
            people = " ".join(mention(seat.user) for seat in snapshot.seats if seat.user)
            begins = text("table.begins", language, people=people, table=table, order=order)
            return f"{begins}{await self._until(snapshot)}"
        if all(seat.robot for seat in asked):
            return begins
        who = ", ".join(mention(s.user) if s.user in ringing else safe_name(s.name) for s in asked if s.user)
        heading = f"{turn_heading(who, table, snapshot.view.turn, language)}{await self._until(snapshot)}"
        return heading if snapshot.seq else f"{heading}\n{begins}"

    async def _until(self, snapshot: GameSnapshot) -> str:
        """· until in 3 days: when time is up for whoever is asked in this turn, if that is one moment."""
        now = await self.tables.snapshot(snapshot.table.id, None)
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
            snapshot = await self.tables.snapshot(table_id, None)
        except NotNow:
            raise
        except Refusal:  # there is no game any more
            return []
        asked = [(seat, snapshot.seats[seat].user) for seat in snapshot.view.to_act]
        moments = [(seat, await self.tables.people.ring_moment(user)) for seat, user in asked if user is not None]
        now = self.tables.now()
        return [(seat, snapshot.view.turn, moment) for seat, moment in moments if moment > now]

    async def _left(self, snapshot: GameSnapshot) -> list[int]:
        """The seats that are asked now and whose players have left the server."""
        if snapshot.view.turn == 0:
            return []
        asked = {user: seat for seat in snapshot.view.to_act if (user := snapshot.seats[seat].user) is not None}
        gone = await self.members.left(snapshot.table.guild, asked)
        return [seat for user, seat in asked.items() if user in gone]

    async def waits_in_vain(self, table_id: int) -> bool:
        return bool(await self._left(await self.tables.snapshot(table_id, None)))

    async def left(self, table_id: int) -> Post | None:
        """A kind word to the table when the one it waits for has left the server."""
        snapshot = await self.tables.snapshot(table_id, None)
        gone = await self._left(snapshot)
        if not gone:
            return None
        words = text("table.left", snapshot.table.language, names=names_of(snapshot.names, gone))
        return Post(text=f"**{table_name(snapshot.table, snapshot.table.language)}** · {words}", table_id=table_id)

    async def _rings_by_dm(self, snapshot: GameSnapshot, seat: SeatRow) -> bool:
        assert seat.user is not None
        if snapshot.view.turn == 0 or not (await self.tables.store.user(seat.user)).dm_on_turn:
            return False
        seats = await self.tables.store.seats(snapshot.table.id)
        return seats[seat.seat].dm == "open"

    async def _called_board(self, snapshot: GameSnapshot, actions: Sequence[KeptAction]) -> tuple[Attachment, ...]:
        """For whoever is called: with all that these actions did."""
        if snapshot.view.turn == 0:
            return await self._board(waiting_for_people(snapshot), events_of(actions))
        drawn = await self.pictures.since(snapshot, actions, "light", snapshot.table.language)
        return (drawn,) if drawn else ()

    async def _board(self, snapshot: GameSnapshot, events: Sequence[Event] = ()) -> tuple[Attachment, ...]:
        drawn = await self.pictures.board(snapshot, events=events, language=snapshot.table.language)
        return (drawn,) if drawn else ()

    async def ping(self, table_id: int, until: int) -> Post | None:
        """The short line of a quiet table, for whoever is asked now; `until` is the action that its post told last."""
        post = await self.tables.store.message(table_id, "post")
        if post is not None and post.payload.until != until:
            return None  # a newer post is there, with a line of its own
        snapshot = await self.tables.snapshot(table_id, None)
        users = {row.user for row in snapshot.seats if post is not None and post.payload.rang >> row.seat & 1}
        return self._ringing(snapshot, [user for user in await self._to_ping(snapshot) if user not in users], post)

    async def call(self, table_id: int, seat: int, turn: int) -> Post | None:
        """The same line for a player whose DM was refused, unless that turn is over or the channel has rung them."""
        snapshot = await self.tables.snapshot(table_id, None)
        if snapshot.view.turn != turn:
            return None
        post, ping = [await self.tables.store.message(table_id, key) for key in ("post", "ping")]
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
        people = " ".join(mention(user) for user in users)
        words = text(
            "table.quiet_ping", language, people=people, table=table_name(snapshot.table, language), link=where
        )
        return Post(text=words, table_id=snapshot.table.id, pings=tuple(users))

    async def end(self, table_id: int, after: int, until: int, *, is_plain: bool) -> Post | None:
        """The last post: who has won, the score sheet, the board, the record."""
        snapshot = await self.tables.snapshot(table_id, None)
        language = snapshot.table.language
        users = tuple(seat.user for seat in snapshot.seats if seat.user)
        people = " ".join(mention(user) for user in users)
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

    async def lobby(self, table_id: int) -> Post | None:
        lobby = await self.tables.lobby(table_id)
        table = lobby.table
        language = table.language
        seats = game_of(table).seats
        host = next((safe_name(seat.name) for seat in lobby.seats if seat.user == table.host), "?")
        mark = table_name(table, language)
        if table.stage != "lobby":
            key = "lobby.closed" if table.stage == "closed" else "lobby.begun"
            return Post(text=text(key, language, table=mark), table_id=table_id, mark=mark)
        heading = text("lobby.heading", language, table=table_name(table, language), host=host)
        if lobby.invited:
            heading += " · " + text("lobby.invited", language, people=" ".join(map(mention, lobby.invited)))
        lines = [heading, *lobby_lines(lobby, seats[0], seats[-1], language)]
        can_start = len(lobby.seats) in seats
        if not can_start:
            lines.append(text("lobby.too_few", language, n=seats[0] - len(lobby.seats)))
        lines.append(deal_line(table.deal, language))
        rows = lobby_buttons(language, can_start)
        return Post(text=joined(lines), rows=rows, table_id=table_id, pings=lobby.invited, mark=mark)

    async def invitation(self, table_id: int, user: int) -> Post | None:
        lobby = await self.tables.lobby(table_id)
        if lobby.table.stage != "lobby":
            return None
        language, table = lobby.table.language, table_name(lobby.table, lobby.table.language)
        facts = " · ".join([table, text("choice.seats", language, n=lobby.table.size), pace_of(lobby.table)])
        where = await self._lobby_link(lobby.table)
        words = text("lobby.invitation", language, people=mention(user), table=facts, link=where)
        buttons = tuple(lobby_button(verb, language) for verb in ("join", "rules"))
        return Post(text=words, rows=(buttons,), table_id=table_id, pings=(user,))

    async def warning(self, table_id: int) -> Post | None:
        """That a lobby is about to be closed."""
        table = (await self.tables.lobby(table_id)).table
        if table.stage != "lobby":
            return None
        name, when = table_name(table, table.language), f"<t:{int(table.closes or 0)}:R>"
        where = await self._lobby_link(table)
        words = text("lobby.warning", table.language, people=mention(table.host), table=name, when=when, link=where)
        return Post(text=words, table_id=table_id, pings=(table.host,))

    async def _lobby_link(self, table: TableRow) -> str:
        post = await self.tables.store.message(table.id, "lobby")
        return link(table, post.message if post else None)

    async def hello(self, table_id: int, user: int) -> Post | None:
        """What a DM says before there is a hand to show."""
        lobby = await self.tables.lobby(table_id)
        settings = await self.tables.store.user(user)
        language = settings.language or settings.spoken or lobby.table.language
        seat = next((seat_text(seat, language) for seat in lobby.seats if seat.user == user), "")
        key = "hello.closed" if lobby.table.stage == "closed" else "hello.seat" if seat else "hello.free"
        name = table_name(lobby.table, language)
        return Post(text=f"**{name}** · <#{lobby.table.channel}> · {text(key, language, seat=seat)}", mark=name)

    async def vote(self, table_id: int) -> Post | None:
        """A proposal with everybody's answer so far; those who are asked are rung, once, by its first state."""
        vote, table = await self.tables.store.vote(table_id), await self.tables.store.table(table_id)
        if vote is None or table is None:
            return None
        language, names = table.language, names_by_user(await self.tables.store.seats(table_id))
        heading = proposal(vote, table, names, language)
        if vote.result is not None:
            return Post(text=joined([heading, vote_result(vote, table, language)]), table_id=table_id, mark=heading)
        asked = tuple(user for user in vote.answers if user != vote.proposer)
        people = " ".join(mention(user) for user in asked)
        marks = [f"{safe_name(names.get(user, '?'))} {'✓' if answer else '…'}" for user, answer in vote.answers.items()]
        lines = [f"{heading} {people}", *await self._vote_lines(vote, language), " · ".join(marks)]
        return Post(
            text=joined(lines), rows=(vote_buttons(vote, language),), table_id=table_id, pings=asked, mark=heading
        )

    async def vote_call(self, table_id: int, user: int, vote: int) -> Post | None:
        """A line that rings somebody whom a vote still waits for, and who was not to be rung when it was opened."""
        table, opened = await self.tables.store.table(table_id), await self.tables.votes.open(table_id)
        if table is None or opened is None or opened.id != vote or user not in waiting(opened):
            return None
        message = await self.tables.store.message(table_id, f"vote:{vote}")
        where, name = link(table, message.message if message else None), table_name(table, table.language)
        words = text("vote.call", table.language, people=mention(user), table=name, link=where)
        return Post(text=words, table_id=table_id, pings=(user,))

    async def _vote_lines(self, vote: VoteRow, language: str) -> list[str]:
        """What those who are asked should know before they answer."""
        lines = [text("vote.rule", language), silence_line(vote, language)]
        if vote.kind != ROLLBACK:
            return lines
        learnt = await self.tables.take_backs.revealed_since(vote.table_id, int(vote.payload["turn"]))
        return [learnt_line(learnt, language), *lines]

    async def stopped(self, table_id: int) -> Post | None:
        """The last word about a game that was stopped."""
        table = await self.tables.store.table(table_id)
        if table is None:
            return None
        return Post(
            text=text("table.stopped", table.language, table=table_name(table, table.language)), table_id=table_id
        )

    async def aside(self, table_id: int) -> Post | None:
        """That a game is set aside; later, that it goes on. Its players are rung for the first of the two."""
        table, seats = await self.tables.store.table(table_id), await self.tables.store.seats(table_id)
        if table is None or table.stage not in ("aside", "running"):
            return None
        name = table_name(table, table.language)
        if table.stage == "running":
            return Post(text=text("table.revived", table.language, table=name), table_id=table_id, mark=name)
        users = tuple(seat.user for seat in seats if seat.user)
        people = " ".join(mention(user) for user in users)
        words = text("table.aside", table.language, people=people, table=name, error=table.error or "?")
        return Post(text=words, table_id=table_id, pings=users, mark=name)

    async def reminder(self, table_id: int, seat: int) -> Post | None:
        return await self.clocks.reminder(table_id, seat)

    async def nudge(self, table_id: int, seat: int, by: int) -> Post | None:
        return await self.clocks.nudge(table_id, seat, by)

    async def past_reminder(self, table_id: int, seat: int, by: int | None) -> Post | None:
        return await self.clocks.past_reminder(table_id, seat, by)

    async def asked(self, table_id: int, seat: int, start: int) -> Post | None:
        return await self.clocks.asked(table_id, seat, start)

    async def slept(self, table_id: int) -> Post | None:
        return await self.clocks.slept(table_id)

    async def away(self, table_id: int, seat: int, begin: int) -> Post | None:
        """That somebody is away and until when; later, that they are back. Rings nobody."""
        table, seats = await self.tables.store.table(table_id), await self.tables.store.seats(table_id)
        user = seats[seat].user if seat < len(seats) else None
        if table is None or table.stage != "running" or user is None:
            return None
        language, now = table.language, self.tables.now()
        spans = [span for span in (await self.tables.store.user(user)).away if int(span[0]) == begin and span[1] > now]
        if not spans and await self.tables.store.message(table_id, f"away:{seat}:{begin}") is None:
            return None  # they are back before anybody has heard of it
        name, key = safe_name(seats[seat].name), "away.said" if spans else "away.back"
        until = when(spans[0][1]) if spans else ""
        if spans and begin > now:
            key = "away.later"
        lines = [text(key, language, player=name, since=when(begin), until=until)]
        limit = away_limit(table)
        if spans and limit is not None and begin + limit < spans[0][1] and schedule(table):
            lines.append(text("away.limit", language, player=name, when=when(begin + limit)))
        return Post(text=joined(lines), table_id=table_id)

    async def next_up(self, table_id: int, seat: int, turn: int) -> Post | None:
        """To whoever comes next, by DM: that the player before them has begun."""
        snapshot = await self.tables.snapshot_of_seat(table_id, seat)
        user = snapshot.seats[seat].user
        if user is None or snapshot.is_asked or snapshot.view.is_over or snapshot.view.turn != turn:
            return None
        settings = await self.tables.store.user(user)
        if not settings.next_up or self.tables.people.is_away(settings):
            return None
        language = settings.language or settings.spoken or snapshot.table.language
        names, post = names_of(snapshot.names, snapshot.view.to_act), await self.tables.store.message(table_id, "post")
        # Without the table's number, by which a DM with a hand is known.
        words = text("next.line", language, title=title_name(snapshot.table.title, language), player=names)
        return Post(text=f"{words} {link(snapshot.table, post.message if post else None)}", table_id=table_id)

    async def show(self, table_id: int) -> Post | None:
        """The board as it stands, because somebody wants all to see it."""
        snapshot = await self.tables.snapshot(table_id, None)
        language = snapshot.table.language
        heading = (
            f"**{table_name(snapshot.table, language)}** · {waiting_line(snapshot.view, snapshot.names, language)}"
        )
        return Post(text=heading, files=await self._board(waiting_for_people(snapshot)), table_id=table_id)

    async def film(self, table_id: int, after: int) -> Post | None:
        """A film of the game, because somebody wants all to see it."""
        snapshot = await self.tables.snapshot(table_id, None)
        language = snapshot.table.language
        seen = moments_after(await self.tables.moments(table_id), after)
        drawn = await self.pictures.film(snapshot, seen, "light", language)
        if drawn is None:
            return None
        words = text("film.shown", language, table=table_name(snapshot.table, language), n=len(seen) - 1)
        return Post(text=words, files=(drawn,), table_id=table_id)

    async def hand(self, table_id: int, seat: int, user: int, *, is_plain: bool) -> Post | None:
        """A player's own hand by DM, naming the table and leading back to it; nobody else's who has the seat by now."""
        try:
            snapshot = await self.tables.snapshot_of_seat(table_id, seat)
        except NotNow:
            raise
        except TableAside:
            return await self._handless(table_id, user, "hand.aside")
        except Refusal:
            return await self._handless(table_id, user, "hand.stopped")
        if snapshot.seats[seat].user != user:
            return None
        settings = await self.tables.store.user(user)
        language = settings.language or settings.spoken or snapshot.table.language
        missed = await self.tables.missed(snapshot) if snapshot.is_asked else None
        files = () if is_plain else await self._own_pictures(snapshot, missed, settings.theme, language)
        play = Button(label=text("press.play", language), verb="play", style="good", is_disabled=not snapshot.is_asked)
        board = Button(label=text("press.board", language), verb="board")
        since = Button(label=text("press.since", language), verb="since")
        post = await self.tables.store.message(table_id, "post")
        where = link(snapshot.table, post.message if post else None)
        buttons = () if snapshot.view.is_over else (play, since, board)
        table = await self.tables.store.table(table_id)
        is_gone = table is not None and table.blocked == "gone"
        rows: tuple[Row, ...] = (buttons if is_gone else (*buttons, Link(text("press.table", language), where)),)
        is_turn = snapshot.is_asked and snapshot.view.turn > 0  # the opening is rung for by its post
        rings = settings.dm_on_turn and is_turn and await self.tables.people.may_ring(user)
        heading, *own = hand_lines(snapshot, language, is_gone=is_gone)
        lines = [heading, *await self._own_digest(snapshot, missed, language), *own]
        vote = await self._vote_of(snapshot, user, language)
        if vote is not None:
            lines, rows = [*lines, vote.text], (*rows, *vote.rows)
        return Post(
            text=joined(lines),
            files=files,
            rows=rows,
            table_id=table_id,
            pings=(user,) if rings else (),
            mark=table_name(snapshot.table, language),
            about_turn=snapshot.view.turn,
        )

    async def _own_pictures(
        self, snapshot: GameSnapshot, missed: Since | None, theme: str, language: str
    ) -> tuple[Attachment, ...]:
        """The hand, and the board where there is something to see of what its holder has missed."""
        drawing = [self.pictures.hand(snapshot, theme, language)]
        if actions := seen_actions(snapshot, missed):
            public = await self.tables.snapshot(snapshot.table.id, None)
            drawing.append(self.pictures.since(public, actions, theme, language))
        return tuple(picture for picture in await asyncio.gather(*drawing) if picture)

    async def _own_digest(self, snapshot: GameSnapshot, missed: Since | None, language: str) -> list[str]:
        """What the hand's holder has missed and noted, as long as it is for them to move and they have not begun to."""
        user = None if snapshot.seat is None else snapshot.seats[snapshot.seat].user
        if missed is None or user is None:
            return []
        note = await self.tables.store.note(snapshot.table.id, user)
        return [*since_lines(snapshot, missed, language), note_line(note)]

    async def _vote_of(self, snapshot: GameSnapshot, user: int, language: str) -> Post | None:
        """A vote that waits for this player."""
        vote = await self.tables.store.vote(snapshot.table.id)
        if vote is None or vote.result is not None or user not in waiting(vote):
            return None
        words = proposal(vote, snapshot.table, names_by_user(snapshot.seats), language)
        lines = [words, *await self._vote_lines(vote, language)]
        return Post(text=joined(lines), rows=(vote_buttons(vote, language),))

    async def _handless(self, table_id: int, user: int, key: str) -> Post | None:
        """What a DM becomes when its game is stopped or set aside."""
        table = await self.tables.store.table(table_id)
        if table is None or table.stage not in ("closed", "aside"):
            return None
        return await self._without_hand(table, user, key)

    async def hand_closed(self, table_id: int, user: int) -> Post | None:
        """What the DM of somebody becomes who has left the seat; nothing, where they are back."""
        table, seats = await self.tables.store.table(table_id), await self.tables.store.seats(table_id)
        if table is None or any(seat.user == user for seat in seats):
            return None
        return await self._without_hand(table, user, "hand.left")

    async def _without_hand(self, table: TableRow, user: int, key: str) -> Post:
        settings = await self.tables.store.user(user)
        language = settings.language or settings.spoken or table.language
        name = table_name(table, language)
        words = f"**{name}** · <#{table.channel}> · {text(key, language)}"
        return Post(text=words, table_id=table.id, mark=name)

    async def seat_changed(self, table_id: int, seat: int, number: int) -> Post | None:
        """One line for the table: who sits there now, and whose seat it was. Rings nobody."""
        table, seatings = await self.tables.store.table(table_id), await self.tables.store.seatings(table_id)
        history = [row for row in seatings if row.seat == seat]
        if table is None or table.stage != "running" or not 0 < number < len(history):
            return None
        line = seating_line(history[: number + 1], table.language)
        return Post(text=f"**{table_name(table, table.language)}** · {line}", table_id=table_id)

    async def pause(self, table_id: int) -> Post | None:
        """One line for the table: its clocks stand still, or go on. Rings nobody."""
        table = await self.tables.store.table(table_id)
        if table is None or table.stage != "running":
            return None
        words = text("pause.over" if table.paused is None else "pause.done", table.language, table=bold_name(table))
        return Post(text=words, table_id=table_id)

    async def seat_offered(self, table_id: int, seat: int, user: int) -> Post | None:
        """A seat that somebody may take, with the buttons for it; or that it is no longer offered."""
        table, seats = await self.tables.store.table(table_id), await self.tables.store.seats(table_id)
        if table is None or seat >= len(seats):
            return None
        row, language = seats[seat], table.language
        mark = f"**{table_name(table, language)}** · {text('offer.seat', language, n=seat + 1)}"
        if row.offered != user or table.stage != "running":
            key = "offer.taken" if row.user == user else "offer.settled"
            words = text(key, language, name=safe_name(row.name))
            return Post(text=f"{mark} · {words}", table_id=table_id, mark=mark)
        take = Button(label=text("press.take_seat", language), verb="take", choice=str(seat), style="good")
        if user == ANYBODY:
            words = text("offer.open", language, name=safe_name(row.name))
            return Post(text=f"{mark} · {words}", rows=((take,),), table_id=table_id, mark=mark)
        no = Button(label=text("press.decline", language), verb="decline", choice=str(seat))
        words = text("offer.member", language, name=safe_name(row.name), person=mention(user))
        return Post(text=f"{mark} · {words}", rows=((take, no),), table_id=table_id, pings=(user,), mark=mark)


def events_of(actions: Iterable[KeptAction]) -> list[Event]:
    return [event for one in actions for event in one.events]


def seen_actions(snapshot: GameSnapshot, missed: Since | None) -> tuple[KeptAction, ...]:
    """What somebody has missed, where any of it is to be seen on the board."""
    actions = missed.actions if missed else ()
    return actions if shows_on_board(snapshot.table.title, events_of(actions)) else ()


def since_lines(snapshot: GameSnapshot, since: Since, language: str) -> list[str]:
    """One short line for each of the others, as the reader of the snapshot may be told."""
    return digest(snapshot.table.title, events_of(since.actions), snapshot.names, language, snapshot.seat)


def note_line(note: str | None) -> str:
    """The reader's own note; nothing where there is none."""
    return f"📝 {safe_text(note)}" if note else ""


def proposal(vote: VoteRow, table: TableRow, names: Mapping[int, str], language: str) -> str:
    """**Ada proposes to stop USA #12 unfinished.**"""
    about = {name: safe_text(value) for name, value in vote.payload.items()}
    proposer = safe_name(names.get(vote.proposer, "?"))
    return text(f"vote.{vote.kind}", language, **{**about, "player": proposer, "table": table_name(table, language)})


def learnt_line(learnt: Mapping[str, int], language: str) -> str:
    """What hidden things somebody has seen: kinds and counts, never contents."""
    if not learnt:
        return text("vote.rollback.nothing", language)
    things = ", ".join(text(f"revealed.{kind}", language, n=count) for kind, count in sorted(learnt.items()))
    return text("vote.rollback.learnt", language, things=things)


def silence_line(vote: VoteRow, language: str) -> str:
    """From when on whoever is silent agrees; nothing where that never is so."""
    return "" if vote.due is None else text("vote.silence", language, when=f"<t:{int(vote.due)}:R>")


def vote_result(vote: VoteRow, table: TableRow, language: str) -> str:
    if vote.result == "lapsed":
        return text("vote.lapsed" if table.stage == "running" else "vote.overtaken", language)
    return text(f"vote.result.{vote.kind}.{vote.result}", language)


def vote_buttons(vote: VoteRow, language: str) -> tuple[Button, ...]:
    """Their ids name the vote: on an older one they answer nothing."""
    return (
        Button(label=text("press.agree", language), verb="vote", choice=f"yes.{vote.id}", style="bad"),
        Button(label=text("press.disagree", language), verb="vote", choice=f"no.{vote.id}", style="good"),
    )


def bold_name(table: TableRow) -> str:
    return f"**{table_name(table, table.language)}**"


def seating_line(history: Sequence[SeatingRow], language: str) -> str:
    """Who sits on a seat by the last row of its history, and from whom they have it."""
    before, now = history[-2], history[-1]
    fields = {"name": safe_name(now.name), "before": safe_name(before.name)}
    if now.robot:
        return text("seat.to_robot", language, **fields)
    if now.user in {row.user for row in history[:-1]}:
        return text("seat.back", language, **fields)
    return text("seat.to_member", language, **fields)


def past_plan(snapshot: GameSnapshot, language: str) -> list[str]:
    """What became of the reader's last plan, until they act again."""
    outcome = outcome_of(snapshot.plan) if snapshot.plan else None
    if snapshot.plan is None or outcome is None:
        return []
    return [outcome_line(snapshot.view, plan_of(snapshot.plan), outcome, language, snapshot.names)]


def can_plan(snapshot: GameSnapshot) -> bool:
    """Whether the reader may prepare their next turn."""
    is_going = snapshot.view.turn > 0 and not snapshot.view.is_over
    return snapshot.seat is not None and is_going and not snapshot.is_asked


def hand_lines(snapshot: GameSnapshot, language: str, *, is_gone: bool = False) -> list[str]:
    """USA #12 · #trains · your turn, and below it all that the player holds; `is_gone`: its channel."""
    key = "hand.over" if snapshot.view.is_over else "hand.your_turn" if snapshot.is_asked else "hand.waiting"
    waiting = names_of(snapshot.names, snapshot.view.to_act)
    state = text(key, language, names=waiting)
    own = face_of(snapshot.table.title).own_lines(snapshot.view, language)
    own = [*past_plan(snapshot, language), *own]
    if is_gone:
        gone = text("table.blocked.gone", language)
        return [f"**{table_name(snapshot.table, language)}** · {state}", gone, *own]
    return [f"**{table_name(snapshot.table, language)}** · <#{snapshot.table.channel}> · {state}", *own]


def waiting_for_people(snapshot: GameSnapshot) -> GameSnapshot:
    """An opening in which robots have chosen: they do so at once, and nobody ever waits for them."""
    people = tuple(seat for seat in snapshot.view.to_act if not snapshot.seats[seat].robot)
    if snapshot.view.turn > 0 or not people:
        return snapshot
    return replace(snapshot, view=face_of(snapshot.table.title).waiting_for(snapshot.view, people))


def choosing(snapshot: GameSnapshot) -> str:
    """Choosing: Ada ✓ · Bo …"""
    still = snapshot.view.to_act if snapshot.view.turn == 0 else ()
    marks = [f"{name_of(snapshot.names, seat.seat)} {'…' if seat.seat in still else '✓'}" for seat in snapshot.seats]
    return text("table.choosing", snapshot.table.language, people=" · ".join(marks))


def post_buttons(snapshot: GameSnapshot) -> tuple[Button, ...]:
    """Whoever plays with others may nudge the one who is waited for."""
    language = snapshot.table.language
    play = "press.choose" if snapshot.view.turn == 0 else "press.play"
    nudge = Button(label=text("press.nudge", language), verb="nudge")
    has_others = sum(seat.user is not None for seat in snapshot.seats) > 1
    return (
        Button(label=text(play, language), verb="play", style="good"),
        Button(label=text("press.hand", language), verb="hand"),
        Button(label=text("press.board", language), verb="board"),
        *((nudge,) if has_others else ()),
    )


def pace_of(table: TableRow) -> str:
    return pace_text(table, table.language)


STYLES: dict[str, Literal["good", "bad"]] = {"join": "good", "start": "good", "cancel": "bad"}


def lobby_button(verb: str, language: str) -> Button:
    return Button(label=text(f"press.{verb}", language), verb=verb, style=STYLES.get(verb, "plain"))


def lobby_buttons(language: str, can_start: bool) -> tuple[Row, ...]:
    first = [lobby_button(verb, language) for verb in ("join", "leave", "colour", "options")]
    start = replace(lobby_button("start", language), is_disabled=not can_start)
    second = tuple(lobby_button(verb, language) for verb in ("robot", "invite", "rules", "cancel"))
    return (*first, start), second


def robots_lines(snapshot: GameSnapshot, language: str) -> list[str]:
    """What each robot was after, a line each."""
    face = face_of(snapshot.table.title)
    robots = [seat.seat for seat in snapshot.seats if seat.robot]
    return [face.built_line(snapshot.view, seat, snapshot.names, language) for seat in robots]


def end_buttons(language: str) -> tuple[Button, ...]:
    return tuple(Button(label=text(f"press.{verb}", language), verb=verb) for verb in END)


def joined(lines: Sequence[str]) -> str:
    """As one message; a story too long for it is cut, never its heading."""
    whole = "\n".join(line for line in lines if line)
    return whole if len(whole) <= LONGEST_POST else whole[: LONGEST_POST - 1].rstrip() + "…"
