"""What lines may expect is what they get, on average, where tiles fall at random."""

from random import Random

import pytest

from rules.metro.board import ENDS, PLACE_AT, PLACES, STATIONS, squares_in
from rules.metro.robots.grid import grid_of
from rules.metro.robots.outlook import (
    DOUBLED_AT_THE_CENTRE,
    LEAVING,
    ONCE,
    Outlook,
    first_guess,
    odds_of,
)
from rules.metro.tracing import tracks_with
from tests.rules.metro.playing import BOX, MODULE_SETS, moments

ODDS = odds_of(tuple(BOX.tiles.items()), False)


@pytest.mark.parametrize("modules", MODULE_SETS)
def test_the_grid_is_the_board_of_the_rules(modules: str) -> None:
    for number, (state, _) in enumerate(moments(2, {"modules": modules}, 31)):
        if number % 9 == 0:
            tracks, grid = state.tracks, grid_of(state.tracks.laid, state.tracks.central)
            assert (grid.starts, grid.ends, grid.lengths) == (tracks.starts, tracks.ends, tracks.lengths)
            assert (grid.free, grid.reachable) == (tracks.free, tracks.reachable)
            for place in range(STATIONS if tracks.central else PLACES):
                entry, passes = grid.head(place)
                assert tracks.line(place) == (passes, entry - ENDS if entry >= ENDS else None)


def test_a_tile_completes_the_same_lines_on_the_grid() -> None:
    state, _ = list(moments(2, {}, 37))[-25]
    for square in squares_in(state.tracks.reachable):
        for pattern in range(len(LEAVING)):
            _, finished = state.tracks.lay(square, state.tracks.laid[0], pattern)
            grid = grid_of(state.tracks.laid)
            copy = grid.copy()
            assert copy.lay(square, pattern) == [(line.start, line.end, line.passes) for line in finished]
            assert grid.free >> square & 1, "the original stays as it is"


def test_odds_leave_out_lines_of_one_tile() -> None:
    corner = Outlook(grid_of(()), ODDS).rows[0][-1]
    assert [sum(corner[side : side + 4]) for side in (0, 4, 8, 12)] == pytest.approx([1.0] * 4)
    assert corner[0] == corner[3] == corner[12] == corner[15] == 0.0, "nothing from edge to edge in A1"


@pytest.mark.parametrize("pay", [ONCE, DOUBLED_AT_THE_CENTRE])
def test_lines_get_what_they_may_expect(pay: tuple[float, ...]) -> None:
    """A single wanderer, sent on by the odds from a board that is half full."""
    state, _ = list(moments(2, {}, 41))[30]
    outlook = Outlook(grid_of(state.tracks.laid), ODDS)
    each, more = outlook.prospect(pay, 60)
    random = Random(43)
    rows = {row[0] // 4: row for row in outlook.rows}
    place = next(place for place in range(STATIONS) if outlook.grid.head(place)[0] < ENDS)
    entry, passes = outlook.grid.head(place)
    total = 0.0
    for _ in range(20_000):
        at, made = entry, passes
        while at < ENDS:
            row = rows[at // 4]
            (out,) = random.choices(range(4), row[-1][at % 4 * 4 : at % 4 * 4 + 4])
            at, made = row[1 + 2 * out], made + 1 + row[2 + 2 * out]
        total += made * pay[at - ENDS]
    assert total / 20_000 == pytest.approx(passes * each[entry] + more[entry], rel=0.05)


def test_what_links_change_is_nothing_on_average() -> None:
    """Whatever tile falls on a square, the mean over all links is what was expected before."""
    state, _ = list(moments(2, {}, 47))[25]
    outlook = Outlook(grid_of(state.tracks.laid), ODDS)
    traffic = outlook.traffic([(place, 1.0) for place in range(STATIONS)], 60)
    links = outlook.links(outlook.prospect(DOUBLED_AT_THE_CENTRE, 60), traffic)
    for row in outlook.rows:
        mean = sum(odd * worth for odd, worth in zip(row[-1], links[row[0] // 4], strict=True))
        assert mean == pytest.approx(0.0, abs=1e-6)


def test_the_first_guess_is_where_the_equations_lead() -> None:
    guess = first_guess((), ODDS, ONCE)
    again = Outlook(grid_of(()), ODDS).prospect(ONCE, 1, guess)
    assert again.more == pytest.approx(guess.more, abs=1e-3)
    square, side = PLACE_AT[0]
    assert 4 < guess.more[4 * square + side] < 6, "240 passes are shared by 40 lines"
    assert tracks_with(()).free == grid_of(()).free
