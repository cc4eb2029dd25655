"""Metro's pictures for every table: sizes, what is marked, and what a colour is never alone to say."""

import io
from itertools import combinations

import numpy as np
import pytest
from PIL import Image

from render.kit.theme import THEMES, Colour
from render.metro.base import SIZE, base_of
from render.metro.board import draw_board
from render.metro.chart import growth
from render.metro.hand import draw_hand
from render.metro.look import LOOKS, train_of
from render.metro.players import Chips, PlayerTile
from render.metro.scene import last_move, scene_of
from render.metro.scores import draw_scores
from render.metro.zoom import draw_zoom, zooms
from rules.metro.events import GameEnded, LineScored, TileDrawn, TilePlaced
from tests.render.metro.positions import LONG, own, seats, seen
from tests.rules.metro.playing import BOX, MODULE_SETS

KIB = 1024


def size_of(png: bytes) -> tuple[int, int]:
    return Image.open(io.BytesIO(png)).size


TABLES = [(modules, 2 + (number + more) % 5) for number, modules in enumerate(MODULE_SETS) for more in (0, 2)]


@pytest.mark.parametrize(("modules", "count"), TABLES)
def test_every_table_can_be_drawn(modules: str, count: int) -> None:
    theme = tuple(THEMES)[count % 3]
    for tiles in (31, 60):
        view, events = seen(count, f"modules={modules} direction={('arrow', 'free')[count % 2]}", tiles)
        png = draw_board(view, seats(count, LONG), events=events, theme=theme, language=("en", "pl")[count % 2])
        assert size_of(png) == SIZE
        assert len(png) <= 400 * KIB
    assert len(draw_scores(view, seats(count, LONG), theme=theme)) <= 400 * KIB


@pytest.mark.parametrize("options", ["hand=3", "modules=1+2 hand=3", "modules=2+4 cards=4 hand=3"])
def test_hands_are_small_files(options: str) -> None:
    assert len(draw_hand(own(2, options), seats(2))) <= 150 * KIB


def test_the_same_view_gives_the_same_bytes() -> None:
    view, events = seen(4)
    assert draw_board(view, seats(4), events=events) == draw_board(view, seats(4), events=events)


@pytest.mark.parametrize("theme", THEMES)
def test_fills_are_exactly_the_colours_of_the_trains(theme: str) -> None:
    view, _ = seen(4, "modules=1+2", 42)
    picture = Image.open(io.BytesIO(draw_board(view, seats(4), theme=theme))).convert("RGB")
    found = {colour for _, colour in picture.getcolors(1 << 24) or []}
    for colour in BOX.colours:
        assert train_of(colour, theme).fill in found


@pytest.mark.parametrize("theme", LOOKS)
def test_each_colour_has_a_mark_of_its_own_that_shows(theme: str) -> None:
    trains = [train_of(colour, theme) for colour in BOX.colours]
    assert len({train.symbol for train in trains}) == len(trains)
    for train in trains:
        assert contrast(train.fill, train.ink) >= 2.5
    for one, two in combinations(trains, 2):
        assert one.fill != two.fill


def contrast(one: Colour, two: Colour) -> float:
    light, dark = sorted((luminance(one), luminance(two)), reverse=True)
    return (light + 0.05) / (dark + 0.05)


def luminance(colour: Colour) -> float:
    parts = [c / 255 for c in colour]
    red, green, blue = (c / 12.92 if c <= 0.04045 else ((c + 0.055) / 1.055) ** 2.4 for c in parts)
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def test_the_last_tile_is_framed() -> None:
    view, _ = seen(4)
    placed = TilePlaced(0, view.laid[-1].square, view.laid[-1].tile, 0, False)
    with_frame, without = draw_board(view, seats(4), events=(placed,)), draw_board(view, seats(4))
    look = LOOKS["light"].last
    assert count_of(with_frame, look) > count_of(without, look) + 1000


def count_of(png: bytes, colour: Colour) -> int:
    pixels = np.asarray(Image.open(io.BytesIO(png)).convert("RGB"))
    return int((pixels == np.array(colour)).all(axis=2).sum())


def test_the_last_move_is_the_last_that_somebody_did() -> None:
    placed = TilePlaced(2, "C4", "aaaa", 0, False)
    scored = LineScored("4", "C1", "yellow", 0, 3, 6)
    move = last_move((TileDrawn(2, None, True), placed, scored, TileDrawn(2, None, False), GameEnded((0,))))
    assert move is not None
    assert (move.player, move.kind, move.square, move.scored) == (2, "place", "C4", (scored,))
    assert last_move(()) is None


@pytest.mark.parametrize("count", range(2, 7))
def test_the_figures_of_lines_can_be_read_at_550_pixels(count: int) -> None:
    """Seven pixels are the least; the picture is made 550 wide."""
    view, events = seen(count, "modules=2", 35)
    scene = scene_of(view, seats(count), events, "light", "en", "")
    height = min((976 - 10 * (count - 1)) // count, 470)
    box = (1352, 196, 1772, 196 + height)
    tile = PlayerTile(None, scene, 0, box)  # type: ignore[arg-type]
    head = 84 if height >= 190 else 68
    inner = (box[0] + 14, box[1] + head + 4, box[2] - 14, box[3] - 12)
    chips = Chips(tile, scene.lines_of(0), inner)
    size = chips.size(inner[2] - inner[0], inner[3] - inner[1], chips.columns)
    assert size * 550 / SIZE[0] >= 6.9


def test_every_zoom_can_be_drawn() -> None:
    view = own(4)
    _, events = seen(4)
    for zoom in zooms("metro")[:13]:
        assert size_of(draw_zoom(view, seats(4), zoom, events=events)) == (1450, 1172)
    with pytest.raises(KeyError):
        draw_zoom(view, seats(4), "Z9")


@pytest.mark.parametrize("count", [2, 5])
def test_the_chart_ends_at_the_points_of_the_lines(count: int) -> None:
    view, _ = seen(count, tiles=60)
    ends = {colour: points[-1] for colour, points in growth(view).items()}
    assert ends == {view.colours[score.player]: score.points for score in view.scores}


def test_a_base_that_lies_on_disk_is_used_again() -> None:
    for theme in THEMES:
        drawn = base_of(theme)
        base_of.cache_clear()
        read = base_of(theme)
        assert read.key == drawn.key
        assert (read.palette.colours == drawn.palette.colours).all()
