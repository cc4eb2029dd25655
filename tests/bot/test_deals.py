"""What a table's deal is made of, and who sits where in a rematch."""

from pathlib import Path

import pytest
from msgspec.structs import replace

from bot.errors import Refusal
from bot.store.rows import Deal, SeatRow, TableRow
from bot.store.sqlite.store import SqliteStore
from bot.tables.lobby import Lobby, join, leave, promised, ready, rematch, rotated, salted, without_awaited
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


def test_a_rematch_keeps_seats_colours_and_robots_for_those_who_played() -> None:
    before = (*seats(1, 2, None, 3), SeatRow(seat=4, name="gone", colour="4"))
    lobby = rematch(replace(TABLE, host=2), before, lambda n: f"robot {n}")
    assert users(lobby) == [2, None, 3, None, 1]
    assert [seat.colour for seat in lobby.seats] == ["1", "2", "3", "4", "0"]
    assert [seat.robot for seat in lobby.seats] == [None, "conductor", None, "conductor", None]
    assert lobby.seats[3].name == "robot 5"
    assert (lobby.joined, lobby.awaited) == ((2,), (3, 1))
    with pytest.raises(Refusal):
        join(lobby, 9, "somebody else")
    assert join(lobby, 3, "3").joined == (2, 3)
    assert users(leave(lobby, 3)) == [2, None, None, 1]
    assert users(without_awaited(join(lobby, 1, "1"))) == [2, None, None, 1]


def test_a_rematch_that_nobody_wants_any_more_is_closed() -> None:
    lobby = rematch(TABLE, seats(1, 2, 3), str)
    assert leave(lobby, 1).table.stage == "closed"
    assert leave(join(lobby, 3, "3"), 1).table.host == 3


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
