"""Robots by strength. A robot acts for a player and is shown that player's view, nothing more."""

from typing import Any

from rules.game import Action, AnyGame, AnyLegal, PlayerId, Random

STRENGTHS = ("apprentice", "conductor", "stationmaster")
"""Those that people may choose, weakest first."""
LEVELS = ("random", *STRENGTHS)


def robot_action(level: str, game: AnyGame, state: Any, player: PlayerId, random: Random) -> Action:
    """What a robot of one of the `LEVELS` does for a player who is asked."""
    return decide(level, game, game.view_for(state, player), game.legal_actions(state, player), random)


def decide(level: str, game: AnyGame, view: Any, legal: AnyLegal, random: Random) -> Action:
    """What a robot of one of the `LEVELS` does; the same for the same view and chance."""
    action: Action = legal.pick(random) if level == "random" else game.advise(view, legal, random)
    return action
