"""Paying with two decks: wagon cards for rail, ship cards for the sea, and jokers for both.

Beside the cards of a plain payment a colour has two kinds here: wagon cards with and without the harbour symbol, ship
cards with one ship and with two.
"""

from collections.abc import Iterator, Sequence
from heapq import merge
from itertools import islice, takewhile
from math import floor
from operator import itemgetter
from typing import Literal, NamedTuple, TypeAlias

import msgspec

from rules.errors import IllegalAction
from rules.game import Random
from rules.tickets.cards import CardKinds
from rules.tickets.errors import WrongColour, WrongNumber
from rules.tickets.maps import Track
from rules.tickets.masks import mask_of
from rules.tickets.payment import MOST_CARDS, Tariff

MENU = 25
"""As many payments as a player can look through."""


class Thrift(NamedTuple):
    """What a payment gives away; the smaller the thriftier."""

    has_spare: bool
    """One card could stay in the hand and the rest would still do."""
    jokers: int
    lost: int
    """Ships on the cards beyond the spaces of the track."""
    symbols: int
    """Cards with the harbour symbol: harbours can't be built without them."""


Price: TypeAlias = tuple[Thrift, int]


class Colour(NamedTuple):
    """The two kinds of card of one colour in one deck. A card of the first covers one space."""

    name: str | None
    first: int
    second: int


def colours_of(kinds: CardKinds, deck: str) -> tuple[Colour, ...]:
    names = dict.fromkeys(card.colour for card in kinds.cards if card.deck == deck and card.colour)
    found = []
    for name in names:
        first, second = [n for n, card in enumerate(kinds.cards) if card.deck == deck and card.colour == name]
        found.append(Colour(name, first, second))
    return tuple(found)


