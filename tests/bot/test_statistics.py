"""How games went is kept with their end, and what it comes to is fair to whoever held a seat for a part of one."""

from collections.abc import Sequence
from pathlib import Path

import pytest
from msgspec.structs import replace

from bot.interactions.stats import most_played, standing_line, summary_text
from bot.store.rows import PlayedRow, ResultRow, StandingRow
from bot.store.sqlite.store import SqliteStore
from bot.tables.seats import to_robot
from bot.tables.statistics import NEWCOMER, Player, count_all, head_to_head, key_of, of_player, summary
from bot.tables.writer import Tables
from tests.bot.plain import ADA, BO, next_action, start_table


def played(
    table_id: int, *seats: Sequence[tuple[int | str, float]], points: Sequence[int], title: str = "usa", guild: int = 1
) -> list[PlayedRow]:
    """A finished game: for each seat those who held it with their shares, and its points."""
    order = sorted(points, reverse=True)
    return [
        PlayedRow(
            table_id=table_id,
            guild=guild,
            title=title,
            seats=len(seats),
            name=str(who),
            result=ResultRow(
                seat=seat,
                part=part,
                user=who if isinstance(who, int) else None,
                robot=who if isinstance(who, str) else None,
                points=points[seat],
                place=order.index(points[seat]) + 1,
                share=share,
                turns=10,
                seconds=100.0 * share,
                at=float(table_id),
            ),
        )
        for seat, held in enumerate(seats)
        for part, (who, share) in enumerate(held)
    ]


def standings(rows: Sequence[PlayedRow], guild: int = 1, title: str = "") -> dict[Player | None, StandingRow]:
    found = {key_of(row): row for row in count_all(rows).standings}
    return {player: row for (scope, player), row in found.items() if scope == (guild, title)}


def test_games_wins_averages_and_paces_add_up() -> None:
    rows = [
        *played(1, [(ADA, 1.0)], [(BO, 1.0)], points=[100, 80]),
        *played(2, [(ADA, 0.25), ("conductor", 0.75)], [(BO, 1.0)], points=[60, 90]),
    ]
    found = standings(rows)
    assert found[ADA].games == summary(of_player(rows, ADA)).games
    assert (found[ADA].games, found[ADA].wins, found[ADA].best) == (1.25, 1.0, 100)
    assert found[ADA].average == (100 + 60 * 0.25) / 1.25
    assert found[BO].pace == 10.0
    assert (found["conductor"].games, found["conductor"].wins) == (0.75, 0.0)
    assert summary([]).pace is None


def test_head_to_head_counts_who_was_better_at_each_table() -> None:
    rows = [
        *played(1, [(ADA, 1.0)], [(BO, 1.0)], [(13, 1.0)], points=[100, 80, 100]),
        *played(2, [(ADA, 1.0)], [(BO, 1.0)], points=[60, 90]),
    ]
    met = head_to_head(rows, ADA)
    assert (met[BO].games, met[BO].better, met[BO].worse) == (2, 1, 1)
    assert (met[13].games, met[13].better, met[13].worse) == (1, 0, 0)
    assert list(met) == [BO, 13]


def test_who_wins_rises_and_doubt_shrinks() -> None:
    rows = [row for game in range(1, 6) for row in played(game, [(ADA, 1.0)], [(BO, 1.0)], points=[100, 80])]
    found = standings(rows)
    assert found[ADA].points > 1000 > found[BO].points
    assert found[ADA].doubt < NEWCOMER.doubt
    assert found[ADA].rated == 5
    history = [row for row in count_all(rows).steps if key_of(row) == ((1, ""), ADA)]
    assert history[-1] == found[ADA]
    assert [row.rated for row in history] == [1, 2, 3, 4, 5]
    assert [row.points for row in history] == sorted(row.points for row in history)


def test_each_game_counts_on_its_server_and_on_all_in_its_title_and_in_all() -> None:
    rows = [
        *played(1, [(ADA, 1.0)], [(BO, 1.0)], points=[100, 80]),
        *played(2, [(ADA, 1.0)], [(BO, 1.0)], points=[20, 30], title="metro"),
        *played(3, [(ADA, 1.0)], [(BO, 1.0)], points=[90, 80], guild=2),
    ]
    scopes = [(1, ""), (1, "usa"), (1, "metro"), (2, ""), (2, "usa"), (0, ""), (0, "usa"), (0, "metro")]
    assert [standings(rows, *scope)[ADA].games for scope in scopes] == [2, 1, 1, 1, 1, 3, 2, 1]
    assert standings(rows, 1, "metro")[ADA].best == 20
    assert standings(rows, 2, "metro") == {}


