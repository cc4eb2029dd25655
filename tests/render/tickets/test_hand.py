"""The hand: all of it can be read, nothing stands on anything else, and what a ticket lacks is shown where it lies."""

from collections import Counter
from itertools import combinations
from random import Random
from typing import Any, NamedTuple

import pytest
from msgspec.structs import replace

from data.languages import LANGUAGES
from render.kit.sheet import Sheet
from render.kit.text import shaped, width_of
from render.kit.theme import THEMES
from render.tickets import hand, hand_map, ticket_rows
from render.tickets.base import base_of
from render.tickets.drawn_map import drawn_map_of
from render.tickets.hand import HEAD, WIDTH, draw_hand
from render.tickets.hand_map import Area, missing_tracks
from render.tickets.scene import scene_of
from render.tickets.ticket_rows import TicketLine, notes_of, ticket_lines
from rules.catalog import TICKET_TITLES
from rules.tickets.maps import load_map
from rules.tickets.view import TicketView
from rules.tickets.ways import way_along
from tests.render.probe import outside, overlaps, watched
from tests.render.tickets.positions import NAMES, empty, for_player, midgame, seats

FLOOR = 36 * WIDTH / 1800
LONG = ("Katarzyna Wiśniewska", "Grzegorz Brzęczyszczykiewicz-Chrząszczyżewoszycki", "銀河鐵道の夜" * 4)
every_language = pytest.mark.parametrize("language", LANGUAGES)
every_game = pytest.mark.parametrize("game", TICKET_TITLES)


class Written(NamedTuple):
    string: str
    size: float
    area: tuple[float, float, float, float]


@pytest.fixture
def written(monkeypatch: pytest.MonkeyPatch) -> list[Written]:
    """All that is written on sheets, and the icons of the head."""
    found: list[Written] = []
    text, stamp = Sheet.text, Sheet.stamp

    def noted(
        self: Sheet, x: float, y: float, string: str, size: float, fill: Any, ground: Any, *rest: Any, **more: Any
    ) -> float:
        width = text(self, x, y, string, size, fill, ground, *rest, **more)
        anchor = more.get("anchor", rest[1] if len(rest) > 1 else "l")
        left = x - {"l": 0.0, "m": 0.5, "r": 1.0}[anchor] * width
        found.append(Written(string, size, (left, y - size * 0.36, left + width, y + size * 0.36)))
        return width

    def stamped(self: Sheet, key: Any, box: Any, *rest: Any, **more: Any) -> None:
        stamp(self, key, box, *rest, **more)
        if isinstance(key, tuple) and key[0] == "hand icon":
            found.append(Written(key[1], FLOOR, (box[0] + 5, box[1], box[2] - 5, box[3])))

    monkeypatch.setattr(Sheet, "text", noted)
    monkeypatch.setattr(Sheet, "stamp", stamped)
    return found


def own_view(game: str, tickets: int, offered: int = 0) -> TicketView:
    """Somebody with all kinds of cards and the longest names of tickets."""
    view, _ = midgame(game, 3, 6)
    file = load_map(game)
    names = {city.id: city.name for city in file.cities} | {country.id: country.name for country in file.countries}
    longest = sorted(file.tickets, key=lambda ticket: -len(" – ".join(names[city] for city in ticket.cities)))
    held = [(ticket.id, i % 4 == 0, i % 4 != 3) for i, ticket in enumerate(longest[:tickets])]
    own = for_player(view, 1, held, {card.id: 11 for card in file.cards})
    offer = tuple(ticket.id for ticket in longest[tickets : tickets + offered])
    return replace(own, offer=offer, keep_at_least=2 if offered else 0)


