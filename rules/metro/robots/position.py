"""A whole game in the middle of it, changed in place: the rules of the engine, for whoever plays thousands of them.

A tile is a number here, that of its code; turned by nothing, it shows the pattern of the same number. A company is the
number of its colour.
"""

from collections.abc import Sequence
from copy import copy
from typing import Self, TypeAlias

from rules.game import PlayerId, Weights
from rules.metro.actions import DrawTile, ExchangeShare, MetroAction, PlaceTile, PlaceTrain
from rules.metro.board import ENDS, NEIGHBOURS, NOWHERE, PLACE_AT, PLACES, SPACES, SQUARE, STATIONS
from rules.metro.box import NOBODY, Box
from rules.metro.options import METRO_STATIONS, Options
from rules.metro.robots.grid import Grid
from rules.metro.robots.root import Root
from rules.metro.shares import company_values
from rules.metro.tiles import CODES, PATTERNS
from rules.metro.tracing import points_of

KINDS = {code: kind for kind, code in enumerate(CODES)}
TURNED = tuple(PATTERNS[code] for code in CODES)
"""For each kind of tile, the pattern that it shows in each turn."""
UPRIGHT = tuple(turned[:1] for turned in TURNED)
TENTH = 10

Links: TypeAlias = tuple[int, Sequence[float], int, Sequence[float], int, Sequence[float], int, Sequence[float]]
"""For each side of a square: whose line stands before it, and what each side to leave on does to that line."""


class Table:
    """What stays as it is while a game is played out; shared by all copies of a position."""

    __slots__ = (
        "concern",
        "draws_below",
        "for_cards",
        "has_trains",
        "options",
        "passing",
        "patterns",
        "root",
        "seats",
        "weights",
    )

    def __init__(
        self,
        options: Options,
        seats: int,
        root: Root,
        weights: Weights,
        concern: list[list[float]],
        for_cards: dict[PlayerId, dict[int, list[float]]],
    ) -> None:
        self.options = options
        self.seats = seats
        self.root = root
        self.weights = weights
        self.has_trains = METRO_STATIONS in options.modules
        self.patterns = UPRIGHT if options.direction == "arrow" else TURNED
        self.for_cards = for_cards
        """For a player and each square: what links do for the own number cards."""
        self.set_concern(concern)

    def set_concern(self, concern: list[list[float]]) -> None:
        self.concern = concern
        """For each player: what a point for each owner is worth, and last, nothing for nobody."""
        self.draws_below = [self.weights["quick_draw"] * max(worths) for worths in concern]
        """For each player: what a place has to be worth at least, so that no other tile is drawn."""
        self.passing: list[dict[int, list[float]]] = [{} for _ in concern]
        """For each player and square, as it is asked for: what links do to lines that don't stand before it yet."""

    def with_concern(self, concern: list[list[float]]) -> "Table":
        other = copy(self)
        other.set_concern(concern)
        return other

    def passing_by(self, player: PlayerId, square: int) -> list[float]:
        known = self.passing[player].get(square)
        if known is None:
            known = self.for_cards[player][square] if player in self.for_cards else [0.0] * 16
            for weight, links in zip(self.concern[player], self.root.passing, strict=False):
                if weight:
                    known = [one + weight * other for one, other in zip(known, links[square], strict=True)]
            self.passing[player][square] = known
        return known


