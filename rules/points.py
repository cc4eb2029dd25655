"""How everybody's points grew on the board, for a chart."""

from collections.abc import Iterable
from typing import Any

from rules.game import AnyGame


def points_by_turn(game: AnyGame, states: Iterable[Any]) -> list[tuple[int, ...]]:
    """Everybody's points after each turn, from the states after each action of a game that is over.

    What is counted only at the end belongs to no turn: categories that were never scored before are left out.
    """
    found: list[tuple[int, ...]] = []
    on_the_board: set[str] = set()
    turn = 0
    for state in states:
        view, is_over = game.view_for(state, None), game.is_over(state)
        if view.turn == turn and not is_over:
            continue
        scores = game.scores(state)
        if not is_over:
            on_the_board.update(score.category for score in scores)
        points = [0] * view.seats
        for score in scores:
            points[score.player] += score.points if score.category in on_the_board else 0
        found.append(tuple(points))
        turn = view.turn
    return found
