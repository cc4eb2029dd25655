"""The quick way to trace lines against the slow one, and what must hold on every full board."""

from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from rules.metro.board import PLACES, SPACES, SQUARES, STATIONS, squares_in
from rules.metro.preview import effects_of
from rules.metro.tiles import PATTERNS, TURNS
from rules.metro.tracing import Laid, points_of, tracks_with
from rules.metro.view import tracks_in
from tests.rules.metro.playing import BOX, GAME, moments, parsed, place, played, table
from tests.rules.metro.slow_tracing import follow

NAMES = BOX.names("counterclockwise")
SEVEN_PASSES = "H3 cccc, H2 ccda, G3 badb, F3 cbaa, F4 adbb, F5 cbcb"


def shuffled_board(seed: int, count: int, is_through: bool) -> tuple[tuple[Laid, ...], tuple[Laid, ...]]:
    """`count` tiles anywhere, turned anyhow, and the central tiles."""
    random = Random(seed)
    squares = random.sample(sorted(set(SQUARES) - {"D4", "E4", "D5", "E5"}), count)
    tiles = random.sample(BOX.all_tiles, count)
    laid = tuple(Laid(square, tile, random.choice(TURNS)) for square, tile in zip(squares, tiles, strict=True))
    codes = random.sample(BOX.all_central_tiles, 4)
    central = tuple(
        Laid(square, code, random.choice(TURNS)) for square, code in zip(["D4", "E4", "D5", "E5"], codes, strict=True)
    )
    return laid, central if is_through else ()


@given(st.integers(0, 10**6), st.integers(0, 60), st.booleans())
@settings(max_examples=60, deadline=None)
def test_lines_are_traced_as_if_followed_pass_by_pass(seed: int, count: int, is_through: bool) -> None:
    laid, central = shuffled_board(seed, count, is_through)
    tracks = tracks_with(laid, central)
    paths = tracks.paths(range(STATIONS if is_through else PLACES))
    for start, path in enumerate(paths):
        passes, end = tracks.line(start)
        slow = follow(laid + central, NAMES[start], "counterclockwise", is_through)
        assert (passes, None if end is None else NAMES[end]) == slow
        assert len(path) == passes


@given(st.integers(0, 10**6), st.booleans())
@settings(max_examples=25, deadline=None)
def test_on_a_full_board_every_departure_reaches_a_different_arrival(seed: int, is_through: bool) -> None:
    laid, central = shuffled_board(seed, 60, is_through)
    tracks = tracks_with(laid, central)
    places = range(STATIONS if is_through else PLACES)
    assert sorted(str(tracks.line(start)[1]) for start in places) == sorted(str(place) for place in places)
    for start in places:
        passes, end = tracks.line(start)
        assert end is not None
        assert tracks.arriving(end) == (passes, start)


@given(st.integers(0, 10**6), st.integers(0, 59), st.booleans())
@settings(max_examples=40, deadline=None)
def test_the_effect_of_a_tile_is_what_comes_of_it(seed: int, count: int, is_through: bool) -> None:
    laid, central = shuffled_board(seed, count, is_through)
    tracks = tracks_with(laid, central)
    random = Random(seed)
    square = random.choice(list(squares_in(tracks.free)))
    tile = random.choice(list(BOX.tiles))
    after, finished = tracks.lay(square, Laid(SQUARES[square], tile), PATTERNS[tile][0])
    places = range(STATIONS if is_through else PLACES)
    effects = {effect.start: effect for effect in tracks.effects(square, PATTERNS[tile][0])}
    for start in places:
        before, now = tracks.line(start), after.line(start)
        if start in effects:
            assert (effects[start].before, effects[start].after, effects[start].end) == (before[0], *now)
            assert now[0] > before[0]
        else:
            assert now == before
    assert {line.start: (line.end, line.passes) for line in finished} == {
        start: (effect.end, effect.after) for start, effect in effects.items() if effect.end is not None
    }


