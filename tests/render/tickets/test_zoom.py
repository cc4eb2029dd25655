"""Close-ups and plans: cut from the map at fixed scales, the same wherever they are cut; and what their titles say."""

from typing import Any

import numpy as np
import pytest
from msgspec.structs import replace

from data.languages import LANGUAGES
from data.texts import signed
from render.kit import disk
from render.kit.sheet import CLOSE_UPS, Sheet
from render.kit.text import width_of
from render.kit.theme import theme_named
from render.tickets import levels
from render.tickets.base import TITLE, base_of, draw_map
from render.tickets.drawn_map import DrawnMap, drawn_map_of
from render.tickets.levels import Level, band_file, band_of, tile_of
from render.tickets.names import area_of
from render.tickets.preview import ClaimPlan, draw_preview, finished_by
from render.tickets.scene import scene_of
from render.tickets.zoom import (
    Window,
    around_places,
    draw_zoom,
    enlarged,
    fitted_window,
    own_places,
    places_of,
    shortest_stretch,
    wanted_window,
)
from rules.catalog import TICKET_TITLES
from rules.tickets.events import RouteClaimed
from rules.tickets.maps import load_map
from rules.tickets.ways import way_along
from tests.render.tickets.positions import empty, for_player, midgame, seats

every_language = pytest.mark.parametrize("language", LANGUAGES)
every_game = pytest.mark.parametrize("game", TICKET_TITLES)


def drawn_now(level: Level, box: tuple[int, int, int, int]) -> Any:
    pixels, _ = draw_map(drawn_map_of(level.title), theme_named(level.theme), box, level.scale, (0, 0))
    return base_of(level.title, level.theme).palette.mapped(pixels)


def test_what_is_cut_from_tiles_is_what_would_be_drawn_there() -> None:
    level = Level("lantern", "light", 1.4)
    for box in ((0, 0, 300, 40), (200, 200, 700, 600), (level.size[0] - 300, level.size[1] - 90, *level.size)):
        pixels, zones = level.cut(box)
        assert zones.shape == pixels.shape
        assert (pixels != drawn_now(level, box)).mean() < 0.001


def test_a_round_map_goes_on_at_its_other_side() -> None:
    level = Level("world", "light", 1.0)
    width = level.size[0]
    pixels, _ = level.cut((width - 100, 300, width + 150, 400))
    assert (pixels[:, :100] == level.cut((width - 100, 300, width, 400))[0]).all()
    assert (pixels[:, 100:] == level.cut((0, 300, 150, 400))[0]).all()


def test_tiles_are_kept_on_disk_and_drawn_again_where_they_are_spoilt(monkeypatch: pytest.MonkeyPatch) -> None:
    level, drawn = Level("lantern", "contrast", 1.0), []
    draw = levels.drawn_band
    monkeypatch.setattr(levels, "drawn_band", lambda *given: drawn.append(given) or draw(*given))
    path = disk.folder() / band_file(level, 0)
    path.unlink(missing_ok=True)
    found = []
    for content in (None, None, b"", b"spoilt" * 100):
        if content is not None:
            path.write_bytes(content)
        band_of.cache_clear()
        found.append(band_of(level, 0))
    assert len(drawn) == 3, "once at first, and for each that was spoilt"
    assert all(band == found[0] for band in found)


@pytest.mark.parametrize("game", ["usa", "world", "germany"])
def test_a_close_up_is_the_same_wherever_it_is_cut(game: str) -> None:
    """Pieces on its edge are stamped as if they were in its middle, also those that another one has left behind."""
    view, _ = midgame(game, 3, 30)
    scene = scene_of(view, seats(3), (), "light", "en", "")
    width, height = scene.drawn_map.outline.size
    found = []
    for dx, dy in ((0, 0), (60, 45)):
        left, top = width * 0.3 + dx, height * 0.3 + dy
        CLOSE_UPS._kept.clear()
        CLOSE_UPS._pixels = 0
        sheet = enlarged(scene, (left, top, left + 640, top + 480))[0]
        found.append((sheet.pixels[TITLE:].copy(), sheet.base.origin))
    (one, at), (other, there) = found
    dx, dy = round(at[0] - there[0]), round(at[1] - there[1])
    assert (dx, dy) != (0, 0)
    assert (one[dy:, dx:] == other[: one.shape[0] - dy, : one.shape[1] - dx]).all()


