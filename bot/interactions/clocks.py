"""What people do about time: no more reminders, a nudge, a way on without somebody silent, waking a table."""

from bot.errors import NoTable, NotSeated, Refusal
from bot.interactions.request import Request
from bot.interactions.services import Services, is_host
from bot.naming import table_name
from bot.outbox.clock_posts import moment
from bot.outbox.lines import joined
from bot.outbox.post import Post
from bot.store.rows import TableRow
from bot.tables.clocks import Waited
from bot.tables.snapshot import GameSnapshot
from bot.text.names import safe_name
from data.texts import text


class ClockHandlers:
    def __init__(self, services: Services) -> None:
        self.services = services
        self.clocks = services.tables.clocks

    async def mute(self, request: Request) -> Post:
        language, name = request.language, table_name(await request.table(), request.language)
        await self.clocks.mute(request.table_id, request.user)
        seats = {seat.seat for seat in await request.seats() if seat.user == request.user}
        own = [clock.until for clock in await self.clocks.clocks(request.table_id) if clock.seat in seats]
        until = [text("clock.deadline", language, when=moment(each)) for each in own if each is not None]
        return Post(text=joined([text("mute.done", language, table=name), *until]))

    async def nudge(self, request: Request) -> Post:
        self.services.allowance.take(request.user)
        rung = await self.clocks.nudge(request.table_id, request.user)
        names = ", ".join(safe_name(seat.name) for seat in rung)
        return Post(text=text("nudge.done", request.language, names=names))

    async def answer(self, request: Request, choice: str) -> Post:
        """A button on the question what is to become of somebody's turn: `turn.2` is about the third seat."""
        table, seats = await request.table(), await request.seats()
        answer, _, seat = choice.partition(".")
        if not seat.isdecimal() or len(seat) > 2 or int(seat) >= len(seats):
            raise Refusal("refuse.ask_settled")
        decides = is_host(request.reader, table)
        decided = await self.clocks.answer(table.id, request.author, int(seat), answer, is_host=decides)
        key = "ask.counted" if decided is None else f"ask.result.{decided}"
        return Post(text=text(key, request.language, player=safe_name(seats[int(seat)].name)))

    async def wake(self, request: Request) -> Post:
        """For whoever has a seat, the host and moderators."""
        table = await request.table()
        if all(seat.user != request.user for seat in await request.seats()) and not is_host(request.reader, table):
            raise NotSeated
        if table.stage != "running":
            raise NoTable
        was_asleep = await self.clocks.wake(table.id, request.author)
        key = "sleep.woken" if was_asleep else "sleep.awake"
        return Post(text=text(key, request.language, table=table_name(table, request.language)))


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
