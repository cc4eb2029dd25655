"""Paying for tracks with wagon cards, ship cards and jokers, against a listing of every part of the hand."""

from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import islice, product
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from rules.tickets.errors import WrongColour, WrongNumber
from rules.tickets.maps import Track
from tests.rules.effort import effort
from tests.rules.tickets.world_table import BOARD, cards

KINDS = BOARD.kinds
SHAPES = {(track.tariff or track.kind, track.length, track.colour): track for track in BOARD.tracks}
"""One track for each kind, length and colour."""
EVERYTHING = KINDS.pack(tuple((card.id, card.count) for card in KINDS.cards))


def pack(text: str) -> int:
    return KINDS.pack(cards(text))


def number(track: str) -> int:
    return BOARD.track_index[track]


def accepts(track: str, payment: str) -> bool:
    return BOARD.tariff_of[number(track)].accepts(number(track), pack(payment))


def payments(track: str, hand: str) -> list[int]:
    return list(BOARD.tariff_of[number(track)].payments(number(track), pack(hand)))


def menu(track: str, hand: int) -> list[int]:
    return list(BOARD.tariff_of[number(track)].menu(number(track), hand))


# A search so plain that it can't be wrong


def parts_of(hand: Counter[str]) -> Iterator[Counter[str]]:
    names = sorted(hand)
    for counts in product(*(range(hand[name] + 1) for name in names)):
        yield Counter({name: count for name, count in zip(names, counts, strict=True) if count})


def covers_each_space(laid: Sequence[str], track: Track) -> bool:
    """Every card of one deck and colour, or a joker, and each covers one space, or one or two with two ships."""
    deck = "ships" if track.kind == "sea" else "wagons"
    known = [KINDS.cards[KINDS.index[name]] for name in laid]
    coloured = [card for card in known if card.colour is not None]
    colours = {card.colour for card in coloured}
    if any(card.deck != deck for card in coloured) or len(colours) > 1:
        return False
    if track.colour is not None and not colours <= {track.colour}:
        return False
    spaces = {0}
    for card in known:
        spaces = {covered + more for covered in spaces for more in range(1, max(1, card.ships) + 1)}
    return track.length in spaces


def is_all_pairs(laid: Sequence[str]) -> bool:
    """Take the first card and try each other as its partner."""
    if not laid:
        return True
    known = [KINDS.cards[KINDS.index[name]] for name in laid]
    return any(
        (None in (known[0].colour, known[n].colour) or known[0].colour == known[n].colour)
        and is_all_pairs([*laid[1:n], *laid[n + 1 :]])
        for n in range(1, len(laid))
    )


def is_right(laid: Sequence[str], track: Track) -> bool:
    if not track.pairs:
        return covers_each_space(laid, track)
    decks = {KINDS.cards[KINDS.index[name]].deck for name in laid}
    return len(laid) == 2 * track.length and decks == {"wagons"} and is_all_pairs(laid)


@st.composite
def hands(draw: st.DrawFn) -> Counter[str]:
    """Hands of few kinds and several cards of each, so that there is often something to pay."""
    colours = draw(st.lists(st.sampled_from(("red", "white", "black")), min_size=1, max_size=2, unique=True))
    names = [f"{colour}{kind}" for colour in colours for kind in ("", "-port", "-ship", "-ships")]
    held = draw(st.lists(st.sampled_from([*names, "joker"]), max_size=4, unique=True))
    return Counter({name: draw(st.integers(1, 4)) for name in held})


KINDS_OF_TRACK = [[track for shape, track in SHAPES.items() if shape[0] == kind] for kind in ("rail", "sea", "pairs")]
tracks = st.one_of([st.sampled_from(found) for found in KINDS_OF_TRACK])


@settings(max_examples=150, deadline=None)
@given(hand=hands(), track=tracks, chance=st.floats(0, 1, exclude_max=True))
def test_payments_are_exactly_the_right_parts_of_the_hand(hand: Counter[str], track: Track, chance: float) -> None:
    tariff, n, packed = BOARD.tariff_of[number(track.id)], number(track.id), KINDS.pack(tuple(hand.items()))
    right = set()
    for part in parts_of(hand):
        payment = KINDS.pack(tuple(part.items()))
        assert tariff.accepts(n, payment) == is_right(list(part.elements()), track)
        if tariff.accepts(n, payment):
            right.add(payment)
        else:
            assert isinstance(tariff.refusal(n, payment), WrongColour | WrongNumber)
    found = list(tariff.payments(n, packed))
    assert len(found) == len(set(found))
    assert set(found) == right
    assert bool(tariff.affordable(packed) >> n & 1) == bool(right)
    if right:
        assert tariff.pick(n, packed, lambda: chance) in right


