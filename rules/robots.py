"""Robots by level. A robot acts for a player and is shown that player's view, nothing more."""

from typing import Any

from rules.game import Action, AnyGame, PlayerId, Random

LEVELS = ("random", "greedy")


def robot_action(level: str, game: AnyGame, state: Any, player: PlayerId, random: Random) -> Action:
    legal = game.legal_actions(state, player)
    action: Action = (
        legal.pick(random) if level == "random" else game.advise(game.view_for(state, player), legal, random)
    )
    return action