def test_scores_of_two_titles_are_never_thrown_together() -> None:
    rows = [
        *played(1, [(ADA, 1.0)], [(BO, 1.0)], points=[100, 80]),
        *played(2, [(ADA, 1.0)], [(BO, 1.0)], points=[20, 30], title="metro"),
        *played(3, [(ADA, 1.0)], [(BO, 1.0)], points=[25, 30], title="metro"),
    ]
    own = of_player(rows, ADA)
    assert summary_text(own, "en") == "games: 3, won: 1 · 10 seconds a move"
    assert summary_text(own[1:], "en") == "games: 2, won: 0 · average 22.5, best 25 · 10 seconds a move"
    assert summary_text(own, "pl").startswith("partie: 3, wygrane: 1 ·")
    assert most_played(own) == "metro"
    assert "average" not in standing_line("Ada", standings(rows)[ADA], "en")
    assert "average 22.5" in standing_line("Ada", standings(rows, 1, "metro")[ADA], "en")


def test_a_part_of_a_game_moves_a_rating_by_that_part() -> None:
    whole = standings(played(1, [(ADA, 1.0)], [(BO, 1.0)], points=[100, 80]))
    part = standings(played(1, [(ADA, 0.25), ("conductor", 0.75)], [(BO, 1.0)], points=[100, 80]))
    gained = part[ADA].points - 1000
    assert gained == pytest.approx((whole[ADA].points - 1000) / 4)
    assert part["conductor"].points - 1000 == pytest.approx(3 * gained)
    assert part[ADA].doubt > whole[ADA].doubt


def test_a_table_of_one_seat_and_the_erased_rate_nobody() -> None:
    erased = played(1, [(ADA, 1.0)], [("", 1.0)], points=[100, 80])
    gone = [erased[0], replace(erased[1], result=replace(erased[1].result, robot=None))]
    assert set(standings(gone)) == {ADA}
    alone = standings(erased[:1])
    assert (alone[ADA].games, alone[ADA].rated, alone[ADA].points) == (1.0, 0, 1000.0)


async def play_out(tables: Tables, game: int) -> None:
    while (found := await next_action(tables, game)) is not None:
        await tables.play(game, *found)
        await tables.finish()


async def test_results_are_kept_with_the_end_and_seats_that_changed_hands_are_shared(tmp_path: Path) -> None:
    store = await SqliteStore.open(tmp_path / "semafor.db")
    clock = iter(range(0, 10**9, 60))
    try:
        tables = Tables(store, lambda: float(next(clock)), lambda: "results")
        game = await start_table(tables, "lantern", people=2, robots=1)
        for _ in range(12):
            found = await next_action(tables, game)
            assert found is not None
            await tables.play(game, *found)
            await tables.finish()
        assert await store.results() == []
        await tables.seats.change(game, lambda sitting: to_robot(sitting, 1), "resigned")
        await tables.finish()
        await play_out(tables, game)
        rows = await store.results()
        snapshot = await tables.snapshot(game, None)
        assert [(row.result.seat, row.result.part) for row in rows] == [(0, 0), (1, 0), (1, 1), (2, 0)]
        assert [row.name for row in rows][:2] == ["P0", "P1"]
        assert rows[1].result.share + rows[2].result.share == 1.0
        assert {rows[1].result.user, rows[2].result.user} == {BO, None}
        best = set(snapshot.view.ranking[0])
        assert {row.result.seat for row in rows if row.result.place == 1} == best
        assert rows[0].result.turns > 3
        assert rows[0].result.seconds > 0
        await forget_results(store)
        assert await store.uncounted() == [game]
        await tables.count_results()
        assert await store.results() == rows
        assert await store.uncounted() == []
    finally:
        await store.close()


async def forget_results(store: SqliteStore) -> None:
    """As a game that ended under an earlier release."""
    async with store._writing() as db:
        await db.execute("DELETE FROM results")


def test_a_game_with_a_coach_changes_nobodys_rating() -> None:
    plain = played(1, [(ADA, 1.0)], [(BO, 1.0)], points=[100, 80])
    coached = [replace(row, is_coached=True) for row in played(2, [(ADA, 1.0)], [(BO, 1.0)], points=[60, 90])]
    assert standings([*plain, *coached]) == standings(plain)
    assert count_all([*plain, *coached]).until == (2.0, 2), "it is counted, for nothing"
