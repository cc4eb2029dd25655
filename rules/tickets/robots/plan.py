"""Which tickets to build, over which tracks, and what that promises: points × (2 × chance − 1) for every ticket.

Keeping tickets, drawing more and giving one up all ask the same question here.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import pairwise
from math import exp, sqrt
from typing import NamedTuple

from rules.tickets.board import Board
from rules.tickets.features.bonuses import LongestRoute
from rules.tickets.features.harbours import Harbours
from rules.tickets.masks import numbers_in
from rules.tickets.robots.harbours import HarbourPlan
from rules.tickets.robots.situation import Situation, chance
from rules.tickets.robots.tree import FAR, Reach


class Goal(NamedTuple):
    """A ticket: what it counts when it is done, and what it costs when not."""

    number: int
    gain: float
    loss: float


def goal_of(board: Board, number: int) -> Goal:
    ticket = board.tickets[number]
    gain = ticket.points if ticket.in_order is None else (ticket.points + ticket.in_order) / 2
    loss = ticket.points if ticket.penalty is None else ticket.penalty
    return Goal(number, gain, loss)


class NetworkPlan(NamedTuple):
    chances: dict[int, float]
    """Of the tickets that are built, by number, best first."""
    tracks: frozenset[int]
    """Still to be claimed for them."""
    ways: dict[int, frozenset[int]]
    filler: tuple[int, ...]
    """Tracks for the turns and pieces that are left over."""
    turns: float
    """What the tickets' tracks take."""
    push: float
    """What a turn spent on them adds to what they promise: little while there is time, much when it is short."""
    worth: float


