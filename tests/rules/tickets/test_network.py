"""Connected cities, longest trails and tours, each against a search so plain that it can't be wrong."""

from collections.abc import Sequence
from random import Random

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from rules.tickets.network import Trail, components, has_trail_in_order, longest_length, longest_trail
from tests.bench.hard_networks import SUITE, Board, plain_search

Track = tuple[str, str, int]
CITIES = "ABCDEF"


def tracks(text: str) -> list[Track]:
    """`AB2 BC3`: a track of 2 from A to B and one of 3 from B to C."""
    return [(word[0], word[1], int(word[2:])) for word in text.split()]


def networks(most: int) -> st.SearchStrategy[list[Track]]:
    ends = st.lists(st.sampled_from(CITIES), min_size=2, max_size=2, unique=True)
    return st.lists(st.builds(lambda pair, length: (*pair, length), ends, st.integers(1, 6)), max_size=most)


def strung_together() -> st.SearchStrategy[list[Track]]:
    """Up to three networks of four cities with circles and doubles, some of them joined by a bridge, and dead ends."""
    pairs = st.sampled_from(["AB", "AC", "AD", "BC", "BD", "CD"])
    part = st.lists(pairs, min_size=1, max_size=5)

    def joined(parts: list[list[str]], bridges: list[str], dead_ends: list[str], lengths: list[int]) -> list[Track]:
        """The cities of the parts are capitals, small letters and digits; those of the dead ends are w, x, y and z."""
        words = [pair.lower() if i == 1 else pair for i, part in enumerate(parts[:2]) for pair in part]
        words += [pair.translate(str.maketrans("ABCD", "1234")) for part in parts[2:] for pair in part]
        words += bridges + [start + end for start, end in zip(dead_ends, "wxyz", strict=False) if start != end]
        return [(word[0], word[1], length) for word, length in zip(words, lengths, strict=False)]

    return st.builds(
        joined,
        st.lists(part, min_size=1, max_size=3),
        st.lists(st.sampled_from(["Aa", "Bb", "a1", "C1", "Bm", "mc"]), max_size=3, unique=True),
        st.lists(st.sampled_from("ABCDabcd12wx"), max_size=4),
        st.lists(st.integers(1, 6), min_size=22, max_size=22),
    )


def every_trail(network: Sequence[Track]) -> list[tuple[str, list[int]]]:
    """All trails: the cities in walking order and the tracks between them."""
    grown = [(city, list[int]()) for city in sorted({city for track in network for city in track[:2]})]
    for cities, walked in grown:
        for i, (a, b, _) in enumerate(network):
            if i not in walked and cities[-1] in (a, b):
                grown.append((cities + (b if cities[-1] == a else a), [*walked, i]))
    return grown


def assert_walkable(network: Sequence[Track], trail: Trail) -> None:
    assert len(set(trail.tracks)) == len(trail.tracks)
    assert sum(network[i][2] for i in trail.tracks) == trail.length
    reached = {city for i in trail.tracks[:1] for city in network[i][:2]}
    for i in trail.tracks[1:]:
        a, b, _ = network[i]
        reached = {b for _ in reached & {a}} | {a for _ in reached & {b}}
        assert reached, f"{trail.tracks} can't be walked in this order"


EXAMPLES = {
    "no track": ("", 0),
    "one track": ("AB4", 4),
    "a star: two arms": ("AB4 AC3 AD2", 7),
    "a tree: between its farthest leaves": ("AB1 AC1 BD5 BE4 CF3 CG2", 10),
    "a loop with a tail": ("AB2 BC2 CA2 CD5", 11),
    "a loop with two tails at one city": ("AB2 BC2 CA2 CD5 CE4", 15),
    "a loop with three tails: the shortest is left out": ("AB2 BC2 CA2 CD5 CE4 CF3", 15),
    "a loop with tails at two cities: the best of both": ("AB1 BC3 CA3 AD5 BE4", 15),
    "two loops joined by a track": ("AB1 BC1 CA1 CD4 DE2 EF2 FD2", 13),
    "three loops joined in one city: one is left out": ("AB1 BC1 CA1 AX1 DE2 EF2 FD2 DX1 GH3 HI3 IG3 GX1", 17),
    "two bridges to the middle of three circles, the largest first": (
        "AB9 BC9 CA9 CD1 DE2 EF2 FD2 FG1 GH3 HI3 IG3",
        42,
    ),
    "a dead end that forks, at a circle": ("AB2 BC2 CA2 CD1 DE3 DF4 FG1", 12),
    "a figure of eight": ("AB1 BC2 CA3 AD4 DE5 EA6", 21),
    "two networks: the longer trail counts": ("AB2 BC2 DE3 EF2", 5),
    "parallel tracks": ("AB3 AB2", 5),
    "three parallel tracks with a tail": ("AB3 AB3 AB3 BC1", 10),
    "the shortest way between two odd cities is left out": ("AB2 BC2 CD2 DA2 AC5 BD1", 13),
}


