"""Robots by strength. A robot acts for a player and is shown that player's view, nothing more."""

from collections.abc import Sequence
from functools import lru_cache
from math import exp, log
from statistics import fmean
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
CLOSE = 0.3
"""Points for each turn played: by so much some may be ahead of others, and a race is still open."""


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
                action = slipping(candidates, random, slip * closeness(game.forecast(view), view))
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
    """In points: by how much an apprentice misjudges things at most, in an open race, where it overlooks nothing. So it
    is at tables where turns are few: what is lost in one can't be made up for there."""
    known = msgspec.json.decode(data.read("robots/slips.json"), type=dict[str, dict[int, float]])
    return known.get(title, {}).get(seats)


def closeness(points: Sequence[float], view: View) -> float:
    """How open the race is, from 0 to 1, to a reader who expects so many points of each player: 1 as long as the weaker
    half of the others keeps up with the rest. Half where nobody can tell."""
    if not points:
        return 0.5
    reader = reader_of(view)
    others = sorted([each for player, each in enumerate(points) if player != reader])
    half = view.seats // 2
    gap = fmean([*others[half:], points[reader]]) - fmean(others[:half])
    return 1 / (1 + exp(gap - CLOSE * view.turn))


def slipping(candidates: Sequence[Candidate[Any]], random: Random, slip: float) -> Action:
    """One that is worse than the best by no more than a slip."""
    best: Action = max(candidates, key=lambda candidate: candidate.worth + slip * random()).action
    return best


def blurred(candidates: Sequence[Candidate[Any]], random: Random, blur: float) -> Action:
    """One of the better candidates, by somebody who overlooks some and sees the others through a blur."""
    seen = [candidate for candidate in candidates if random() >= OVERLOOKED] or candidates
    best: Action = max(seen, key=lambda candidate: candidate.worth - blur * log(-log(random() or 0.5))).action
    return best