@every_language
@every_game
@pytest.mark.parametrize("tickets", [0, 2, 5, 12])
def test_nothing_is_too_small_cut_off_or_on_something_else(
    game: str, language: str, tickets: int, written: list[Written]
) -> None:
    for offered in (0, 4):
        written.clear()
        people = [replace(seat, name=name) for seat, name in zip(seats(3), LONG, strict=True)]
        draw_hand(own_view(game, tickets, offered), people, language=language, table="A long night #1234")
        assert min(text.size for text in written) >= FLOOR
        on_each_other = [(a, b) for a, b in combinations(written, 2) if touches(a.area, b.area)]
        assert not on_each_other
        assert all(text.area[0] >= 0 and text.area[2] <= WIDTH for text in written)


@every_language
@every_game
def test_hands_of_every_size_are_written_in_full_and_stand_out(game: str, language: str) -> None:
    """With the longest tickets at the bottom of every width that the list may have."""
    for number, (tickets, offered) in enumerate(((1, 0), (2, 3), (5, 0), (9, 4))):
        theme = tuple(THEMES)[(number + len(game)) % len(THEMES)]
        base_of(game, theme)
        view = own_view(game, tickets, offered)
        with watched() as found:
            draw_hand(view, seats(3), theme=theme, language=language, table="#12")
        assert not overlaps(found)
        assert not outside(found, (WIDTH, 3000))
        assert not [one.string for one in found if one.is_cut and one.string not in NAMES]
        assert not [one.string for one in found if one.size < FLOOR - 0.01]
        assert not {one.string: one.contrast for one in found if one.contrast < 4.5}


@every_language
@every_game
def test_every_ticket_of_every_map_can_be_read_in_full(game: str, language: str) -> None:
    view = own_view(game, 0)
    for ticket in load_map(game).tickets:
        offered = replace(view, offer=(ticket.id,), keep_at_least=1)
        scene = scene_of(offered, seats(3), (), "light", language, "")
        (line,) = ticket_lines(scene)
        width = hand.layout_of(scene, [line]).left_width
        room = ticket_rows.room_of(line, width)
        names, size = ticket_rows.name_lines(line.name, room)
        assert size >= FLOOR
        assert max(width_of(name, "bold", FLOOR) for name in names) <= room
        assert max(width_of(note, "semibold", FLOOR) for note in notes_of(scene, line)) <= room


def test_the_sizes_of_what_stands_on_the_small_map_can_be_read_too() -> None:
    assert min(hand_map.LETTER, hand_map.NAME) >= FLOOR


@every_language
@every_game
@pytest.mark.parametrize("name", LONG)
def test_the_name_of_the_player_is_never_lost(game: str, language: str, name: str, written: list[Written]) -> None:
    people = [replace(seat, name=name) for seat in seats(3)]
    draw_hand(own_view(game, 1), people, language=language, table="#12")
    (pill,) = [text for text in written if text.string == name]
    shown = shaped(name, "bold", pill.size * 3, (pill.area[2] - pill.area[0]) * 3 + 1)
    assert sum(len(run.text) for run in shown.runs) >= 6
    assert pill.area[3] < HEAD


def line_of(view: TicketView, ticket: str) -> tuple[TicketLine, tuple[str, ...], set[str]]:
    scene = scene_of(replace(view, offer=(ticket,), keep_at_least=1), seats(view.seats), (), "light", "en", "")
    (line,) = ticket_lines(scene)
    return line, notes_of(scene, line), set(missing_tracks(scene, [line]))


def test_an_open_ticket_shows_the_missing_spaces_of_its_cheapest_way() -> None:
    view = replace(empty("usa", 2), reader=0, hand={}, own_pieces=(45, 0))
    ticket = load_map("usa").tickets[0]
    way = way_along(view, 0, ticket)
    assert way is not None
    _, notes, tracks = line_of(view, ticket.id)
    assert notes == (f"{way.spaces}\u00a0spaces to go",)
    assert tracks == set(way.tracks)
    begun = replace(view, owners={way.tracks[0]: 0})
    assert line_of(begun, ticket.id)[2] == set(way.tracks[1:])