class NetworkPlanner:
    def __init__(self, situation: Situation) -> None:
        self.situation = situation
        self.weights = situation.weights

    def plan(self, goals: Sequence[Goal], filler: bool = True) -> NetworkPlan:
        """The best of the goals together: one that promises less than its tracks take is left out, one by one."""
        situation, board = self.situation, self.situation.board
        lost, left = 0.0, list(goals)
        while True:
            ends = [board.ticket_ends[goal.number] for goal in left]
            tree = situation.links.tree(ends)
            if board.sea and not situation.have_pieces_for(tree.tracks):
                tree = situation.thrifty_links(tree.tracks).tree(ends)
            lost += sum(left[n].loss for n in tree.lost)
            ways = {
                goal.number: way
                for n, (goal, way) in enumerate(zip(left, tree.ways, strict=True))
                if n not in tree.lost
            }
            left = [goal for goal in left if goal.number in ways]
            chances = self.chances(left, ways)
            worst = self.worst(left, ways, chances)
            if worst is None:
                break
            lost += worst.loss
            left.remove(worst)
        harbours = self.harbours(chances)
        worth = (
            harbours
            + sum(self.promise(goal, chances[goal.number]) for goal in left)
            - lost
            - self.weights["tree"] * tree.cost
        )
        tracks = frozenset().union(*ways.values())
        turns = situation.turns_for(tracks)
        extra = self.filler(tracks, turns) if filler else ()
        return NetworkPlan(chances, tracks, ways, extra, turns, self.push(left, turns), worth)

    def harbours(self, chances: dict[int, float]) -> float:
        rule = self.situation.board.feature(Harbours)
        if rule is None:
            return 0.0
        return self.weights["harbour"] * sum(HarbourPlan(self.situation, rule, chances).best)

    def promise(self, goal: Goal, likely: float) -> float:
        return likely * (goal.gain + self.weights["ticket"]) - (1 - likely) * goal.loss

    def chances(self, goals: Sequence[Goal], ways: dict[int, frozenset[int]]) -> dict[int, float]:
        """One ticket after the other, those first that bring most for their tracks."""
        situation, costs = self.situation, self.situation.costs

        def density(goal: Goal) -> float:
            return (goal.gain + goal.loss) / (1 + sum([costs[track] for track in ways[goal.number]]))

        found, built = {}, set[int]()
        for goal in sorted(goals, key=density, reverse=True):
            way = ways[goal.number]
            built |= way
            found[goal.number] = (
                self.likely(way, situation.turns_for(built)) if situation.have_pieces_for(built) else 0.0
            )
        return found

    def likely(self, way: Iterable[int], turns: float) -> float:
        """The chance that a way is built within the turns left, and that nobody takes a piece of it for good."""
        situation, weights = self.situation, self.weights
        risk = sum([situation.threats[track] for track in way])
        if not risk and not turns:
            return 1.0
        return self.in_time(turns) * exp(-weights["risk"] * risk)

    def push(self, goals: Sequence[Goal], turns: float) -> float:
        stake = sum([goal.gain + goal.loss for goal in goals])
        return stake * (self.in_time(turns - 1, 1) - self.in_time(turns, 1)) if turns else 0.0

    def in_time(self, turns: float, passed: int = 0) -> float:
        turns = max(0.0, turns)
        slack = self.situation.turns - passed - turns * self.weights["detours"]
        return chance(slack / (self.weights["spread"] * sqrt(1 + turns)))

    def worst(self, goals: Sequence[Goal], ways: dict[int, frozenset[int]], chances: dict[int, float]) -> Goal | None:
        """The ticket that loses most: its own tracks, which no other needs, cost more than it is likely to bring."""
        costs, least, found = self.situation.costs, 0.0, None
        for goal in goals:
            others = frozenset().union(*[ways[other.number] for other in goals if other is not goal])
            own = sum([costs[track] for track in ways[goal.number] - others])
            gain = chances[goal.number] * (goal.gain + goal.loss + self.weights["ticket"]) - self.weights["tree"] * own
            if gain < least and ways[goal.number]:
                least, found = gain, goal
        return found

    # What else to build

    def filler(self, tracks: frozenset[int], turns: float) -> tuple[int, ...]:
        """Long tracks for the turns and pieces that the tickets leave, most points a turn first."""
        situation, board = self.situation, self.situation.board
        spare = situation.turns - turns
        rail, sea = situation.spaces(tracks)
        wagons, ships = situation.wagons - rail, situation.ships - sea
        near = self.near(tracks) if board.feature(LongestRoute) else frozenset[int]()
        rated = sorted(
            ((self.rate(track, near), track) for track in situation.free if track not in tracks), reverse=True
        )
        found: list[int] = []
        for rate, track in rated[:14]:
            length, is_sea = board.lengths[track], board.is_sea[track]
            if rate <= 0 or spare < 1:
                break
            if length > (ships if is_sea else wagons) or any(
                s in found or s in tracks for s in numbers_in(board.sisters[track])
            ):
                continue
            spare -= 1 + situation.cards_for(track) / self.weights["cards_a_turn"]
            if is_sea:
                ships -= length
            else:
                wagons -= length
            found.append(track)
        return tuple(found)

    def near(self, tracks: frozenset[int]) -> frozenset[int]:
        """The cities of the network as it will be."""
        ends = self.situation.board.ends
        return frozenset([city for track in [*self.situation.own, *tracks] for city in ends[track]])

    def rate(self, track: int, near: frozenset[int]) -> float:
        """Points a turn; a track that goes on from the network may make the longest route longer."""
        situation, board = self.situation, self.situation.board
        turns = 1 + situation.cards_for(track) / self.weights["cards_a_turn"]
        points = board.points[track] + situation.promises.get(track, 0.0)
        if not near.isdisjoint(board.ends[track]):
            points += self.weights["longest"]
        return points / turns

    # More tickets

    def offers(self, plan: NetworkPlan, numbers: Iterable[int]) -> list[float]:
        """What each of some tickets would add to a plan."""
        situation, board, weights = self.situation, self.situation.board, self.weights
        a_turn = weights["cards_a_turn"]
        efforts = [
            (1 + situation.cards_for(track) / a_turn, board.lengths[track]) if situation.costs[track] else (0.0, 0)
            for track in range(len(board.tracks))
        ]
        pieces = situation.pieces - sum(situation.spaces(plan.tracks)) - weights["spare_pieces"]
        by_end: dict[tuple[int, ...], list[Reach]] = {}
        found = []
        for number in numbers:
            aim, ends = goal_of(board, number), board.ticket_ends[number]
            cost = turns = 0.0
            spaces = 0
            for start, end in pairwise(ends):
                if start not in by_end:
                    by_end[start] = situation.links.reach(start, plan.tracks, efforts)
                reached = by_end[start]
                step = min([reached[city] for city in end])
                cost, turns, spaces = cost + step[0], turns + step[1], spaces + step[2]
            if cost >= FAR or spaces > pieces:
                found.append(-aim.loss)
                continue
            likely = self.likely((), plan.turns + turns) if cost or plan.turns else 1.0
            found.append(self.promise(aim, likely * weights["unknown"]) - weights["tree"] * cost)
        return found
