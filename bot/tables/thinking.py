"""What a robot that searches thinks about: it goes to where there is time for it as bytes, and an action comes back.

A thought holds what the robot's seat may see and nothing else of the game: what is legal follows from that, and even
what to try is found out where there is time.
"""

import os
from hashlib import sha256
from itertools import islice
from random import Random

import msgspec

from bot.tables.records import CachedGame
from rules.catalog import find_game
from rules.game import Action, AnyGame, AnyLegal, PlayerId, View
from rules.robots import decide

THINKS = "stationmaster"
"""The strength that searches; the others decide at once."""


LEAST_URGENT = 5
"""A process as nice as this lets everybody else go first, and still gets on when the machine is busy."""


class Thought(msgspec.Struct, frozen=True):
    title: str
    rules: int
    view: msgspec.Raw
    luck: str
    """Where its chance begins; nothing can be learnt from it."""
    rollouts: int | None = None
    """None are as many as take about a second."""

    @property
    def game(self) -> AnyGame:
        game = find_game(self.title, self.rules)
        assert game is not None
        return game


def luck_of(cached: CachedGame) -> str:
    """The chance of a robot's decision: the same when it is worked out again, and the seed stays where it is."""
    return sha256(f"{cached.table.seed}/robot/{cached.seq}".encode()).hexdigest()


def thought_of(cached: CachedGame, seat: PlayerId) -> Thought:
    game = cached.game
    raw = msgspec.Raw(game.codecs.view.encode(game.view_for(cached.state, seat)))
    return Thought(game.id, game.rules_version, raw, luck_of(cached))


def only_action(cached: CachedGame, seat: PlayerId) -> Action | None:
    """What has to be done, where there is nothing to think about."""
    first: list[Action] = list(islice(cached.game.legal_actions(cached.state, seat), 2))
    return first[0] if len(first) == 1 else None


def think_in_worker(raw: bytes) -> bytes:
    """The work of a worker, after whatever people wait for."""
    os.setpriority(os.PRIO_PROCESS, 0, LEAST_URGENT)
    return think(raw)


def think(raw: bytes) -> bytes:
    """A thought goes in, the action that it comes to comes out."""
    thought = msgspec.json.decode(raw, type=Thought)
    game = thought.game
    view = game.codecs.view.decode(thought.view)
    action = decide(THINKS, game, view, game.legal_in(view), Random(thought.luck).random, thought.rollouts)
    return game.codecs.action.encode(action)


def hinted(game: AnyGame, view: View, legal: AnyLegal) -> Action:
    """What the conductor would do, for somebody who asks for advice; the same for whoever asks twice."""
    action: Action = game.advise(view, legal, Random(f"hint {view.turn}").random)
    return action
