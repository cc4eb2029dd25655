"""Every kind of picture of every title against Pillow's plain RGB encode of the title's board: in a process that draws
its first one, with the bases on disk, and in one that has drawn another game before. And what fifty tables cost.
"""

import io
import os
import struct
import time
from collections import defaultdict
from collections.abc import Callable, Iterator
from random import Random
from statistics import median
from typing import Any, NamedTuple

from PIL import Image

from render.catalog import pictures_of
from render.film import draw_film
from render.kit.seat import Seat
from render.kit.theme import PLAYERS
from render.metro.plans import TilePlan
from render.stats import Rated, draw_stats
from render.tickets.preview import ClaimPlan
from rules.catalog import TITLES, find_game
from rules.chance import Chance
from rules.metro.actions import PlaceTile
from rules.robots import robot_action
from rules.tickets.actions import ClaimRoute
from rules.turns import Moment

KINDS = ("board", "hand", "offer", "preview", "zoom", "sheet", "chart", "film")
SEATS = 3
FILMED = 12
"""Turns of a film; a film is measured by the picture."""
TABLES, LIVE_TURNS = 50, 6

TARGETS = {
    "warm_board_": ("<=", 0.13, 0.08),
    "warm_hand_": ("<=", 0.04, 0.03),
    "warm_offer_": ("<=", 0.15, 0.06),
    "warm_preview_": ("<=", 0.20, 0.10),
    "warm_zoom_": ("<=", 0.30, 0.15),
    "fifty_tables_": ("<=", 1.5, 1.2),
}


class Drawing(NamedTuple):
    kind: str
    draw: Callable[[], bytes]


def seats_of(count: int) -> list[Seat]:
    return [Seat(f"Player {n + 1}", colour) for n, colour in zip(range(count), PLAYERS, strict=False)]


def plan_of(action: Any) -> Any:
    match action:
        case ClaimRoute(track=track, cards=cards):
            return ClaimPlan(track=track, paid=cards)
        case PlaceTile(tile=tile, square=square, turn=turn):
            return TilePlan(tile, square, turn)
    return None


