"""Boards in mid-game: view to PNG bytes, against Pillow's plain default RGB PNG encode of the same picture.

Every round draws the next turn of a game that goes on, as a bot would: what the last turns have drawn is still at hand,
what this turn brings is new.
"""

import io
import os
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from statistics import median
from typing import Any

from PIL import Image

from render.kit.seat import Seat
from render.kit.theme import PLAYERS
from render.tickets.board import draw_board
from render.tickets.hand import draw_hand
from rules.catalog import find_game
from rules.chance import Chance
from rules.game import Event
from rules.robots import robot_action

GAMES = {"usa": 5, "nordic": 3, "germany": 5, "world": 5}
ROUNDS = 15
Moment = tuple[Any, list[Event]]

TARGETS = {
    "picture_board_": ("<=", 0.20, 0.10),
    "picture_size_": ("<=", 0.50, 0.40),
    "picture_kib_": ("<=", 300.0, 200.0),
    "picture_hand_kib_": ("<=", 150.0, 100.0),
    "picture_cold_": ("<=", 1.5, 1.0),
}


def moments(title: str) -> tuple[list[Moment], Any]:
    """The channel's views and last events turn by turn around the middle of a game, and a player's own view."""
    game: Any = find_game(title)
    seats = GAMES[title]
    state = game.setup(game.options({}), seats, Chance(f"pictures/{title}"))
    found: list[Moment] = []
    events: list[Event] = []
    turn, wanted = 0, range(18 * seats, 18 * seats + ROUNDS + 4)
    own = None
    while (waiting := game.to_act(state)) and turn < wanted.stop:
        player = min(waiting)
        step = game.apply(state, robot_action("conductor", game, state, player, lambda: 0.5))
        state = step.state
        events += [event.seen_by(None) for event in step.events]
        view = game.view_for(state, None)
        if view.turn != turn:
            turn = view.turn
            if turn in wanted:
                found.append((view, events))
                own = game.view_for(state, 0)
            events = []
    return found, own


def seconds(work: Callable[[], object]) -> float:
    began = time.perf_counter()
    work()
    return time.perf_counter() - began


def plain(picture: Image.Image) -> bytes:
    out = io.BytesIO()
    picture.save(out, "PNG")
    return out.getvalue()


def ratios() -> dict[str, float]:
    figures = {}
    for title, count in GAMES.items():
        seats = [Seat(f"Player {number}", colour) for number, colour in zip(range(1, count + 1), PLAYERS, strict=False)]
        turns, own = moments(title)
        for view, events in turns[:-ROUNDS]:
            draw_board(view, seats, events=events)
        speeds, sizes, files = [], [], []
        for view, events in turns[-ROUNDS:]:
            drawn: list[bytes] = []
            spent = seconds(lambda: drawn.append(draw_board(view, seats, events=events)))  # noqa: B023
            picture = Image.open(io.BytesIO(drawn[0])).convert("RGB")
            speeds.append(spent / seconds(lambda: plain(picture)))  # noqa: B023
            sizes.append(len(drawn[0]) / len(plain(picture)))
            files.append(len(drawn[0]) / 1024)
        figures[f"picture_board_{title}"] = median(speeds)
        figures[f"picture_size_{title}"] = max(sizes)
        figures[f"picture_kib_{title}"] = max(files)
        figures[f"picture_hand_kib_{title}"] = len(draw_hand(own, seats)) / 1024
        figures[f"picture_cold_{title}"] = cold(title)
    return figures


def cold(title: str) -> float:
    """Processor seconds of a fresh process to the first picture of a map, imports included, with the base on disk."""
    code = (
        "import sys, time\n"
        "from tests.render.tickets.positions import midgame, seats\n"
        "from render.tickets.board import draw_board\n"
        "view, events = midgame(sys.argv[1], 3, 24)\n"
        "draw_board(view, seats(3), events=events)\n"
        "print(time.process_time())"
    )
    with tempfile.TemporaryDirectory() as cache:
        place = {**os.environ, "XDG_CACHE_HOME": cache}
        took = [
            float(
                subprocess.run([sys.executable, "-c", code, title], env=place, capture_output=True, check=True).stdout
            )
            for _ in range(3)
        ]
    return min(took[1:])


if __name__ == "__main__":
    for name, figure in ratios().items():
        print(f"{name:28} {figure:8.3f}")
