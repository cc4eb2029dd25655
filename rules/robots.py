"""Robots by strength. A robot acts for a player and is shown that player's view, nothing more."""

from collections.abc import Sequence
from functools import lru_cache
from math import log
from typing import Any

import msgspec

import data
from rules.game import Action, AnyGame, AnyLegal, Candidate, PlayerId, Random, View
from rules.search import reader_of, search

STRENGTHS = ("apprentice", "conductor", "stationmaster")
"""Those that people may choose, weakest first."""
LEVELS = ("random", *STRENGTHS)
OVERLOOKED = 0.3
"""The part of what there is to do that an apprentice does not think of."""
BEGINNERS = {"block": 0.0, "rival": 0.0, "ticket": 3.0}
"""Where a game weighs such things: an apprentice gets in nobody's way, and keeps too many tickets."""
BLUR = 2.5
"""In points: how badly an apprentice tells what is better, unless `data/robots/blurs.json` has another number: where a
game is about few points, so much would be blindness."""
CALM = 3
"""The higher, the more of the others have to be ahead before an apprentice slips."""


def robot_action(level: str, game: AnyGame, state: Any, player: PlayerId, random: Random) -> Action:
    """What a robot of one of the `LEVELS` does for a player who is asked."""
    return decide(level, game, game.view_for(state, player), game.legal_actions(state, player), random)


def decide(
    level: str, game: AnyGame, view: Any, legal: AnyLegal, random: Random, rollouts: int | None = None
) -> Action:
    """What a robot of one of the `LEVELS` does; the same for the same view, chance and number of rollouts. None are as
    many as take about a second."""
    match level:
        case "random":
            action: Action = legal.pick(random)
        case "apprentice":
            weights = {**game.weights(view.seats), **BEGINNERS}
            candidates = game.candidates(view, legal, random, weights=weights)
            slip = slip_for(view.game, view.seats)
            if slip is None:
                action = blurred(candidates, random, blur_for(view.game, view.seats))
            else:
                action = slipping(candidates, random, slip * behind(view) ** CALM)
        case "stationmaster":
            action = searched(game, view, game.to_try(view, legal, random), random, rollouts)
        case _:
            action = game.advise(view, legal, random)
    return action


def searched(
    game: AnyGame, view: Any, candidates: Sequence[Candidate[Any]], random: Random, rollouts: int | None = None
) -> Action:
    """The best of some candidates once they have been tried out."""
    if len(candidates) > 1:
        candidates = search(game, view, candidates, random, rollouts)
    best: Action = candidates[0].action
    return best


@lru_cache(maxsize=64)
def blur_for(title: str, seats: int) -> float:
    known = msgspec.json.decode(data.read("robots/blurs.json"), type=dict[str, dict[int, float]])
    return known.get(title, {}).get(seats, BLUR)


@lru_cache(maxsize=64)
def slip_for(title: str, seats: int) -> float | None:
    """In points: by how much an apprentice misjudges things at most, once everybody else is ahead, where it overlooks
    nothing. So it is at tables where turns are few: what is lost in one can't be made up for there."""
    known = msgspec.json.decode(data.read("robots/slips.json"), type=dict[str, dict[int, float]])
    return known.get(title, {}).get(seats)


def behind(view: View) -> float:
    """The part of the others that are ahead of the reader, by points that all can count; half where there are none."""
    if not view.scores:
        return 0.5
    points = [0] * view.seats
    for score in view.scores:
        points[score.player] += score.points
    own = points[reader_of(view)]
    return sum([other > own for other in points]) / (view.seats - 1)


def slipping(candidates: Sequence[Candidate[Any]], random: Random, slip: float) -> Action:
    """One that is worse than the best by no more than a slip."""
    best: Action = max(candidates, key=lambda candidate: candidate.worth + slip * random()).action
    return best


def blurred(candidates: Sequence[Candidate[Any]], random: Random, blur: float) -> Action:
    """One of the better candidates, by somebody who overlooks some and sees the others through a blur."""
    seen = [candidate for candidate in candidates if random() >= OVERLOOKED] or candidates
    best: Action = max(seen, key=lambda candidate: candidate.worth - blur * log(-log(random() or 0.5))).action
    return best
