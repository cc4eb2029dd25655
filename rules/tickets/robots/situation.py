"""A view in numbers: what is free to whom, what each track would cost, and how many turns are left."""

from __future__ import annotations

from collections.abc import Iterable
from math import exp, sqrt

from rules.game import PlayerId
from rules.tickets.board import Board
from rules.tickets.features.passengers import Passengers
from rules.tickets.features.pieces import PieceChoice
from rules.tickets.masks import numbers_in
from rules.tickets.robots.cards import LOCOMOTIVE, card_tables
from rules.tickets.robots.tree import Links
from rules.tickets.robots.weights import Weights
from rules.tickets.view import TicketView

EXCHANGED = 5
"""Pieces that may at most be exchanged."""


def chance(slack: float) -> float:
    if slack > 30:
        return 1.0
    return 0.0 if slack < -30 else 1 / (1 + exp(-slack))


class Situation:
    def __init__(self, board: Board, view: TicketView, weights: Weights) -> None:
        assert view.reader is not None
        self.board, self.view, self.weights = board, view, weights
        self.me: PlayerId = view.reader
        self.tables = card_tables(board)
        self.owners = {board.track_index[track]: owner for track, owner in view.owners.items()}
        self.own = [track for track, owner in self.owners.items() if owner == self.me]
        self.free = self._free()
        index = board.kinds.index
        self.purse = self.tables.purse([(index[card], count) for card, count in (view.hand or {}).items()])
        self.wagons, self.ships = self._pieces()
        self.turns = self._turns_left()
        self.others = [seat for seat in range(view.seats) if seat != self.me]
        self.threats = self._threats()
        self.promises = self._passengers()
        self.costs = self._costs()
        self.links = self.linked(self.costs)

    def _free(self) -> list[int]:
        """Tracks that the player might still claim, cards and pieces left aside."""
        board, view = self.board, self.view
        closed = {board.track_index[track] for track in view.closed}
        mine = 0
        for track in self.own:
            mine |= 1 << track
        owners, sisters = self.owners, board.sisters
        return [
            track
            for track in range(len(board.tracks))
            if track not in owners and track not in closed and not sisters[track] & mine
        ]

    def _pieces(self) -> tuple[int, int]:
        """Wagons and ships; before they are chosen, as many as could be."""
        own = self.view.own_pieces
        if own is not None:
            return own
        rule = self.board.feature(PieceChoice)
        most = self.board.file.pieces
        return (rule.wagons(self.board)[-1], most["ships"]) if rule else (0, 0)

    @property
    def pieces(self) -> int:
        rule = self.board.feature(PieceChoice)
        if self.view.own_pieces is None and rule is not None:
            return rule.pieces
        return self.wagons + self.ships

    # Time

    def _turns_left(self) -> float:
        """The player's own turns to the end, this one included: exact in the last round, else by the quickest other."""
        view, last = self.view, self.board.last_round
        exact = view.players[self.me].turns_left
        if exact is not None:
            return float(exact)
        quickest = min(self._turns_of(seat) for seat in range(view.seats) if seat != self.me)
        return quickest + last.turns

    def _turns_of(self, seat: PlayerId) -> float:
        """Turns until a player could begin the last round: cards to draw, and tracks to claim."""
        weights, player = self.weights, self.view.players[seat]
        if player.wagons is None or player.ships is None:
            rule = self.board.feature(PieceChoice)
            pieces = rule.pieces if rule else 0
        else:
            pieces = player.wagons + player.ships
        to_place = max(1, pieces - self.board.last_round.pieces)
        cards = max(0.0, to_place - weights["pace_hand"] * player.cards)
        return cards / weights["pace_cards"] + to_place / weights["pace_length"]

    # Tracks

    def _threats(self) -> list[float]:
        """By track, how likely another player takes it in the next round or two."""
        board, weights = self.board, self.weights
        found = [0.0] * len(board.tracks)
        self.by_leader = [0.0] * len(board.tracks)
        """The same of the other player who has most points alone."""
        leader = max(self.others, key=lambda seat: self.view.players[seat].points)
        one, two, long = weights["touch_one"], weights["touch_two"], weights["long_wanted"]
        for seat in self.others:
            player = self.view.players[seat]
            cities = 0
            for track, owner in self.owners.items():
                if owner == seat:
                    a, b = board.ends[track]
                    cities |= 1 << a | 1 << b
            pieces = (player.wagons or 60) + (player.ships or 0)
            for track in self.free:
                length = board.lengths[track]
                if length > pieces:
                    continue
                a, b = board.ends[track]
                touched = (cities >> a & 1) + (cities >> b & 1)
                threat = two if touched == 2 else one if touched else 0.02
                if length >= 5:
                    threat += long
                threat = threat if player.cards >= length else 0.5 * threat
                found[track] += threat
                if seat == leader:
                    self.by_leader[track] = threat
        if self.view.seats > board.file.one_track_up_to:
            is_free = set(self.free)
            for track in self.free:
                if any(sister in is_free for sister in numbers_in(board.sisters[track])):
                    found[track] *= 0.3
        return [min(0.9, threat) for threat in found]

    def cards_for(self, track: int) -> float:
        """Cards for a track, those of the hand discounted: others may want them as well."""
        tables, weights = self.tables, self.weights
        demand, purse = tables.demands[track], self.purse
        if demand.pairs:
            held = sum([purse.held[slot] & ~1 for slot in tables.slots_in[0]])
        elif demand.slot < 0:
            held = max([purse.held[slot] for slot in tables.slots_in[demand.deck]])
        else:
            held = purse.held[demand.slot]
        spaces = demand.spaces - weights["from_hand"] * min(held, demand.spaces)
        return spaces / tables.per_card[demand.deck] + LOCOMOTIVE * demand.locomotives

    def _costs(self) -> list[float]:
        """By track, what it takes in points: turns and pieces, less what it counts at once."""
        board, weights = self.board, self.weights
        turn, least, a_turn = weights["turn"], weights["least_cost"], weights["cards_a_turn"]
        count, piece, contest = weights["track_points"], weights["piece"], weights["contest"]
        costs = [0.0] * len(board.tracks)
        usual = sum(self.promises.values()) / max(1, len(self.promises))
        for track in self.free:
            effort = turn * (1 + self.cards_for(track) / a_turn) + piece * board.lengths[track]
            gain = count * board.points[track] + weights["on_the_way"] * (self.promises.get(track, 0.0) - usual)
            costs[track] = max(least, effort - gain) + contest * turn * self.threats[track]
        return costs

    def linked(self, costs: list[float]) -> Links:
        return Links(self.board.ends, len(self.board.file.cities), costs, [*self.own, *self.free])

    def thrifty_links(self, tracks: Iterable[int]) -> Links:
        """The same tracks, those dearer for which pieces would be short after `tracks`."""
        short_by_rail, short_by_sea = self.short_of(tracks)
        factors = (1.6 if short_by_rail > 0 else 1.0, 1.6 if short_by_sea > 0 else 1.0)
        return self.linked([cost * factors[self.board.is_sea[track]] for track, cost in enumerate(self.costs)])

    def turns_for(self, tracks: Iterable[int]) -> float:
        """Turns to draw the cards for tracks and to claim them, and to exchange pieces for them."""
        tracks = list(tracks)
        turns = len(tracks) + self.tables.missing(tracks, self.purse) / self.weights["cards_a_turn"]
        return turns + 1 if self.board.sea and max(self.short_of(tracks)) > 0 else turns

    def short_of(self, tracks: Iterable[int]) -> tuple[int, int]:
        """Wagons and ships that tracks ask for beyond what the player has; less than nothing when there are more."""
        rail, sea = self.spaces(tracks)
        return rail - self.wagons, sea - self.ships

    def spaces(self, tracks: Iterable[int]) -> tuple[int, int]:
        """By rail and by sea."""
        rail = sea = 0
        for track in tracks:
            if self.board.is_sea[track]:
                sea += self.board.lengths[track]
            else:
                rail += self.board.lengths[track]
        return rail, sea

    def have_pieces_for(self, tracks: Iterable[int]) -> bool:
        rail, sea = self.spaces(tracks)
        if not self.board.sea:
            return rail <= self.wagons
        return rail + sea <= self.pieces and rail <= self.wagons + EXCHANGED and sea <= self.ships + EXCHANGED

    # Passengers

    def _passengers(self) -> dict[int, float]:
        """By track, what the passengers at its ends promise; only the best at each end can be taken."""
        rule, view, board = self.board.feature(Passengers), self.view, self.board
        if rule is None or not view.passengers:
            return {}
        worth = {colour: self.passenger_worth(rule, colour) for colour in rule.colours}
        best = {place: max(worth[colour] for colour in there) for place, there in view.passengers.items()}
        by_place = [best.get(place, 0.0) for place in board.places]
        found = {}
        for track in self.free:
            a, b = board.ends[track]
            found[track] = by_place[board.place_of[a]] + by_place[board.place_of[b]]
        return found

    def passenger_worth(self, rule: Passengers, colour: str, more: int = 0) -> float:
        """What one more of a colour changes in the places that the player may expect."""
        view, weights = self.view, self.weights
        held = sorted((view.players[seat].passengers[colour] for seat in self.others), reverse=True)
        mine = view.players[self.me].passengers[colour] + more
        waiting = sum([there.count(colour) for there in view.passengers.values()])
        spread = weights["passenger_spread"] * sqrt(1 + waiting)
        first, second = held[0], held[1] if len(held) > 1 else 0.4
        gap = rule.most - rule.second

        def expected(count: int) -> float:
            if not count:
                return rule.second * 0.5 * chance((0.3 - second) / spread) if waiting else 0.0
            return gap * chance((count - first) / spread) + rule.second * chance((count - second) / spread)

        return weights["passenger"] * (expected(mine + 1) - expected(mine))
