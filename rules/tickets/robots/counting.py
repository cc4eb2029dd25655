"""The final count of a world: the same lines as `rules.tickets.scoring`, from masks."""

from functools import lru_cache

from rules.game import PlayerId
from rules.tickets.network import has_trail_in_order, longest_length
from rules.tickets.robots.ground import Ground
from rules.tickets.robots.world import TicketWorld
from rules.tickets.scoring import network


def completed(world: TicketWorld, seat: PlayerId) -> list[int]:
    """The tickets that a player has finished."""
    places, parts = world.ground.places, world.parts[seat]
    return [ticket for ticket in world.tickets[seat] if is_joined(places[ticket], parts)]


def is_joined(places: tuple[int, ...], parts: tuple[int, ...]) -> bool:
    """Whether one connected part of a network holds every place of a ticket."""
    for part in parts:
        for place in places:
            if not part & place:
                break
        else:
            return True
    return False


def ticket_points(world: TicketWorld, seat: PlayerId, done: list[int]) -> int:
    ground, tracks = world.ground, world.tracks[seat]
    total = sum([value_of(ground, tracks, ticket) for ticket in done])
    return total - sum([ground.losses[ticket] for ticket in world.tickets[seat] if ticket not in done])


def value_of(ground: Ground, tracks: int, ticket: int) -> int:
    """What a finished ticket counts."""
    asked = ground.board.tickets[ticket]
    if asked.in_order is None or is_in_order(ground, tracks, ticket):
        return ground.values[ticket]
    return asked.points


@lru_cache(maxsize=4096)
def is_in_order(ground: Ground, tracks: int, ticket: int) -> bool:
    cities = [city for (city,) in ground.board.ticket_ends[ticket]]
    return has_trail_in_order(network(ground.board, tracks), cities)


@lru_cache(maxsize=4096)
def longest_in(ground: Ground, tracks: int) -> int:
    return longest_length(network(ground.board, tracks))


def longest_holders(world: TicketWorld) -> list[PlayerId]:
    """Whoever has the longest route. A player with fewer pieces on the map than it has spaces isn't measured."""
    ground, tracks = world.ground, world.tracks
    if ground.board.rulings.bonus_needs_one and not any(tracks):
        return []
    placed = [sum([length for _, _, length in network(ground.board, mask)]) for mask in tracks]
    most, holders = 0, list[PlayerId]()
    for seat in sorted(range(world.seats), key=lambda seat: -placed[seat]):
        if placed[seat] < most:
            break
        length = longest_in(ground, tracks[seat])
        if length > most:
            most, holders = length, []
        if length == most:
            holders.append(seat)
    return holders


def passenger_points(world: TicketWorld) -> list[int]:
    rule, points = world.ground.passengers, [0] * world.seats
    if rule:
        for held in zip(*world.passengers, strict=True):
            for seat, gained in enumerate(rule.points(list(held))):
                points[seat] += gained
    return points


def harbour_points(world: TicketWorld, seat: PlayerId, done: list[int]) -> int:
    """For harbours that are built; a ticket counts for every harbour that it names."""
    rule, named = world.ground.harbours, world.ground.named
    if rule is None:
        return 0
    total, most = 0, len(rule.points) - 1
    for city, owner in world.harbours:
        if owner == seat:
            total += rule.points[min(most, sum([named[ticket] >> city & 1 for ticket in done]))]
    return total


def final_points(world: TicketWorld) -> list[int]:
    """Everybody's points when the game is over as things stand."""
    ground, totals = world.ground, list[int]()
    gained = passenger_points(world)
    reached = [completed(world, seat) for seat in range(world.seats)]
    for seat in range(world.seats):
        total = world.points[seat] - world.exchanged[seat] + gained[seat] + ticket_points(world, seat, reached[seat])
        if ground.harbours:
            total += harbour_points(world, seat, reached[seat]) + world.harbours_left[seat] * ground.harbours.unbuilt
        totals.append(total)
    if ground.longest:
        for seat in longest_holders(world):
            totals[seat] += ground.longest.points
    if ground.globetrotter:
        for seat in globetrotters(world, [len(done) for done in reached]):
            totals[seat] += ground.globetrotter.points
    return totals


def globetrotters(world: TicketWorld, reached: list[int]) -> list[PlayerId]:
    most = max(reached)
    if not most and world.ground.board.rulings.bonus_needs_one:
        return []
    return [seat for seat, count in enumerate(reached) if count == most]


def winners(world: TicketWorld, totals: list[int]) -> list[PlayerId]:
    """Whoever has most points, after the map's tie-breaks in turn."""
    best = max(totals)
    tied = [seat for seat, total in enumerate(totals) if total == best]
    for name in world.ground.board.file.tie_breaks:
        if len(tied) == 1:
            break
        ranks = {seat: tie_break(world, name, seat) for seat in tied}
        most = max(ranks.values())
        tied = [seat for seat in tied if ranks[seat] == most]
    return tied


def tie_break(world: TicketWorld, name: str, seat: PlayerId) -> int:
    match name:
        case "tickets":
            return len(completed(world, seat))
        case "longest_route":
            return longest_in(world.ground, world.tracks[seat])
        case "longest_route_bonus":
            return seat in longest_holders(world)
        case "passengers":
            return sum(world.passengers[seat])
        case "harbours":
            return harbour_points(world, seat, completed(world, seat))
        case _:
            raise ValueError(name)
