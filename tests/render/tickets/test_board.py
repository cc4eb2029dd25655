"""Sizes of files, drawing twice, several threads, and a cache that may be missing, read-only or spoilt."""

import io
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from pathlib import Path
from types import ModuleType

import pytest
from msgspec.structs import replace
from PIL import Image

from render.kit import disk
from render.kit.theme import THEMES
from render.metro import base as metro_base
from render.tickets import base
from render.tickets.board import draw_board
from render.tickets.drawn_map import drawn_map_of
from render.tickets.hand import draw_hand
from render.tickets.zoom import draw_zoom, zooms
from rules.tickets.maps import load_map
from tests.render.tickets.positions import for_player, midgame, seats

CLAIMS = {"usa": 42, "nordic": 27, "germany": 42, "world": 42}
EVERYTHING = 95
"""More claims than there are at the end of a game."""
every_game = pytest.mark.parametrize("game", CLAIMS)


def plain_size(png: bytes) -> int:
    out = io.BytesIO()
    Image.open(io.BytesIO(png)).convert("RGB").save(out, "PNG")
    return len(out.getvalue())


@pytest.mark.parametrize("theme", THEMES)
@every_game
def test_boards_are_small_files(game: str, theme: str) -> None:
    count = max(load_map(game).seats)
    view, events = midgame(game, count, EVERYTHING)
    png = draw_board(view, seats(count), events=events, theme=theme)
    assert len(png) <= 300 * 1024
    assert len(png) <= 0.50 * plain_size(png)
    assert Image.open(io.BytesIO(png)).size == base.layout_of(drawn_map_of(game), count).size


@pytest.mark.parametrize("game", ["nordic", "germany"])
def test_beside_a_tall_map_few_players_have_a_narrower_panel_and_so_a_larger_map(game: str) -> None:
    drawn_map = drawn_map_of(game)
    many = base.layout_of(drawn_map, 5)
    for count in (2, 3):
        few = base.layout_of(drawn_map, count)
        view, events = midgame(game, count, 9)
        width, height = Image.open(io.BytesIO(draw_board(view, seats(count), events=events))).size
        assert (width, height) == few.size
        assert few.map_box == many.map_box
        assert few.map_box[2] / width > 1.04 * many.map_box[2] / many.size[0]


@every_game
def test_hands_are_small_files(game: str) -> None:
    file = load_map(game)
    view, _ = midgame(game, 2, 20)
    tickets = [(ticket.id, i % 2 == 0, True) for i, ticket in enumerate(file.tickets[:14])]
    own = for_player(view, 0, tickets, {card.id: 3 for card in file.cards})
    assert len(draw_hand(own, seats(2))) <= 150 * 1024


def test_the_same_view_gives_the_same_bytes_however_it_was_reached() -> None:
    before, _ = midgame("usa", 4, 10)
    view, events = midgame("usa", 4, 42)
    first = draw_board(view, seats(4), events=events)
    draw_board(before, seats(4))
    assert draw_board(view, seats(4), events=events) == first


def test_several_threads_draw_the_same_picture() -> None:
    view, events = midgame("germany", 4, 42)
    with ThreadPoolExecutor(4) as pool:
        found = set(pool.map(lambda _: draw_board(view, seats(4), events=events), range(8)))
    assert len(found) == 1


def test_a_base_from_disk_is_the_one_that_was_drawn(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    base.base_of.cache_clear()
    drawn = base.base_of("nordic", "light")
    assert len(list((tmp_path / "semafor").iterdir())) == 2
    base.base_of.cache_clear()
    read = base.base_of("nordic", "light")
    assert (read.pixels == drawn.pixels).all()
    assert (read.palette.colours == drawn.palette.colours).all()
    assert (read.zones == drawn.zones).all()


@pytest.mark.parametrize("content", [b"", b"not a picture", b"\x89PNG\r\n\x1a\n broken"])
def test_a_spoilt_cache_is_drawn_anew(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, content: bytes) -> None:
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    key = base.key_of("nordic", "light")
    disk.write(f"{key}.png", content)
    disk.write(f"{key}-zones.png", content)
    assert base.read_base(key, base.layout_of(drawn_map_of("nordic")).size) is None


def test_a_place_that_can_t_be_written_is_no_obstacle(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "semafor").write_text("a file where the folder should be")
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    disk.write("anything", b"content")
    assert disk.read("anything") is None


def test_another_map_or_theme_has_another_key() -> None:
    assert len({base.key_of(game, theme) for game in CLAIMS for theme in THEMES}) == len(CLAIMS) * len(THEMES)


@pytest.mark.parametrize("key_of", [partial(base.key_of, "usa", "light"), partial(metro_base.key_of, "light")])
@pytest.mark.parametrize("folder", [disk, base])
def test_a_base_is_kept_under_another_key_once_the_code_that_draws_it_changes(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, folder: ModuleType, key_of: Callable[[], str]
) -> None:
    (tmp_path / "land.py").write_text("SEA = 'red'")
    before = key_of()
    for module in (folder, metro_base if folder is base else folder):
        monkeypatch.setattr(module, "SOURCES", tmp_path)
    disk.program.cache_clear()
    assert key_of() != before
    disk.program.cache_clear()


@every_game
def test_everything_that_can_be_enlarged_can_be_drawn(game: str) -> None:
    view, events = midgame(game, 2, 10)
    some = ("whole", "mine", "last", "nw", "se", zooms(game)[-1])
    for zoom in some:
        png = draw_zoom(replace(view, reader=0), seats(2), zoom, events=events)
        assert min(Image.open(io.BytesIO(png)).size) > 900


def test_an_unknown_zoom_is_an_error() -> None:
    view, _ = midgame("usa", 2, 4)
    with pytest.raises(KeyError):
        draw_zoom(view, seats(2), "atlantis")
