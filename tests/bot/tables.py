"""Games in mid-play for tests of words and panels: real states, reached by random legal play."""

from collections.abc import Callable, Iterator, Mapping
from random import Random
from typing import Any

from bot.games.catalog import face_of
from rules.catalog import find_game
from rules.chance import Chance
from rules.game import AnyGame, Event

NAMES = ("Ada", "Bo", "Cyd", "Dot", "Eve", "Fay")


class Table:
    """One game, its state and everything that has happened."""

    def __init__(self, title: str, seats: int, seed: int, options: Mapping[str, str] | None = None) -> None:
        found = find_game(title)
        assert found is not None
        self.game: AnyGame = found
        self.face = face_of(title)
        self.random = Random(seed).random
        self.state: Any = self.game.setup(self.game.options(options or {}), seats, Chance(f"{seed:032x}"))
        self.events: list[Event] = []
        self.names = NAMES[:seats]

    def act(self, action: Any) -> tuple[Event, ...]:
        step = self.game.apply(self.state, action)
        self.state = step.state
        self.events.extend(step.events)
        return step.events

    def to_act(self) -> list[int]:
        return sorted(self.game.to_act(self.state))

    def legal(self, player: int) -> Any:
        return self.game.legal_actions(self.state, player)

    def view(self, player: int | None) -> Any:
        return self.game.view_for(self.state, player)

    def play_on(self, actions: int) -> "Table":
        for _ in range(actions):
            asked = self.to_act()
            if not asked:
                break
            self.act(self.legal(asked[0]).pick(self.random))
        return self

    def play_until(self, is_there: Callable[["Table"], bool], most: int = 2000) -> "Table":
        for _ in range(most):
            if is_there(self) or not self.to_act():
                break
            self.play_on(1)
        return self


def moments(title: str, seats: int, seed: int, every: int = 7) -> Iterator[Table]:
    """The same table again and again, some actions further each time, to the end of the game."""
    table = Table(title, seats, seed)
    while True:
        yield table
        if not table.to_act():
            return
        table.play_on(every)
