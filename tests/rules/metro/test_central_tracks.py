"""Module 3. Rulings 11, 12 and 15."""

from rules.metro.board import STATIONS
from rules.metro.tracing import tracks_with
from tests.rules.metro.playing import BOX, GAME, parsed, played, points, table


def test_ruling_11_four_of_eight_tiles_lie_turned_at_random() -> None:
    orders = {
        "central tiles": ("cccc", "bcbc", "aacb", "aaaa", "aacb", "aacb", "bcbc", "bbbb"),
        "turn of D4": ("90", "0", "180", "270"),
        "turn of E4": ("180", "90", "0", "270"),
        "turn of D5": ("270", "90", "0", "180"),
        "turn of E5": ("0", "90", "180", "270"),
    }
    state = table(modules="3", orders=orders)
    assert state.tracks.central == parsed("D4 cccc 90, E4 bcbc 180, D5 aacb 270, E5 aaaa")
    assert len(BOX.all_central_tiles) == 8
    turns = {tile.turn for seed in range(20) for tile in played(2, {"modules": "3"}, seed)[0].tracks.central}
    assert turns == {0, 90, 180, 270}


def test_ruling_12_a_line_runs_through_the_centre_and_every_pass_counts() -> None:
    central = parsed("D4 aaaa, E4 aaaa, D5 aaaa, E5 aaaa")
    down = parsed(", ".join(f"E{row} aaaa" for row in (1, 2, 3, 6, 7, 8)))
    tracks = tracks_with(down, central)
    names = BOX.names("counterclockwise")
    assert tracks.line(names.index("4")) == (8, names.index("21"))


def test_nothing_is_doubled_and_ten_passes_make_ten_points() -> None:
    seen = set()
    for seed in range(12):
        state, _ = played(2, {"modules": "3"}, seed)
        lines = GAME.view_for(state, None).lines
        assert len(lines) == STATIONS
        for line in lines:
            assert line.points == len(line.passes)
            if any(step.square in ("D4", "E4", "D5", "E5") for step in line.passes):
                seen.add(line.points)
        assert sum(points(state, "lines")) == sum(line.points for line in lines)
    assert 10 in seen


def test_there_are_no_spaces_where_lines_run_through() -> None:
    view = GAME.view_for(table(modules="3"), None)
    assert view.spaces == ()
    assert len(view.central_tiles) == 4


def test_ruling_15_companies_and_central_tracks_go_together() -> None:
    state, _ = played(4, {"modules": "1+3"}, 2)
    assert sum(state.points) == sum(line.points for line in GAME.view_for(state, None).lines)