@settings(max_examples=100, deadline=None)
@given(hand=hands(), track=tracks)
def test_payments_begin_with_the_fewest_jokers(hand: Counter[str], track: Track) -> None:
    tariff, n, packed = BOARD.tariff_of[number(track.id)], number(track.id), KINDS.pack(tuple(hand.items()))
    found = [KINDS.count(payment, KINDS.wild) for payment in tariff.menu(n, packed)]
    assert found == sorted(found)
    fewest = min((KINDS.count(payment, KINDS.wild) for payment in tariff.payments(n, packed)), default=None)
    assert next(iter(found), None) == fewest


@settings(max_examples=100, deadline=None)
@given(hand=hands(), track=tracks)
def test_the_menu_leaves_out_only_payments_with_a_card_to_spare(hand: Counter[str], track: Track) -> None:
    tariff, n, packed = BOARD.tariff_of[number(track.id)], number(track.id), KINDS.pack(tuple(hand.items()))
    everything, offered = list(tariff.payments(n, packed)), list(tariff.menu(n, packed))
    needed = [
        payment
        for payment in everything
        if not any(other != payment and KINDS.covers(payment, other) for other in everything)
    ]
    assert set(offered) <= set(needed)
    assert set(offered) == set(needed) or len(offered) == 25
    assert everything[: len(needed)] == needed


# Rulebook examples


@pytest.mark.parametrize(
    "payment",
    ["3 purple", "2 purple, 1 joker", "1 purple, 2 joker", "3 joker", "2 purple-port, 1 purple", "3 purple-port"],
)
def test_a_purple_rail_track_of_three(payment: str) -> None:
    assert accepts("novosibirsk-yakutsk", payment)


@pytest.mark.parametrize(
    "payment",
    [
        "2 white-ships",
        "4 white-ship",
        "2 white-ship, 1 white-ships",
        "1 white-ships, 2 joker",
        "1 white-ship, 1 white-ships, 1 joker",
        "3 white-ship, 1 joker",
        "4 joker",
    ],
)
def test_a_white_sea_track_of_four(payment: str) -> None:
    assert accepts("dar_es_salaam-mumbai", payment)


def test_five_spaces_of_sea_are_two_doubles_and_a_single_or_three_doubles_with_a_ship_lost() -> None:
    assert accepts("honolulu-manila", "2 white-ships, 1 white-ship")
    assert accepts("honolulu-manila", "3 white-ships")
    assert not accepts("honolulu-manila", "2 white-ships")


def test_ruling_every_card_places_at_least_one_ship() -> None:
    """A card with two ships places up to two, so 1 + 2 + 1 on four spaces is right; a fifth card would place none."""
    assert accepts("dar_es_salaam-mumbai", "1 white-ship, 2 white-ships")
    assert accepts("dar_es_salaam-mumbai", "3 white-ships")
    assert accepts("dar_es_salaam-mumbai", "4 white-ships")
    assert not accepts("dar_es_salaam-mumbai", "1 white-ship, 4 white-ships")
    assert not accepts("dar_es_salaam-mumbai", "4 white-ship, 1 white-ships")


def test_ruling_wasteful_payments_come_last_and_are_not_on_the_menu() -> None:
    hand = "1 white-ship, 3 white-ships, 2 joker"
    found = [KINDS.unpack(payment) for payment in payments("dar_es_salaam-mumbai", hand)]
    assert found[0] == cards("2 white-ships")
    offered = [KINDS.unpack(payment) for payment in menu("dar_es_salaam-mumbai", pack(hand))]
    assert found[: len(offered)] == offered
    assert cards("1 white-ship, 2 white-ships") in found[len(offered) :]
    assert offered == [
        cards("2 white-ships"),
        cards("1 white-ship, 1 white-ships, 1 joker"),
        cards("1 white-ships, 2 joker"),
    ]


def test_harbour_symbols_are_saved_before_plain_cards_but_not_before_jokers() -> None:
    found = [KINDS.unpack(payment) for payment in payments("al_qahira-djibouti", "2 red, 1 red-port, 1 joker")]
    assert found == [
        cards("2 red"),
        cards("1 red, 1 red-port"),
        cards("1 red, 1 joker"),
        cards("1 red-port, 1 joker"),
    ]


def test_on_a_grey_track_the_colour_that_the_hand_has_most_of_comes_first() -> None:
    found = [KINDS.unpack(payment) for payment in payments("athina-tehran", "2 red, 3 white")]
    assert found == [cards("2 white"), cards("2 red")]


@pytest.mark.parametrize(
    ("payment", "is_legal"),
    [
        ("2 red, 2 white", True),
        ("4 red", True),
        ("1 red, 1 red-port, 2 white-port", True),
        ("1 red, 1 white, 2 joker", True),
        ("3 red, 1 joker", True),
        ("4 joker", True),
        ("3 red, 1 white", False),
        ("2 red, 1 white, 1 black", False),
        ("2 red, 1 white, 1 joker", True),
        ("1 red, 1 white, 1 black, 1 joker", False),
        ("2 red", False),
        ("3 red, 3 white", False),
        ("2 red-ship, 2 red", False),
    ],
)
def test_two_pair_spaces_ask_for_two_pairs_of_any_colours(payment: str, is_legal: bool) -> None:
    assert accepts("lahore-tehran", payment) == is_legal


