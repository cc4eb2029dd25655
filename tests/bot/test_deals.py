"""What a table's deal is made of, and who sits where in a rematch."""

from pathlib import Path

from msgspec.structs import replace

from bot.store.rows import Deal, SeatRow, TableRow
from bot.store.sqlite.store import SqliteStore
from bot.tables.lobby import Lobby, promised, ready, rotated, salted
from rules.catalog import find_game
from rules.proof import lots_of

TABLE = TableRow(guild=1, channel=2, title="usa", name="", host=1, size=5, opened=0.0)


def seats(*users: int | None) -> tuple[SeatRow, ...]:
    return tuple(
        SeatRow(seat=n, user=user, robot=None if user else "conductor", name=f"{n}", colour=f"{n}")
        for n, user in enumerate(users)
    )


def users(lobby: Lobby) -> list[int | None]:
    return [seat.user for seat in lobby.seats]


def test_everybody_moves_up_by_one_and_newcomers_come_last() -> None:
    before = seats(1, 2, None, 3)
    assert users(rotated(Lobby(table=TABLE, seats=seats(3, None, 1, 2)), before)) == [2, None, 3, 1]
    assert users(rotated(Lobby(table=TABLE, seats=seats(9, 3, 1)), before)) == [3, 1, 9]


def test_salts_follow_a_promise_only() -> None:
    lobby = Lobby(table=TABLE)
    assert salted(lobby, "7") == lobby
    sworn = salted(salted(promised(lobby, "secret"), "7"), "8")
    assert sworn.table.deal == Deal(secret="secret", salts=("7", "8"))


def test_lots_are_those_of_the_seed_and_are_written_down() -> None:
    game = find_game("usa")
    assert game is not None
    lobby = Lobby(table=TABLE, seats=seats(1, 2, 3))
    _, drawn, lots = ready(lobby, game, "a seed")
    assert lots == lots_of("a seed", 3)
    assert [seat.user for seat in drawn] == [lobby.seats[number].user for number in lots]
    given = replace(lobby, table=replace(TABLE, seating="given"))
    assert ready(given, game, "a seed")[1:] == (given.seats, ())


async def test_a_deal_is_kept_with_its_table(tmp_path: Path) -> None:
    store = await SqliteStore.open(tmp_path / "semafor.db")
    deal = Deal(secret="ab", salts=("1", "2"), lots=(1, 0))
    kept = [await store.add_table(replace(TABLE, channel=n, deal=one), (), (), ()) for n, one in ((1, deal), (2, None))]
    found = [await store.table(number) for number in kept]
    await store.close()
    assert [table.deal for table in found if table] == [deal, None]