@pytest.mark.parametrize(("network", "length"), EXAMPLES.values(), ids=EXAMPLES)
def test_the_longest_trail_of_a_small_network(network: str, length: int) -> None:
    found = longest_trail(tracks(network))
    assert found.length == length
    assert_walkable(tracks(network), found)


@settings(deadline=None)
@given(networks(most=8))
def test_no_trail_is_longer_than_the_longest(network: list[Track]) -> None:
    found = longest_trail(network)
    assert found.length == max((sum(network[i][2] for i in walked) for _, walked in every_trail(network)), default=0)
    assert_walkable(network, found)


@settings(deadline=None)
@given(strung_together(), st.randoms(use_true_random=False))
def test_no_trail_is_longer_where_networks_are_strung_together(network: list[Track], order: Random) -> None:
    order.shuffle(network)
    length = plain_search([(ord(a), ord(b), length) for a, b, length in network])
    found = longest_trail(network)
    assert found.length == length
    assert_walkable(network, found)
    assert longest_length(network, length) == length
    assert longest_length(network, length - 1) == length
    assert longest_length(network, length + 1) == length + 1


@pytest.mark.parametrize("board", msgspec.json.decode(SUITE.read_bytes(), type=dict[str, Board]).values())
def test_networks_of_all_wagons_have_the_length_that_a_plain_search_finds(board: Board) -> None:
    for network in board.random + board.hard_for_ours:
        own = [board.tracks[i] for i in network]
        assert longest_trail(own).length == plain_search(own)


@settings(deadline=None)
@given(networks(most=25))
def test_the_trail_found_in_a_large_network_can_be_walked(network: list[Track]) -> None:
    assert_walkable(network, longest_trail(network))


@settings(deadline=None)
@given(networks(most=25))
def test_names_of_cities_do_not_change_the_trail(network: list[Track]) -> None:
    numbered = [(ord(a), ord(b), length) for a, b, length in network]
    assert longest_trail(numbered) == longest_trail(network)


@settings(deadline=None)
@given(networks(most=7))
def test_cities_are_connected_when_a_trail_joins_them(network: list[Track]) -> None:
    label = components(network)
    joined = {(cities[0], cities[-1]) for cities, _ in every_trail(network)}
    assert {(a, b) for a in label for b in label if label[a] == label[b]} == joined


def meets_in_order(walk: str, cities: str) -> bool:
    return "".join(dict.fromkeys(city for city in walk if city in cities)) == cities


TOURS = {
    "along a line": ("AB1 BC1 CD1", "ABCD", True),
    "against the line": ("AB1 BC1 CD1", "DCBA", True),
    "not past a city still to come": ("AB1 BC1", "ACB", False),
    "not back on the same track": ("AB1 BC1 BD1", "ACD", False),
    "back on a parallel track": ("AB1 BC1 BC1 BD1", "ACD", True),
    "again through a city already met": ("AB1 BC1 CD1 DB1 BE1", "ABDE", True),
    "again through a city met two stops ago": ("AB1 AC1 BA1 CD1", "ABCD", True),
    "the shorter way takes what a later leg needs": ("AX1 XB1 AY1 YZ1 ZB1 BX1 XC1", "ABC", True),
    "one bridge can't carry two legs": ("AX1 XB1 BC1 XY1 YC1 YD1", "ACBD", False),
    "in two networks": ("AB1 CD1", "ABCD", False),
    "a city without a track": ("AB1 BC1", "ABX", False),
    "no track": ("", "AB", False),
}


@pytest.mark.parametrize(("network", "cities", "is_met"), TOURS.values(), ids=TOURS)
def test_a_tour_through_a_small_network(network: str, cities: str, is_met: bool) -> None:
    assert has_trail_in_order(tracks(network), cities) is is_met
    assert any(meets_in_order(walk, cities) for walk, _ in every_trail(tracks(network))) is is_met


@settings(deadline=None)
@given(networks(most=8), st.lists(st.sampled_from(CITIES), min_size=2, max_size=5, unique=True).map("".join))
def test_a_tour_is_met_when_some_trail_meets_it(network: list[Track], cities: str) -> None:
    is_met = any(meets_in_order(walk, cities) for walk, _ in every_trail(network))
    assert has_trail_in_order(network, cities) is is_met
