"""Positions for Metro's pictures, from games that robots and chance play."""

from collections.abc import Iterator, Mapping
from functools import lru_cache
from random import Random

from render.kit.seat import Seat
from rules.chance import Chance
from rules.game import Event, PlayerId
from rules.metro.state import State
from rules.metro.view import MetroView
from tests.rules.metro.playing import GAME
from tests.yardstick.metro import advise

NAMES = ("Ada", "Bruno", "Chiara", "Dmitri", "Eve", "Fumiko")
LONG = (
    "Grzegorz Brzęczyszczykiewicz",
    "銀河鐵道 Ginga",
    "محمد 😀",
    "Łucja Żółć-Świętopełk",
    "Νίκος Παπαδόπουλος",
    "Zoë 🚇",
)


def seats(count: int, names: tuple[str, ...] = NAMES) -> tuple[Seat, ...]:
    return tuple(Seat(names[player], "teal") for player in range(count))


def moments(count: int, given: Mapping[str, str], seed: str) -> Iterator[tuple[State, tuple[Event, ...]]]:
    """Every moment of a game; a robot that is sometimes careless makes lines long and short, and never learns: else
    pictures would change with it."""
    state = GAME.setup(GAME.options(given), count, Chance(seed))
    random = Random(seed).random
    yield state, ()
    while waiting := GAME.to_act(state):
        (player,) = waiting
        legal = GAME.legal_actions(state, player)
        action = advise(GAME.view_for(state, player), legal, random) if random() < 0.8 else legal.pick(random)
        step = GAME.apply(state, action)
        state = step.state
        yield state, step.events


@lru_cache(64)
def position(count: int, options: str, tiles: int, seed: str = "5") -> tuple[State, tuple[Event, ...]]:
    """The first moment with so many tiles; options such as "modules=1+2 hand=3"."""
    given = dict(option.split("=") for option in options.split())
    return next((state, events) for state, events in moments(count, given, seed) if len(state.tracks.laid) == tiles)


def seen(
    count: int, options: str = "", tiles: int = 35, reader: PlayerId | None = None, seed: str = "5"
) -> tuple[MetroView, list[Event]]:
    """What somebody sees of a position, the last events too."""
    state, events = position(count, options, tiles, seed)
    return GAME.view_for(state, reader), [event.seen_by(reader) for event in events]


def own(count: int, options: str = "", tiles: int = 35, seed: str = "5") -> MetroView:
    """What the player whose turn it is sees."""
    state, _ = position(count, options, tiles, seed)
    return GAME.view_for(state, state.player)
