"""Every kind of Metro's pictures as it was once looked at and found good."""

from collections.abc import Callable

import pytest

from render.metro.board import draw_board
from render.metro.hand import draw_hand
from render.metro.plans import TilePlan
from render.metro.preview import draw_preview
from render.metro.scores import draw_scores
from render.metro.zoom import draw_zoom
from rules.metro.actions import DrawTile, PlaceTile, PlaceTrain
from rules.metro.preview import effects_of
from tests.render.golden import assert_golden
from tests.render.metro.positions import LONG, NAMES, own, position, seats, seen
from tests.rules.metro.playing import GAME, do


def board(
    count: int,
    options: str = "",
    tiles: int = 35,
    theme: str = "light",
    language: str = "en",
    names: tuple[str, ...] = NAMES,
) -> bytes:
    view, events = seen(count, options, tiles)
    return draw_board(view, seats(count, names), events=events, theme=theme, language=language, table="#12")


def drawn_hand() -> bytes:
    """A tile was drawn instead, beside three in hand and many number cards."""
    state, _ = position(2, "modules=2+4 cards=4 hand=3 direction=free", 30)
    state = do(state, DrawTile(state.player))
    return draw_hand(GAME.view_for(state, state.player), seats(2, LONG))


def hand(count: int, options: str, theme: str, language: str) -> bytes:
    return draw_hand(own(count, options), seats(count), theme=theme, language=language, table="#12")


def tile_preview(count: int, options: str, tiles: int, theme: str) -> bytes:
    """The tile where it changes most lines."""
    state, _ = position(count, options, tiles)
    view = GAME.view_for(state, state.player)
    actions = [action for action in GAME.legal_actions(state, state.player) if isinstance(action, PlaceTile)]
    tile = view.hand[0]
    best = max(actions, key=lambda action: len(effects_of(view, action.square, action.tile or tile, action.turn)))
    return draw_preview(view, seats(count), TilePlan(best.tile or tile, best.square, best.turn), theme=theme)


def train_preview() -> bytes:
    state, _ = position(4, "modules=1+2", 40, "7")
    view = GAME.view_for(state, state.player)
    action = next(action for action in GAME.legal_actions(state, state.player) if isinstance(action, PlaceTrain))
    return draw_preview(view, seats(4), TilePlan(space=action.space, share=action.share), language="pl")


def legal_squares() -> bytes:
    view = own(3, tiles=12)
    return draw_preview(view, seats(3), TilePlan(view.hand[0]), theme="contrast")


def zoom(what: str, theme: str) -> bytes:
    state, events = position(4, "modules=2", 35)
    return draw_zoom(GAME.view_for(state, state.player), seats(4), what, events=events, theme=theme, table="#12")


def scores(count: int, options: str, theme: str, language: str, names: tuple[str, ...] = NAMES) -> bytes:
    view, _ = seen(count, options, 60)
    return draw_scores(view, seats(count, names), theme=theme, language=language, table="#12")


SITUATIONS: dict[str, Callable[[], bytes]] = {
    "metro-board-light": lambda: board(4),
    "metro-board-dark": lambda: board(4, theme="dark"),
    "metro-board-contrast": lambda: board(4, theme="contrast", language="pl"),
    "metro-board-start": lambda: board(2, tiles=0, language="pl"),
    "metro-board-2-players-trains": lambda: board(2, "modules=2 numbering=clockwise", 30, names=LONG),
    "metro-board-3-players-central-tracks": lambda: board(3, "modules=3", 40),
    "metro-board-5-players-over": lambda: board(5, tiles=60, theme="contrast"),
    "metro-board-6-players-free": lambda: board(6, "direction=free hand=3", 40, "dark", "pl", LONG),
    "metro-board-companies": lambda: board(4, "modules=1+2", 42),
    "metro-board-companies-over": lambda: board(6, "modules=1+2", 60, "dark", "pl", LONG),
    "metro-hand": lambda: hand(4, "", "light", "en"),
    "metro-hand-shares-dark": lambda: hand(4, "modules=1+2 hand=2", "dark", "pl"),
    "metro-hand-drawn": drawn_hand,
    "metro-preview": lambda: tile_preview(4, "", 35, "light"),
    "metro-preview-free-dark": lambda: tile_preview(6, "direction=free", 50, "dark"),
    "metro-preview-train": train_preview,
    "metro-preview-squares": legal_squares,
    "metro-zoom-corner-dark": lambda: zoom("nw", "dark"),
    "metro-zoom-square": lambda: zoom("F3", "light"),
    "metro-zoom-whole": lambda: zoom("whole", "contrast"),
    "metro-scores": lambda: scores(4, "", "light", "en"),
    "metro-scores-companies": lambda: scores(6, "modules=1+2", "dark", "pl", LONG),
    "metro-scores-numbers": lambda: scores(2, "modules=2+4 cards=4", "contrast", "en", LONG),
}


@pytest.mark.parametrize("name", SITUATIONS)
def test_situations(name: str, request: pytest.FixtureRequest) -> None:
    assert_golden(name, SITUATIONS[name](), request)
