"""Every legal action of a player, found as it is asked for."""

from collections.abc import Iterator

from rules.errors import IllegalAction
from rules.game import Action, LegalActions, PlayerId, Random
from rules.metro.actions import DrawTile, MetroAction, PlaceTile, PlaceTrain
from rules.metro.board import SQUARES, squares_in
from rules.metro.box import Box
from rules.metro.checks import check_action, exchanges, train_choices
from rules.metro.placement import squares_by_turn, squares_for
from rules.metro.state import State
from rules.metro.tiles import TURNS

BITS = tuple(tuple(squares_in(row)) for row in range(256))
"""For each row of eight squares as a bit mask: which of them are in it."""


def nth_square(mask: int, nth: int) -> int:
    first = 0
    while True:
        row = BITS[mask & 255]
        if nth < len(row):
            return first + row[nth]
        nth -= len(row)
        mask >>= 8
        first += 8


class MetroLegalActions(LegalActions[MetroAction]):
    __slots__ = ("_box", "_player", "_state")

    def __init__(self, box: Box, state: State, player: PlayerId) -> None:
        self._box = box
        self._state = state
        self._player = player

    def __contains__(self, action: object) -> bool:
        if not isinstance(action, Action) or action.player != self._player:
            return False
        try:
            check_action(self._box, self._state, action)
        except IllegalAction:
            return False
        return True

    def __iter__(self) -> Iterator[MetroAction]:
        state, player = self._state, self._player
        if state.player != player or state.is_over:
            return
        for tile, turn, mask in self._places():
            for square in squares_in(mask):
                yield PlaceTile(player, SQUARES[square], tile, turn)
        if state.drawn is not None:
            return
        if state.has_pile:
            yield DrawTile(player)
        yield from exchanges(self._box, state)
        shares, spaces = train_choices(self._box, state, player)
        for share in shares:
            for space in spaces:
                yield PlaceTrain(player, space, share)

    def pick(self, random: Random) -> MetroAction:
        """Each with the same chance."""
        state, places, others = self._state, self._places(), 0
        if state.drawn is None:
            others = self._count_others() if state.options.modules else int(state.taken < len(state.pile))
        count = others
        for _, _, mask in places:
            count += mask.bit_count()
        nth = int(random() * count)
        for tile, turn, mask in places:
            if nth < (here := mask.bit_count()):
                return PlaceTile(self._player, SQUARES[nth_square(mask, nth)], tile, turn)
            nth -= here
        return self._nth_other(nth)

    def _count_others(self) -> int:
        """How many actions there are that place no tile."""
        shares, spaces = train_choices(self._box, self._state, self._player)
        return self._state.has_pile + len(exchanges(self._box, self._state)) + len(shares) * len(spaces)

    def _nth_other(self, nth: int) -> MetroAction:
        if self._state.has_pile:
            if nth == 0:
                return DrawTile(self._player)
            nth -= 1
        shares_to_exchange = exchanges(self._box, self._state)
        if nth < len(shares_to_exchange):
            return shares_to_exchange[nth]
        shares, spaces = train_choices(self._box, self._state, self._player)
        share, space = divmod(nth - len(shares_to_exchange), len(spaces))
        return PlaceTrain(self._player, spaces[space], shares[share])

    def _places(self) -> list[tuple[str, int, int]]:
        """(tile, turn, squares) for every kind of tile that the player may place now."""
        state = self._state
        reachable, trains = state.tracks.reachable, state.train_squares
        tiles = (state.drawn,) if state.drawn is not None else state.hands[self._player]
        if state.options.direction == "arrow":
            if len(tiles) == 1:
                return [(tiles[0], 0, squares_for(reachable, trains, tiles[0]))]
            return [(tile, 0, squares_for(reachable, trains, tile)) for tile in dict.fromkeys(tiles)]
        return [
            (tile, turn, mask)
            for tile in dict.fromkeys(tiles)
            for turn, mask in zip(TURNS, squares_by_turn(reachable, trains, tile), strict=True)
        ]
