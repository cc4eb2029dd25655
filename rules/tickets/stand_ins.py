"""Tracks on which several cards may stand in for one.

A payment falls into as many parts as the track has spaces: single cards of the one colour, wild cards as themselves
where the tariff has a use for them, and bundles of `bundle` cards each. How many of each follows from two sums alone,
the cards of the payment and its wild cards, since each bundle makes the payment `bundle - 1` cards longer than the
track: so a payment is judged by arithmetic, however many ways there are to pay.
"""

from collections.abc import Iterator, Sequence
from functools import lru_cache, partial
from itertools import accumulate, chain, islice
from operator import or_
from typing import NamedTuple

import msgspec

from rules.errors import IllegalAction
from rules.game import Random
from rules.tickets.cards import CardKinds
from rules.tickets.errors import TooFewLocomotives, WrongColour, WrongNumber
from rules.tickets.maps import Track
from rules.tickets.payment import ColourTariff, Tariff

LONGEST_MENU = 25


class Shape(NamedTuple):
    """How a payment falls into parts, of which there are as many as spaces."""

    bundles: int
    wild: int
    singles: int


class StandInTariff(ColourTariff):
    """`wild` cards are used as themselves and are then never part of a bundle; or they are only good in bundles."""

    def __init__(self, kinds: CardKinds, tracks: Sequence[tuple[int, Track]], bundle: int, wild: bool) -> None:
        super().__init__(kinds, tracks)
        self.bundle, self.wild = bundle, wild
        self.bundled = self.colours if wild else [*self.colours, kinds.wild]
        self.anchors = {
            number: [kind for kind in self.colours if track.colour in (None, kinds.cards[kind].colour)]
            for number, track in tracks
        }
        """The kinds of which the single cards may be."""
        self.shapes = {number: tuple(self._shapes(track)) for number, track in tracks}
        self.row = max(card.count for card in kinds.cards) + 2
        """A place for each number of cards of a colour, and the last for tracks that can't be paid at all."""
        longest = max(track.length for _, track in tracks)
        self.most_others, self.most_wild = bundle * longest, longest if wild else bundle * longest
        self.of_colour = {kind: self._of_colour(kinds.cards[kind].colour) for kind in self.colours}
        self.grey = self._of_colour(None)
        self._grey_reach = lru_cache(maxsize=None)(partial(self._within, self.grey))

    def _shapes(self, track: Track) -> Iterator[Shape]:
        """Thriftiest first: fewest cards, then fewest wild ones."""
        for bundles in range(track.length + 1):
            for wild in range(track.length - bundles + 1 if self.wild else 1):
                singles = track.length - bundles - wild
                if singles <= track.length - track.locomotives:
                    yield Shape(bundles, wild, singles)

    def _counts(self, cards: int) -> bytes:
        return cards.to_bytes(self.kinds.size, "little")

    def _of_colour(self, colour: str | None) -> list[tuple[int, Track]]:
        return [(1 << number, track) for number, track in self.tracks.items() if track.colour == colour]

    def reach(self, kind: int, wild: int, others: int) -> Sequence[int]:
        if not self.wild:
            wild, others = 0, min(others + wild, self.most_others)
        grey = self._grey_reach(wild, others)
        coloured = self.of_colour[kind]
        return list(map(or_, grey, self._within(coloured, wild, others))) if coloured else grey

    def _within(self, tracks: list[tuple[int, Track]], wild: int, others: int) -> list[int]:
        """By number of cards of a colour, those of the tracks that can be paid in it."""
        found = [0] * self.row
        for bit, track in tracks:
            found[self._least(track, wild, others)] |= bit
        return list(accumulate(found[:-1], or_))

    def _least(self, track: Track, wild: int, others: int) -> int:
        """The fewest cards of the colour with which a track can be paid; a card does most as a single one."""
        for singles in range(track.length - track.locomotives + 1):
            if singles + wild + (others - singles) // self.bundle >= track.length:
                return singles
        return -1

    def shape(self, track: int, payment: int) -> Shape | None:
        """The one way in which so many cards could fall into parts, whatever their colours."""
        asked, counts = self.tracks[track], self._counts(payment)
        bundles, left_over = divmod(sum(counts) - asked.length, self.bundle - 1)
        wild = counts[self.kinds.wild] if self.wild else 0
        singles = asked.length - bundles - wild
        if left_over or bundles < 0 or singles < 0:
            return None
        return Shape(bundles, wild, singles)

    def accepts(self, track: int, payment: int) -> bool:
        shape = self.shape(track, payment)
        if shape is None or shape[0] + shape[1] < self.tracks[track].locomotives:
            return False
        return max([payment >> 8 * kind & 0xFF for kind in self.anchors[track]]) >= shape[2]

    def refusal(self, track: int, payment: int) -> IllegalAction:
        asked, shape = self.tracks[track], self.shape(track, payment)
        if shape is None:
            return WrongNumber(asked.id, asked.length, self._worth(track, payment))
        if shape.bundles + shape.wild < asked.locomotives:
            return TooFewLocomotives(asked.id, asked.locomotives, shape.bundles + shape.wild)
        return WrongColour(asked.id, asked.colour, self.kinds.unpack(payment))

    def _worth(self, track: int, payment: int) -> int:
        """How many spaces cards cover at best; cards that are left over then count as one space more each."""
        asked, counts = self.tracks[track], self._counts(payment)
        wild = counts[self.kinds.wild] if self.wild else 0
        others = sum(counts) - wild
        singles = min(max(counts[kind] for kind in self.anchors[track]), asked.length - asked.locomotives)
        bundles, left_over = divmod(others - singles, self.bundle)
        parts = singles + wild + bundles
        return parts + left_over if parts >= asked.length else parts

    def payments(self, track: int, hand: int) -> Iterator[int]:
        counts = self._counts(hand)
        joker = self.kinds.units[self.kinds.wild]
        held = sorted(((counts[kind], kind) for kind in self.bundled if counts[kind]), key=lambda pair: -pair[0])
        anchors = self.anchors[track]
        stacks = [Stack(self.kinds.units[kind], count, kind in anchors) for count, kind in held]
        for shape in self.shapes[track]:
            if shape.wild <= counts[self.kinds.wild]:
                size = shape.singles + self.bundle * shape.bundles
                for cards in Fills(stacks, shape.singles).of(size):
                    yield cards + shape.wild * joker

    def menu(self, track: int, hand: int) -> Iterator[int]:
        """All payments without stand-ins; with them, those that use every card of the colour, and the rest of the hand
        from its scraps or from its plenty."""
        return islice(self._each_once(track, hand), LONGEST_MENU)

    def _each_once(self, track: int, hand: int) -> Iterator[int]:
        """Most callers ask for the first alone."""
        found: set[int] = set()
        for payment in chain(self._without_stand_ins(track, hand), self._with_stand_ins(track, hand)):
            if payment not in found:
                found.add(payment)
                yield payment

    def _by_plenty(self, track: int, counts: bytes) -> list[int]:
        return sorted(self.anchors[track], key=lambda kind: -counts[kind])

    def _without_stand_ins(self, track: int, hand: int) -> Iterator[int]:
        counts, units, wild = self._counts(hand), self.kinds.units, self.kinds.wild
        for shape in self.shapes[track]:
            if shape.bundles == 0 and shape.wild <= counts[wild]:
                for kind in self._by_plenty(track, counts):
                    if shape.singles <= counts[kind]:
                        yield shape.singles * units[kind] + shape.wild * units[wild]

    def _with_stand_ins(self, track: int, hand: int) -> Iterator[int]:
        counts, asked = self._counts(hand), self.tracks[track]
        colours = self._by_plenty(track, counts)
        joker, held_wild = self.kinds.units[self.kinds.wild], counts[self.kinds.wild]
        for shape in self.shapes[track]:
            for kind in colours if shape.bundles and shape.wild <= held_wild else ():
                if shape.singles == min(counts[kind], asked.length - asked.locomotives):
                    singles = shape.singles * self.kinds.units[kind]
                    for bundles in self._bundles(hand - singles, shape.bundles):
                        yield singles + shape.wild * joker + bundles

    def _bundles(self, hand: int, bundles: int) -> Iterator[int]:
        """Cards for bundles, from the colours that the hand has fewest of, or most of."""
        counts, units = self._counts(hand), self.kinds.units
        size = bundles * self.bundle
        scraps = sorted(self.bundled, key=lambda kind: (kind == self.kinds.wild, counts[kind]))
        if sum(counts[kind] for kind in scraps) < size:
            return
        for kinds in (scraps, sorted(self.bundled, key=lambda kind: (kind == self.kinds.wild, -counts[kind]))):
            cards, left = 0, size
            for kind in kinds:
                used = min(left, counts[kind])
                cards += used * units[kind]
                left -= used
            yield cards

    def pick(self, track: int, hand: int, random: Random) -> int:
        """Every other time the thriftiest way that chance comes upon, else any."""
        counts, units, shapes, anchors = self._counts(hand), self.kinds.units, self.shapes[track], self.anchors[track]
        held_wild = counts[self.kinds.wild]
        others = sum(counts) - (held_wild if self.wild else 0)
        lot = 2 * random() - 1
        first = int(lot * len(shapes)) if lot > 0 else 0
        kind = anchors[int(random() * len(anchors))]
        for bundles, wild, singles in shapes[first:] + shapes[:first]:
            if wild > held_wild or singles + self.bundle * bundles > others:
                continue
            if counts[kind] < singles:
                enough = [other for other in anchors if counts[other] >= singles]
                if not enough:
                    continue
                kind = enough[int(random() * len(enough))]
            paid = singles * units[kind] + wild * units[self.kinds.wild]
            return paid + self._some(hand - paid, self.bundle * bundles, random) if bundles else paid
        raise ValueError("the hand can't pay this track")

    def _some(self, hand: int, count: int, random: Random) -> int:
        """So many cards at random of those that may be part of a bundle."""
        counts, units = self._counts(hand), self.kinds.units
        cards = [units[kind] for kind in self.bundled for _ in range(counts[kind])]
        total = 0
        for _ in range(count):
            n = int(random() * len(cards))
            total += cards[n]
            cards[n] = cards[-1]
            cards.pop()
        return total