def test_a_ticket_that_needs_more_pieces_than_one_has_says_so() -> None:
    ticket = load_map("usa").tickets[0]
    view = replace(empty("usa", 2), reader=0, hand={}, own_pieces=(2, 0))
    line, notes, _ = line_of(view, ticket.id)
    assert line.way is not None
    assert notes == (f"{line.way.spaces} to go, only 2 pieces",)


def test_a_tour_shows_its_way_from_stop_to_stop_and_its_other_figures() -> None:
    view = replace(empty("world", 2), reader=0, hand={}, own_pieces=(20, 40))
    tour = next(ticket for ticket in load_map("world").tickets if ticket.in_order)
    line, notes, tracks = line_of(view, tour.id)
    assert line.way is not None
    assert tracks == set(line.way.tracks)
    ends = {city for track in load_map("world").tracks if track.id in tracks for city in (track.a, track.b)}
    assert set(tour.cities) <= ends
    assert notes[1] == f"else +{tour.points}, none −{tour.penalty}"


@every_game
def test_names_on_the_small_map_keep_clear_of_each_other_and_are_hardly_ever_left_out(game: str) -> None:
    """In hands of any size, on the smallest map that hands have."""
    drawn_map, random = drawn_map_of(game), Random(game)
    tickets, below = load_map(game).tickets, min(hand.map_widths(drawn_map)[0])
    width, height = drawn_map.outline.size
    scale, wanted, found = below / width, 0, 0
    for number in range(40):
        counts = Counter(city for ticket in random.sample(tickets, 3 + number % 6) for city in ticket.cities)
        missing = tuple(random.sample(list(drawn_map.tracks), 6))
        areas = dict(hand_map.name_areas(game, scale, tuple(counts.items()), missing))
        taken = [hand_map.discs(drawn_map, place, count, scale) for place, count in counts.items()]
        for area in areas.values():
            assert not any(touches(area, other) for other in taken)
            assert area[0] >= 0
            assert area[1] >= 0
            assert area[2] <= width
            assert area[3] <= height
            taken.append(area)
        wanted, found = wanted + len(counts), found + len(areas)
    assert found > 0.99 * wanted


@every_game
def test_letters_of_tickets_stand_whole_on_the_small_map(game: str) -> None:
    drawn_map = drawn_map_of(game)
    width, height = drawn_map.outline.size
    scale = min(hand.map_widths(drawn_map)[0]) / width
    for place in {city for ticket in load_map(game).tickets for city in ticket.cities}:
        for count in (1, 4):
            left, top, right, bottom = hand_map.discs(drawn_map, place, count, scale)
            assert 0 <= left < right <= width, place
            assert 0 <= top < bottom <= height, place


def test_the_map_grows_where_there_are_few_tickets() -> None:
    widths = []
    for count in (1, 9):
        scene = scene_of(own_view("usa", count), seats(3), (), "light", "en", "")
        left, _, right, _ = hand.layout_of(scene, ticket_lines(scene)).map_box
        widths.append(right - left)
    assert widths[0] > widths[1]


def touches(one: Area, other: Area) -> bool:
    return one[0] < other[2] and other[0] < one[2] and one[1] < other[3] and other[1] < one[3]


def test_pieces_that_are_not_chosen_yet_are_no_noughts(written: list[Written]) -> None:
    view = for_player(empty("world", 2), 0, [], {})
    for pieces, shown in ((None, ["?", "?"]), ((0, 7), ["0", "7"])):
        written.clear()
        draw_hand(replace(view, own_pieces=pieces), seats(2))
        assert [figure_beside(icon, written) for icon in ("wagon", "ship")] == shown


def figure_beside(icon: str, written: list[Written]) -> str:
    """What stands next to the right of an icon of the head."""
    (end,) = (each.area[2] for each in written if each.string == icon)
    return min(
        (each for each in written if each.area[0] >= end), key=lambda each: (each.area[1] > HEAD, each.area[0])
    ).string
