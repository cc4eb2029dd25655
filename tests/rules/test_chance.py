"""The shuffle is written down in `rules.chance`; here it is written again, from that text alone."""

import hashlib

import pytest
from hypothesis import given
from hypothesis.strategies import lists, text

from rules.chance import Chance
from rules.errors import BadRecord


def written_again(items: list[str], seed: str, purpose: str) -> list[str]:
    stream = hashlib.shake_256((seed + "/" + purpose).encode("utf-8")).digest(8 * len(items))
    keys = [int.from_bytes(stream[8 * i : 8 * i + 8], "big") for i in range(len(items))]
    return [item for _, _, item in sorted(zip(keys, range(len(items)), items, strict=True))]


@given(items=lists(text(max_size=3)), seed=text(max_size=8), purpose=text(max_size=8))
def test_the_shuffle_is_as_written_down(items: list[str], seed: str, purpose: str) -> None:
    assert list(Chance(seed).shuffled(items, purpose)) == written_again(items, seed, purpose)


def test_a_known_shuffle_stays_the_same() -> None:
    assert "".join(Chance("semafor").shuffled("abcdefghij", "cards")) == "iaghdjfecb"


def test_purposes_and_seeds_give_orders_of_their_own() -> None:
    items = [str(n) for n in range(50)]
    orders = {Chance(seed).shuffled(items, purpose) for seed in "ab" for purpose in ("cards", "tickets")}
    assert len(orders) == 4


def test_an_order_written_down_replaces_the_shuffle() -> None:
    chance = Chance("7", {"cards": ("c", "a", "b")})
    assert chance.shuffled(["a", "b", "c"], "cards") == ("c", "a", "b")
    assert chance.shuffled(["a", "b", "c"], "tickets") == Chance("7").shuffled(["a", "b", "c"], "tickets")


@pytest.mark.parametrize("order", [("a", "b"), ("a", "b", "d"), ("a", "b", "c", "c")])
def test_an_order_must_hold_the_right_items(order: tuple[str, ...]) -> None:
    with pytest.raises(BadRecord, match="wrong order"):
        Chance("7", {"cards": order}).shuffled(["a", "b", "c"], "cards")


def test_without_a_seed_every_shuffle_needs_an_order() -> None:
    with pytest.raises(BadRecord, match="no order"):
        Chance(None, {"cards": ("a",)}).shuffled(["a"], "tickets")
