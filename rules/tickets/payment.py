"""How tracks are paid for. A tariff serves all tracks of one kind: which of them a hand can pay, with which cards, and
whether given cards are right. Payments are packed (`rules.tickets.cards`); asking for one never lists the others.
"""

from abc import ABC, abstractmethod
from collections.abc import Iterator, Sequence
from functools import cached_property, lru_cache
from math import floor
from operator import or_

import msgspec

from rules.errors import IllegalAction
from rules.game import Random
from rules.tickets.cards import CardKinds
from rules.tickets.errors import LocomotivesNotHere, WrongColour, WrongNumber
from rules.tickets.maps import Track
from rules.tickets.masks import mask_of


class Tariff(ABC):
    def __init__(self, kinds: CardKinds, tracks: Sequence[tuple[int, Track]]) -> None:
        """`tracks` are the map's tracks of this tariff with their numbers."""
        self.kinds = kinds
        self.tracks = dict(tracks)

    @abstractmethod
    def affordable(self, hand: int) -> int:
        """The tracks that a hand can pay, as a bit mask by track number."""

    @abstractmethod
    def payments(self, track: int, hand: int) -> Iterator[int]:
        """Every payment that the hand can make, each once, thriftiest first."""

    def menu(self, track: int, hand: int) -> Iterator[int]:
        """The payments a player would think of, thriftiest first."""
        return self.payments(track, hand)

    @abstractmethod
    def accepts(self, track: int, payment: int) -> bool: ...

    @abstractmethod
    def refusal(self, track: int, payment: int) -> IllegalAction:
        """Why `accepts` said no."""

    def pick(self, track: int, hand: int, random: Random) -> int:
        """One payment at random, for a track that the hand can pay."""
        found = list(self.payments(track, hand))
        return found[floor(random() * len(found))]


class ColourTariff(Tariff):
    """Every payment has one colour: whether a track can be paid in it depends on three numbers alone."""

    most_others = 0
    """Beyond so many cards that aren't wild, further ones of other colours make no difference."""
    most_wild = 0
    """Beyond so many wild cards, further ones make no difference."""

    def __init__(self, kinds: CardKinds, tracks: Sequence[tuple[int, Track]]) -> None:
        super().__init__(kinds, tracks)
        self.colours = [kind for kind, card in enumerate(kinds.cards) if card.colour and not card.ships]

    @abstractmethod
    def reach(self, kind: int, wild: int, others: int) -> Sequence[int]:
        """By number of cards of one kind: the tracks that can be paid in its colour with so many of them, `wild` wild
        cards, and `others` in all that aren't wild."""

    @cached_property
    def _reach(self) -> "ColourReach":
        return ColourReach(self.kinds, [self])

    def affordable(self, hand: int) -> int:
        return self._reach.of(hand)


class ColourReach:
    """Which tracks a hand can pay where all tariffs go by colour: rows of answers by the numbers of wild and of other
    cards, worked out when first met, and then a look for each colour."""

    def __init__(self, kinds: CardKinds, tariffs: Sequence[ColourTariff]) -> None:
        self.kinds = kinds
        self.steady = [tariff for tariff in tariffs if not tariff.most_others]
        self.varying = [tariff for tariff in tariffs if tariff.most_others]
        self.most_others = max(tariff.most_others for tariff in tariffs)
        self.most_wild = max(tariff.most_wild for tariff in tariffs)
        self._steady_rows = lru_cache(maxsize=None)(self._all_steady)
        self.rows: dict[int, tuple[tuple[int, ...], ...]] = {}

    def of(self, hand: int) -> int:
        counts = hand.to_bytes(self.kinds.size, "little")
        wild, others = counts[self.kinds.wild], 0
        if self.most_others:
            others = sum(counts) - wild
            if others > self.most_others:
                others = self.most_others
        if wild > self.most_wild:
            wild = self.most_wild
        rows = self.rows.get(wild << 8 | others) or self._rows(wild, others)
        mask = 0
        for held, row in zip(counts, rows, strict=True):
            mask |= row[held]
        return mask

    def _rows(self, wild: int, others: int) -> tuple[tuple[int, ...], ...]:
        """For each kind of card, the answers by number of cards held."""
        rows = self._steady_rows(wild)
        for tariff in self.varying:
            reach = {kind: tariff.reach(kind, wild, others) for kind in tariff.colours}
            rows = tuple(tuple(map(or_, row, reach.get(kind, row))) for kind, row in enumerate(rows))
        self.rows[wild << 8 | others] = rows
        return rows

    def _all_steady(self, wild: int) -> tuple[tuple[int, ...], ...]:
        """What the tariffs answer for which cards of other colours make no difference."""
        rows = [(0,) * (card.count + 1) for card in self.kinds.cards]
        for tariff in self.steady:
            for kind in tariff.colours:
                rows[kind] = tuple(map(or_, rows[kind], tariff.reach(kind, wild, 0)))
        return tuple(rows)


