"""Standings are kept with each game's end, and are always what counting all games again would come to."""

from collections.abc import Sequence
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TypeAlias

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec.structs import replace

from bot.store.rows import ResultRow, SeatRow, Snapshot, StandingRow, TableRow
from bot.store.sqlite.store import SqliteStore
from bot.tables import standings as under_test
from bot.tables.standings import StandingKeeper
from bot.tables.statistics import count_all, key_of
from bot.tables.writer import Tables
from tests.bot.plain import ADA, next_action, start_table

PLAYERS: tuple[int | str, ...] = (11, 12, 13, "conductor", "apprentice")
Ended: TypeAlias = tuple[int, str, float, list[ResultRow]]
"""A server, a title, a moment, which may be that of another game or before it, and how the game went."""
SNAPSHOT = Snapshot(seq=0, rules=2, state=b"", decisions=(0,))


@st.composite
def games(draw: st.DrawFn) -> Ended:
    seats = draw(st.integers(1, 4))
    at = float(draw(st.integers(0, 5)))
    rows = []
    for seat in range(seats):
        points, place = draw(st.integers(-20, 150)), draw(st.integers(1, seats))
        held = draw(st.lists(st.sampled_from(PLAYERS), min_size=1, max_size=2))
        for part, who in enumerate(held):
            user, robot = (who, None) if isinstance(who, int) else (None, who)
            share, turns = 1.0 / len(held), draw(st.integers(0, 9))
            rows.append(
                ResultRow(
                    seat=seat,
                    part=part,
                    user=user,
                    robot=robot,
                    points=points,
                    place=place,
                    share=share,
                    turns=turns,
                    seconds=7.5 * turns,
                    at=at,
                )
            )
    return draw(st.sampled_from((1, 2))), draw(st.sampled_from(("usa", "metro"))), at, rows


async def finish(store: SqliteStore, keeper: StandingKeeper, number: int, game: Ended) -> None:
    guild, title, at, results = game
    seats = [SeatRow(seat=seat, name=f"P{seat}", colour="teal") for seat in range(1 + max(row.seat for row in results))]
    table = TableRow(guild=guild, channel=number, title=title, name="", host=11, size=len(seats), opened=0.0)
    table_id = await store.add_table(table, seats, (), ())
    async with keeper.lock():
        changes = await keeper.after(replace(table, id=table_id), len(seats), results)
        await store.append(
            table_id, [], SNAPSHOT, (), posted=0, stage="over", now=at, results=results, standings=changes
        )


async def check(store: SqliteStore) -> None:
    counted = count_all(await store.results())
    expected: dict[tuple[int, str], list[StandingRow]] = {}
    for row in counted.standings:
        expected.setdefault((row.guild, row.title), []).append(row)
    for guild in (0, 1, 2):
        for title in ("", "usa", "metro"):
            kept = {key_of(row): row for row in await store.standings(guild, title)}
            assert kept == {key_of(row): row for row in expected.get((guild, title), ())}
            for user in (11, 12, 13):
                steps = [row for row in counted.steps if key_of(row) == ((guild, title), user)]
                assert await store.rating_history(user, guild, title) == [(row.points, row.doubt) for row in steps]
    assert await store.counted() == counted.until


@settings(max_examples=25, deadline=None)
@given(st.lists(st.one_of(games(), st.sampled_from((11, 12))), max_size=7), st.booleans())
async def test_standings_are_what_counting_all_games_again_comes_to(
    happenings: Sequence[int | Ended], is_old: bool
) -> None:
    """Games end, at the same moment or under a clock that was put back, and people are erased; `is_old`: nobody has
    ever counted, as in the file of an earlier release."""
    with TemporaryDirectory() as folder:
        store = await SqliteStore.open(Path(folder) / "semafor.db")
        try:
            keeper = StandingKeeper(store)
            if not is_old:
                await keeper.ensure()
            for number, happening in enumerate(happenings, start=1):
                if isinstance(happening, int):
                    await store.erase(happening, lambda _language, _seat: "somebody", 0.0)
                    assert all(row.user != happening for row in await store.standings(0, ""))
                    assert await store.rating_history(happening, 0, "") == []
                else:
                    await finish(store, keeper, number, happening)
            await keeper.ensure()
            await check(store)
        finally:
            await store.close()


async def test_a_game_is_counted_with_its_end_and_no_other_is_looked_at(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    store = await SqliteStore.open(tmp_path / "semafor.db")
    clock = iter(range(0, 10**9, 60))
    try:
        tables = Tables(store, lambda: float(next(clock)), lambda: "standings")
        await tables.standings.ensure()
        monkeypatch.setattr(under_test, "count_all", None)
        for _ in range(2):
            game = await start_table(tables, "lantern", people=2, robots=1)
            while (found := await next_action(tables, game)) is not None:
                await tables.play(game, *found)
                await tables.finish()
            await tables.standings.ensure()
        kept = {key_of(row): row for row in await store.standings(1, "lantern")}
        counted = count_all(await store.results())
        assert kept == {key_of(row): row for row in counted.standings if (row.guild, row.title) == (1, "lantern")}
        assert kept[(1, "lantern"), ADA].games == 2
        assert await store.counted() == counted.until
    finally:
        await store.close()


async def test_a_game_that_can_not_be_counted_ends_all_the_same(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    def broken(*_: object) -> None:
        raise ZeroDivisionError

    store = await SqliteStore.open(tmp_path / "semafor.db")
    try:
        tables = Tables(store, lambda: 5.0, lambda: "standings")
        await tables.standings.ensure()
        game = await start_table(tables, "lantern", people=2)
        with monkeypatch.context() as patch:
            patch.setattr(under_test, "count", broken)
            while (found := await next_action(tables, game)) is not None:
                await tables.play(game, *found)
        assert "can't be counted" in caplog.text
        table = await store.table(game)
        assert table is not None
        assert table.stage == "over"
        assert await store.counted() is None
        await tables.standings.ensure()
        assert [row.games for row in await store.standings(1, "lantern")] == [1.0, 1.0]
    finally:
        await store.close()
