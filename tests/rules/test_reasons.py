"""Whatever a hint gives as its reason is so: looked up in the view, or seen by doing it."""

from collections.abc import Iterator
from random import Random
from typing import Any

import networkx as nx
import pytest
from msgspec.structs import replace

from rules.catalog import TITLES, find_game
from rules.chance import Chance
from rules.game import Action, AnyGame, Reason
from rules.metro import reasons as metro
from rules.metro.actions import PlaceTile
from rules.metro.engine import MetroGame
from rules.tickets import reasons as tickets
from rules.tickets.actions import ClaimRoute, KeepTickets, TopUpTunnel
from rules.tickets.maps import Ticket
from rules.tickets.view import TicketView
from tests.rules.metro.playing import place, table

TABLES = [
    *((title, seats, {}) for title in TITLES for seats in {2, find_game(title).seats[-1]}),  # type: ignore[union-attr]
    ("metro", 3, {"modules": "1+2"}),
    ("metro", 2, {"modules": "3+4", "cards": "2", "direction": "free"}),
]


def moments(game: AnyGame, seats: int, given: dict[str, str], seed: int) -> Iterator[tuple[Any, Action]]:
    """A game in which people do sensible and foolish things, each with what is asked about then."""
    random = Random(seed)
    state = game.setup(game.options(given), seats, Chance(f"reasons {seed}"))
    while waiting := sorted(game.to_act(state)):
        player = random.choice(waiting)
        legal = game.legal_actions(state, player)
        advice = game.advise(game.view_for(state, player), legal, random.random)
        picked = legal.pick(random.random)
        yield state, advice
        yield state, picked
        state = game.apply(state, advice if random.random() < 0.8 else picked).state


@pytest.mark.parametrize(("title", "seats", "given"), TABLES, ids=str)
def test_every_reason_is_true(title: str, seats: int, given: dict[str, str]) -> None:
    game = find_game(title)
    assert game is not None
    for number, (state, action) in enumerate(moments(game, seats, given, 3)):
        if number % 3:
            continue
        view = game.view_for(state, action.player)
        found = game.reasons(view, action)
        assert found or isinstance(action, KeepTickets), action
        for reason in found:
            if isinstance(game, MetroGame):
                assert is_so_in_metro(game, state, view, action, reason), (action, reason)
            else:
                assert is_so(game, state, view, action, reason), (action, reason)


def spaces_to_go(game: Any, view: TicketView, ticket: Ticket, more: str | None = None) -> float:
    """By plain Dijkstra over everything that is free or one's own."""
    links: nx.Graph[str] = nx.Graph()
    for track in game.board.tracks:
        owner = view.owners.get(track.id)
        is_own = owner == view.reader or track.id == more
        if is_own or (owner is None and track.id not in view.closed):
            cost = 0 if is_own else track.length
            known = links.get_edge_data(track.a, track.b)
            if known is None or known["cost"] > cost:
                links.add_edge(track.a, track.b, cost=cost)
    for country in game.board.file.countries:
        for terminal in country.terminals:
            links.add_edge(country.id, terminal, cost=1000)
    a, b = ticket.cities
    countries = {country.id for country in game.board.file.countries}
    found = nx.shortest_path_length(links, a, b, weight="cost")
    return float(found) - 1000 * ((a in countries) + (b in countries))


def is_so(game: Any, state: Any, view: TicketView, action: Any, reason: Reason) -> bool:
    board = game.board
    by_id = {ticket.id: ticket for ticket in board.tickets}
    track_ids = {track.id: track for track in board.tracks}
    track = action.track if isinstance(action, ClaimRoute) else view.tunnel.track if view.tunnel else None
    held = {standing.ticket: standing for standing in view.tickets or ()}
    match reason:
        case tickets.FinishesTicket(ticket, points):
            assert not held[ticket].is_done
            assert points == by_id[ticket].points
            if isinstance(action, ClaimRoute) and track_ids[action.track].kind != "tunnel":
                after = game.view_for(game.apply(state, action).state, action.player)
                return any(each.ticket == ticket and each.is_done for each in after.tickets)
            return spaces_to_go(game, view, by_id[ticket], track) == 0
        case tickets.NearsTicket(ticket, spaces):
            before, after = spaces_to_go(game, view, by_id[ticket]), spaces_to_go(game, view, by_id[ticket], track)
            return after == spaces and before - after == track_ids[track or ""].length
        case tickets.ScoresPoints(points):
            return points == board.file.points[track_ids[action.track].length]
        case tickets.FewWaysLeft(city, player, left):
            at = [each.id for each in board.tracks if city in (each.a, each.b)]
            free = [each for each in at if each not in view.owners and each not in view.closed and each != action.track]
            return player != view.reader and player in {view.owners.get(each) for each in at} and left == len(free)
        case tickets.CardNeeded(card, needed, ticket):
            assert view.hand is not None
            is_open = not held[ticket].is_done and needed not in view.owners
            spaces = spaces_to_go(game, view, by_id[ticket])
            is_on_way = spaces - spaces_to_go(game, view, by_id[ticket], needed) == track_ids[needed].length
            colour = next(each.colour for each in board.file.cards if each.id == card)
            return is_open and is_on_way and track_ids[needed].colour == colour == action_colour(game, action)
        case tickets.CardCollected(card, count):
            return (view.hand or {})[card] == count == (view.hand or {})[action.card]
        case tickets.CardIsWild(card):
            return card == action.card and next(each for each in board.file.cards if each.id == card).colour is None
        case tickets.NothingUp():
            colours = {(each.colour, each.ships > 0) for each in board.file.cards if each.id in view.row}
            return not any(is_asked(game, view, by_id[name], colours) for name in held)
        case tickets.TracksAhead(count):
            return count > 0 and any(not each.is_done and each.can_be_done for each in held.values())
        case tickets.NoTicketOpen(pieces):
            return pieces == sum(view.own_pieces or ()) and not any(
                not each.is_done and each.can_be_done for each in held.values()
            )
        case tickets.TicketsOpen(count):
            return count == sum(not each.is_done and each.can_be_done for each in held.values())
        case tickets.TicketAhead(ticket, points, spaces):
            return (
                ticket in action.tickets
                and points == by_id[ticket].points
                and spaces == spaces_to_go(game, view, by_id[ticket])
            )
        case tickets.SpacesAhead(rail, sea):
            return rail >= 0 and sea >= 0 and (sea == 0 or any(each.kind == "sea" for each in board.tracks))
        case tickets.TicketsAt(city, number, finished):
            named = [name for name in held if city in by_id[name].cities]
            return number == len(named) and finished == sum(held[name].is_done for name in named)
        case tickets.TunnelAsks(cards):
            return view.tunnel is not None and view.tunnel.asked == cards
        case tickets.NothingElse():
            return list(game.legal_actions(state, action.player)) == [action]
    return False


