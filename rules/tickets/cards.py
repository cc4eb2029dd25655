"""Hands, payments and discards as one integer each: a byte for every kind of card.

Adding and paying are then plain sums, and one subtraction tells whether a hand covers a payment: no count ever reaches
128, so the top bit of each byte is free to show a borrow.
"""

from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache

from rules.errors import NoSuchAction
from rules.tickets.actions import Cards
from rules.tickets.errors import CardsNotInHand, UnknownCard
from rules.tickets.maps import Card

MOST = 127


class CardKinds:
    """The kinds of card of a title, numbered in the order of its file."""

    def __init__(self, cards: Sequence[Card]) -> None:
        self.cards = tuple(cards)
        self.ids = tuple(card.id for card in cards)
        self.size = len(cards)
        self.index = {card.id: kind for kind, card in enumerate(cards)}
        self.units = tuple(1 << 8 * kind for kind in range(len(cards)))
        self.guard = sum(unit << 7 for unit in self.units)
        self.wild = next(kind for kind, card in enumerate(cards) if card.colour is None)
        self.deck_names = tuple(dict.fromkeys(card.deck for card in cards))
        self.deck_index = {name: deck for deck, name in enumerate(self.deck_names)}
        self.deck_of = tuple(self.deck_names.index(card.deck) for card in cards)
        decks = range(len(self.deck_names))
        self.kinds_in = tuple(tuple(k for k in range(len(cards)) if self.deck_of[k] == deck) for deck in decks)
        """For each deck, its kinds."""
        self.in_deck = tuple(sum(0xFF * self.units[kind] for kind in self.kinds_in[deck]) for deck in decks)
        """For each deck, the bytes of its kinds."""
        everything = sum(card.count * unit for card, unit in zip(cards, self.units, strict=True))
        self.full_decks = tuple(self.names(everything, deck) for deck in decks)
        """For each deck, the names of all its cards."""
        self._packed = lru_cache(maxsize=8192)(self._pack)
        self.unpack = lru_cache(maxsize=8192)(self._unpack)

    def covers(self, hand: int, payment: int) -> bool:
        guard = self.guard
        return ((hand | guard) - payment) & guard == guard

    def count(self, packed: int, kind: int) -> int:
        return packed >> 8 * kind & 0xFF

    def total(self, packed: int) -> int:
        return sum(packed.to_bytes(self.size, "little"))

    def of_kinds(self, kinds: Iterable[int]) -> int:
        return sum([self.units[kind] for kind in kinds])

    def each(self, packed: int) -> Iterator[int]:
        """The kind of every single card, in the order of the kinds."""
        for kind, count in enumerate(packed.to_bytes(self.size, "little")):
            for _ in range(count):
                yield kind

    def names(self, packed: int, deck: int) -> list[str]:
        """The name of every single card, all of one deck, in the order of the kinds."""
        found: list[str] = []
        counts = packed.to_bytes(self.size, "little")
        for kind in self.kinds_in[deck]:
            if counts[kind]:
                found += [self.ids[kind]] * counts[kind]
        return found

    def names_of(self, kinds: Iterable[int]) -> tuple[str, ...]:
        return tuple([self.ids[kind] for kind in kinds])

    def as_deck(self, names: Sequence[str]) -> bytes:
        """Cards named from the top of the pile; in a deck the last is the top."""
        return bytes([self.index[name] for name in reversed(names)])

    def missing(self, hand: int, payment: int) -> Cards:
        """What a hand lacks for a payment."""
        gaps = [(card, self.count(payment, kind) - self.count(hand, kind)) for kind, card in enumerate(self.ids)]
        return tuple((card, gap) for card, gap in gaps if gap > 0)

    def pack(self, cards: Cards) -> int:
        """One integer for cards as players name them; a float among them, equal to a whole number, is none of them."""
        if type(cards) is not tuple:
            raise NoSuchAction("cards")
        try:
            for card, count in cards:
                if type(count) is not int or type(card) is not str:
                    raise NoSuchAction("cards")
            return self._packed(cards)
        except (TypeError, ValueError):
            # Nothing to take apart, or a list that no cache can hold.
            raise NoSuchAction("cards") from None

    def _pack(self, cards: Cards) -> int:
        packed = 0
        for card, count in cards:
            kind = self.index.get(card)
            if kind is None:
                raise UnknownCard(card)
            if not 0 < count <= MOST or self.count(packed, kind):
                raise CardsNotInHand(((card, count),))
            packed += count * self.units[kind]
        return packed

    def _unpack(self, packed: int) -> Cards:
        counts = packed.to_bytes(self.size, "little")
        return tuple([(name, count) for name, count in zip(self.ids, counts, strict=True) if count])