def test_places_on_a_ring_are_looked_at_from_the_side_where_they_are_close() -> None:
    assert shortest_stretch([100, 300], 1000) == (100, 300)
    assert shortest_stretch([100, 900], 1000) == (900, 1100)
    assert shortest_stretch([500], 1000) == (500, 500)


def test_what_crosses_the_edge_of_the_world_is_shown_the_short_way_round() -> None:
    drawn_map = drawn_map_of("world")
    for track in drawn_map.file.tracks:
        left, top, right, bottom = fitted_window(
            drawn_map, around_places(drawn_map, places_of(drawn_map, [track.id], None), 190)
        )
        across = drawn_map.outline.size[0]
        assert right - left < 0.62 * across, track.id
        for city in (track.a, track.b):
            x, y = drawn_map.spot(city)
            assert top <= y <= bottom
            assert left <= x <= right or left <= x + across <= right


def test_both_halves_of_a_planned_claim_across_the_edge_stand_in_one_picture() -> None:
    track = "los_angeles-tokyo"
    view = for_player(midgame("world", 3, 10)[0], 1, [], {})
    view = replace(view, owners={each: owner for each, owner in view.owners.items() if each != track})
    scene = scene_of(view, seats(3), (), "light", "en", "")
    window = around_places(scene.drawn_map, places_of(scene.drawn_map, [track], None), 190)
    sheets = enlarged(scene, window)
    assert len(sheets) == 2
    assert sheets[0].pixels is sheets[1].pixels
    inside = [
        any(0 <= x * sheet.base.scale + sheet.base.origin[0] <= sheet.width for sheet in sheets)
        for x, _ in places_of(scene.drawn_map, [track], None)
    ]
    assert all(inside)
    assert draw_preview(view, seats(3), ClaimPlan(track=track)).startswith(b"\x89PNG")


@every_game
def test_mine_is_nearer_than_the_board_and_others_are_pale(game: str) -> None:
    view, _ = midgame(game, 3, 30)
    track = next(iter(view.owners))
    owners = {track: 1} | {each: 0 for each in view.owners if each != track}
    scene = scene_of(replace(view, reader=1, owners=owners, harbours=()), seats(3), (), "light", "en", "")
    window = fitted_window(scene.drawn_map, wanted_window(scene, "mine"))
    width, height = scene.drawn_map.outline.size
    assert (window[2] - window[0]) * (window[3] - window[1]) < 0.55 * width * height
    assert own_places(scene) == {track}
    mine = replace(scene, stands_out=own_places(scene))
    assert not mine.is_pale(track)
    assert all(mine.is_pale(each) for each in owners if each != track)


@every_game
def test_the_names_of_what_is_looked_at_are_whole(game: str) -> None:
    """Of one's own cities, of those of the last move, and of any that is asked for."""
    view, _ = midgame(game, 3, 30)
    drawn_map = drawn_map_of(game)
    for track in drawn_map.file.tracks:
        event = RouteClaimed(1, track.id, (), 1, 0)
        own = replace(view, reader=1, owners={track.id: 1}, harbours=())
        scene = scene_of(own, seats(3), (event,), "light", "en", "")
        for zoom, cities in (("mine", (track.a, track.b)), ("last", (track.a, track.b)), (track.a, (track.a,))):
            window = fitted_window(drawn_map, wanted_window(scene, zoom))
            assert all(name_is_in(drawn_map, window, city) for city in cities), (track.id, zoom)