class Position:
    __slots__ = (
        "box",
        "drawn",
        "grid",
        "hands",
        "held",
        "links",
        "numbers",
        "open",
        "pile",
        "piles",
        "player",
        "points",
        "shown",
        "table",
        "train_squares",
        "trains",
        "turns",
    )

    def __init__(self, box: Box, table: Table, grid: Grid, player: PlayerId) -> None:
        self.box = box
        self.table = table
        self.grid = grid
        self.player = player
        self.turns = 0
        """Those that have ended since this was dealt."""
        self.drawn: int | None = None
        self.pile: list[int] = []
        """Face down, the top last."""
        self.hands: list[list[int]] = []
        self.points: list[int] = []
        self.trains: list[int] = []
        self.train_squares = 0
        self.held: list[list[int]] = []
        """Module 1: for each player the companies of the own shares, the smallest share first."""
        self.shown: list[list[bool]] = []
        self.piles: list[list[int]] = []
        """The top first."""
        self.open: list[int] = []
        self.numbers: list[list[int]] = []
        """Module 4: for each player the places of the own cards."""
        self.links: list[Links | None] = [None] * 64
        """For each square, as far as it is known: what links there do to the lines that stand before it."""

    def copy(self) -> Self:
        other = type(self).__new__(type(self))
        other.box = self.box
        other.table = self.table
        other.grid = self.grid.copy()
        other.player = self.player
        other.turns = self.turns
        other.drawn = self.drawn
        other.pile = self.pile[:]
        other.hands = [hand[:] for hand in self.hands]
        other.points = self.points[:]
        other.trains = self.trains[:]
        other.train_squares = self.train_squares
        other.held = [held[:] for held in self.held]
        other.shown = [shown[:] for shown in self.shown]
        other.piles = [pile[:] for pile in self.piles]
        other.open = self.open[:]
        other.numbers = self.numbers
        other.links = self.links[:]
        return other

    def do(self, action: MetroAction) -> None:
        """A legal action of the player to act."""
        percents = self.box.shares.percents
        match action:
            case PlaceTile():
                kind = self._meant(action.tile)
                self.place(kind, SQUARE[action.square], TURNED[kind][action.turn // 90])
            case DrawTile():
                self.drawn = self.pile.pop()
            case ExchangeShare():
                self._exchange(percents.index(action.give), action.take == "open")
            case PlaceTrain():
                which = None if action.share is None else percents.index(action.share)
                self.put_train(STATIONS + SPACES.index(action.space), which)

    def _meant(self, tile: str | None) -> int:
        if tile is not None:
            return KINDS[tile]
        return self.hands[self.player][0] if self.drawn is None else self.drawn

    def place(self, kind: int, square: int, pattern: int) -> None:
        """The tile drawn instead if there is one, else one from the hand, which is filled up again."""
        if self.drawn is None:
            hand = self.hands[self.player]
            hand.remove(kind)
            if self.pile:
                hand.append(self.pile.pop())
        self.drawn = None
        self._lay(square, pattern)
        self._end_turn()

    def _lay(self, square: int, pattern: int) -> None:
        """As `Grid.lay`, with the points; and squares to which other tracks lead now are to be looked at anew."""
        grid, links = self.grid, self.links
        starts, ends, lengths, wiring = grid.starts, grid.ends, grid.lengths, grid.wiring
        across, place = wiring.across, wiring.place
        for before, after in wiring.joins[square][pattern]:
            start = starts[before]
            if start == after:
                continue
            end = ends[after]
            starts[end] = start
            ends[start] = end
            lengths[start] += lengths[after] + 1
            departure, arrival = place[start], place[end]
            if arrival == NOWHERE:
                links[across[end] >> 2] = None
            elif departure != NOWHERE and (owner := self.trains[departure]) != NOBODY:
                self.points[owner] += points_of(departure, arrival, lengths[start])
            if departure == NOWHERE:
                links[across[start] >> 2] = None
        grid.free &= ~(1 << square)
        grid.reachable = (grid.reachable | NEIGHBOURS[square]) & grid.free

    def _exchange(self, which: int, takes_open: bool) -> None:
        pile, held = self.piles[which], self.held[self.player]
        pile.append(held[which])
        held[which] = pile.pop(0)
        if takes_open:
            held[which], self.open[which] = self.open[which], held[which]
        self._end_turn()

    def put_train(self, place: int, which: int | None) -> None:
        """The own train, or that of the company whose share is shown."""
        owner = self.player
        if which is not None:
            owner = self.held[self.player][which]
            self.shown[self.player][which] = True
        self.trains[place] = owner
        self.train_squares |= 1 << PLACE_AT[place][0]
        entry, passes = self.grid.head(place)
        if entry >= ENDS:
            self.points[owner] += passes
        else:
            self.links[entry >> 2] = None
        self._end_turn()

    def _end_turn(self) -> None:
        self.turns += 1
        seats = self.table.seats
        player = (self.player + 1) % seats
        if not self.hands[player] and self.grid.free:
            while not self._can_act(player):
                player = (player + 1) % seats
        self.player = player

    def _can_act(self, player: PlayerId) -> bool:
        return bool(self.hands[player] or self.pile or (self.trains_of(player) and self.open_spaces()))

    def trains_of(self, player: PlayerId) -> list[tuple[int, int | None]]:
        """The owners of the trains that a player may still put into the central station, and which share to show."""
        if not self.table.has_trains:
            return []
        used = self.trains[STATIONS:]
        if not self.held:
            return [] if player in used else [(player, None)]
        return [(company, which) for which, company in enumerate(self.held[player]) if company not in used]

    def open_spaces(self) -> list[int]:
        """The free ones, without those whose line would be one tile long."""
        found = []
        for place in range(STATIONS, PLACES):
            if self.trains[place] == NOBODY:
                entry, passes = self.grid.head(place)
                if entry < ENDS or passes != 1:
                    found.append(place)
        return found

    def results(self) -> list[int]:
        """What each player has, once the game is over."""
        if self.held:
            values = company_values(self.box, tuple(self.points))
            bonus = [made // self.box.shares.bonus_divisor for made in self.points]
            return [int(total) for total in self.share_totals(values, bonus)]
        totals = self.points[:]
        for player, places in enumerate(self.numbers):
            totals[player] += sum(self._card_points(place) for place in places)
        return totals

    def _card_points(self, place: int) -> int:
        square, side = PLACE_AT[place]
        entry = self.grid.starts[4 * square + side]
        passes = self.grid.lengths[entry]
        return 2 * passes if self.grid.wiring.place[entry] >= STATIONS else passes

    def share_totals(self, values: Sequence[float], bonus: Sequence[float]) -> list[float]:
        """What shares bring their holders if companies are worth so much, and those who have most of each so much."""
        holdings = self.holdings()
        totals = [sum(ten * worth for ten, worth in zip(tens, values, strict=True)) for tens in holdings]
        for company, points in enumerate(bonus):
            most = max(tens[company] for tens in holdings)
            for player, tens in enumerate(holdings):
                if most and tens[company] == most:
                    totals[player] += points
        return totals

    def holdings(self) -> list[list[int]]:
        """For each player and company: tens of percent."""
        percents = self.box.shares.percents
        found = [[0] * len(self.points) for _ in self.held]
        for tens, held in zip(found, self.held, strict=True):
            for company, percent in zip(held, percents, strict=True):
                tens[company] += percent // TENTH
        return found
