import pytest

from rules.errors import BadData
from rules.metro.board import CENTRE, EDGE_SQUARES, PLACE_AT, SPACES, SQUARE, SQUARES, STATIONS, TILE_SQUARES
from rules.metro.box import problems, read_box
from rules.metro.tiles import CODES, PATTERNS, TURNS, links, turned_code
from tests.rules.metro.playing import BOX
from tests.rules.metro.slow_tracing import LINKS
from tests.rules.metro.slow_tracing import SPACES as SLOW_SPACES


def test_there_are_sixty_tiles_of_24_kinds() -> None:
    assert len(BOX.all_tiles) == 60
    assert set(BOX.tiles) == set(CODES) == set(LINKS)
    assert sorted(set(BOX.tiles.values())) == [2, 3, 4]


@pytest.mark.parametrize("code", CODES)
def test_every_tile_joins_its_four_entries_to_four_different_exits(code: str) -> None:
    assert "".join(f" {entry}{leaving}" for entry, leaving in links(code)).strip() == LINKS[code]
    assert {entry for entry, _ in links(code)} == {0, 2, 4, 6}
    assert {leaving for _, leaving in links(code)} == {1, 3, 5, 7}


@pytest.mark.parametrize("code", CODES)
def test_four_quarter_turns_bring_a_tile_back(code: str) -> None:
    turned = code
    for turn in TURNS:
        assert turned == turned_code(code, turn) == CODES[PATTERNS[code][turn // 90]]
        turned = turned_code(turned, 90)
    assert turned == code


def test_a_turn_is_clockwise() -> None:
    assert turned_code("dacc", 90) == "cdac"  # the track that turned back on the north side now does on the east side


def test_squares_are_named_by_column_and_row() -> None:
    assert SQUARES[0] == "A1"
    assert SQUARES[7] == "H1"
    assert SQUARE["A8"] == 56
    assert [SQUARES[square] for square in CENTRE] == ["D4", "E4", "D5", "E5"]
    assert TILE_SQUARES.bit_count() == 60
    assert EDGE_SQUARES.bit_count() == 28


def test_spaces_lie_around_the_centre() -> None:
    for name, (square, side) in zip(SPACES, PLACE_AT[STATIONS:], strict=True):
        assert (*divmod(square, 8), 2 * side) == SLOW_SPACES[name]


def test_stations_run_counterclockwise_from_the_top_right_or_clockwise_from_the_top_left() -> None:
    assert BOX.stations["counterclockwise"][0] == "H1 N"
    assert BOX.stations["counterclockwise"][8] == "A1 W"
    assert BOX.stations["clockwise"][0] == "A1 N"
    assert BOX.stations["clockwise"][8] == "H1 E"


@pytest.mark.parametrize(
    ("seats", "each", "without"), [(2, 16, []), (3, 10, [16, 17]), (4, 8, []), (5, 6, [16, 17]), (6, 5, [16, 17])]
)
def test_trains_stand_as_in_the_tables(seats: int, each: int, without: list[int]) -> None:
    owners = BOX.ownership[str(seats)]
    used = [number for numbers in owners.values() for number in numbers]
    assert [len(numbers) for numbers in owners.values()] == [each] * seats
    assert len(set(used)) == len(used)
    assert sorted(set(range(1, 33)) - set(used)) == without


def test_every_company_has_a_train_on_each_side() -> None:
    for numbers in BOX.companies.values():
        assert sorted((number - 1) // 8 for number in numbers) == [0, 1, 2, 3]


def test_box_that_makes_no_sense_is_named() -> None:
    with pytest.raises(BadData):
        read_box(b"{}")
    assert problems(BOX) == []