def action_colour(game: Any, action: Any) -> str | None:
    found: str | None = next(each.colour for each in game.board.file.cards if each.id == action.card)
    return found


def is_asked(game: Any, view: TicketView, ticket: Ticket, colours: set[tuple[str | None, bool]]) -> bool:
    """Whether every shortest way of an open ticket asks for one of these colours: one that doesn't is enough."""
    standing = next(each for each in view.tickets or () if each.ticket == ticket.id)
    if standing.is_done or not standing.can_be_done or len(ticket.cities) != 2:
        return False
    spaces = spaces_to_go(game, view, ticket)
    closed = [track for track in game.board.tracks if track.colour and (track.colour, track.kind == "sea") in colours]
    shut = replace(view, closed=(*view.closed, *(track.id for track in closed if track.id not in view.owners)))
    try:
        return spaces_to_go(game, shut, ticket) > spaces
    except nx.NetworkXException:
        return True


def is_so_in_metro(game: AnyGame, state: Any, view: Any, action: Any, reason: Reason) -> bool:
    match reason:
        case metro.LineEnds(start, owner, player, passes, points):
            after = line_of(game.view_for(game.apply(state, action).state, action.player), start)
            before = line_of(view, start)
            told = (owner, player, passes, points)
            return (
                not before.is_finished
                and after.is_finished
                and told
                == (
                    after.owner,
                    after.player,
                    len(after.passes),
                    after.points,
                )
            )
        case metro.LineGrows(start, owner, player, before, after):
            now, then = line_of(view, start), line_of(game.view_for(game.apply(state, action).state, None), start)
            return (len(now.passes), len(then.passes), then.is_finished) == (before, after, False) and (
                now.owner,
                now.player,
            ) == (owner, player)
        case metro.CardPays(number, points):
            cards = game.view_for(game.apply(state, action).state, action.player).numbers
            before = next(card.points for card in view.numbers if card.number == number)
            return before == 0 and points == next(card.points for card in cards if card.number == number)
        case metro.NobodysLine():
            then = game.view_for(game.apply(state, action).state, None)
            changed = [a for a, b in zip(view.lines, then.lines, strict=True) if len(a.passes) != len(b.passes)]
            return all(line.owner is None for line in changed)
        case metro.TilesUnseen(tiles, kinds):
            others = {kind: count for kind, count in view.unseen.items() if kind not in view.hand and count}
            return (sum(others.values()), len(others)) == (tiles, kinds)
        case metro.CompanyValues(given, value, taken, better):
            values = {company.colour: company.value for company in view.companies}
            own = {share.percent: share.company for share in view.shares}
            up = {share.percent: share.company for share in view.open_shares}
            is_taken = taken is None if action.take == "hidden" else taken == up[action.give]
            return given == own[action.give] and value == values[given] and is_taken and better == values.get(taken)
        case metro.TrainOn(space, passes):
            return space == action.space and passes == len(line_of(view, space).passes)
    return False


def line_of(view: Any, start: str) -> Any:
    return next(line for line in view.lines if line.start == start)


def test_a_claim_that_finishes_a_ticket_says_so_first() -> None:
    game = find_game("lantern")
    assert game is not None
    seen = set[str]()
    for seed in range(6):
        for state, action in moments(game, 2, {}, seed):
            if isinstance(action, ClaimRoute | TopUpTunnel):
                found = game.reasons(game.view_for(state, action.player), action)
                kinds = [reason.__struct_config__.tag for reason in found]
                assert "finishes" not in kinds or kinds[0] == "finishes"
                seen.update(str(kind) for kind in kinds)
    assert {"finishes", "nears", "points", "few_ways"} <= seen


def test_a_line_that_reaches_the_centre_is_told_of_first_with_what_is_doubled() -> None:
    game = MetroGame()
    state = place(table(2, ["aaaa"] * 4), "E1", "E2")
    owner = next(station.player for station in game.view_for(state, None).stations if station.square == "E1")
    state = place(state, "A1") if state.player != owner else state
    view = game.view_for(state, owner)
    first, *_ = game.reasons(view, PlaceTile(owner, "E3", "aaaa"))
    assert isinstance(first, metro.LineEnds)
    assert (first.player, first.passes, first.points) == (owner, 3, 6)


def test_all_that_can_be_told_of_a_tile_is_told_sometime() -> None:
    game, told = MetroGame(), set()
    for state, action in moments(game, 2, {"modules": "4", "cards": "2"}, 5):
        told |= {type(reason) for reason in game.reasons(game.view_for(state, action.player), action)}
    assert told >= {metro.LineEnds, metro.LineGrows, metro.CardPays, metro.TilesUnseen}
