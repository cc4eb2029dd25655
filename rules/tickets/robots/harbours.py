"""Harbours: which cities are worth one, and how far the hand has come towards it."""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache

from rules.tickets.board import Board
from rules.tickets.features.harbours import Harbours
from rules.tickets.robots.situation import Situation


@lru_cache(maxsize=16)
def symbol_kinds(board: Board) -> tuple[tuple[int, int], ...]:
    """By colour, the kinds of wagon and ship card with the harbour symbol."""
    kinds = board.kinds
    by_colour: dict[str | None, list[int]] = {}
    for kind, card in enumerate(kinds.cards):
        if card.harbour:
            by_colour.setdefault(card.colour, []).append(kind)
    return tuple((min(pair, key=lambda kind: kinds.cards[kind].ships), max(pair)) for pair in by_colour.values())


class HarbourPlan:
    """What harbours promise with tickets that are done, or likely to be."""

    def __init__(self, situation: Situation, rule: Harbours, chances: Mapping[int, float]) -> None:
        self.situation, self.rule = situation, rule
        board, view = situation.board, situation.view
        self.left = view.players[situation.me].harbours_left
        likely = dict(chances)
        for standing in view.tickets or ():
            if standing.is_done:
                likely[board.ticket_index[standing.ticket]] = 1.0
        taken = {harbour.city for harbour in view.harbours}
        counts: dict[str, float] = {}
        harbours = {board.file.cities[city].id for city in board.harbour_cities}
        for number, chance in likely.items():
            for city in board.tickets[number].cities:
                if city in harbours and city not in taken:
                    counts[city] = counts.get(city, 0.0) + chance
        self.worths = {city: self.points(count) - rule.unbuilt for city, count in counts.items()}
        self.best = sorted(self.worths.values(), reverse=True)[: self.left]
        hand = view.hand or {}
        self.counts = [hand.get(name, 0) for name in board.kinds.ids]

    def points(self, count: float) -> float:
        """Between whole numbers of tickets, in proportion."""
        points = self.rule.points
        whole = min(int(count), len(points) - 1)
        above = min(whole + 1, len(points) - 1)
        return points[whole] + (count - whole) * (points[above] - points[whole])

    def worth(self, city: str, late: float) -> float:
        """What a harbour adds, less what the piece might still be good for elsewhere."""
        worth = self.worths.get(city, float(-self.rule.unbuilt))
        least = self.best[-1] if len(self.best) == self.left else -float(self.rule.unbuilt)
        return worth - (1 - late) * max(0.0, least - worth)

    def nearness(self, counts: list[int]) -> float:
        """What a hand promises towards the next harbour: the nearer, the more a card is worth."""
        if not self.left:
            return 0.0
        rule, board = self.rule, self.situation.board
        jokers, cards = counts[board.kinds.wild], rule.wagons + rule.ships
        most = 0.0
        for wagon, ship in symbol_kinds(board):
            symbols = min(counts[wagon], rule.wagons) + min(counts[ship], rule.ships)
            most = max(most, min(cards, symbols + 0.6 * jokers) / cards)
        goal = self.best[0] if self.best else -self.rule.unbuilt
        return self.situation.weights["harbour_card"] * goal * most * most

    def with_card(self, kind: int) -> float:
        """What one more card of a kind adds to that."""
        more = list(self.counts)
        more[kind] += 1
        return self.nearness(more) - self.nearness(self.counts)
