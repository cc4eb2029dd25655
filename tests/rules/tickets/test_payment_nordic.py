"""What pays for a track in Nordic Countries, against every division of small hands tried one by one."""

from collections.abc import Iterator
from functools import cache
from itertools import combinations, product
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from rules.errors import IllegalAction
from rules.tickets.board import load_board
from rules.tickets.errors import LocomotivesNotHere, TooFewLocomotives, WrongColour, WrongNumber
from rules.tickets.maps import Track
from rules.tickets.stand_ins import LONGEST_MENU, StandInTariff
from tests.rules.effort import effort

BOARD = load_board("nordic")
KINDS = BOARD.kinds
WILD = KINDS.wild
COLOURS = [kind for kind in range(len(KINDS.ids)) if kind != WILD]
LINES = [
    *[Track(f"ferry {n}", "a", "b", n, "red", "ferry", s) for n in range(1, 5) for s in range(1, n + 1)],
    *[Track(f"grey {n}", "a", "b", n, None, "ferry", s) for n in range(1, 5) for s in range(1, n + 1)],
]
FERRIES = StandInTariff(KINDS, list(enumerate(LINES)), bundle=3, wild=True)
WILDERNESS = [Track("green 3", "a", "b", 3, "green"), *[Track(f"wild {n}", "a", "b", n) for n in range(1, 4)]]
MANY_FOR_ONE = StandInTariff(KINDS, list(enumerate(WILDERNESS)), bundle=4, wild=False)


def cards(**counts: int) -> int:
    return KINDS.pack(tuple(counts.items()))


def splits(hand: tuple[int, ...], size: int) -> Iterator[tuple[tuple[int, ...], tuple[int, ...]]]:
    """Every way to take `size` of some single cards: those taken and those left."""
    for places in combinations(range(len(hand)), size):
        yield tuple(hand[i] for i in places), tuple(hand[i] for i in range(len(hand)) if i not in places)


@cache
def can_be_parted(hand: tuple[int, ...], parts: int, locomotives: int, colour: int, bundle: int, wild: bool) -> bool:
    """The rule read aloud: each part is a card of the colour, a locomotive, or a bundle in the place of one."""
    if not parts:
        return not hand and locomotives <= 0
    if not hand:
        return False
    first, rest = hand[0], hand[1:]
    if first == colour and can_be_parted(rest, parts - 1, locomotives, colour, bundle, wild):
        return True
    if wild and first == WILD:
        return can_be_parted(rest, parts - 1, locomotives - 1, colour, bundle, wild)
    return any(
        can_be_parted(left, parts - 1, locomotives - 1, colour, bundle, wild)
        for others, left in splits(rest, bundle - 1)
        if not (wild and WILD in others)
    )


def is_right(tariff: StandInTariff, track: int, payment: int) -> bool:
    asked, single = tariff.tracks[track], tuple(KINDS.each(payment))
    colours = [kind for kind in COLOURS if asked.colour in (None, KINDS.cards[kind].colour)]
    return any(
        can_be_parted(single, asked.length, asked.locomotives, colour, tariff.bundle, tariff.wild) for colour in colours
    )


def parts_of(hand: int) -> Iterator[int]:
    for counts in product(*[range(KINDS.count(hand, kind) + 1) for kind in range(len(KINDS.ids))]):
        yield sum(count * KINDS.units[kind] for kind, count in enumerate(counts))


def hands(most_cards: int, colours: int) -> st.SearchStrategy[int]:
    """Hands of a few colours that differ in what the tracks make of them."""
    kinds = [KINDS.index["red"], KINDS.index["green"], KINDS.index["white"]][:colours]
    return st.lists(st.sampled_from([*kinds, WILD]), max_size=most_cards).map(KINDS.of_kinds)


def any_hand() -> st.SearchStrategy[int]:
    counts = st.tuples(*[st.integers(0, KINDS.cards[kind].count) for kind in range(len(KINDS.ids))])
    return counts.map(lambda n: sum(count * KINDS.units[kind] for kind, count in enumerate(n)))