class PlainTariff(ColourTariff):
    """A card a space, all of one colour: the track's own, or any one on a grey track. Wild cards may stand in."""

    def __init__(self, kinds: CardKinds, tracks: Sequence[tuple[int, Track]], wild: bool) -> None:
        super().__init__(kinds, tracks)
        self.wild = wild
        self.most_wild = max((track.length for _, track in tracks), default=0) if wild else 0
        self.prices = {number: self._prices(track) for number, track in tracks}
        self.legal = {number: frozenset(prices) for number, prices in self.prices.items()}
        self.reaches = {kind: self._reaches(kinds.cards[kind].colour) for kind in self.colours}

    def _prices(self, track: Track) -> tuple[int, ...]:
        """Every payment for a track, fewest wild cards first."""
        units, joker = self.kinds.units, self.kinds.units[self.kinds.wild]
        kinds = [kind for kind in self.colours if track.colour in (None, self.kinds.cards[kind].colour)]
        most_wild = track.length if self.wild else 0
        found = [units[kind] * (track.length - wild) + joker * wild for wild in range(most_wild + 1) for kind in kinds]
        return tuple(dict.fromkeys(found))

    def _reaches(self, colour: str | None) -> tuple[int, ...]:
        """By number of cards: the tracks that so many cards of one colour, wild ones included, can pay."""
        most = 2 * MOST_CARDS
        return tuple(
            mask_of([n for n, track in self.tracks.items() if track.colour in (None, colour) and track.length <= cards])
            for cards in range(most)
        )

    def reach(self, kind: int, wild: int, others: int) -> Sequence[int]:
        return self.reaches[kind][wild if self.wild else 0 :]

    def payments(self, track: int, hand: int) -> Iterator[int]:
        """Among equally thrifty ones on a grey track, the colour that the hand has most of comes first."""
        guard = self.kinds.guard
        held = hand | guard
        payable = [price for price in self.prices[track] if (held - price) & guard == guard]
        if self.tracks[track].colour is None:
            counts = hand.to_bytes(self.kinds.size, "little")
            wild = 8 * self.kinds.wild
            payable.sort(key=lambda price: (price >> wild & 0xFF, -counts[leading_kind(price)]))
        return iter(payable)

    def accepts(self, track: int, payment: int) -> bool:
        return payment in self.legal[track]

    def refusal(self, track: int, payment: int) -> IllegalAction:
        asked = self.tracks[track]
        if not self.wild and self.kinds.count(payment, self.kinds.wild):
            return LocomotivesNotHere(asked.id)
        if self.kinds.total(payment) != asked.length:
            return WrongNumber(asked.id, asked.length, self.kinds.total(payment))
        return WrongColour(asked.id, asked.colour, self.kinds.unpack(payment))

    def pick(self, track: int, hand: int, random: Random) -> int:
        guard = self.kinds.guard
        held = hand | guard
        prices = self.prices[track]
        start = floor(random() * len(prices))
        for n in range(start - len(prices), start):
            if (held - prices[n]) & guard == guard:
                return prices[n]
        raise ValueError("the hand can't pay this track")


MOST_CARDS = 64
"""More than any hand can hold of one colour or of wild cards."""


def leading_kind(payment: int) -> int:
    """The first kind of card in a payment: its colour, unless it is all wild."""
    return ((payment & -payment).bit_length() - 1) >> 3


class PlainRule(msgspec.Struct, frozen=True, tag_field="is", tag="plain", forbid_unknown_fields=True):
    wild: bool = True

    def tariff(self, kinds: CardKinds, tracks: Sequence[tuple[int, Track]]) -> Tariff:
        return PlainTariff(kinds, tracks, self.wild)