def name_is_in(drawn_map: DrawnMap, window: Window, city: str) -> bool:
    place = drawn_map.outline.cities[city]
    if place.label is None:
        return True
    left, top, right, bottom = area_of(place.label, drawn_map.name(city))
    shifts = (0, drawn_map.outline.size[0]) if drawn_map.outline.ports else (0,)
    across = any(window[0] <= left + shift and right + shift <= window[2] for shift in shifts)
    return across and window[1] <= top and bottom <= window[3]


@pytest.fixture
def texts(monkeypatch: pytest.MonkeyPatch) -> list[tuple[str, float]]:
    """What is written on sheets, and how large."""
    found: list[tuple[str, float]] = []
    text = Sheet.text

    def noted(self: Sheet, x: float, y: float, string: str, size: float, *rest: Any, **more: Any) -> float:
        width = text(self, x, y, string, size, *rest, **more)
        weight = rest[2] if len(rest) > 2 else "bold"
        is_whole = width >= width_of(string, weight, size) - 1
        found.append((string if is_whole else f"{string} cut off", size * 1800 / self.width))
        return width

    monkeypatch.setattr(Sheet, "text", noted)
    return found


@every_language
@every_game
def test_the_title_of_a_close_up_tells_route_and_points_however_long_they_are(
    game: str, language: str, texts: list[tuple[str, float]]
) -> None:
    drawn_map = drawn_map_of(game)
    longest = max(drawn_map.tracks, key=lambda track: len(drawn_map.track_name(track)))
    view = replace(empty(game, 2), owners={longest: 0})
    people = [replace(seat, name="Maximiliana von Hohenstaufen-Sigmaringen") for seat in seats(2)]
    paid = tuple((card.id, 2) for card in drawn_map.file.cards[:2])
    event = RouteClaimed(0, longest, paid, 15, 3)
    draw_zoom(view, people, "last", events=(event,), language=language, table="#12")
    written = dict(texts)
    assert {drawn_map.track_name(longest), signed(15)} <= written.keys()
    assert min(written.values()) >= 36


def test_a_plan_says_what_is_paid_what_is_left_and_what_it_finishes(texts: list[tuple[str, float]]) -> None:
    view = replace(empty("usa", 2), reader=0, hand={"red": 4, "loco": 1}, own_pieces=(20, 0))
    ticket = load_map("usa").tickets[0]
    way = way_along(view, 0, ticket)
    assert way is not None
    *others, last = way.tracks
    own = for_player(replace(view, owners=dict.fromkeys(others, 0)), 0, [(ticket.id, False, True)], {"red": 4})
    own = replace(own, own_pieces=(20, 0))
    length = drawn_map_of("usa").tracks[last].length
    plan = ClaimPlan(track=last, paid=(("red", 3), ("loco", 1)))
    draw_preview(own, seats(2), plan)
    words = [text for text, _ in texts]
    assert "3" in words, "three red cards; one alone needs no figure"
    assert str(20 - length) in words
    assert f"finishes A: +{ticket.points}" in words
    assert min(size for _, size in texts) >= 36
    scene = scene_of(own, seats(2), (), "light", "en", "")
    assert [line.ticket.id for line, _ in finished_by(scene, plan)] == [ticket.id]
    assert not finished_by(scene, ClaimPlan(city="denver"))


@every_game
def test_every_zoom_is_drawn_with_no_more_than_its_pixels(game: str) -> None:
    view, events = midgame(game, 2, 8)
    scene = scene_of(view, seats(2), events, "light", "en", "")
    for zoom in ("whole", "centre", "ne", next(iter(drawn_map_of(game).outline.cities))):
        sheet = enlarged(scene, wanted_window(scene, zoom))[0]
        assert 300_000 < np.prod(sheet.pixels[TITLE:].shape) < 2_300_000


def test_a_tile_at_the_edge_of_a_level_is_smaller() -> None:
    level = Level("lantern", "light", 1.0)
    width, height = level.size
    pixels, _ = tile_of(level, (height - 1) // levels.TILE, (width - 1) // levels.TILE)
    assert pixels.shape == (height % levels.TILE or levels.TILE, width % levels.TILE or levels.TILE)
