"""A composer with hardly any words, and a table that is played without Discord."""

from collections.abc import Sequence
from random import Random

from bot.errors import NotNow, Refusal, TableAside
from bot.games.page import Button
from bot.outbox.post import Post, TableTags
from bot.store.rows import TableRow
from bot.tables.lobby import Lobby, add_robot, join
from bot.tables.writer import Tables
from rules.game import Action
from tests.yardstick import sensible_wish

ADA, BO = 11, 12
CHANNEL = 500


class PlainComposer:
    def __init__(self, tables: Tables) -> None:
        self.tables = tables

    def for_reader(self, user: int, channel: int) -> "PlainComposer":
        return self

    async def post(
        self, table_id: int, after: int, until: int, *, is_plain: bool, is_live: bool = False, back: int | None = None
    ) -> Post | None:
        snapshot = await self.tables.snapshot_at(table_id, until)
        told = await self.tables.kept_actions(table_id, after, until, None)
        asked = [snapshot.seats[seat].user for seat in snapshot.view.to_act]
        text = f"turn {snapshot.view.turn} after {until}, {len(told)} actions"
        play = Button(label="Play", verb="play")
        return Post(text=text, rows=((play,),), table_id=table_id, pings=tuple(user for user in asked if user))

    async def opening(self, table_id: int) -> Post | None:
        return None

    async def ping(self, table_id: int, until: int) -> Post | None:
        return Post(text=f"ping {until}", table_id=table_id)

    async def call(self, table_id: int, seat: int, turn: int) -> Post | None:
        return Post(text=f"call {seat}", table_id=table_id)

    async def end(self, table_id: int, after: int, until: int, *, is_plain: bool) -> Post | None:
        return Post(text=f"over after {until}", table_id=table_id)

    async def lobby(self, table_id: int) -> Post | None:
        lobby = await self.tables.lobby(table_id)
        return Post(text=f"lobby: {', '.join(seat.name for seat in lobby.seats)}", table_id=table_id)

    async def invitation(self, table_id: int, user: int) -> Post | None:
        return Post(text=f"invitation of {user}", table_id=table_id)

    async def warning(self, table_id: int) -> Post | None:
        return Post(text="warning", table_id=table_id)

    async def hello(self, table_id: int, user: int) -> Post | None:
        return None

    async def left(self, table_id: int) -> Post | None:
        return None

    async def vote(self, table_id: int) -> Post | None:
        vote = await self.tables.store.vote(table_id)
        return Post(text=f"vote: {vote.result if vote else None}", table_id=table_id)

    async def stopped(self, table_id: int) -> Post | None:
        return Post(text="stopped", table_id=table_id)

    async def aside(self, table_id: int) -> Post | None:
        table = await self.tables.store.table(table_id)
        return Post(text="aside" if table is not None and table.stage == "aside" else "goes on", table_id=table_id)

    async def reminder(self, table_id: int, seat: int) -> Post | None:
        wait = next((wait for wait in await self.tables.store.waits(table_id) if wait.seat == seat), None)
        if wait is None or wait.is_muted:
            return None
        user = (await self.tables.store.seats(table_id))[seat].user
        return Post(text=f"reminder {wait.rung} of {seat}", table_id=table_id, pings=(user,) if user else ())

    async def nudge(self, table_id: int, seat: int, by: int) -> Post | None:
        user = (await self.tables.store.seats(table_id))[seat].user
        return Post(text=f"nudge of {seat}", table_id=table_id, pings=(user,) if user else ())

    async def asked(self, table_id: int, seat: int, start: int) -> Post | None:
        wait = next((wait for wait in await self.tables.store.waits(table_id) if wait.seat == seat), None)
        is_open = wait is not None and wait.asked is not None and int(wait.start) == start
        mark = f"ask about {seat}"
        return Post(text=f"{mark}: {'open' if is_open else 'settled'}", table_id=table_id, mark=mark)

    async def slept(self, table_id: int) -> Post | None:
        table = await self.tables.store.table(table_id)
        return Post(text="asleep" if table is not None and table.is_asleep else "awake", table_id=table_id)

    async def away(self, table_id: int, seat: int, begin: int) -> Post | None:
        return Post(text=f"away {seat}", table_id=table_id)

    async def past_reminder(self, table_id: int, seat: int, by: int | None) -> Post | None:
        return Post(text=f"reminder 1 of {seat}", table_id=table_id)

    async def next_up(self, table_id: int, seat: int, turn: int) -> Post | None:
        return Post(text=f"next {seat}", table_id=table_id)

    async def vote_call(self, table_id: int, user: int, vote: int) -> Post | None:
        return Post(text=f"vote {vote} calls {user}", table_id=table_id)

    async def tags(self, table_id: int) -> TableTags | None:
        return None

    async def asleep(self, users: Sequence[int]) -> list[tuple[int, float]]:
        return []

    async def awake(self, users: Sequence[int]) -> tuple[int, ...]:
        return tuple(users)

    async def hushed(self, table_id: int) -> list[tuple[int, int, float]]:
        return []

    async def show(self, table_id: int) -> Post | None:
        return Post(text="board", table_id=table_id)

    async def hand_closed(self, table_id: int, user: int) -> Post | None:
        return Post(text=f"no hand of {user}", table_id=table_id)

    async def seat_changed(self, table_id: int, seat: int, number: int) -> Post | None:
        return Post(text=f"seat {seat} changed {number}", table_id=table_id)

    async def pause(self, table_id: int) -> Post | None:
        table = await self.tables.store.table(table_id)
        assert table is not None
        return Post(text="goes on" if table.paused is None else "paused", table_id=table_id)

    async def seat_offered(self, table_id: int, seat: int, user: int) -> Post | None:
        seats = await self.tables.store.seats(table_id)
        return Post(text=f"seat {seat} offered: {seats[seat].offered == user}", table_id=table_id)

    async def hand(self, table_id: int, seat: int, user: int, *, is_plain: bool) -> Post | None:
        try:
            snapshot = await self.tables.snapshot_of_seat(table_id, seat)
        except NotNow:
            raise
        except TableAside:
            return Post(text="aside hand", table_id=table_id)
        except Refusal:
            return Post(text="no hand", table_id=table_id)
        return Post(text=f"hand of {seat}: {snapshot.view.hand}", table_id=table_id, decision=snapshot.decision)


def table_of(title: str, size: int) -> TableRow:
    return TableRow(
        guild=1, channel=CHANNEL, title=title, name="Test", host=ADA, size=size, seating="given", opened=0.0
    )


async def start_table(
    tables: Tables, title: str = "usa", people: int = 2, robots: int = 0, strength: str = "conductor"
) -> int:
    lobby = Lobby(table=table_of(title, people + robots))
    for number in range(people):
        lobby = join(lobby, ADA + number, f"P{number}")
    for number in range(robots):
        lobby = add_robot(lobby, strength, f"Robot {number}")
    table = await tables.open_lobby(lobby)
    await tables.start(table.id)
    await tables.finish()
    return table.id


async def next_action(tables: Tables, table_id: int) -> tuple[int, Action, int] | None:
    """Who acts next, with what and on which question; the same at every call until somebody has acted."""
    snapshot = await tables.snapshot(table_id, None)
    people = [seat for seat in snapshot.view.to_act if snapshot.seats[seat].user is not None]
    if not people:
        return None
    user = snapshot.seats[people[0]].user
    assert user is not None
    own = await tables.snapshot(table_id, user)
    assert own.legal is not None
    action = sensible_wish(own.game, own.view, own.legal, Random(f"person/{own.seq}").random)
    return user, action, own.decision
