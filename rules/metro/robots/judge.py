"""What actions are worth to the reader of one view, in points."""

from functools import cached_property

from rules.game import PlayerId, Weights
from rules.metro.actions import DrawTile, ExchangeShare, MetroAction, PlaceTile, PlaceTrain
from rules.metro.board import PLACES, SPACES, SQUARE, STATIONS, squares_in
from rules.metro.box import Box
from rules.metro.placement import squares_by_turn, squares_for, train_squares
from rules.metro.robots.grid import grid_of
from rules.metro.robots.outlook import (
    DOUBLED_AT_THE_CENTRE,
    LEAVING,
    ONCE,
    Outlook,
    Pay,
    Prospect,
    first_guess,
    odds_of,
)
from rules.metro.robots.stakes import Stakes
from rules.metro.tiles import PATTERNS
from rules.metro.view import MetroView

LOOKS_AHEAD = 5
"""Times to go over the board for what lines may expect,"""
LOOKS_AROUND = 8
"""and for where they may come by."""


class Judge:
    """A line is worth what it may expect; own lines count for, others' against. Where companies own the lines, what a
    point for each company does for the reader's shares counts instead, and cards count whoever's line arrives."""

    def __init__(self, box: Box, view: MetroView, weights: Weights) -> None:
        assert view.reader is not None
        self.box = box
        self.view = view
        self.weights = weights
        self.reader: PlayerId = view.reader
        self.grid = grid_of(view.laid, view.central_tiles)
        self.room = self.grid.free.bit_count() / 60
        self.trains = train_squares(tuple(STATIONS + at for at, space in enumerate(view.spaces) if space.owner))
        is_free = view.options.direction == "free"
        self.odds = odds_of(tuple(box.tiles.items()), is_free)
        self.outlook = Outlook(self.grid, self.odds)

    def worth(self, action: MetroAction) -> float:
        match action:
            case PlaceTile():
                assert action.tile is not None
                return self.tile(SQUARE[action.square], PATTERNS[action.tile][action.turn // 90])
            case DrawTile():
                return self.drawing - self.weights["draw"]
            case ExchangeShare():
                return self.exchange(action)
            case PlaceTrain():
                return self.train(action)

    def tile(self, square: int, pattern: int) -> float:
        """What a pattern on a square does to all lines that it touches, and to those that may still come by."""
        north, east, south, west = LEAVING[pattern]
        links = self._links[square]
        return links[north] + links[4 + east] + links[8 + south] + links[12 + west]

    def line_gains(self, square: int, pattern: int) -> dict[int, float]:
        """For each place whose line a tile would lengthen or end: what the reader gains by that."""
        grid, gains = self.grid.copy(), {}
        grid.lay(square, pattern)
        for place, weight in enumerate(self.line_weights):
            entry, passes = grid.head(place)
            if weight and passes != self.grid.head(place)[1]:
                each, more = self._stations_prospect if place < STATIONS else self._spaces_prospect
                gains[place] = weight * (passes * each[entry] + more[entry] - self.expected(place))
        return gains

    @cached_property
    def _links(self) -> dict[int, list[float]]:
        found = self.outlook.links(
            self._stations_prospect, self.outlook.traffic(self._weighed(range(STATIONS)), LOOKS_AROUND)
        )
        if self.trains:
            spaces = self.outlook.traffic(self._weighed(range(STATIONS, PLACES)), LOOKS_AROUND)
            _add(found, self.outlook.links(self._spaces_prospect, spaces))
        if any(self._card_pay):
            every = [(place, 1.0 if place < STATIONS else 2.0) for place in range(len(self.view.lines))]
            prospect = self._prospect(self._card_pay)
            _add(found, self.outlook.links(prospect, self.outlook.traffic(every, LOOKS_AROUND)))
        return found

    def _weighed(self, places: range) -> list[tuple[int, float]]:
        weights = self.line_weights
        return [(place, weights[place]) for place in places if weights[place]]

    def _prospect(self, pay: Pay) -> Prospect:
        return self.outlook.prospect(pay, LOOKS_AHEAD, first_guess(self.view.central_tiles, self.odds, pay))

    @cached_property
    def _stations_prospect(self) -> Prospect:
        return self._prospect(DOUBLED_AT_THE_CENTRE)

    @cached_property
    def _spaces_prospect(self) -> Prospect:
        """Lines from the centre are never doubled."""
        return self._prospect(ONCE)

    @cached_property
    def _card_pay(self) -> Pay:
        numbering = self.view.options.numbering
        own = {self.box.place_of(numbering, card.number) for card in self.view.numbers}
        return tuple(float(place in own) for place in range(PLACES))

    def expected(self, place: int) -> float:
        """What the line from a place may come to; its points where it has arrived."""
        entry, passes = self.grid.head(place)
        each, more = self._stations_prospect if place < STATIONS else self._spaces_prospect
        return passes * each[entry] + more[entry]

    @property
    def forecast(self) -> list[float]:
        """By player: what all their lines may come to."""
        points = [0.0] * self.view.seats
        for place, there in enumerate(self.view.stations + self.view.spaces):
            if there.player is not None:
                points[there.player] += self.expected(place)
        return points

    @cached_property
    def line_weights(self) -> list[float]:
        """For each place: what a point of the line from there is worth to the reader."""
        places = self.view.stations + self.view.spaces
        if self.view.companies:
            companies = self.stakes.point_worths
            worths = [0.0 if place.owner is None else companies[place.owner] for place in places]
        else:
            others = -self.weights["rival"] / (self.view.seats - 1)
            worths = [
                0.0 if place.player is None else 1.0 if place.player == self.reader else others for place in places
            ]
        return worths + [0.0] * (PLACES - len(places))

    @cached_property
    def stakes(self) -> Stakes:
        made = {company.colour: float(company.points) for company in self.view.companies}
        for place, line in enumerate(self.view.lines):
            if line.owner is not None and not line.is_finished:
                made[line.owner] += self.expected(place)
        spread = self.weights["spread_late"] + self.weights["spread"] * self.room
        return Stakes(self.view, made, spread, self.weights["greed"])

    @cached_property
    def drawing(self) -> float:
        """The best place for a tile from the pile, as a mean over all the tiles it may be."""
        total = sum(self.view.unseen.values())
        return sum(count * self.best_place(kind) for kind, count in self.view.unseen.items() if count) / total

    def best_place(self, kind: str) -> float:
        reachable = self.grid.reachable
        if self.view.options.direction == "arrow":
            masks: tuple[int, ...] = (squares_for(reachable, self.trains, kind),)
        else:
            masks = squares_by_turn(reachable, self.trains, kind)
        return max(
            self.tile(square, pattern)
            for pattern, mask in zip(PATTERNS[kind], masks, strict=False)
            for square in squares_in(mask)
        )

    def train(self, action: PlaceTrain) -> float:
        """What the line may expect, less what a train that waits for a better track may."""
        place = STATIONS + SPACES.index(action.space)
        weight = 1.0
        if action.share is not None:
            weight = self.stakes.point_worths[self.stakes.own[action.share]]
        patience = self.weights["train_late"] + self.weights["train_early"] * self.room
        return weight * self.expected(place) - abs(weight) * patience

    def exchange(self, action: ExchangeShare) -> float:
        """The gain in value; the more turns went into exchanges, the less another pays."""
        stakes, percent = self.stakes, action.give
        gain = stakes.gain(percent, self._open_share(percent)) if action.take == "open" else stakes.hidden_gain(percent)
        turns_without_a_tile = self.view.turn - 1 - len(self.view.laid)
        return gain - self.weights["impatience"] * turns_without_a_tile / self.view.seats

    def _open_share(self, percent: int) -> str:
        return next(share.company for share in self.view.open_shares if share.percent == percent)


def _add(worths: dict[int, list[float]], more: dict[int, list[float]]) -> None:
    for square, links in more.items():
        worths[square] = [one + other for one, other in zip(worths[square], links, strict=True)]
