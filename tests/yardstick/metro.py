"""A greedy player: every tile on every square is weighed by what it does to each line, from the view alone.

A line under way is worth its passes and what may still come; a finished one its points. Own lines count for, others'
against. Where companies own the lines, the own stake in a company stands against what the others are likely to hold.
"""

from functools import cached_property

from rules.game import LegalActions, PlayerId, Random
from rules.metro.actions import DrawTile, ExchangeShare, MetroAction, PlaceTile, PlaceTrain
from rules.metro.board import PLACE_AT, SPACES, SQUARE, STATIONS, squares_in
from rules.metro.placement import squares_by_turn, squares_for, train_squares
from rules.metro.tiles import PATTERNS
from rules.metro.tracing import Laid, Tracks
from rules.metro.view import MetroView, tracks_in

HOPE = 6.0
"""The passes that a line may expect to grow on an empty board."""
GROWTH = 1.1
"""A long line under way has more ways to the centre than a short one."""
DRAW_MARGIN = 0.5
POINT_OF_A_COMPANY = 0.25
"""What a point for a company is worth for each ten percent in it."""
IMPATIENCE = 0.2
"""Without it, robots might exchange their worst shares in turn for ever."""
COMPANIES = 8
MEAN_VALUE = 4.5
"""Of a company, as long as nothing is known."""


def advise(view: MetroView, legal: LegalActions[MetroAction], random: Random) -> MetroAction:
    judge = Judge(view)
    best, found = float("-inf"), None
    for action in legal:
        worth = judge.worth(action) + random() * 0.01
        if worth > best:
            best, found = worth, action
    assert found is not None
    return found


class Judge:
    """What actions are worth to the reader of one view, in points."""

    def __init__(self, view: MetroView) -> None:
        assert view.reader is not None
        self.view = view
        self.reader: PlayerId = view.reader
        self.tracks = tracks_in(view)
        self.room = self.tracks.free.bit_count() / 60
        self.places = view.stations + view.spaces
        self.weights = [self._weight(place.owner, place.player) for place in self.places]
        self.trains = train_squares(tuple(STATIONS + at for at, space in enumerate(view.spaces) if space.owner))
        self._tiles: dict[tuple[int, int], float] = {}

    def worth(self, action: MetroAction) -> float:
        match action:
            case PlaceTile():
                assert action.tile is not None
                return self.tile(SQUARE[action.square], PATTERNS[action.tile][action.turn // 90])
            case DrawTile():
                return self.drawing - DRAW_MARGIN
            case ExchangeShare():
                return self.exchange(action)
            case PlaceTrain():
                return self.train(action)

    def hope(self, passes: int) -> float:
        """What a line under way is worth."""
        return GROWTH * passes + HOPE * self.room

    def tile(self, square: int, pattern: int) -> float:
        """What a pattern on a square does to all lines that it touches."""
        known = self._tiles.get((square, pattern))
        if known is None:
            known = self._cards(square, pattern) if square in self._card_squares else 0.0
            for effect in self.tracks.effects(square, pattern):
                weight = self.weights[effect.start]
                now = self.hope(effect.after) if effect.end is None else effect.points
                known += weight * (now - self.hope(effect.before))
            self._tiles[square, pattern] = known
        return known

    @cached_property
    def drawing(self) -> float:
        """The best place for a tile from the pile, as a mean over all the tiles it may be."""
        total = sum(self.view.unseen.values())
        return sum(count * self.best_place(kind) for kind, count in self.view.unseen.items() if count) / total

    def best_place(self, kind: str) -> float:
        reachable = self.tracks.reachable
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
        """A train can also be placed later, so an untouched track is worth little now."""
        place = STATIONS + SPACES.index(action.space)
        passes, end = self.tracks.line(place)
        worth = self.hope(passes) if end is None else passes
        weight = 1.0
        if action.share is not None:
            weight = self._weight(self._own_share(action.share), None)
        return weight * worth - HOPE * self.room * abs(weight)

    def exchange(self, action: ExchangeShare) -> float:
        """The gain in value, less what a turn is worth; the more turns went into exchanges, the less another pays."""
        values = self._company_values
        own = self._own_share(action.give)
        up = next(share.company for share in self.view.open_shares if share.percent == action.give)
        unknown = [value for colour, value in values.items() if colour not in (up, own)]
        taken = values[up] if action.take == "open" else sum(unknown) / len(unknown)
        turns_without_a_tile = self.view.turn - 1 - len(self.view.laid)
        return action.give / 10 * (taken - values[own]) - IMPATIENCE * turns_without_a_tile / self.view.seats

    def _own_share(self, percent: int) -> str:
        return next(share.company for share in self.view.shares if share.percent == percent)

    def _weight(self, owner: str | None, player: PlayerId | None) -> float:
        if owner is None:
            return 0.0
        if self.view.companies:
            return POINT_OF_A_COMPANY * self._stakes[owner]
        return 1.0 if player == self.reader else -1.0 / (self.view.seats - 1)

    @cached_property
    def _stakes(self) -> dict[str, float]:
        """For each company: tens of percent that the reader has more than another player is likely to have."""
        others = self.view.seats - 1
        stakes = {company.colour: 0.0 for company in self.view.companies}
        for own, up in zip(self.view.shares, self.view.open_shares, strict=True):
            tens = own.percent / 10
            shown = [
                share.company
                for player, shares in enumerate(self.view.shown_shares)
                for share in shares
                if share.percent == own.percent and player != self.reader
            ]
            known = {own.company, up.company, *shown}
            stakes[own.company] += tens
            for colour in shown:
                stakes[colour] -= tens / others
            for colour in stakes.keys() - known:
                stakes[colour] -= tens * (others - len(shown)) / others / (COMPANIES - len(known))
        return stakes

    @cached_property
    def _company_values(self) -> dict[str, float]:
        """What each company is likely to be worth in the end; early on, not far from the mean."""
        made = {company.colour: float(company.points) for company in self.view.companies}
        for line in self.view.lines:
            if line.owner is not None and not line.is_finished:
                made[line.owner] += self.hope(len(line.passes))
        trust = 1 - 0.6 * self.room
        ahead = {colour: sum(other > own for other in made.values()) for colour, own in made.items()}
        return {colour: MEAN_VALUE + trust * (COMPANIES - places - MEAN_VALUE) for colour, places in ahead.items()}

    @cached_property
    def _card_squares(self) -> dict[int, list[int]]:
        """Where a tile would lengthen the track that leads to a station of which the reader holds the card."""
        names = {str(card.number) for card in self.view.numbers}
        squares: dict[int, list[int]] = {}
        for place, station in enumerate(self.view.stations):
            if station.name in names and self.tracks.arriving(place)[1] is None:
                squares.setdefault(growing_square(self.tracks, place), []).append(place)
        return squares

    def _cards(self, square: int, pattern: int) -> float:
        laid, _ = self.tracks.lay(square, Laid("", ""), pattern)
        worth = 0.0
        for place in self._card_squares[square]:
            passes, start = laid.arriving(place)
            bonus = 2 if start is not None and start >= STATIONS else 1
            now = self.hope(passes) if start is None else bonus * passes
            worth += now - self.hope(self.tracks.arriving(place)[0])
        return worth


def growing_square(tracks: Tracks, end: int) -> int:
    """The empty square from which the unfinished track to a place would be made longer."""
    square, side = PLACE_AT[end]
    if tracks.free >> square & 1:
        return square
    return tracks.wiring.across[tracks.starts[4 * square + side]] // 4
