"""What tracks ask of a hand, in spaces: how many cards are missing for several tracks together.

A hand is a purse: spaces that its cards cover, by slot (a deck and a colour), and wild cards. Tracks of a colour are
served first, then grey ones from what is left, the longest first, and wild cards fill gaps last.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import lru_cache
from typing import NamedTuple

from rules.tickets.actions import Cards
from rules.tickets.board import Board
from rules.tickets.payment import PlainTariff
from rules.tickets.set_payment import PairsTariff
from rules.tickets.stand_ins import StandInTariff


class Demand(NamedTuple):
    """What one track asks for."""

    deck: int
    slot: int
    """-1 for a grey track."""
    spaces: float
    wild: bool
    """Whether wild cards may stand in for its cards."""
    locomotives: int
    pairs: bool


class Purse(NamedTuple):
    held: list[int]
    wild: int


class CardTables:
    """A board's cards and tracks by slot, worked out once."""

    def __init__(self, board: Board) -> None:
        kinds = board.kinds
        self.wild = kinds.wild
        names = [(kinds.deck_of[kind], card.colour) for kind, card in enumerate(kinds.cards) if kind != kinds.wild]
        self.slots = tuple(dict.fromkeys(names))
        index = {name: slot for slot, name in enumerate(self.slots)}
        self.slot_of = tuple(
            -1 if kind == kinds.wild else index[kinds.deck_of[kind], card.colour]
            for kind, card in enumerate(kinds.cards)
        )
        """By kind of card; -1 for wild."""
        self.covers = tuple(max(1, card.ships) for card in kinds.cards)
        """By kind of card, the spaces that one covers."""
        decks = range(len(kinds.deck_names))
        self.slots_in = tuple(tuple(n for n, slot in enumerate(self.slots) if slot[0] == deck) for deck in decks)
        spaces = [sum(kinds.cards[kind].count * self.covers[kind] for kind in kinds.kinds_in[deck]) for deck in decks]
        counts = [sum(kinds.cards[kind].count for kind in kinds.kinds_in[deck]) for deck in decks]
        self.per_card = tuple(n / count for n, count in zip(spaces, counts, strict=True))
        """By deck, the spaces that a card covers on the average."""
        self.demands = tuple(self._demand(board, track, index) for track in range(len(board.tracks)))

    def _demand(self, board: Board, number: int, index: dict[tuple[int, str | None], int]) -> Demand:
        track, tariff = board.tracks[number], board.tariff_of[number]
        deck = 1 if board.is_sea[number] else 0
        slot = -1 if track.colour is None else index[deck, track.colour]
        if isinstance(tariff, PairsTariff):
            return Demand(deck, -1, 2 * track.length, True, 0, True)
        wild = tariff.wild if isinstance(tariff, PlainTariff | StandInTariff) else True
        turned = TURNED_UP if board.tunnels >> number & 1 else 0.0
        spaces = track.length - track.locomotives + turned
        return Demand(deck, slot, spaces, wild, track.locomotives, False)

    def purse(self, cards: Iterable[tuple[int, int]]) -> Purse:
        """From kinds and counts."""
        held, wild = [0] * len(self.slots), 0
        for kind, count in cards:
            if kind == self.wild:
                wild += count
            else:
                held[self.slot_of[kind]] += count * self.covers[kind]
        return Purse(held, wild)

    def missing(self, tracks: Iterable[int], purse: Purse) -> float:
        """Cards still to draw, roughly, before all the tracks could be paid."""
        left, wild = purse.held[:], purse.wild
        open_gaps, shut_gaps, locomotives = 0.0, 0.0, 0
        grey: list[Demand] = []
        for track in tracks:
            demand = self.demands[track]
            locomotives += demand.locomotives
            slot = demand.slot
            if slot < 0:
                grey.append(demand)
                continue
            gap = demand.spaces - left[slot]
            if gap <= 0:
                left[slot] -= int(demand.spaces)
                continue
            left[slot] = 0
            gap /= self.per_card[demand.deck]
            if demand.wild:
                open_gaps += gap
            else:
                shut_gaps += gap
        if len(grey) > 1:
            grey.sort(key=lambda demand: -demand.spaces)
        for demand in grey:
            gap = self._serve_grey(demand, left) / self.per_card[demand.deck]
            if demand.wild:
                open_gaps += gap
            else:
                shut_gaps += gap
        if locomotives > wild:
            return shut_gaps + open_gaps + LOCOMOTIVE * (locomotives - wild)
        return shut_gaps + max(0.0, open_gaps - (wild - locomotives))

    def _serve_grey(self, demand: Demand, left: list[int]) -> float:
        """Take from what is left, and tell how many spaces aren't covered."""
        slots = self.slots_in[demand.deck]
        if demand.pairs:
            gap = demand.spaces
            for slot in slots:
                used = min(left[slot] & ~1, int(gap))
                left[slot] -= used
                gap -= used
            return gap
        best = slots[0]
        for slot in slots:
            if left[slot] > left[best]:
                best = slot
        gap = demand.spaces - left[best]
        if gap <= 0:
            left[best] -= int(demand.spaces)
            return 0.0
        left[best] = 0
        return gap


TURNED_UP = 0.6
"""Cards that a tunnel asks for on top, on the average."""
LOCOMOTIVE = 2.2
"""Cards that a missing locomotive is as dear as: three stand in for one."""


@lru_cache(maxsize=16)
def card_tables(board: Board) -> CardTables:
    return CardTables(board)


def as_kinds(board: Board, cards: Cards) -> Sequence[tuple[int, int]]:
    index = board.kinds.index
    return [(index[name], count) for name, count in cards]