@pytest.mark.parametrize(("tariff", "most"), [(FERRIES, 9), (MANY_FOR_ONE, 10)])
@settings(max_examples=120, deadline=None)
@given(data=st.data())
def test_exactly_the_right_payments_are_legal_and_each_is_listed_once(
    tariff: StandInTariff, most: int, data: st.DataObject
) -> None:
    hand = data.draw(hands(most, 3))
    track = data.draw(st.sampled_from(sorted(tariff.tracks)))
    right = {payment for payment in parts_of(hand) if is_right(tariff, track, payment)}
    accepted = {payment for payment in parts_of(hand) if tariff.accepts(track, payment)}
    listed = list(tariff.payments(track, hand))
    assert accepted == right
    assert sorted(listed) == sorted(right)
    assert bool(tariff.affordable(hand) >> track & 1) == bool(right)


def test_every_real_track_is_judged_as_the_rule_reads() -> None:
    """All hands of up to five cards in two colours and locomotives, on every track of the map."""
    red, green = KINDS.units[KINDS.index["red"]], KINDS.units[KINDS.index["green"]]
    for track, tariff in enumerate(BOARD.tariff_of):
        for r, g, w in product(range(6), range(6), range(6)):
            if r + g + w <= 6:
                payment = r * red + g * green + w * KINDS.units[WILD]
                assert tariff.accepts(track, payment) == reads_right(track, r, g, w), (BOARD.tracks[track].id, r, g, w)


def reads_right(track: int, red: int, green: int, wild: int) -> bool:
    asked = BOARD.tracks[track]
    tariff = BOARD.tariff_of[track]
    if isinstance(tariff, StandInTariff):
        payment = KINDS.of_kinds([KINDS.index["red"]] * red + [KINDS.index["green"]] * green + [WILD] * wild)
        return is_right(tariff, track, payment)
    if red + green + wild != asked.length or (wild and asked.kind != "tunnel"):
        return False
    return (
        not (red and green)
        and not (red and asked.colour not in (None, "red"))
        and (not (green and asked.colour not in (None, "green")))
    )


@settings(max_examples=150, deadline=None)
@given(hand=any_hand(), seed=st.integers(0, 999))
def test_menus_are_short_and_never_empty_where_the_track_can_be_paid(hand: int, seed: int) -> None:
    affordable = BOARD.affordable(hand)
    chance = Random(seed)
    for track, tariff in enumerate(BOARD.tariff_of):
        menu = list(tariff.menu(track, hand))
        assert bool(menu) == bool(affordable >> track & 1)
        assert len(menu) == len(set(menu)) <= LONGEST_MENU
        for payment in menu:
            assert tariff.accepts(track, payment)
            assert KINDS.covers(hand, payment)
        if menu:
            picked = tariff.pick(track, hand, chance.random)
            assert tariff.accepts(track, picked)
            assert KINDS.covers(hand, picked)


def test_menus_begin_with_the_fewest_cards_and_then_the_fewest_locomotives() -> None:
    track = BOARD.track_index["andalsnes-bergen"]  # a black ferry of 5 with 2 symbols
    menu = list(BOARD.tariff_of[track].menu(track, cards(black=4, red=3, white=4, loco=3)))
    assert menu[0] == cards(black=3, loco=2)
    assert menu[1] == cards(black=2, loco=3)
    keys = [(KINDS.total(payment), KINDS.count(payment, WILD)) for payment in menu]
    assert keys == sorted(keys)
    scraps, plenty = cards(black=4, red=2, loco=1), cards(black=3, white=3, loco=1)
    assert [payment for payment in menu if KINDS.total(payment) == 7 and KINDS.count(payment, WILD) == 1] == [
        scraps,
        plenty,
    ]


def test_every_payment_can_be_picked() -> None:
    track, hand, chance = 0, cards(red=2, green=3, white=1, loco=1), Random(5)
    tariff = StandInTariff(KINDS, [(0, Track("x", "a", "b", 2, None, "ferry", 1))], bundle=3, wild=True)
    picked = {tariff.pick(track, hand, chance.random) for _ in range(3000)}
    assert picked == set(tariff.payments(track, hand))