class Stack(NamedTuple):
    """The cards of one kind in a hand."""

    unit: int
    held: int
    is_anchor: bool


class Fills:
    """Every choice of so many cards that holds at least `singles` of one anchor. No branch is entered in vain."""

    def __init__(self, stacks: Sequence[Stack], singles: int) -> None:
        self.stacks, self.singles = stacks, singles
        self.room = [0]
        """Cards in the last stacks, by position of the first of them; counted from the back, as `largest`."""
        self.largest = [0]
        for stack in reversed(stacks):
            self.room.append(self.room[-1] + stack.held)
            self.largest.append(max(self.largest[-1], stack.held if stack.is_anchor else 0))
        self.room.reverse()
        self.largest.reverse()

    def of(self, size: int, position: int = 0, has_singles: bool = False) -> Iterator[int]:
        has_singles = has_singles or self.singles == 0
        if size > self.room[position]:
            return
        if not has_singles and self.singles > min(size, self.largest[position]):
            return
        if position == len(self.stacks):
            yield 0
            return
        unit, held, is_anchor = self.stacks[position]
        for count in range(min(held, size), max(0, size - self.room[position + 1]) - 1, -1):
            enough = has_singles or (is_anchor and count >= self.singles)
            for rest in self.of(size - count, position + 1, enough):
                yield count * unit + rest


class FerryRule(msgspec.Struct, frozen=True, tag_field="is", tag="ferry", forbid_unknown_fields=True):
    """Locomotives as the symbols ask, and in place of any card; so many wagon cards stand in for a locomotive."""

    cards_for_locomotive: int

    def tariff(self, kinds: CardKinds, tracks: Sequence[tuple[int, Track]]) -> Tariff:
        return StandInTariff(kinds, tracks, self.cards_for_locomotive, wild=True)


class ManyForOneRule(msgspec.Struct, frozen=True, tag_field="is", tag="many_for_one", forbid_unknown_fields=True):
    """So many cards of any kind stand in for one of the colour; a wild card has no other use."""

    cards: int

    def tariff(self, kinds: CardKinds, tracks: Sequence[tuple[int, Track]]) -> Tariff:
        return StandInTariff(kinds, tracks, self.cards, wild=False)
