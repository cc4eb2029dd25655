"""A game known from elsewhere is written down with its orders alone, without a seed."""

import pytest

from rules.chance import Chance
from rules.errors import BadRecord
from rules.metro.state import State
from rules.record import read_record, record_of, replayed, write_record
from tests.rules.metro.playing import BOX, GAME, order, played

TURNS = ("0", "90", "180", "270")


def orders_of(opening: State) -> dict[str, tuple[str, ...]]:
    """Every pile as it lay before the deal, read off the table."""
    orders = {"tiles": opening.pile}
    shares = opening.shares
    if shares is not None:
        for which, percent in enumerate(BOX.shares.percents):
            dealt = tuple(held[which] for held in shares.held)
            orders[f"shares {percent}"] = (*dealt, shares.open[which], *shares.piles[which])
    if opening.numbers:
        for first, last in BOX.number_groups:
            group = range(first, last + 1)
            dealt = tuple(str(number) for hand in opening.numbers for number in hand if number in group)
            orders[f"numbers {first}-{last}"] = (*dealt, *(str(n) for n in group if str(n) not in dealt))
    if opening.tracks.central:
        laid = [tile.tile for tile in opening.tracks.central]
        rest = list(BOX.all_central_tiles)
        for tile in laid:
            rest.remove(tile)
        orders["central tiles"] = (*laid, *rest)
        for tile in opening.tracks.central:
            orders[f"turn of {tile.square}"] = (str(tile.turn), *(turn for turn in TURNS if turn != str(tile.turn)))
    return orders


@pytest.mark.parametrize("modules", ["none", "1+2", "1+3", "2+4", "3+4"])
def test_orders_alone_are_enough(modules: str) -> None:
    given = {"modules": modules, "hand": "2"}
    options = GAME.options(given)
    state, actions = played(3, given, 77)
    opening = GAME.setup(options, 3, Chance("77"))
    record = record_of(GAME, options, ("a", "b", "c"), Chance(None, orders_of(opening)), actions)
    assert record.seed is None
    _, again = replayed(read_record(write_record(record)))
    assert again == state
    assert GAME.scores(again) == GAME.scores(state)


def test_an_order_has_to_hold_every_tile() -> None:
    with pytest.raises(BadRecord):
        GAME.setup(GAME.options({}), 2, Chance(None, {"tiles": order([])[:-1]}))
    with pytest.raises(BadRecord):
        GAME.setup(GAME.options({"modules": "1"}), 2, Chance(None, {"tiles": order([])}))
