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


class MetroLegalActions(LegalActions[MetroAction], frozen=True, gc=False):
    _box: Box
    _state: State
    _player: PlayerId

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
        state, places = self._state, self._places()
        count = tiles = sum([mask.bit_count() for _, _, mask in places])
        if state.drawn is None and state.taken < len(state.pile):
            count += 1
        if state.drawn is None and state.options.modules:
            return self._pick_of_all(places, tiles, count - tiles, random)
        return self._nth_place(places, tiles, int(random() * count))

    def _nth_place(self, places: list[tuple[str, int, int]], tiles: int, nth: int) -> MetroAction:
        if nth >= tiles:
            return DrawTile(self._player)
        for tile, turn, mask in places:
            if nth < (here := mask.bit_count()):
                return PlaceTile(self._player, SQUARES[nth_square(mask, nth)], tile, turn)
            nth -= here
        raise IndexError(nth)

    def _pick_of_all(self, places: list[tuple[str, int, int]], tiles: int, draws: int, random: Random) -> MetroAction:
        """The same where shares may be exchanged and trains placed."""
        swaps = exchanges(self._box, self._state)
        shares, spaces = train_choices(self._box, self._state, self._player)
        nth = int(random() * (tiles + draws + len(swaps) + len(shares) * len(spaces)))
        if nth < tiles + draws:
            return self._nth_place(places, tiles, nth)
        nth -= tiles + draws
        if nth < len(swaps):
            return swaps[nth]
        share, space = divmod(nth - len(swaps), len(spaces))
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
