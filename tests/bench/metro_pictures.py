"""Metro's pictures: the time from view to PNG against Pillow's plain encode of the same picture, sizes, the cold start.

Each position of the middle of a game is drawn once, turn after turn, as the bot does: what the turn has changed is
drawn anew, the rest is pasted.
"""

import io
import os
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path
from random import Random
from statistics import median
from typing import Any

from PIL import Image

from render.kit.seat import Seat
from render.metro.board import draw_board
from render.metro.hand import draw_hand
from render.metro.plans import TilePlan
from render.metro.preview import draw_preview
from rules.catalog import find_game
from rules.chance import Chance
from rules.metro.actions import PlaceTile

TABLES: dict[str, tuple[int, dict[str, str]]] = {
    "base": (4, {}),
    "six_players": (6, {"direction": "free", "hand": "3"}),
    "modules_1_2": (5, {"modules": "1+2"}),
    "modules_3_4": (3, {"modules": "3+4"}),
}
FIRST, LAST = 20, 44
"""Tiles on the board: between these the pictures count; they are drawn from the first turn on."""

COLD = """
import time; began = time.perf_counter()
import sys
from rules.metro.engine import MetroGame
from render.metro.board import draw_board
from render.kit.seat import Seat
game = MetroGame()
view = game.codecs.view.decode(sys.stdin.buffer.read())
draw_board(view, [Seat("Ada", "teal")] * 4)
print(time.perf_counter() - began)
"""


def seats(count: int) -> list[Seat]:
    return [Seat(f"Player {n + 1}", "teal") for n in range(count)]


def moments(name: str) -> Iterator[tuple[Any, Any, Any]]:
    """Every moment of a game between robots: game, state and the events of the last move."""
    count, given = TABLES[name]
    game: Any = find_game("metro")
    state = game.setup(game.options(given), count, Chance(f"pictures/{name}"))
    random = Random(name).random
    while waiting := game.to_act(state):
        (player,) = waiting
        legal = game.legal_actions(state, player)
        action = game.advise(game.view_for(state, player), legal, random) if random() < 0.7 else legal.pick(random)
        step = game.apply(state, action)
        state = step.state
        yield game, state, step.events


def plain_encode(png: bytes) -> float:
    """Seconds that Pillow takes for the same picture in RGB with its defaults."""
    picture = Image.open(io.BytesIO(png)).convert("RGB")
    began = time.process_time()
    picture.save(io.BytesIO(), "PNG")
    return time.process_time() - began


def board_figures(name: str) -> tuple[dict[str, float], float]:
    """The times of board, hand and preview by that of a board's plain encode, and the largest board in KiB."""
    drawn, plain, sizes = [], [], []
    hands, previews = [], []
    for game, state, events in moments(name):
        tiles = len(state.tracks.laid)
        if tiles > LAST or not game.to_act(state):
            break
        view = game.view_for(state, None)
        seen = [event.seen_by(None) for event in events]
        began = time.process_time()
        png = draw_board(view, seats(view.seats), events=seen)
        spent = time.process_time() - began
        own = game.view_for(state, state.player)
        began = time.process_time()
        draw_hand(own, seats(view.seats))
        hand = time.process_time() - began
        plan = a_plan(game, state, own)
        began = time.process_time()
        draw_preview(own, seats(view.seats), plan)
        preview = time.process_time() - began
        if tiles >= FIRST:
            drawn.append(spent)
            hands.append(hand)
            previews.append(preview)
            sizes.append(len(png))
            if tiles % 6 == 0:
                plain.append(plain_encode(png))
    times = {"picture": drawn, "hand": hands, "preview": previews}
    return {kind: median(each) / median(plain) for kind, each in times.items()}, max(sizes) / 1024


def a_plan(game: Any, state: Any, own: Any) -> TilePlan:
    """One of the tiles that may be placed, somewhere in the middle of where it may go."""
    ways = [way for way in game.legal_actions(state, state.player) if isinstance(way, PlaceTile)]
    way = ways[len(ways) // 2]
    return TilePlan(way.tile or own.drawn or own.hand[0], way.square, way.turn)


def hand_size() -> float:
    """The largest hand in KiB: three tiles, number cards, shares."""
    found = []
    for given in ({"modules": "1+2", "hand": "3"}, {"modules": "2+4", "hand": "3", "cards": "4"}):
        game: Any = find_game("metro")
        state = game.setup(game.options(given), 2, Chance("hands"))
        found += [len(draw_hand(game.view_for(state, 0), seats(2), theme=theme)) for theme in ("light", "dark")]
    return max(found) / 1024


def cold_start() -> float:
    """Seconds from the start of a process to its first picture, with what an earlier one has left on disk; the quickest
    of five, since a busy machine only adds."""
    game, state, _ = next(moment for moment in moments("base") if len(moment[1].tracks.laid) == 35)
    raw = game.codecs.view.encode(game.view_for(state, None))
    with tempfile.TemporaryDirectory() as folder:
        times = []
        for _ in range(6):
            run = subprocess.run(
                [sys.executable, "-c", COLD],
                input=raw,
                capture_output=True,
                check=True,
                env={**os.environ, "XDG_CACHE_HOME": folder, "PYTHONPATH": str(Path.cwd())},
            )
            times.append(float(run.stdout))
    return min(times[1:])


def ratios() -> dict[str, float]:
    found: dict[str, float] = {}
    largest = 0.0
    for name in TABLES:
        times, size = board_figures(name)
        found |= {f"metro_{kind}_{name}": ratio for kind, ratio in times.items()}
        largest = max(largest, size)
    found["metro_board_kib"] = largest
    found["metro_hand_kib"] = hand_size()
    found["metro_cold_start_seconds"] = cold_start()
    return found


TARGETS = {
    "metro_picture_": ("<=", 0.20, 0.10),
    "metro_hand_": ("<=", 0.04, 0.03),
    "metro_preview_": ("<=", 0.2, 0.1),
    "metro_board_kib": ("<=", 300.0, 200.0),
    "metro_hand_kib": ("<=", 150.0, 100.0),
    "metro_cold_start_seconds": ("<=", 1.5, 1.0),
}
