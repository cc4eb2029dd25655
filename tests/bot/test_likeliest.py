"""Every list has the likeliest first, and says why it is likely: checked over whole games."""

from copy import copy
from functools import cache
from typing import Any, NamedTuple

import pytest

from bot.games.catalog import face_of
from bot.games.menus import MORE
from bot.games.metro.choices import offer_of, spot_of, spots
from bot.games.metro.draft import MetroDraft
from bot.games.page import Choice, Menu, Settings
from bot.games.suggestions import suggest
from bot.games.tickets.atlas import atlas
from data.languages import LANGUAGES
from rules.catalog import TICKET_TITLES
from rules.metro.preview import HOPE, Gains, effects_of
from rules.tickets.actions import ClaimRoute
from rules.tickets.maps import load_map
from rules.tickets.prospects import Prospects
from tests.bot.tables import Table

GLANCE = 5
"""At every so many turns a page is looked at."""
FINISHES = {"en": "finishes ", "pl": "kończy "}


class Moment(NamedTuple):
    table: Table
    player: int
    view: Any
    legal: Any


@cache
def turns(title: str, seats: int, options: tuple[tuple[str, str], ...] = ()) -> list[Moment]:
    """Some of the turns of a game as conductors play it."""
    table, seen, found = Table(title, seats, seed=4, options=dict(options)), 0, []
    while asked := table.to_act():
        player = asked[0]
        view, legal = table.view(player), table.legal(player)
        if view.turn and view.turn != seen and view.turn % GLANCE == 0:
            seen = view.turn
            found.append(Moment(copy(table), player, view, legal))
        table.act(table.game.advise(view, legal, table.random))
    return found


def menu_of(table: Table, player: int, verb: str, language: str = "en") -> tuple[Choice, ...]:
    face = table.face
    page = face.page(table.view(player), table.legal(player), face.draft(), Settings(), language, table.names)
    menus = [row for row in page.rows if isinstance(row, Menu) and row.verb == verb]
    return tuple(choice for menu in menus for choice in menu.choices if choice.value != MORE)


def worth(table: Table, player: int, track: str) -> tuple[bool, bool, int]:
    """What comes first in a menu has the least of these."""
    prospects = Prospects(table.view(player))
    points = load_map(table.game.id).points[atlas(table.game.id).tracks[track].length]
    done = bool(prospects.finishes(track))
    return not done, not done and not prospects.nears(track), -points if not done else 0


@pytest.mark.parametrize("title", TICKET_TITLES)
def test_routes_that_finish_a_ticket_come_first_then_those_on_the_way_of_one_then_by_points(title: str) -> None:
    finishing = 0
    for table, player, view, legal in turns(title, 2):
        claims = menu_of(table, player, "route")
        ranks = [worth(table, player, choice.value) for choice in claims]
        assert ranks == sorted(ranks)
        affordable = [track for track in legal.tracks() if Prospects(view).finishes(track)]
        finishing += len(affordable)
        for language in LANGUAGES:
            says = FINISHES.get(language)
            for choice in menu_of(table, player, "route", language) if says else ():
                assert choice.description.startswith(says) == (choice.value in affordable), choice
        if affordable:
            assert claims[0].value in affordable
            listed = suggest(view, legal, "route", "", "en", table.names)
            assert listed[0].value in affordable
            moves = suggest(view, legal, "move", "", "en", table.names)
            assert moves[0].value.split(":")[1] in affordable
    assert finishing


@pytest.mark.parametrize("title", TICKET_TITLES)
def test_what_a_menu_promises_of_a_route_comes_true(title: str) -> None:
    """The first of the menu is claimed; the tickets that it names are then done, for so many points."""
    kept = 0
    for table, player, view, legal in turns(title, 2):
        done = Prospects(view).finishes(menu_of(table, player, "route")[0].value) if legal.tracks() else ()
        if not done:
            continue
        first = menu_of(table, player, "route")[0]
        points = sum(standing.points for standing in done)
        assert f"+{points}" in first.description
        assert len(done) > 1 or atlas(title).ticket(done[0].ticket) in first.description
        paid = next(iter(legal.payments(first.value)))
        state = table.game.apply(table.state, ClaimRoute(player, first.value, paid)).state
        after = table.game.view_for(state, player)
        if first.value in after.owners:
            won = {each.ticket: each.points for each in after.tickets if each.is_done}
            assert all(won[standing.ticket] == standing.points for standing in done)
            kept += 1
    assert kept


@pytest.mark.parametrize("title", TICKET_TITLES)
def test_cities_at_the_way_of_a_ticket_come_before_the_others(title: str) -> None:
    for table, player, view, legal in turns(title, 2):
        prospects, book = Prospects(view), atlas(title)
        helpful = {
            city
            for track in legal.tracks()
            if prospects.finishes(track) or prospects.nears(track)
            for city in (book.place(book.tracks[track].a), book.place(book.tracks[track].b))
        }
        cities = [choice.value for choice in menu_of(table, player, "city")]
        flags = [city in helpful for city in cities]
        assert flags == sorted(flags, reverse=True)
        rest = [book.city(city) for city in cities if city not in helpful]
        assert rest == sorted(rest)


METRO = ((), (("direction", "free"), ("hand", "2")), (("modules", "1+2"),))


@pytest.mark.parametrize("options", METRO, ids=str)
def test_the_cursor_starts_where_a_tile_brings_most(options: tuple[tuple[str, str], ...]) -> None:
    for table, player, view, legal in turns("metro", 3, options):
        offer, gains = offer_of(view, legal), Gains(view)
        spot = spot_of(view, offer, MetroDraft())
        if spot is None:
            continue
        best = max(gains.of(each.square, each.tile, each.turn) for each in spots(offer))
        assert gains.of(spot.square, spot.tile, spot.turn) == best
        page = face_of("metro").page(view, legal, MetroDraft(), Settings(), "en", table.names)
        places = [row for row in page.rows if not isinstance(row, Menu) and row[0].verb == "place"]
        assert [row[0].choice for row in places] == [spot.id]
        listed = suggest(view, legal, "move", "", "en", table.names)
        assert listed[0].value == f"place:{spot.square}:{spot.tile}:{spot.turn}"
        assert player in table.to_act()


def test_the_first_tile_of_a_game_is_not_put_where_it_ends_an_own_line() -> None:
    table = Table("metro", 2, seed=1)
    view, legal = table.view(0), table.legal(0)
    spot = spot_of(view, offer_of(view, legal), MetroDraft())
    assert spot is not None
    own = [each for each in effects_of(view, spot.square, spot.tile, spot.turn) if each.player == 0]
    assert own
    assert all(effect.end is None for effect in own)


def test_ending_a_rivals_line_brings_more_than_lengthening_it() -> None:
    kinds = set()
    for _, _, view, legal in turns("metro", 3):
        gains = Gains(view)
        for spot in spots(offer_of(view, legal)):
            touched = [each for each in effects_of(view, spot.square, spot.tile, spot.turn) if each.player is not None]
            if len(touched) == 1 and touched[0].player != view.reader and touched[0].points <= touched[0].before + HOPE:
                is_end = touched[0].end is not None
                assert (gains.of(spot.square, spot.tile, spot.turn) >= 0) == is_end
                kinds.add(is_end)
    assert kinds == {True, False}