@pytest.mark.parametrize("name", ["lieksa-murmansk", "mo_i_rana-trondheim", "helsinki-stockholm", "alborg-goteborg"])
def test_big_hands_are_judged_at_once(name: str) -> None:
    track = next(n for n, found in enumerate(BOARD.tracks) if {*name.split("-")} == {found.a, found.b})
    tariff = BOARD.tariff_of[track]
    hand = cards(purple=7, blue=7, orange=7, white=7, green=6, yellow=6, black=6, red=7, loco=7)
    assert KINDS.total(hand) == 60
    with effort() as spent:
        for payment in list(tariff.menu(track, hand)):
            assert tariff.accepts(track, payment)
        assert tariff.affordable(hand) >> track & 1
        first = [payment for payment, _ in zip(tariff.payments(track, hand), range(2000), strict=False)]
        tariff.pick(track, hand, Random(1).random)
    assert spent.calls < 100_000
    assert len(set(first)) == len(first)


def refused(track: str, payment: int) -> IllegalAction:
    number = BOARD.track_index[track]
    tariff = BOARD.tariff_of[number]
    assert not tariff.accepts(number, payment)
    return tariff.refusal(number, payment)


STAVANGER = "kristiansand-stavanger-2"


@pytest.mark.parametrize(
    "payment",
    [
        cards(orange=2, loco=1),
        cards(orange=1, loco=2),
        cards(loco=3),
        cards(orange=2, red=2, blue=1),
        cards(orange=5),
        cards(loco=1, red=3, white=2, blue=1),
        cards(red=4, white=5),
        cards(orange=1, loco=1, green=3),
        cards(orange=2, loco=1, green=2),
    ],
)
def test_the_orange_ferry_of_three_from_the_rulebook(payment: int) -> None:
    number = BOARD.track_index[STAVANGER]
    assert BOARD.tracks[number].kind == "ferry"
    assert BOARD.tariff_of[number].accepts(number, payment)


@pytest.mark.parametrize(
    ("payment", "refusal"),
    [
        (cards(orange=3), TooFewLocomotives(STAVANGER, 1, 0)),
        (cards(orange=2), WrongNumber(STAVANGER, 3, 2)),
        (cards(loco=4), WrongNumber(STAVANGER, 3, 4)),
        (cards(orange=2, loco=2), WrongNumber(STAVANGER, 3, 4)),
        (cards(white=2, red=2, loco=1), WrongColour(STAVANGER, "orange", (("white", 2), ("red", 2), ("loco", 1)))),
        (cards(red=2, loco=1), WrongColour(STAVANGER, "orange", (("red", 2), ("loco", 1)))),
        (cards(red=2, loco=2), WrongNumber(STAVANGER, 3, 2)),
    ],
)
def test_a_ferry_says_what_is_wrong(payment: int, refusal: IllegalAction) -> None:
    assert refused(STAVANGER, payment) == refusal


MURMANSK = "lieksa-murmansk"


@pytest.mark.parametrize(
    "payment",
    [
        cards(green=9),
        cards(green=7, red=4, blue=2, loco=2),
        cards(green=7, loco=8),
        cards(green=12),
        cards(green=3, white=3, red=3, blue=3, black=3, yellow=3, orange=3, purple=6),
        cards(red=4, white=4, blue=4, black=4, yellow=4, orange=4, purple=4, green=4, loco=4),
    ],
)
def test_the_wilderness_takes_any_four_cards_for_one(payment: int) -> None:
    number = BOARD.track_index[MURMANSK]
    assert BOARD.tariff_of[number].accepts(number, payment)


@pytest.mark.parametrize(
    ("payment", "refusal"),
    [
        (cards(green=8, loco=1), WrongColour(MURMANSK, None, (("green", 8), ("loco", 1)))),
        (cards(loco=9), WrongColour(MURMANSK, None, (("loco", 9),))),
        (cards(green=7, red=2), WrongColour(MURMANSK, None, (("green", 7), ("red", 2)))),
        (cards(green=8, red=3), WrongNumber(MURMANSK, 9, 8)),
        (cards(green=8, red=5), WrongNumber(MURMANSK, 9, 10)),
        (cards(green=10), WrongNumber(MURMANSK, 9, 10)),
    ],
)
def test_the_wilderness_says_what_is_wrong(payment: int, refusal: IllegalAction) -> None:
    assert refused(MURMANSK, payment) == refusal


def test_locomotives_have_no_use_on_plain_routes() -> None:
    plain = next(track for track in BOARD.tracks if track.kind == "rail" and track.length == 2 and track.colour)
    payment = KINDS.pack(((str(plain.colour), 1), ("loco", 1)))
    assert refused(plain.id, payment) == LocomotivesNotHere(plain.id)
