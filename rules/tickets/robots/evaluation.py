"""What a world that isn't over promises: everybody's points at the end, as far as they can be told, and who wins then.

The constants are fitted to games of the conductor with itself (`python -m tests.rules.tickets.fit`), a set for each
title and number of players.
"""

from functools import lru_cache
from math import exp, sqrt

import msgspec

import data
from rules.game import PlayerId
from rules.tickets.masks import numbers_in
from rules.tickets.robots.counting import is_joined, passenger_points
from rules.tickets.robots.ground import Ground
from rules.tickets.robots.quick import half_turns_left, plan_of, turns_needed
from rules.tickets.robots.world import TicketWorld, joined


class Estimate(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    chance: tuple[float, float]
    """That a plan is finished: a logistic curve of the turns to spare, its middle and its slope."""
    points: tuple[float, ...]
    """What each of `features` is worth."""
    spread: tuple[float, float]
    """How far the result may still be from that: at the end, and for the root of each turn left."""


class Promise(msgspec.Struct, gc=False):
    """One player's part of an estimate."""

    sure: int
    """For tracks and finished tickets, less tickets that are given up."""
    hoped: int
    """For planned tickets, if all goes well, and what they cost if nothing does."""
    feared: int
    done: int
    planned: int
    needed: float
    """Turns that the plan takes."""
    pieces: int
    cards: int
    longest: int


def turns_left(world: TicketWorld) -> float:
    return half_turns_left(world) / 20


def promise(world: TicketWorld, seat: PlayerId) -> Promise:
    ground, parts, plan = world.ground, world.parts[seat], plan_of(world, seat)
    sure, hoped, feared, done, planned = world.points[seat] - world.exchanged[seat], 0, 0, 0, 0
    then = with_plan(ground, parts, plan) if plan else parts
    for ticket in world.tickets[seat]:
        places = ground.places[ticket]
        if is_joined(places, parts):
            sure += ground.values[ticket]
            done += 1
        elif plan and is_joined(places, then):
            hoped += ground.values[ticket]
            feared += ground.losses[ticket]
            planned += 1
        else:
            sure -= ground.losses[ticket]
    hand = world.hands[seat]
    needed = turns_needed(ground, hand, plan) if plan else 0.0
    pieces, cards = world.wagons[seat] + world.ships[seat], ground.board.kinds.total(hand)
    longest = largest_part(ground, world.tracks[seat]) if ground.longest else 0
    return Promise(sure, hoped, feared, done, planned, needed, pieces, cards, longest)


@lru_cache(maxsize=1 << 14)
def with_plan(ground: Ground, parts: tuple[int, ...], plan: int) -> tuple[int, ...]:
    """The connected parts once a plan is built."""
    for track in numbers_in(plan):
        a, b = ground.board.ends[track]
        parts = joined(parts, 1 << a | 1 << b)
    return parts


@lru_cache(maxsize=1 << 14)
def largest_part(ground: Ground, tracks: int) -> int:
    """Spaces of the connected part of a network that has most: no route is longer."""
    spaces: dict[int, int] = {}
    parts: tuple[int, ...] = ()
    numbers = numbers_in(tracks)
    for track in numbers:
        a, b = ground.board.ends[track]
        parts = joined(parts, 1 << a | 1 << b)
    for track in numbers:
        a, _ = ground.board.ends[track]
        part = next(part for part in parts if part >> a & 1)
        spaces[part] = spaces.get(part, 0) + ground.board.lengths[track]
    return max(spaces.values(), default=0)


def features(world: TicketWorld, promises: list[Promise], chances: list[float], turns: float) -> list[list[float]]:
    """By player, what the points that aren't sure are estimated from."""
    ground, found = world.ground, list[list[float]]()
    gained = passenger_points(world) if ground.passengers else [0] * world.seats
    near = 1 / (1 + turns / 10)
    for seat, mine in enumerate(promises):
        chance, bonus, harbours = chances[seat], 0.0, 0.0
        if ground.longest:
            bonus = share([other.longest / 4 for other in promises], seat)
        elif ground.globetrotter:
            reached = [other.done + chances[n] * other.planned for n, other in enumerate(promises)]
            bonus = share([2 * count for count in reached], seat)
        if ground.harbours:
            harbours = harbour_hopes(world, seat, chance)
        tickets = chance * (mine.hoped + mine.feared) - mine.feared
        found.append([1.0, tickets, laid_by(mine, turns), bonus, near * gained[seat], harbours])
    return found


def laid_by(mine: Promise, turns: float) -> float:
    """Pieces that a player still lays: half a turn to draw a card for each, a third to claim."""
    return min(mine.pieces, (turns + mine.cards / 2) / 0.8)


def harbour_hopes(world: TicketWorld, seat: PlayerId, chance: float) -> float:
    """What harbours will count, those that aren't built included."""
    rule, ground = world.ground.harbours, world.ground
    assert rule
    total = float(rule.unbuilt * world.harbours_left[seat])
    parts = world.parts[seat]
    for city, owner in world.harbours:
        if owner == seat:
            leading = [ticket for ticket in world.tickets[seat] if ground.named[ticket] >> city & 1]
            done = sum([1.0 if is_joined(ground.places[ticket], parts) else chance for ticket in leading])
            whole = int(done)
            points = [rule.points[min(n, len(rule.points) - 1)] for n in (whole, whole + 1)]
            total += points[0] + (done - whole) * (points[1] - points[0])
    return total


def share(strengths: list[float], seat: PlayerId) -> float:
    """Of something that the strongest gets."""
    top = max(strengths)
    weights = [exp(strength - top) for strength in strengths]
    return weights[seat] / sum(weights)


def chance_of(estimate: Estimate, mine: Promise, turns: float) -> float:
    """That a player finishes what is planned."""
    middle, slope = estimate.chance
    return 1 / (1 + exp(-slope * (turns - mine.needed - middle) / sqrt(1 + mine.needed)))


def expected_points(world: TicketWorld, estimate: Estimate) -> list[float]:
    turns = turns_left(world)
    promises = [promise(world, seat) for seat in range(world.seats)]
    chances = [chance_of(estimate, mine, turns) for mine in promises]
    worths, found = estimate.points, features(world, promises, chances, turns)
    return [
        mine.sure + sum(map(float.__mul__, worths, map(float, values)))
        for mine, values in zip(promises, found, strict=True)
    ]


def chance_to_win(world: TicketWorld, seat: PlayerId, estimate: Estimate) -> float:
    points = expected_points(world, estimate)
    floor, per_turn = estimate.spread
    spread = floor + per_turn * sqrt(turns_left(world))
    return share([total / spread for total in points], seat)


@lru_cache(maxsize=64)
def estimate_for(title: str, seats: int) -> Estimate:
    """That of the nearest number of seats; a map that has none plays by those of the first."""
    found = estimates()
    by_seats = found.get(title) or next(iter(found.values()))
    return by_seats[min(by_seats, key=lambda known: abs(known - seats))]


@lru_cache(maxsize=1)
def estimates() -> dict[str, dict[int, Estimate]]:
    return msgspec.json.decode(data.read("robots/estimates.json"), type=dict[str, dict[int, Estimate]])
