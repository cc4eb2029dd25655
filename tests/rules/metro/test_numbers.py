"""Module 4. Rulings 13 and 14."""

import pytest

from rules.chance import Chance
from rules.errors import BadOption
from rules.record import read_record, replayed
from tests.rules.metro.golden import GOLDEN
from tests.rules.metro.playing import BOX, GAME, played, points, table


def test_ruling_13_each_player_gets_cards_of_each_group() -> None:
    orders = {
        "numbers 1-8": ("3", "1", "2", "4", "5", "6", "7", "8"),
        "numbers 25-32": ("28", "25", "26", "27", "29", "30", "31", "32"),
    }
    state = table(seats=2, modules="4", cards="2", orders=orders)
    assert state.numbers[0][:2] == (1, 3)
    assert state.numbers[1][:2] == (2, 4)
    assert 28 in state.numbers[0]
    for hand in state.numbers:
        assert sorted((number - 1) // 8 for number in hand) == [0, 0, 1, 1, 2, 2, 3, 3]


@pytest.mark.parametrize(("seats", "most"), [(2, 4), (3, 2), (4, 2), (5, 1), (6, 1)])
def test_ruling_13_there_are_only_eight_cards_of_each_group(seats: int, most: int) -> None:
    assert GAME.setup(GAME.options({"modules": "4", "cards": str(most)}), seats, Chance("x")).numbers
    if most < 4:
        with pytest.raises(BadOption) as refused:
            GAME.setup(GAME.options({"modules": "4", "cards": str(most + 1)}), seats, Chance("x"))
        assert refused.value.name == "cards"


def test_ruling_13_the_number_may_differ_by_colour() -> None:
    state = table(seats=3, modules="4", cards="1+2+0+1")
    for hand in state.numbers:
        assert sorted((number - 1) // 8 for number in hand) == [0, 1, 1, 3]
    assert len({number for hand in state.numbers for number in hand}) == 12
    with pytest.raises(BadOption) as refused:
        table(seats=5, modules="4", cards="1+2+0+1")
    assert refused.value == BadOption("cards", "1+2+0+1", ("1", "1+1+0+1"))


def test_the_card_of_28_brings_12_points_as_the_line_brought_its_owner() -> None:
    """The rulebook's example: a line of green, 12 points, ends at 28, and yellow holds the card."""
    _, state = replayed(read_record((GOLDEN / "metro-4p-modules-4-card-28.json").read_bytes()))
    line = next(line for line in GAME.view_for(state, None).lines if line.end == "28")
    assert (line.owner, line.points, len(line.passes)) == ("green", 12, 12)
    card = next(card for card in GAME.view_for(state, 0).numbers if card.number == 28)
    assert card.points == 12


@pytest.mark.parametrize("modules", ["4", "2+4", "3+4"])
def test_ruling_14_a_card_pays_for_the_arriving_line_and_double_from_the_centre(modules: str) -> None:
    from_the_centre = 0
    for seed in range(6):
        state, _ = played(3, {"modules": modules}, seed)
        view = GAME.view_for(state, None)
        arriving = {line.end: line for line in view.lines}
        for player, holding in enumerate(view.holdings):
            for card in holding.numbers:
                line = arriving[str(card.number)]
                is_central = line.start.startswith("C")
                from_the_centre += is_central
                assert card.points == len(line.passes) * (2 if is_central else 1)
            assert points(state, "numbers")[player] == sum(card.points for card in holding.numbers)
    assert bool(from_the_centre) == (modules != "3+4")


def test_ruling_14_the_owner_of_a_central_line_gets_the_single_value() -> None:
    for seed in range(30):
        state, _ = played(2, {"modules": "2+4", "cards": "4"}, seed)
        lines = GAME.view_for(state, None).lines
        owned = [
            line for line in lines if line.start.startswith("C") and line.owner and line.end in map(str, range(33))
        ]
        for line in owned:
            assert line.points == len(line.passes)
            cards = [card for hold in GAME.view_for(state, None).holdings for card in hold.numbers]
            assert next(card.points for card in cards if str(card.number) == line.end) == 2 * line.points
        if owned:
            return
    raise AssertionError("no train ever ran from the centre to the edge")


def test_cards_are_counted_at_the_end_only() -> None:
    assert points(table(modules="4"), "numbers") == [0, 0]
    assert BOX.number_groups == ((1, 8), (9, 16), (17, 24), (25, 32))
