"""What people do about time: no more reminders, a nudge, a way on without somebody silent, waking a table."""

from bot.errors import NoTable, NotSeated, Refusal
from bot.interactions.responder import Reader, author
from bot.interactions.services import Services
from bot.naming import table_name
from bot.outbox.clock_posts import moment
from bot.outbox.compose import joined
from bot.outbox.post import Post
from bot.store.rows import TableRow
from bot.tables.clocks import Waited
from bot.tables.snapshot import GameSnapshot
from bot.text.names import safe_name
from data.texts import text


class ClockHandlers:
    def __init__(self, services: Services) -> None:
        self.services = services
        self.store = services.store
        self.clocks = services.tables.clocks

    async def mute(self, reader: Reader, table_id: int) -> Post:
        table = await self._table(table_id)
        await self.clocks.mute(table_id, reader.user)
        seats = {seat.seat for seat in await self.store.seats(table_id) if seat.user == reader.user}
        own = [clock for clock in await self.clocks.clocks(table_id) if clock.seat in seats]
        until = [text("clock.deadline", reader.language, when=moment(c.until)) for c in own if c.until is not None]
        return Post(text=joined([text("mute.done", reader.language, table=table_name(table, reader.language)), *until]))

    async def nudge(self, reader: Reader, table_id: int) -> Post:
        self.services.allowance.take(reader.user)
        rung = await self.clocks.nudge(table_id, reader.user)
        names = ", ".join(safe_name(seat.name) for seat in rung)
        return Post(text=text("nudge.done", reader.language, names=names))

    async def answer(self, reader: Reader, table_id: int, choice: str) -> Post:
        """A button on the question what is to become of somebody's turn: `turn.2` is about the third seat."""
        table = await self._table(table_id)
        answer, _, seat = choice.partition(".")
        seats = await self.store.seats(table_id)
        if not seat.isdecimal() or len(seat) > 2 or int(seat) >= len(seats):
            raise Refusal("refuse.ask_settled")
        is_host = self.services.is_host(reader, table)
        decided = await self.clocks.answer(table_id, author(reader), int(seat), answer, is_host=is_host)
        key = "ask.counted" if decided is None else f"ask.result.{decided}"
        return Post(text=text(key, reader.language, player=safe_name(seats[int(seat)].name)))

    async def wake(self, reader: Reader, table_id: int) -> Post:
        """For whoever has a seat, the host and moderators."""
        table, seats = await self._table(table_id), await self.store.seats(table_id)
        if all(seat.user != reader.user for seat in seats) and not self.services.is_host(reader, table):
            raise NotSeated
        if table.stage != "running":
            raise NoTable
        was_asleep = await self.clocks.wake(table_id, author(reader))
        key = "sleep.woken" if was_asleep else "sleep.awake"
        return Post(text=text(key, reader.language, table=table_name(table, reader.language)))

    async def _table(self, table_id: int) -> TableRow:
        table = await self.store.table(table_id)
        if table is None:
            raise NoTable
        return table


def clock_lines(snapshot: GameSnapshot, table: TableRow, clocks: list[Waited], language: str) -> list[str]:
    """For whom a game waits, since when and until when; or that its clocks stand still."""
    if table.paused is not None:
        return [text("clock.paused_line", language)]
    still = [text("clock.asleep_line", language)] if table.is_asleep else []
    return [*(clock_line(snapshot, clock, language) for clock in clocks), *still]


def clock_line(snapshot: GameSnapshot, clock: Waited, language: str) -> str:
    name = safe_name(snapshot.names[clock.seat])
    since = text("clock.since", language, player=name, when=moment(clock.since))
    if clock.until is None:
        return since
    return f"{since} {text('clock.deadline', language, when=moment(clock.until))}"