def test_a_tile_crossed_twice_counts_twice_and_the_centre_doubles() -> None:
    """The rulebook's example: seven passes over six tiles to the central station make 14."""
    tracks = tracks_with(parsed(SEVEN_PASSES))
    start = next(start for start in range(STATIONS) if tracks.line(start)[0] == 7)
    passes, end = tracks.line(start)
    assert end is not None
    assert end >= STATIONS
    squares = [step.square for step in tracks.paths([start])[0]]
    assert len(squares) == 7
    assert len(set(squares)) == 6
    assert points_of(start, end, passes) == 14


def test_three_straight_tiles_lead_into_the_centre() -> None:
    tracks = tracks_with(parsed("E1 aaaa, E2 aaaa, E3 aaaa"))
    start = NAMES.index("4")
    assert tracks.line(start) == (3, STATIONS + SPACES.index("C2"))
    assert points_of(start, STATIONS, 3) == 6


@pytest.mark.parametrize(("start", "end", "points"), [(0, 31, 5), (0, 32, 10), (32, 0, 5), (32, 33, 5)])
def test_only_lines_from_the_edge_to_the_centre_are_doubled(start: int, end: int, points: int) -> None:
    assert points_of(start, end, 5) == points


def test_a_loop_without_a_station_means_nothing() -> None:
    around = "B2 bbbb, C2 bbbb, C3 bbbb"  # clockwise from square to square, closed by the last tile
    before = tracks_with(parsed(around))
    tracks = tracks_with(parsed(f"{around}, B3 bbbb"))
    assert [tracks.line(start) for start in range(PLACES)] == [before.line(start) for start in range(PLACES)]
    full = tracks_with((*parsed(f"{around}, B3 bbbb"), *_everywhere_else()))
    looped = sum(full.line(start)[0] for start in range(PLACES))
    assert looped == 4 * 60 - 4


def _everywhere_else() -> tuple[Laid, ...]:
    """Straight track on all other squares; more than the box has, but a board all the same."""
    used = {"B2", "C2", "C3", "B3", "D4", "E4", "D5", "E5"}
    return tuple(Laid(square, "aaaa") for square in SQUARES if square not in used)


def test_a_view_is_enough_to_trace_on() -> None:
    for state, _ in moments(3, {"modules": "3", "direction": "free"}, 5):
        if len(state.tracks.laid) in (0, 17, 44):
            assert tracks_in(GAME.view_for(state, None)) == state.tracks


def test_a_preview_names_the_lines_and_their_owners() -> None:
    state = place(table(tiles=["aaaa", "aaaa", "aaaa"]), "E1", "E2")
    effects = effects_of(GAME.view_for(state, None), "E3", "aaaa")
    (ours,) = [effect for effect in effects if effect.start == "4"]
    assert (ours.owner, ours.player, ours.before, ours.after, ours.end, ours.points) == ("blue", 1, 2, 3, "C2", 6)
    assert not ours.is_one_tile
    assert all(effect.end is None or effect.points for effect in effects)


@given(st.integers(0, 10**6), st.integers(0, 60), st.booleans())
@settings(max_examples=40, deadline=None)
def test_a_tile_does_nothing_where_none_can_be_laid(seed: int, count: int, is_through: bool) -> None:
    laid, central = shuffled_board(seed, count, is_through)
    tracks, pattern = tracks_with(laid, central), PATTERNS["badb"][0]
    for square in range(len(SQUARES)):
        if not tracks.free >> square & 1:
            assert tracks.effects(square, pattern) == ()


@pytest.mark.parametrize("modules", ["none", "3"])
def test_a_scored_line_never_changes_again(modules: str) -> None:
    done: dict[str, tuple[str, int]] = {}
    for state, _ in moments(2, {"modules": modules}, 11):
        for line in GAME.view_for(state, None).lines:
            if line.end is not None:
                assert done.setdefault(line.start, (line.end, line.points)) == (line.end, line.points)
    state, _ = played(2, {"modules": modules}, 11)
    assert all(line.is_finished for line in GAME.view_for(state, None).lines)