class OneColourTariff(Tariff):
    """Cards of one deck and one colour, with jokers for any of them.

    A wagon card or a joker covers one space, a ship card up to as many as it shows ships. Ruling: every card covers at
    least one space and ships left over are lost, so a payment is right when it has no more cards than the track has
    spaces, and covers no fewer.
    """

    def __init__(self, kinds: CardKinds, tracks: Sequence[tuple[int, Track]], deck: str) -> None:
        super().__init__(kinds, tracks)
        self.worth = tuple(max(1, card.ships) for card in kinds.cards)
        self.colours = colours_of(kinds, deck)
        by_colour = {
            (length, colour.name): self._prices(colour, length)
            for length in {track.length for _, track in tracks}
            for colour in self.colours
        }
        self.groups = {number: self._groups(track, by_colour) for number, track in tracks}
        """Prices by track, grouped by colour; the last group is the one of jokers alone."""
        self.legal = {
            number: frozenset(p for group in groups for _, p in group) for number, groups in self.groups.items()
        }
        self.payers = {
            number: [
                (colour.first, colour.second, self.worth[colour.second])
                for colour in self.colours
                if track.colour in (None, colour.name)
            ]
            for number, track in tracks
        }
        self.reach = tuple(
            (colour.first, colour.second, self.worth[colour.second], self._reach(colour.name))
            for colour in self.colours
        )

    def _prices(self, colour: Colour, length: int) -> tuple[Price, ...]:
        """Every payment with at least one card of a colour, thriftiest first."""
        most = [self.kinds.cards[kind].count for kind in (colour.first, colour.second)]
        sets = [
            (first, second, jokers)
            for first in range(min(most[0], length) + 1)
            for second in range(min(most[1], length - first) + 1)
            for jokers in range(length - first - second + 1)
            if first + second
        ]
        found = [self._price(colour, counts, length) for counts in sets]
        return tuple(sorted(price for price in found if price[0].lost >= 0))

    def _price(self, colour: Colour, counts: tuple[int, int, int], length: int) -> Price:
        kinds = (colour.first, colour.second, self.kinds.wild)
        laid = [(kind, count) for kind, count in zip(kinds, counts, strict=True) if count]
        lost = sum(self.worth[kind] * count for kind, count in laid) - length
        symbols = sum(count for kind, count in laid if self.kinds.cards[kind].harbour)
        has_spare = lost >= min(self.worth[kind] for kind, _ in laid)
        packed = sum(self.kinds.units[kind] * count for kind, count in laid)
        return Thrift(has_spare, counts[2], lost, symbols), packed

    def _groups(
        self, track: Track, by_colour: dict[tuple[int, str | None], tuple[Price, ...]]
    ) -> tuple[tuple[Price, ...], ...]:
        colours = [colour.name for colour in self.colours if track.colour in (None, colour.name)]
        jokers = (Thrift(False, track.length, 0, 0), self.kinds.units[self.kinds.wild] * track.length)
        return (*(by_colour[track.length, colour] for colour in colours), (jokers,))

    def _reach(self, colour: str | None) -> tuple[int, ...]:
        """By number of spaces covered: the tracks that cards of one colour, jokers included, can pay.

        Enough is always exactly payable: leave cards out, the small ones first, until none is to spare.
        """
        return tuple(
            mask_of(
                [n for n, track in self.tracks.items() if track.colour in (None, colour) and track.length <= spaces]
            )
            for spaces in range(2 * MOST_CARDS)
        )

    def affordable(self, hand: int) -> int:
        counts = hand.to_bytes(self.kinds.size, "little")
        jokers = counts[self.kinds.wild]
        mask = 0
        for first, second, worth, reach in self.reach:
            mask |= reach[counts[first] + counts[second] * worth + jokers]
        return mask

    def payments(self, track: int, hand: int) -> Iterator[int]:
        return (price for _, price in self._payable(track, hand))

    def menu(self, track: int, hand: int) -> Iterator[int]:
        """Those without a card to spare. If they are very many, the thriftiest, and at least one of each colour."""
        groups = (next(self._within(group, hand), None) for group in self.groups[track])
        best = {found[1] for found in groups if found}
        room = MENU - len(best)
        for _, price in takewhile(lambda found: not found[0].has_spare, self._payable(track, hand)):
            if price not in best:
                room -= 1
            if price in best or room >= 0:
                yield price

    def _payable(self, track: int, hand: int) -> Iterator[Price]:
        """Thriftiest first; among equally thrifty ones, the colour that the hand has most of."""
        *groups, jokers = self.groups[track]
        if len(groups) > 1:
            counts = hand.to_bytes(self.kinds.size, "little")
            held = [counts[colour.first] + counts[colour.second] for colour in self.colours]
            groups = [groups[n] for n in sorted(range(len(groups)), key=lambda n: -held[n])]
        return merge(*(self._within(group, hand) for group in (*groups, jokers)), key=itemgetter(0))

    def _within(self, group: tuple[Price, ...], hand: int) -> Iterator[Price]:
        guard = self.kinds.guard
        held = hand | guard
        return (found for found in group if (held - found[1]) & guard == guard)

    def accepts(self, track: int, payment: int) -> bool:
        return payment in self.legal[track]

    def refusal(self, track: int, payment: int) -> IllegalAction:
        asked, kinds = self.tracks[track], self.kinds
        laid = {kind for kind in kinds.each(payment) if kind != kinds.wild}
        colours = [colour for colour in self.colours if asked.colour in (None, colour.name)]
        if not any(laid <= {colour.first, colour.second} for colour in colours):
            return WrongColour(asked.id, asked.colour, kinds.unpack(payment))
        return WrongNumber(asked.id, asked.length, sum(self.worth[kind] for kind in kinds.each(payment)))

    def pick(self, track: int, hand: int, random: Random) -> int:
        """A colour that can pay, then how many of its dearer cards, of its others and of jokers, as the rest allows."""
        kinds, length, colours = self.kinds, self.tracks[track].length, self.payers[track]
        counts = hand.to_bytes(kinds.size, "little")
        jokers = counts[kinds.wild]
        start = floor(random() * len(colours))
        for colour in range(start - len(colours), start):
            first, second, worth = colours[colour]
            if counts[first] + worth * counts[second] + jokers >= length:
                break
        least = -((counts[first] + jokers - length) // worth)
        dear = between(least, counts[second], length, random)
        left = length - dear * worth
        plain = between(left - jokers, counts[first], length - dear, random)
        wild = between(left - plain, jokers, length - dear - plain, random)
        units = kinds.units
        return dear * units[second] + plain * units[first] + wild * units[kinds.wild]


def between(least: int, held: int, room: int, random: Random) -> int:
    """A number of cards: at least `least`, and no more than are held or than there is room for."""
    if least < 0:
        least = 0  # `max` and `min` would take as long as all the rest
    most = held if held < room else room
    return least + floor(random() * (most - least + 1)) if most > least else least


class PairsTariff(Tariff):
    """Every space asks for two wagon cards of one colour; each pair may have another, and a joker stands in for any."""

    def __init__(self, kinds: CardKinds, tracks: Sequence[tuple[int, Track]]) -> None:
        super().__init__(kinds, tracks)
        deck = kinds.deck_of[kinds.wild]
        self.colours = colours_of(kinds, kinds.deck_names[deck])
        self.others = ~kinds.in_deck[deck]
        self.most = max(track.length for _, track in tracks)
        self.reach = tuple(
            mask_of([number for number, track in tracks if track.length <= pairs]) for pairs in range(MOST_CARDS)
        )

    def affordable(self, hand: int) -> int:
        counts = hand.to_bytes(self.kinds.size, "little")
        return self.reach[self._pairs(counts)]

    def _pairs(self, counts: Sequence[int]) -> int:
        """How many pairs cards can make, as far as that matters. Jokers complete single cards before each other."""
        pairs, single, most = 0, 0, self.most
        for _, first, second in self.colours:
            held = counts[first] + counts[second]
            pairs += held >> 1
            if pairs >= most:
                return most
            single += held & 1
        jokers = counts[self.kinds.wild]
        return pairs + jokers if jokers <= single else pairs + single + (jokers - single >> 1)

    def payments(self, track: int, hand: int) -> Iterator[int]:
        """Fewest jokers first, then fewest harbour symbols, then the colours that the hand has most of."""
        counts = hand.to_bytes(self.kinds.size, "little")
        colours = sorted(self.colours, key=lambda colour: -counts[colour.first] - counts[colour.second])
        cards, joker = 2 * self.tracks[track].length, self.kinds.units[self.kinds.wild]
        for jokers in range(min(counts[self.kinds.wild], cards) + 1):
            for symbols in range(cards - jokers + 1):
                plain = cards - jokers - symbols
                for rest in self._sets(counts, colours, plain, symbols, jokers):
                    yield rest + jokers * joker

    def _sets(
        self, counts: Sequence[int], colours: Sequence[Colour], plain: int, symbols: int, singles: int
    ) -> Iterator[int]:
        """So many cards without and with the symbol, at most `singles` of the colours in an odd number."""
        if not colours:
            if not plain and not symbols:
                yield 0
            return
        (_, first, second), rest = colours[0], colours[1:]
        if plain > sum(counts[c.first] for c in colours) or symbols > sum(counts[c.second] for c in colours):
            return
        units = self.kinds.units
        for a in range(min(plain, counts[first]), -1, -1):
            for b in range(min(symbols, counts[second]), -1, -1):
                odd = (a + b) & 1
                if odd <= singles:
                    for others in self._sets(counts, rest, plain - a, symbols - b, singles - odd):
                        yield others + a * units[first] + b * units[second]

    def menu(self, track: int, hand: int) -> Iterator[int]:
        return islice(self.payments(track, hand), MENU)

    def accepts(self, track: int, payment: int) -> bool:
        counts = payment.to_bytes(self.kinds.size, "little")
        if payment & self.others or sum(counts) != 2 * self.tracks[track].length:
            return False
        singles = sum((counts[first] + counts[second]) & 1 for _, first, second in self.colours)
        return singles <= counts[self.kinds.wild]

    def refusal(self, track: int, payment: int) -> IllegalAction:
        asked, laid = self.tracks[track], self.kinds.total(payment)
        if payment & self.others or laid == 2 * asked.length:
            return WrongColour(asked.id, asked.colour, self.kinds.unpack(payment))
        return WrongNumber(asked.id, 2 * asked.length, laid)

    def pick(self, track: int, hand: int, random: Random) -> int:
        """Pair after pair at random, such that the rest of the hand still makes the other pairs."""
        counts, payment = list(hand.to_bytes(self.kinds.size, "little")), 0
        for others in range(self.tracks[track].length - 1, -1, -1):
            pairs = list(self._pairs_in(counts))
            start = floor(random() * len(pairs))
            for pair in range(start - len(pairs), start):
                one, other = pairs[pair]
                left = without(counts, one, other)
                if self._pairs(left) >= others:
                    break
            counts = left
            payment += self.kinds.units[one] + self.kinds.units[other]
        return payment

    def _pairs_in(self, counts: Sequence[int]) -> Iterator[tuple[int, int]]:
        wild = self.kinds.wild
        for _, first, second in self.colours:
            for one, other in ((first, first), (first, second), (second, second), (first, wild), (second, wild)):
                if counts[one] > (one == other) and counts[other]:
                    yield one, other
        if counts[wild] > 1:
            yield wild, wild


def without(counts: Sequence[int], one: int, other: int) -> list[int]:
    left = list(counts)
    left[one] -= 1
    left[other] -= 1
    return left


class OneColourRule(msgspec.Struct, frozen=True, tag_field="is", tag="one_colour", forbid_unknown_fields=True):
    cards: Literal["wagons", "ships"]
    """The deck they come from."""

    def tariff(self, kinds: CardKinds, tracks: Sequence[tuple[int, Track]]) -> Tariff:
        return OneColourTariff(kinds, tracks, self.cards)


class PairsRule(msgspec.Struct, frozen=True, tag_field="is", tag="pairs", forbid_unknown_fields=True):
    def tariff(self, kinds: CardKinds, tracks: Sequence[tuple[int, Track]]) -> Tariff:
        return PairsTariff(kinds, tracks)
