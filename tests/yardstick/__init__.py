"""The robots of the first release, kept as they were: what newer ones are measured by. Never improved."""

from typing import Any

from rules.game import Action, AnyGame, AnyLegal, Random
from rules.metro.view import MetroView
from rules.tickets.view import TicketView
from tests.yardstick import metro
from tests.yardstick.robot import Robot
from tests.yardstick.sailor import Sailor


def first_robot(game: AnyGame, view: Any, legal: AnyLegal, random: Random) -> Action:
    """What the first release's robot would have done."""
    if isinstance(view, MetroView):
        return metro.advise(view, legal, random)
    board = game.board  # type: ignore[attr-defined]
    robot = Sailor if board.sea else Robot
    return robot(board, view, legal, random).choose()  # type: ignore[arg-type]


def sensible_wish(game: AnyGame, view: Any, legal: AnyLegal, random: Random) -> Action:
    """What people do in tests: it stays the same however robots learn to play."""
    if isinstance(view, MetroView | TicketView):
        return first_robot(game, view, legal, random)
    action: Action = game.advise(view, legal, random)
    return action
