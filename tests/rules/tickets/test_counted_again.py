"""Finished games of `nordic` and `germany`, their points counted again from the map's own names with networkx."""

from collections import Counter
from pathlib import Path

import networkx as nx
import pytest

from rules.game import Event
from rules.record import read_record, replay, replayed
from rules.tickets.events import LastRoundBegan, Passed, PassengerTaken, RouteClaimed, TurnBegan
from rules.tickets.maps import MapFile, load_map
from rules.tickets.view import TicketView

FOLDER = Path(__file__).parents[2] / "golden"
RECORDS = sorted(path for title in ("nordic", "germany") for path in FOLDER.glob(f"{title}-*[a-z].json"))
GAMES = [path for path in RECORDS if not path.name.endswith(".scores.json")]
GLOBETROTTER = {"nordic": 10, "germany": 15}


def completed(map_file: MapFile, view: TicketView, player: int) -> list[str]:
    """A country is joined by any of its terminals, and joins nothing itself."""
    mine = nx.Graph((t.a, t.b) for t in map_file.tracks if view.owners.get(t.id) == player)
    ends = {country.id: country.terminals for country in map_file.countries}
    tickets = {ticket.id: ticket for ticket in map_file.tickets}
    return [
        standing.ticket
        for standing in view.final[player].tickets
        if any(
            a in mine and b in mine and nx.has_path(mine, a, b)
            for a in ends.get(tickets[standing.ticket].cities[0], (tickets[standing.ticket].cities[0],))
            for b in ends.get(tickets[standing.ticket].cities[1], (tickets[standing.ticket].cities[1],))
        )
    ]


def passenger_points(taken: list[Counter[str]]) -> list[int]:
    points = [0] * len(taken)
    for colour in {colour for counter in taken for colour in counter}:
        places = sorted({counter[colour] for counter in taken} - {0}, reverse=True)
        first = [seat for seat, counter in enumerate(taken) if counter[colour] == places[0]]
        for seat in first:
            points[seat] += 20
        if len(first) == 1 and len(places) > 1:
            for seat, counter in enumerate(taken):
                points[seat] += 10 * (counter[colour] == places[1])
    return points


@pytest.mark.parametrize("path", GAMES, ids=lambda path: path.stem)
def test_a_finished_game_counted_again_gives_the_same_points(path: Path) -> None:
    record = read_record(path.read_bytes())
    events = [event for _, _, step in replay(record) for event in step.events]
    game, state = replayed(record)
    view, map_file = game.view_for(state, None), load_map(record.game)
    assert isinstance(view, TicketView)
    values = {ticket.id: ticket.points for ticket in map_file.tickets}
    lengths = {track.id: track.length for track in map_file.tracks}
    done = [completed(map_file, view, player) for player in range(view.seats)]
    taken = [Counter[str]() for _ in range(view.seats)]
    routes = [0] * view.seats
    for event in events:
        if isinstance(event, PassengerTaken):
            taken[event.player][event.colour] += 1
        if isinstance(event, RouteClaimed):
            routes[event.player] += map_file.points[lengths[event.track]]
    most = max(len(tickets) for tickets in done)
    for player, passengers in enumerate(passenger_points(taken)):
        held = [standing.ticket for standing in view.final[player].tickets]
        points = routes[player] + sum(values[t] if t in done[player] else -values[t] for t in held)
        is_globetrotter = len(done[player]) == most and (most > 0 or record.rules == 1)
        points += passengers + GLOBETROTTER[record.game] * is_globetrotter
        assert points == sum(line.points for line in view.scores if line.player == player)


def finished(name: str) -> tuple[TicketView, list[Event]]:
    record = read_record((FOLDER / f"{name}.json").read_bytes())
    events = [event for _, _, step in replay(record) for event in step.events]
    game, state = replayed(record)
    view = game.view_for(state, None)
    assert isinstance(view, TicketView)
    return view, events


@pytest.mark.parametrize(
    "name", ["nordic-2-tie-tickets", "nordic-2-tie-longest", "germany-3-tie-tickets", "germany-2-tie-passengers"]
)
def test_a_tie_in_points_was_broken(name: str) -> None:
    view, _ = finished(name)
    (winner,) = view.ranking[0]
    totals = [sum(line.points for line in view.scores if line.player == seat) for seat in range(view.seats)]
    assert totals.count(totals[winner]) > 1
    map_file = load_map(view.game)
    others = [seat for seat in range(view.seats) if totals[seat] == totals[winner] and seat != winner]
    for other in others:
        if name.endswith("tickets"):
            assert len(completed(map_file, view, winner)) > len(completed(map_file, view, other))
        else:
            assert len(completed(map_file, view, winner)) == len(completed(map_file, view, other))
        if name.endswith("longest"):
            assert view.final[winner].longest_length > view.final[other].longest_length
        if name.endswith("passengers"):
            mine, theirs = view.players[winner].passengers, view.players[other].passengers
            assert sum(mine.values()) > sum(theirs.values())


def test_a_game_ended_because_everybody_had_to_pass() -> None:
    view, events = finished("germany-5-all-pass")
    assert not [event for event in events if isinstance(event, LastRoundBegan)]
    assert [event.player for event in events if isinstance(event, Passed)][-5:] == [
        event.player for event in events if isinstance(event, TurnBegan)
    ][-5:]
    assert view.turns_left is None
    assert view.decks == {"cards": 0}
    assert min(player.wagons or 0 for player in view.players) > 2
