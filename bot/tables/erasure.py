"""Everything that is kept of one person: shown to them, and erased when they ask for it."""

from collections.abc import Awaitable, Callable
from contextlib import suppress

from bot.errors import Refusal
from bot.store.personal import Data
from bot.store.protocol import StoreWriter
from bot.store.rows import TableRow
from bot.tables.cache import GameCache
from bot.tables.lobby import Lobby, leave
from bot.tables.records import seat_of
from bot.tables.seats import Seats, to_robot
from bot.tables.standings import StandingKeeper
from bot.tables.votes import Votes
from data.texts import text


class Erasure:
    """`wait`: until what is on its way from a table has arrived, or failed."""

    def __init__(
        self,
        store: StoreWriter,
        games: GameCache,
        seats: Seats,
        votes: Votes,
        standings: StandingKeeper,
        now: Callable[[], float],
        change_lobby: Callable[[int, Callable[[Lobby], Lobby]], Awaitable[Lobby]],
        go_on: Callable[[int], None],
        wait: Callable[[int], Awaitable[None]],
    ) -> None:
        self._store = store
        self._games = games
        self._seats = seats
        self._votes = votes
        self._standings = standings
        self._now = now
        self._change_lobby = change_lobby
        self._go_on = go_on
        self._wait = wait

    async def data(self, user: int) -> Data:
        """Part by part; only ever for the person themselves."""
        return await self._store.personal_data(user)

    async def erase(self, user: int) -> None:
        """Seats are left first, so that nobody waits for somebody who is not there any more; a game with nobody else in
        it is stopped. What is on its way to the person is waited for: it would be remembered when it arrives."""
        tables = await self._store.tables_of(user)
        for table in tables:
            with suppress(Refusal):  # it has ended in this very moment
                await self._leave(table, user)
        for table in tables:
            await self._wait(table.id)
        async with self._standings.lock():  # a game that ends in this very moment would count them once more
            known = await self._store.erase(user, neutral_name, self._now())
        for table_id in known:
            self._games.forget(table_id)
            self._go_on(table_id)

    async def _leave(self, table: TableRow, user: int) -> None:
        if table.stage == "lobby":
            await self._change_lobby(table.id, lambda lobby: leave(lobby, user))
        elif table.stage == "running":
            seats = await self._store.seats(table.id)
            seat = seat_of(seats, user)
            if all(one.user in (user, None) for one in seats):
                await self._votes.stop(table.id)
            elif seat is not None:
                await self._seats.change(table.id, lambda sitting: to_robot(sitting, seat), "erased")


def neutral_name(language: str, seat: int | None) -> str:
    """Person 2, by their seat; somebody, where they had none."""
    if seat is None:
        return text("privacy.somebody", language)
    return text("privacy.person", language, seat=seat + 1)
