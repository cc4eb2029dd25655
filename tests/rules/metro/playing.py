"""Small builders for Metro tables and positions."""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from random import Random
from typing import Any

from rules.chance import Chance
from rules.game import Event, PlayerId
from rules.metro.actions import MetroAction, PlaceTile
from rules.metro.engine import MetroGame
from rules.metro.state import State
from rules.metro.tracing import Laid

GAME = MetroGame()
BOX = GAME.box
MODULE_SETS = ("none", "1", "2", "3", "4", "1+2", "1+3", "2+4", "3+4")


def order(first: Iterable[str]) -> tuple[str, ...]:
    """All 60 tiles with these on top. With a hand of one, the tile on top is the first to be placed, and so on."""
    top = tuple(first)
    rest = Counter(BOX.all_tiles)
    rest.subtract(top)
    assert min(rest.values()) >= 0, "the box has fewer of these"
    return (*top, *rest.elements())


def table(
    seats: int = 2, tiles: Iterable[str] = (), orders: Mapping[str, tuple[str, ...]] | None = None, **given: str
) -> State:
    """A new table whose tiles come in this order; everything else is fixed too."""
    chance = Chance("a fixed seed", {"tiles": order(tiles), **(orders or {})})
    return GAME.setup(GAME.options(given), seats, chance)


def do(state: State, action: MetroAction) -> State:
    return GAME.apply(state, action).state


def place(state: State, *squares: str, tile: str | None = None, turn: int = 0) -> State:
    """Whoever's turn it is places a tile on each of these squares, one after another."""
    for square in squares:
        state = do(state, PlaceTile(state.player, square, tile, turn))
    return state


def events_of(state: State, action: MetroAction) -> tuple[Event, ...]:
    return GAME.apply(state, action).events


def parsed(text: str) -> tuple[Laid, ...]:
    """Tiles such as "E1 aaaa, E2 aaaa, C4 dada 90"."""
    tiles = []
    for part in text.split(", "):
        square, tile, *turn = part.split()
        tiles.append(Laid(square, tile, int(turn[0]) if turn else 0))
    return tuple(tiles)


def moments(seats: int, given: Mapping[str, str], seed: int) -> Iterator[tuple[State, MetroAction]]:
    """Every state of one random game with the action taken there; the finished one is left to `played`."""
    random = Random(seed).random
    state = GAME.setup(GAME.options(given), seats, Chance(str(seed)))
    while players := GAME.to_act(state):
        (player,) = players
        action = GAME.legal_actions(state, player).pick(random)
        yield state, action
        state = GAME.apply(state, action).state


def played(seats: int, given: Mapping[str, str], seed: int) -> tuple[State, tuple[MetroAction, ...]]:
    """A random game to its end."""
    states, actions = zip(*moments(seats, given, seed), strict=True)
    return GAME.apply(states[-1], actions[-1]).state, actions


def total(state: State, player: PlayerId) -> int:
    return sum(score.points for score in GAME.scores(state) if score.player == player)


def points(state: State, category: str) -> list[int]:
    """Of each player in one category."""
    return [
        sum(score.points for score in GAME.scores(state) if (score.player, score.category) == (player, category))
        for player in range(state.seats)
    ]


def tiles_everywhere(state: State) -> Counter[str]:
    """Board, hands, the tile drawn instead, and the pile."""
    found: Counter[str] = Counter(tile.tile for tile in state.tracks.laid)
    found.update(tile for hand in state.hands for tile in hand)
    found.update(state.pile[state.taken :])
    if state.drawn is not None:
        found[state.drawn] += 1
    return found


def plain(state: State) -> Any:
    return GAME.codecs.state.plain(state)
