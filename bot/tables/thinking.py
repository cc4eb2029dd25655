"""What a robot that searches thinks about: it goes to where there is time for it as bytes, and an action comes back.

A thought holds what the robot's seat may see and the actions it weighs, nothing else of the game.
"""

import os
from hashlib import sha256
from random import Random

import msgspec

from bot.tables.records import CachedGame
from rules.catalog import find_game
from rules.game import Action, AnyGame, AnyLegal, Candidate, PlayerId, View
from rules.robots import searched

THINKS = "stationmaster"
"""The strength that searches; the others decide at once."""


LEAST_URGENT = 5
"""A process as nice as this lets everybody else go first, and still gets on when the machine is busy."""


class Weighed(msgspec.Struct, frozen=True, array_like=True):
    action: msgspec.Raw
    worth: float


class Thought(msgspec.Struct, frozen=True):
    title: str
    rules: int
    view: msgspec.Raw
    candidates: tuple[Weighed, ...]
    luck: str
    """Where its chance begins; nothing can be learnt from it."""
    rollouts: int | None = None
    """None are as many as take about a second."""

    @property
    def game(self) -> AnyGame:
        game = find_game(self.title, self.rules)
        assert game is not None
        return game

    def first(self) -> Action:
        """What there is to do without any thought."""
        action: Action = self.game.codecs.action.decode(self.candidates[0].action)
        return action


def luck_of(cached: CachedGame) -> str:
    """The chance of a robot's decision: the same when it is worked out again, and the seed stays where it is."""
    return sha256(f"{cached.table.seed}/robot/{cached.seq}".encode()).hexdigest()


def thought_of(cached: CachedGame, seat: PlayerId) -> Thought:
    game, view = cached.game, cached.game.view_for(cached.state, seat)
    legal, luck = game.legal_actions(cached.state, seat), luck_of(cached)
    candidates = game.to_try(view, legal, Random(luck).random)
    weighed = [Weighed(msgspec.Raw(game.codecs.action.encode(each.action)), each.worth) for each in candidates]
    raw = msgspec.Raw(game.codecs.view.encode(view))
    return Thought(game.id, game.rules_version, raw, tuple(weighed), luck)


def think_in_worker(raw: bytes) -> bytes:
    """The work of a worker, after whatever people wait for."""
    os.setpriority(os.PRIO_PROCESS, 0, LEAST_URGENT)
    return think(raw)


def think(raw: bytes) -> bytes:
    """A thought goes in, the action that it comes to comes out."""
    thought = msgspec.json.decode(raw, type=Thought)
    codecs = thought.game.codecs
    view = codecs.view.decode(thought.view)
    candidates = [Candidate(codecs.action.decode(each.action), each.worth) for each in thought.candidates]
    best = searched(thought.game, view, candidates, Random(thought.luck).random, thought.rollouts)
    return codecs.action.encode(best)


def hinted(game: AnyGame, view: View, legal: AnyLegal) -> Action:
    """What the conductor would do, for somebody who asks for advice; the same for whoever asks twice."""
    action: Action = game.advise(view, legal, Random(f"hint {view.turn}").random)
    return action