def drawings(title: str, seed: str, is_whole: bool = True) -> Iterator[Drawing]:
    """All that a bot would draw in a game, turn by turn; each looks at one moment, and none depends on another."""
    game: Any = find_game(title)
    pictures, seats = pictures_of(title), seats_of(SEATS)
    state = game.setup(game.options({}), SEATS, Chance(seed))
    random = Random(seed).random
    zooms = ("mine", "last", *pictures.zooms(title)[3:])
    turn, events, history, moments = 0, [], [(0,) * SEATS], [Moment(0, game.view_for(state, None))]
    while waiting := game.to_act(state):
        player = min(waiting)
        before = game.view_for(state, player)
        action = robot_action("conductor", game, state, player, random)
        if getattr(before, "offer", ()):
            yield Drawing("offer", lambda view=before: pictures.draw_hand(view, seats, table="#12"))
        if (plan := plan_of(action)) is not None and before.turn:
            yield Drawing("preview", lambda view=before, plan=plan: pictures.draw_preview(view, seats, plan))
        step = game.apply(state, action)
        state = step.state
        events += [event.seen_by(None) for event in step.events]
        public = game.view_for(state, None)
        if public.turn == turn and not public.is_over:
            continue
        turn = public.turn
        own, seen = game.view_for(state, player), tuple(events)
        yield Drawing(
            "board", lambda view=public, seen=seen: pictures.draw_board(view, seats, events=seen, table="#12")
        )
        yield Drawing("hand", lambda view=own: pictures.draw_hand(view, seats, table="#12"))
        if turn % 3 == 0:
            zoom = zooms[turn // 3 % len(zooms)]
            yield Drawing(
                "zoom", lambda view=own, seen=seen, zoom=zoom: pictures.draw_zoom(view, seats, zoom, events=seen)
            )
        moments.append(Moment(turn, public, seen, turn))
        history.append(points(public))
        events = []
    if is_whole:
        over = game.view_for(state, None)
        yield Drawing("sheet", lambda: pictures.draw_scores(over, seats, history=history))
        rated = [Rated(1000.0 + 7 * n, 300.0 - n) for n in range(30)]
        scores = [point for line in history[-10:] for point in line]
        yield Drawing("chart", lambda: draw_stats("Ada", rated, scores, title))
        yield Drawing("film", lambda: draw_film(moments[-FILMED:], seats))


def points(view: Any) -> tuple[int, ...]:
    totals = [0] * view.seats
    for score in view.scores:
        totals[score.player] += score.points
    return tuple(totals)


def cpu(work: Callable[[], object]) -> float:
    began = time.process_time()
    work()
    return time.process_time() - began


def plain_encode(png: bytes) -> float:
    picture = Image.open(io.BytesIO(png)).convert("RGB")
    return min(cpu(lambda: picture.save(io.BytesIO(), "PNG")) for _ in range(3))


def apart(work: Callable[[], float]) -> float:
    """What `work` returns in a process of its own, which has drawn nothing yet."""
    reading, writing = os.pipe()
    if (child := os.fork()) == 0:
        os.write(writing, struct.pack("d", work()))
        os._exit(0)
    os.waitpid(child, 0)
    os.close(writing)
    found: float = struct.unpack("d", os.read(reading, 8))[0]
    os.close(reading)
    return found


def each(kind: str) -> int:
    return FILMED if kind == "film" else 1


def cold(title: str) -> dict[str, float]:
    """The first drawing of each kind, each in a process of its own."""
    firsts: dict[str, Drawing] = {}
    for drawing in drawings(title, f"cold/{title}"):
        firsts.setdefault(drawing.kind, drawing)
    return {kind: apart(lambda drawing=drawing: cpu(drawing.draw)) / each(kind) for kind, drawing in firsts.items()}


def warm(title: str) -> dict[str, float]:
    """The middle of one game's drawings of each kind, after another game's have been drawn."""
    for drawing in drawings(title, f"before/{title}"):
        drawing.draw()
    spent = defaultdict(list)
    for drawing in drawings(title, f"warm/{title}"):
        spent[drawing.kind].append(cpu(drawing.draw) / each(drawing.kind))
    return {kind: median(times) for kind, times in spent.items()}


def boards_of(table: int) -> list[Drawing]:
    """Some turns of the middle of a game: boards, hands and what is tapped between."""
    title = TITLES[table % len(TITLES)]
    found = list(drawings(title, f"table/{table}", is_whole=False))
    middle = len(found) // 2
    return found[middle : middle + LIVE_TURNS * 4]


def fifty_tables() -> dict[str, float]:
    """Boards while fifty tables of all titles take turns, against boards of one table alone."""
    tables = [boards_of(table) for table in range(TABLES)]

    def together() -> float:
        spent = []
        for number in range(max(map(len, tables))):
            for table in tables:
                if number < len(table):
                    took = cpu(table[number].draw)
                    if table[number].kind == "board" and number >= LIVE_TURNS:
                        spent.append(took)
        return sum(spent) / len(spent)

    def alone() -> float:
        spent = []
        for table in tables[: len(TITLES)]:
            for number, drawing in enumerate(table):
                took = cpu(drawing.draw)
                if drawing.kind == "board" and number >= LIVE_TURNS:
                    spent.append(took)
        return sum(spent) / len(spent)

    return {"fifty_tables_board": apart(together) / apart(alone)}


def ratios() -> dict[str, float]:
    apart(lambda: float(not [pictures_of(title).prepare(title, "light") for title in TITLES]))
    first = {title: cold(title) for title in TITLES}
    tables = fifty_tables()
    found: dict[str, float] = {}
    for title in TITLES:
        again = warm(title)
        board = next(drawing for drawing in drawings(title, f"plain/{title}") if drawing.kind == "board").draw()
        encode = plain_encode(board)
        for name, spent in (("cold", first[title]), ("warm", again)):
            found |= {f"{name}_{kind}_{title}": spent[kind] / encode for kind in KINDS if kind in spent}
    return found | tables
