"""Counting: tickets as they stand, the final result, and who wins."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import lru_cache
from typing import TYPE_CHECKING

from rules.game import PlayerId, Score
from rules.tickets.masks import numbers_in
from rules.tickets.network import components, has_trail_in_order, longest_length, longest_trail
from rules.tickets.state import Player, State
from rules.tickets.tickets import are_joined
from rules.tickets.view import TicketStanding

if TYPE_CHECKING:
    from rules.tickets.board import Board


@lru_cache(maxsize=16)
def network(board: Board, tracks: int) -> tuple[tuple[int, int, int], ...]:
    """The tracks of a mask as two cities and a length each. The final count asks several times over."""
    return tuple([board.edges[track] for track in numbers_in(tracks)])


def ticket_standings(board: Board, player: Player, reachable: int) -> tuple[TicketStanding, ...]:
    """The player's tickets as they stand; `reachable` are the tracks that the player has or might still claim."""
    edges = network(board, player.tracks)
    now, ever = components(edges), components(network(board, reachable))
    return tuple(standing(board, ticket, edges, now, ever) for ticket in player.tickets)


def standing(
    board: Board,
    number: int,
    edges: Sequence[tuple[int, int, int]],
    now: Mapping[int, int],
    ever: Mapping[int, int],
) -> TicketStanding:
    ends = board.ticket_ends[number]
    is_done = are_joined(ends, now)
    points = value(board, number, is_done, edges)
    return TicketStanding(board.tickets[number].id, is_done, is_done or are_joined(ends, ever), points)


def value(board: Board, number: int, is_done: bool, edges: Sequence[tuple[int, int, int]]) -> int:
    """What a ticket counts: more for a tour in the listed order, less than nothing where its places aren't joined."""
    ticket = board.tickets[number]
    if not is_done:
        return -(ticket.points if ticket.penalty is None else ticket.penalty)
    if ticket.in_order is not None:
        cities = [city for (city,) in board.ticket_ends[number]]
        return ticket.in_order if has_trail_in_order(edges, cities) else ticket.points
    return ticket.points


def final_standings(board: Board, player: Player) -> tuple[TicketStanding, ...]:
    return ticket_standings(board, player, player.tracks)


def ticket_points(board: Board, player: Player) -> int:
    """What a player's tickets count, won and lost."""
    edges = network(board, player.tracks)
    done = completed_tickets(board, player)
    return sum([value(board, ticket, ticket in done, edges) for ticket in player.tickets])


def completed_tickets(board: Board, player: Player) -> tuple[int, ...]:
    return tickets_joined(board, player.tracks, player.tickets)


@lru_cache(maxsize=16)
def tickets_joined(board: Board, tracks: int, tickets: tuple[int, ...]) -> tuple[int, ...]:
    """Those of the tickets that a network completes. The final count asks several times over."""
    now = components(network(board, tracks))
    return tuple([ticket for ticket in tickets if are_joined(board.ticket_ends[ticket], now)])


def completed(board: Board, player: Player) -> int:
    """How many tickets a player has completed."""
    return len(completed_tickets(board, player))


def longest_route(board: Board, player: Player) -> tuple[int, tuple[str, ...]]:
    """Its length in spaces, and its tracks in walking order."""
    numbers = numbers_in(player.tracks)
    trail = longest_trail([board.edges[track] for track in numbers])
    return trail.length, tuple(board.tracks[numbers[position]].id for position in trail.tracks)


def longest_of_all(board: Board, state: State) -> list[PlayerId]:
    """Whoever has the longest route. A player with fewer pieces on the map than it has spaces isn't measured."""
    placed = [sum([length for _, _, length in network(board, player.tracks)]) for player in state.players]
    most, holders = 0, list[PlayerId]()
    for seat in sorted(range(len(placed)), key=lambda seat: -placed[seat]):
        if placed[seat] < most:
            break
        length = longest_length(network(board, state.players[seat].tracks), max(0, most - 1))
        if length > most:
            most, holders = length, []
        if length == most:
            holders.append(seat)
    return sorted(holders)


def scores_so_far(state: State) -> tuple[Score, ...]:
    """What everybody at the table can add up."""
    lines = [Score(number, "routes", player.points) for number, player in enumerate(state.players)]
    lines += [Score(n, "exchanges", -player.exchanged) for n, player in enumerate(state.players) if player.exchanged]
    return tuple(lines)


def final_scores(board: Board, state: State) -> tuple[Score, ...]:
    lines = list(scores_so_far(state))
    for number, player in enumerate(state.players):
        lines.append(Score(number, "tickets", ticket_points(board, player)))
    for feature in board.features:
        lines.extend(feature.score(board, state))
    return tuple(lines)


def final_ranking(board: Board, state: State, scores: Sequence[Score]) -> tuple[tuple[PlayerId, ...], ...]:
    """Most points first, then the map's tie-breaks in turn; whoever is equal in all of them shares the place."""
    totals = [0] * len(state.players)
    for line in scores:
        totals[line.player] += line.points
    places: dict[tuple[int, ...], list[PlayerId]] = {}
    for player, total in enumerate(totals):
        names = board.file.tie_breaks if totals.count(total) > 1 else ()
        ties = [tie_break(name, board, state, scores, player) for name in names]
        places.setdefault((total, *ties), []).append(player)
    return tuple(tuple(places[key]) for key in sorted(places, reverse=True))


def tie_break(name: str, board: Board, state: State, scores: Sequence[Score], player: PlayerId) -> int:
    match name:
        case "tickets":
            return completed(board, state.players[player])
        case "longest_route":
            return longest_route(board, state.players[player])[0]
        case "longest_route_bonus":
            return sum(line.points for line in scores if line.player == player and line.category == "longest_route")
        case "passengers":
            return sum(state.players[player].passengers)
        case "harbours":
            return sum(line.points for line in scores if line.player == player and line.category == "harbours")
        case _:
            raise ValueError(name)
