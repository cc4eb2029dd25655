"""Metro's pictures for every table: sizes, what is marked, and what a colour is never alone to say."""

import io

import numpy as np
import pytest
from PIL import Image

from data.languages import LANGUAGES
from render.kit.theme import THEMES, Colour, contrast
from render.metro.base import SIZE, base_of
from render.metro.board import draw_board
from render.metro.chart import growth
from render.metro.hand import draw_hand
from render.metro.look import LOOKS, train_of
from render.metro.scene import moves_in, next_entry, scene_of
from render.metro.scores import draw_scores
from render.metro.zoom import BAND, HEIGHT, RIM, WIDTH, draw_zoom, fitted_window, wanted_window, zooms
from rules.metro.board import SQUARE, SQUARES
from rules.metro.events import GameEnded, LineScored, TileDrawn, TilePlaced, TrainPlaced
from tests.render.metro.positions import LONG, own, seats, seen
from tests.render.sight import DEFICIENCIES, nearest_two
from tests.rules.metro.playing import BOX, MODULE_SETS

KIB = 1024


def size_of(png: bytes) -> tuple[int, int]:
    return Image.open(io.BytesIO(png)).size


TABLES = [(modules, 2 + (number + more) % 5) for number, modules in enumerate(MODULE_SETS) for more in (0, 2)]


@pytest.mark.parametrize(("modules", "count"), TABLES)
def test_every_table_can_be_drawn(modules: str, count: int) -> None:
    theme, spoken = tuple(THEMES)[count % 3], LANGUAGES[count % len(LANGUAGES)]
    for tiles in (31, 60):
        view, events = seen(count, f"modules={modules} direction={('arrow', 'free')[count % 2]}", tiles)
        png = draw_board(view, seats(count, LONG), events=events, theme=theme, language=spoken)
        assert size_of(png) == SIZE
        assert len(png) <= 300 * KIB
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
        assert contrast(train.fill, train.ink) >= 4.5
    fills = {colour: train_of(colour, theme).fill for colour in BOX.colours}
    for sight in DEFICIENCIES:
        assert nearest_two(fills, sight)[0] >= 25, sight


def test_the_last_tile_is_framed() -> None:
    view, _ = seen(4)
    placed = TilePlaced(0, view.laid[-1].square, view.laid[-1].tile, 0, False)
    with_frame, without = draw_board(view, seats(4), events=(placed,)), draw_board(view, seats(4))
    look = LOOKS["light"].last
    assert count_of(with_frame, look) > count_of(without, look) + 1000


def count_of(png: bytes, colour: Colour) -> int:
    pixels = np.asarray(Image.open(io.BytesIO(png)).convert("RGB"))
    return int((pixels == np.array(colour)).all(axis=2).sum())


def test_a_turn_is_one_move_with_the_lines_it_finished() -> None:
    placed = TilePlaced(2, "C4", "aaaa", 0, False)
    scored = LineScored("4", "C1", "yellow", 0, 3, 6)
    (move,) = moves_in((TileDrawn(2, None, True), placed, scored, TileDrawn(2, None, False), GameEnded((0,))))
    assert (move.player, move.kind, move.square, move.scored) == (2, "place", "C4", (scored,))
    assert moves_in(()) == ()


def test_several_turns_are_several_moves_in_order() -> None:
    events = (
        TilePlaced(2, "C4", "aaaa", 0, False),
        TrainPlaced(0, "C4", "red", None),
        TileDrawn(1, None, True),
        TilePlaced(1, "D3", "aaaa", 0, True),
        TileDrawn(2, None, True),
    )
    moves = moves_in(events)
    assert [(move.player, move.kind) for move in moves] == [(2, "place"), (0, "train"), (1, "place"), (2, "draw")]


def test_every_zoom_can_be_drawn() -> None:
    view = own(4)
    _, events = seen(4)
    for zoom in zooms("metro")[:13]:
        assert size_of(draw_zoom(view, seats(4), zoom, events=events)) == (1450, 1212)
    with pytest.raises(KeyError):
        draw_zoom(view, seats(4), "Z9")


def test_stations_beside_the_own_lines_are_enlarged_whole() -> None:
    reached = 0
    for tiles in range(8, 60, 4):
        view, _ = seen(2, tiles=tiles, reader=0)
        scene = scene_of(view, seats(2), (), "light", "en", "")
        side, left, top = fitted_window(wanted_window(scene, "mine"))
        right, bottom = left + (WIDTH - BAND) / side, top + (HEIGHT - BAND) / side
        for line, place in zip(view.lines, scene.places, strict=True):
            if line.player != 0 or line.is_finished:
                continue
            row, column = divmod(SQUARE[next_entry(line, place)[0]], 8)
            reached += 1
            assert column > 0 or left <= -RIM
            assert row > 0 or top <= -RIM
            assert column < 7 or right >= 8 + RIM
            assert row < 7 or bottom >= 8 + RIM
    assert reached


@pytest.mark.parametrize("zoom", ["last", *SQUARES])
def test_what_is_enlarged_cuts_no_stations_beside_it(zoom: str) -> None:
    view, events = seen(4)
    left, top, right, bottom = wanted_window(scene_of(view, seats(4), events, "light", "en", ""), zoom)
    assert all(edge >= 0 or edge == -RIM for edge in (left, top))
    assert all(edge <= 8 or edge == 8 + RIM for edge in (right, bottom))


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
