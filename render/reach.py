"""How far a ticket still is: the fewest spaces to lay between its two ends over tracks that are still free."""

import heapq

from render.atlas import Atlas
from rules.game import PlayerId
from rules.tickets.maps import Ticket
from rules.tickets.view import TicketView


def spaces_to_go(atlas: Atlas, view: TicketView, player: PlayerId, ticket: Ticket) -> int | None:
    """None when there is no way left, and for tours, which may be joined in many ways."""
    if len(ticket.cities) != 2:
        return None
    start, end = (atlas.ends(place) for place in ticket.cities)
    links = open_links(atlas, view, player)
    best = dict.fromkeys(start, 0)
    queue = [(0, city) for city in start]
    while queue:
        far, city = heapq.heappop(queue)
        if city in end:
            return far
        if far > best[city]:
            continue
        for other, length in links.get(city, ()):
            if far + length < best.get(other, 10**6):
                best[other] = far + length
                heapq.heappush(queue, (far + length, other))
    return None


def open_links(atlas: Atlas, view: TicketView, player: PlayerId) -> dict[str, list[tuple[str, int]]]:
    """From each city where to and how many spaces: none over one's own tracks."""
    links: dict[str, list[tuple[str, int]]] = {}
    for track in atlas.tracks.values():
        owner = view.owners.get(track.id)
        if owner not in (None, player) or track.id in view.closed:
            continue
        length = 0 if owner == player else track.length
        links.setdefault(track.a, []).append((track.b, length))
        links.setdefault(track.b, []).append((track.a, length))
    return links
