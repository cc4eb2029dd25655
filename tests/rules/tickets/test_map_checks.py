"""Maps broken on purpose, each in one way; and our own, which are whole."""

from collections.abc import Callable

import pytest
from msgspec.structs import replace

from rules.catalog import TICKET_TITLES
from rules.tickets.map_checks import map_problems
from rules.tickets.maps import City, MapFile, Ticket, Track, load_map

USA, NORDIC = load_map("usa"), load_map("nordic")


@pytest.mark.parametrize("title", TICKET_TITLES)
def test_our_own_maps_are_whole(title: str) -> None:
    assert map_problems(load_map(title)) == []


def with_track(file: MapFile, **change: object) -> MapFile:
    """Its first track changed."""
    return replace(file, tracks=(replace(file.tracks[0], **change), *file.tracks[1:]))


def with_ticket(file: MapFile, **change: object) -> MapFile:
    return replace(file, tickets=(replace(file.tickets[0], **change), *file.tickets[1:]))


def without_tracks_of(file: MapFile, city: str) -> MapFile:
    kept = tuple(track for track in file.tracks if city not in (track.a, track.b))
    return replace(file, tracks=kept, totals=None)


def without_cards(file: MapFile, colour: str | None) -> MapFile:
    return replace(file, cards=tuple(card for card in file.cards if card.colour != colour), totals=None)


def with_one_card_each(file: MapFile) -> MapFile:
    return replace(file, cards=tuple(replace(card, count=2) for card in file.cards), totals=None)


def kinds(file: MapFile) -> set[str]:
    return {problem.kind for problem in map_problems(file)}


@pytest.mark.parametrize(
    ("broken", "kind"),
    [
        (lambda: with_track(USA, b="atlantis"), "loose_end"),
        (lambda: with_track(USA, b=USA.tracks[0].a), "loop"),
        (lambda: with_track(USA, id=USA.tracks[1].id), "repeated"),
        (lambda: with_track(USA, length=9), "unscored"),
        (lambda: without_tracks_of(USA, "miami"), "unconnected"),
        (lambda: replace(USA, cities=(*USA.cities, City(id="rock", name="Rock", lat=0, lon=0))), "unconnected"),
        (lambda: without_tracks_of(USA, "miami"), "no_way"),
        (lambda: with_ticket(USA, cities=("miami", "miami")), "same_ends"),
        (lambda: with_ticket(USA, cities=("miami", "atlantis")), "unknown_place"),
        (lambda: with_ticket(NORDIC, points=NORDIC.tickets[0].points + 1), "wrong_value"),
        (lambda: replace(USA, pieces={"wagons": 6}), "too_far"),
        (lambda: replace(USA, pieces={"wagons": 5}), "too_few_pieces"),
        (lambda: replace(USA, cards=USA.cards[1:]), "total"),
        (lambda: replace(USA, tickets=USA.tickets[1:]), "total"),
        (lambda: with_track(USA, colour="red"), "total"),
        (lambda: replace(USA, tickets=USA.tickets[:9]), "too_few_tickets"),
        (lambda: replace(USA, opening_tickets=replace(USA.opening_tickets, keep=4)), "keeps_more_than_drawn"),
        (lambda: with_one_card_each(USA), "too_few_cards"),
        (lambda: with_one_card_each(USA), "unpayable"),
        (lambda: without_cards(USA, "red"), "no_such_colour"),
        (lambda: with_track(USA, kind="ferry", locomotives=1), "unreadable"),
    ],
)
def test_a_broken_map_is_found_out(broken: Callable[[], MapFile], kind: str) -> None:
    assert kind in kinds(broken())


def test_a_problem_names_what_is_wrong() -> None:
    lost = replace(USA, cities=(*USA.cities, City(id="rock", name="Rock", lat=0, lon=0)))
    assert [problem.fields for problem in map_problems(lost)] == [{"city": "rock"}]
    assert USA.totals
    counted = replace(USA.totals, cards=111)
    assert [problem.fields for problem in map_problems(replace(USA, totals=counted))] == [
        {"what": "cards", "declared": 111, "found": 110}
    ]


def test_a_country_without_a_city_is_found_out() -> None:
    germany = load_map("germany")
    nowhere = replace(germany.countries[0], terminals=("atlantis",))
    assert "unknown_terminal" in kinds(replace(germany, countries=(nowhere, *germany.countries[1:])))


def test_values_are_compared_only_where_the_map_says_so() -> None:
    assert "wrong_value" not in kinds(with_ticket(USA, points=21))


def test_tours_and_tickets_of_two_ends_are_both_tried() -> None:
    world = load_map("world")
    tour = next(ticket for ticket in world.tickets if ticket.in_order)
    alone = City(id="rock", name="Rock", lat=0, lon=0)
    lost = replace(world, cities=(*world.cities, alone), totals=None)
    lost = replace(lost, tickets=(*world.tickets, Ticket("x", (*tour.cities, "rock"), 5, in_order=9)))
    assert {"unconnected", "no_way"} <= kinds(lost)


def test_a_second_part_of_the_map_is_apart_as_a_whole() -> None:
    isles = tuple(City(id=name, name=name, lat=0, lon=0) for name in ("one", "two"))
    bridge = Track(id="one-two", a="one", b="two", length=1)
    apart = replace(USA, cities=(*USA.cities, *isles), tracks=(*USA.tracks, bridge), totals=None)
    assert [problem.fields["city"] for problem in map_problems(apart)] == ["one", "two"]
