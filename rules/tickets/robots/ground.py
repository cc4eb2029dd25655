"""A board as search wants it: ground by number, worked out once for each title."""

from functools import cache, lru_cache
from typing import NamedTuple

import msgspec

import data
from rules.tickets.board import Board
from rules.tickets.features.bonuses import Globetrotter, LongestRoute
from rules.tickets.features.harbours import Harbours
from rules.tickets.features.passengers import Passengers
from rules.tickets.features.pieces import Exchange, PieceChoice
from rules.tickets.masks import mask_of, numbers_in
from rules.tickets.payment import MOST_CARDS, PlainTariff
from rules.tickets.set_payment import OneColourTariff
from rules.tickets.stand_ins import StandInTariff

FEW = 3
"""Players."""


class QuickHabits(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """How the quick player plays a title; times are in tenths of half turns, that is 20 a turn."""

    per_piece: float = 16.0
    """Time that a game still takes for each piece of whoever has fewest, less so much for each card in their hand."""
    per_card: float = 9.0
    after: float = 0.0
    haste: float = 1.0
    """How much more than there seems to be time for is planned."""
    price: float = 0.06
    """Points that time is worth."""
    count: float = 0.0
    """Time that a point is worth, when a way is looked for."""
    tickets: float = 300.0
    """Time that further tickets need."""
    long: int = 4
    """Spaces of a track that is worth claiming for its points."""
    some_hand: int = 12
    """Cards from which on any track will do, once nothing is planned."""
    full_hand: int = 24
    """Cards from which on a long one will do, whatever is planned."""
    blind: float = 1.0
    """What cards are good for: one from a deck, a wild one from the row, one with the harbour symbol."""
    wild: float = 1.5
    harbour: float = 0.4
    ending: int = 8
    """Pieces of whoever has fewest from which on everybody hurries."""
    patient: bool = False
    """Whether whoever is behind begins the last round with no track that is worth its points alone."""
    sight: float = 600.0
    """Time before the end from which on its playouts tell what to do, with two or three players;"""
    sight_among_many: float = 320.0
    """and with more, where fewer of them fit into a second and each tells less."""
    trust: float = 0.01
    """Of a point of the conductor's guess, in chance to win: about what a point is worth, with two or three players;"""
    trust_among_many: float = 0.01
    """and with more, where at some titles what its playouts think best does better without it."""

    def seen(self, seats: int) -> float:
        return self.sight if seats <= FEW else self.sight_among_many

    def trusted(self, seats: int) -> float:
        return self.trust if seats <= FEW else self.trust_among_many


@lru_cache(maxsize=64)
def habits_for(title: str) -> QuickHabits:
    found = msgspec.json.decode(data.read("robots/habits.json"), type=dict[str, QuickHabits])
    return found.get(title, QuickHabits())


class Ground:
    def __init__(self, board: Board) -> None:
        self.board = board
        file, kinds = board.file, board.kinds
        self.cities, self.tracks = len(file.cities), len(file.tracks)
        self.ends, self.lengths, self.points = board.ends, board.lengths, board.points
        self.sisters, self.is_sea, self.tunnels = board.sisters, board.is_sea, board.tunnels
        self.in_deck, self.whole_draw, self.sweep_at = kinds.in_deck, board.whole_draw, board.sweep_at
        self.last_pieces, self.last_turns = board.last_round.pieces, board.last_round.turns
        self.end_masks = tuple(1 << a | 1 << b for a, b in board.ends)
        self.places = tuple(tuple(mask_of(ends) for ends in ticket) for ticket in board.ticket_ends)
        """By ticket: the cities that count as each of its places, as masks."""
        self.named = tuple(mask_of({city for ends in ticket for city in ends}) for ticket in board.ticket_ends)
        """By ticket: all cities that it names."""
        self.values = tuple(ticket.points if ticket.in_order is None else ticket.in_order for ticket in board.tickets)
        self.losses = tuple(ticket.points if ticket.penalty is None else ticket.penalty for ticket in board.tickets)
        self.stakes = tuple(map(int.__add__, self.values, self.losses))
        """By ticket: the difference between finished and not."""
        self.longest, self.globetrotter = board.feature(LongestRoute), board.feature(Globetrotter)
        self.passengers, self.harbours = board.feature(Passengers), board.feature(Harbours)
        self.exchange, self.piece_choice = board.feature(Exchange), board.feature(PieceChoice)
        self.harbour_cities = mask_of(board.harbour_cities)
        self.harbour_kinds = sum(
            255 * unit
            for kind, (card, unit) in enumerate(zip(kinds.cards, kinds.units, strict=True))
            if card.harbour or kind == kinds.wild
        )
        """The bytes of a hand that can pay for a harbour."""
        self.symbols = tuple(self._symbols(kind) for kind in range(kinds.size))
        """By kind of card with the harbour symbol: how far to shift a hand for the two kinds of its colour."""
        self.units, self.wild = kinds.units, kinds.wild
        self.wild_shift = 8 * kinds.wild
        self.habits = habits_for(file.id)
        self.wild_uses = (self.habits.wild,) * 2 * MOST_CARDS if board.whole_draw == kinds.wild else None
        """What a wild card of the row is good for, by how many there are, where it is a whole draw."""
        self.long_tracks = mask_of([n for n, length in enumerate(board.lengths) if length >= self.habits.long])
        """Worth claiming for their points alone."""
        self.by_points = tuple(
            mask_of([n for n, points in enumerate(board.points) if points == most])
            for most in sorted(set(board.points), reverse=True)
        )
        """Tracks that count the same, those that count most first."""
        self._number_hues()
        self.around = tuple(self._around(city) for city in range(self.cities))

    def _around(self, city: int) -> tuple[tuple[int, int, int, int], ...]:
        """The tracks of a city as `way` wants them: where each leads, its bit, its cost (shifted by a byte), and a
        number above zero for track and city."""
        return tuple(
            (b if a == city else a, 1 << track, self.costs[track] << 8, (track << 8 | city) + 1)
            for track, (a, b) in enumerate(self.ends)
            if city in (a, b)
        )

    def _number_hues(self) -> None:
        """A hue is a colour of one deck: cards of one hue pay together, some of them for more than one space."""
        board, kinds = self.board, self.board.kinds
        names = dict.fromkeys((card.deck, card.colour or "") for card in kinds.cards if card.colour)
        self.hue_kinds = tuple(
            tuple(
                (8 * kind, max(1, card.ships))
                for kind, card in enumerate(kinds.cards)
                if (card.deck, card.colour) == name
            )
            for name in names
        )
        """By hue: how far to shift a hand for each of its kinds, and the spaces that a card of it covers."""
        number = {name: hue for hue, name in enumerate(names)}
        self.hue_of = tuple(number.get((card.deck, card.colour or ""), -1) for card in kinds.cards)
        """By kind of card; -1 is wild."""
        self.kinds_with = tuple(self.hue_kinds[hue] if hue >= 0 else ((8 * kinds.wild, 1),) for hue in self.hue_of)
        """By kind of card: the same for its hue."""
        self.has_pairs = any(len(kinds) > 1 for kinds in self.hue_kinds)
        """Whether some hue has more than one kind."""
        self.hues_for = tuple(self._hues_for(track, number) for track in range(self.tracks))
        """By track: the hues that can pay for it; none where pairs of any colours do."""
        tariffs = board.tariff_of
        self.takes_wild = tuple(not (isinstance(tariff, PlainTariff) and not tariff.wild) for tariff in tariffs)
        self.is_plain = tuple(isinstance(tariff, PlainTariff) for tariff in tariffs)
        self.is_one_colour = tuple(isinstance(tariff, OneColourTariff) for tariff in tariffs)
        self.wild_needed = tuple(
            track.locomotives if isinstance(tariff, StandInTariff) else 0
            for track, tariff in zip(board.tracks, tariffs, strict=True)
        )
        self.cards_for = tuple(
            2 * track.length if track.pairs else track.length + (board.tunnels >> n & 1)
            for n, track in enumerate(board.tracks)
        )
        """Cards that a track takes, roughly."""
        self.efforts = tuple(self._effort(track) for track in range(self.tracks))
        self.costs = tuple(self._cost(track) for track in range(self.tracks))

    def _symbols(self, kind: int) -> tuple[int, ...]:
        cards = self.board.kinds.cards
        mine = cards[kind]
        return tuple(
            8 * n for n, card in enumerate(cards) if mine.harbour and card.harbour and card.colour == mine.colour
        )

    def _effort(self, track: int) -> int:
        """Half turns that a track takes, in tenths: drawing its cards two by two, and claiming it."""
        per_card = 6 if self.board.is_sea[track] else 10
        return 20 + per_card * self.cards_for[track] + 10 * self.wild_needed[track]

    def _cost(self, track: int) -> int:
        """Its effort, less what it counts at once: a way over few long tracks is the better one."""
        return max(self.efforts[track] // 4, round(self.efforts[track] - self.habits.count * self.points[track]))

    def _hues_for(self, track: int, number: dict[tuple[str, str], int]) -> tuple[int, ...]:
        asked = self.board.tracks[track]
        decks = self.board.kinds.deck_names
        deck = ("ships" if asked.kind == "sea" else "wagons") if len(decks) > 1 else decks[0]
        return tuple(hue for (name, colour), hue in number.items() if name == deck and asked.colour in (None, colour))


@lru_cache(maxsize=64)
def ground_for(board: Board) -> Ground:
    return Ground(board)


@lru_cache(maxsize=1 << 14)
def as_good(ground: Ground, plan: int) -> int:
    """The tracks of a plan, and those that do the same."""
    for track in numbers_in(plan):
        plan |= ground.board.sisters[track]
    return plan


class Wants(NamedTuple):
    """What the tracks of a plan ask for."""

    of_hue: tuple[int, ...]
    """Cards, or rather the spaces that they cover, by hue, for tracks of a colour."""
    uses: tuple[tuple[float, ...], ...]
    """By kind, and the spaces that a hand covers in its hue: what one more card is good for."""
    wild: int
    rail: int
    """Spaces by land, and by sea."""
    sea: int
    effort: int
    tracks: int
    cards: int
    """In all, and for tracks that any colour may pay."""
    grey_cards: int


SPARE = tuple(0.05 * held for held in range(2 * MOST_CARDS))


@cache
def hue_uses(needed: int, grey: int) -> tuple[float, ...]:
    """By spaces that a hand can cover in a hue: what one more card of it is good for."""
    found = list(SPARE)
    found[:needed] = [2.0 + held / needed for held in range(needed)]
    found[needed : needed + grey] = [0.9 + held / (needed + grey) for held in range(needed, needed + grey)]
    return tuple(found)


@cache
def wild_uses(needed: int) -> tuple[float, ...]:
    """The same of wild cards, where they can be drawn like others."""
    return tuple(2.9 if held < needed else 0.95 for held in range(2 * MOST_CARDS))


@lru_cache(maxsize=1 << 14)
def wants_of(ground: Ground, plan: int) -> Wants:
    of_hue, grey = [0] * len(ground.hue_kinds), [0] * len(ground.hue_kinds)
    wild = rail = sea = effort = all_cards = grey_cards = 0
    for track in numbers_in(plan):
        hues, cards = ground.hues_for[track], ground.cards_for[track] - ground.wild_needed[track]
        for hue in hues:
            if len(hues) == 1:
                of_hue[hue] += cards
            else:
                grey[hue] = max(grey[hue], cards)
        all_cards += cards
        if len(hues) > 1:
            grey_cards += cards
        wild += ground.wild_needed[track] + (ground.board.tunnels >> track & 1)
        if ground.board.is_sea[track]:
            sea += ground.board.lengths[track]
        else:
            rail += ground.board.lengths[track]
        effort += ground.efforts[track]
    by_hue = [*map(hue_uses, of_hue, grey), ground.wild_uses or wild_uses(wild)]
    uses = tuple([by_hue[hue] for hue in ground.hue_of])
    return Wants(tuple(of_hue), uses, wild, rail, sea, effort, plan.bit_count(), all_cards, grey_cards)
