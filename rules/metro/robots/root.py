"""A position as everybody sees it, worked out once for all the worlds that are dealt from it."""

from collections.abc import Collection
from functools import lru_cache

from rules.metro.board import ENDS, PLACES, STATIONS
from rules.metro.robots.grid import Grid, grid_of
from rules.metro.robots.outlook import DOUBLED_AT_THE_CENTRE, ONCE, Odds, Outlook, Traffic, first_guess
from rules.metro.tracing import Laid

LOOKS_AHEAD = 5
"""Times to go over the board for what lines may expect,"""
LOOKS_AROUND = 8
"""and for where they may come by."""


class Root:
    """The board, what lines there may expect, and what tiles do to those that may still come by."""

    __slots__ = ("central", "expected", "grid", "lines", "odds", "outlook", "passing", "spaces", "stations")

    def __init__(self, grid: Grid, central: tuple[Laid, ...], odds: tuple[Odds, ...], trains: tuple[int, ...]) -> None:
        self.grid = grid
        self.central = central
        self.odds = odds
        self.outlook = outlook = Outlook(grid, odds)
        guess = first_guess(central, odds, DOUBLED_AT_THE_CENTRE)
        self.stations = self.spaces = outlook.prospect(DOUBLED_AT_THE_CENTRE, LOOKS_AHEAD, guess)
        if not central:  # else lines run through the centre, and nothing is doubled anyway
            self.spaces = outlook.prospect(ONCE, LOOKS_AHEAD, first_guess(central, odds, ONCE))
        self.lines = [(place, 1.0 if place < STATIONS else 2.0) for place in range(STATIONS if central else PLACES)]
        """All there are; one from the central station counts twice for a number card."""
        self.passing: list[dict[int, list[float]]] = []
        """For each owner: what links do to the lines that don't stand before their square yet."""
        self.expected: list[float] = []
        """For each owner: what the lines under way may still bring."""
        for owner in range(max(trains) + 1):
            places = [place for place, own in enumerate(trains) if own == owner]
            self.passing.append(self._passing(places))
            self.expected.append(sum(self._expected(place) for place in places))

    def _passing(self, places: list[int]) -> dict[int, list[float]]:
        weights = [(place, 1.0) for place in places if place < STATIONS]
        here, later = self.outlook.traffic(weights, 0), self.outlook.traffic(weights, LOOKS_AROUND)
        coming = Traffic(
            [one - other for one, other in zip(later.lines, here.lines, strict=True)],
            [one - other for one, other in zip(later.passes, here.passes, strict=True)],
        )
        return self.outlook.links(self.stations, coming)

    def for_cards(self, places: Collection[int]) -> dict[int, list[float]]:
        """What links do for whoever holds the cards of these stations."""
        pay = tuple(float(place in places) for place in range(PLACES))
        prospect = self.outlook.prospect(pay, LOOKS_AHEAD, first_guess(self.central, self.odds, pay))
        return self.outlook.links(prospect, self.outlook.traffic(self.lines, LOOKS_AROUND))

    def _expected(self, place: int) -> float:
        entry, passes = self.grid.head(place)
        each, more = self.stations if place < STATIONS else self.spaces
        return passes * each[entry] + more[entry] if entry < ENDS else 0.0


@lru_cache(maxsize=4)
def root_of(laid: tuple[Laid, ...], central: tuple[Laid, ...], odds: tuple[Odds, ...], trains: tuple[int, ...]) -> Root:
    """`trains` names the owner of the line from each place, or NOBODY."""
    return Root(grid_of(laid, central), central, odds, trains)