def test_every_space_of_a_pair_track_asks_for_a_pair_and_it_is_grey() -> None:
    found = [track for track in BOARD.tracks if track.pairs]
    assert len(found) == 5
    assert all(track.pairs == track.length and track.colour is None and track.kind == "rail" for track in found)


@pytest.mark.parametrize(
    ("track", "hand"),
    [
        ("lahore-tehran", "1 red, 1 white, 2 joker"),
        ("lahore-tehran", "2 red, 1 red-port, 2 white, 2 joker"),
        ("cape_town-toamasina", "2 red-ship, 2 red-ships, 1 white-ships, 2 joker"),
        ("athina-tehran", "2 red, 1 white-port, 2 joker"),
    ],
)
def test_picking_at_random_finds_every_payment_and_no_other(track: str, hand: str) -> None:
    tariff, random = BOARD.tariff_of[number(track)], Random(7)
    picked = {tariff.pick(number(track), pack(hand), random.random) for _ in range(2000)}
    assert picked == set(payments(track, hand))


# Refusals


@pytest.mark.parametrize(
    ("track", "payment", "refusal"),
    [
        ("novosibirsk-yakutsk", "2 purple", WrongNumber("novosibirsk-yakutsk", 3, 2)),
        ("novosibirsk-yakutsk", "4 purple", WrongNumber("novosibirsk-yakutsk", 3, 4)),
        ("novosibirsk-yakutsk", "", WrongNumber("novosibirsk-yakutsk", 3, 0)),
        ("novosibirsk-yakutsk", "3 red", WrongColour("novosibirsk-yakutsk", "purple", cards("3 red"))),
        ("novosibirsk-yakutsk", "3 purple-ship", WrongColour("novosibirsk-yakutsk", "purple", cards("3 purple-ship"))),
        ("athina-tehran", "1 red, 1 white", WrongColour("athina-tehran", None, cards("1 red, 1 white"))),
        ("dar_es_salaam-mumbai", "4 white", WrongColour("dar_es_salaam-mumbai", "white", cards("4 white"))),
        ("dar_es_salaam-mumbai", "1 white-ships, 1 joker", WrongNumber("dar_es_salaam-mumbai", 4, 3)),
        ("dar_es_salaam-mumbai", "5 white-ships", WrongNumber("dar_es_salaam-mumbai", 4, 10)),
        ("lahore-tehran", "2 red", WrongNumber("lahore-tehran", 4, 2)),
        ("lahore-tehran", "3 red, 1 white", WrongColour("lahore-tehran", None, cards("3 red, 1 white"))),
        ("lahore-tehran", "4 red-ship", WrongColour("lahore-tehran", None, cards("4 red-ship"))),
    ],
)
def test_a_wrong_payment_is_refused_with_its_reason(track: str, payment: str, refusal: WrongNumber) -> None:
    assert BOARD.tariff_of[number(track)].refusal(number(track), pack(payment)) == refusal


# Big hands


@pytest.mark.parametrize("track", list(SHAPES.values()), ids=lambda track: track.id)
def test_even_with_every_card_of_the_game_the_menu_is_short_and_quick(track: Track) -> None:
    tariff, n = BOARD.tariff_of[number(track.id)], number(track.id)
    with effort() as spent:
        offered = menu(track.id, EVERYTHING)
        assert 0 < len(offered) <= 25
        assert all(tariff.accepts(n, payment) for payment in offered)
        assert tariff.accepts(n, next(tariff.payments(n, EVERYTHING)))
        assert tariff.accepts(n, tariff.pick(n, EVERYTHING, lambda: 0.9))
    assert spent.calls < 10_000


def test_on_a_grey_track_every_colour_is_on_the_menu() -> None:
    offered = [KINDS.unpack(payment) for payment in menu("honolulu-lima", EVERYTHING)]
    colours = {KINDS.cards[KINDS.index[name]].colour for payment in offered for name, _ in payment}
    assert colours >= {"purple", "yellow", "green", "red", "black", "white"}


def test_payments_with_every_card_of_the_game_are_found_one_by_one_and_each_once() -> None:
    tariff, n = BOARD.tariff_of[number("beijing-lahore")], number("beijing-lahore")
    assert len(list(islice(tariff.payments(n, EVERYTHING), 10))) == 10
    found = list(tariff.payments(n, EVERYTHING))
    assert len(found) == len(set(found)) > 1000
    jokers = [KINDS.count(payment, KINDS.wild) for payment in found]
    assert jokers == sorted(jokers)
