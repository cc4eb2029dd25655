"""Close-ups and plans: cut from the map at fixed scales, the same wherever they are cut; and what their titles say."""

from typing import Any

import numpy as np
import pytest
from msgspec.structs import replace

from data.languages import LANGUAGES
from data.texts import signed
from render.kit import disk
from render.kit.canvas import Canvas
from render.kit.palette import CLEAR
from render.kit.sheet import CLOSE_UPS, NAME, SPACE, Sheet
from render.kit.text import width_of
from render.kit.theme import AMBER, theme_named
from render.tickets import levels
from render.tickets.base import TITLE, base_of, draw_map
from render.tickets.drawn_map import DrawnMap, drawn_map_of
from render.tickets.land import labels
from render.tickets.levels import Level, band_file, band_of, level_for, tile_of
from render.tickets.names import area_of, leader
from render.tickets.pieces import pin_area
from render.tickets.pins import close_place, free_place, is_seen, signs
from render.tickets.preview import ClaimPlan, draw_preview, finished_by
from render.tickets.scene import scene_of
from render.tickets.zoom import (
    NEAR,
    PIXELS,
    Window,
    around_places,
    around_plan,
    cut_base,
    cut_names,
    draw_zoom,
    enlarged,
    fitted_window,
    own_places,
    places_of,
    shortest_stretch,
    wanted_window,
    with_near_names,
    zooms,
)
from rules.catalog import TICKET_TITLES
from rules.game import Score
from rules.tickets.events import RouteClaimed
from rules.tickets.maps import load_map
from rules.tickets.ways import way_along
from tests.render.tickets.positions import empty, finished, for_player, midgame, seats

every_language = pytest.mark.parametrize("language", LANGUAGES)
every_game = pytest.mark.parametrize("game", TICKET_TITLES)


def drawn_now(level: Level, box: tuple[int, int, int, int]) -> Any:
    drawn = draw_map(drawn_map_of(level.title), theme_named(level.theme), box, level.scale, (0, 0))
    return base_of(level.title, level.theme).palette.mapped(drawn.pixels)


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
    """Pieces on its edge are stamped as if they were in its middle, also those that another one has left behind. Names
    are left out that it would cut."""
    view, _ = midgame(game, 3, 30)
    scene = scene_of(view, seats(3), (), "light", "en", "")
    width, height = scene.drawn_map.outline.size
    found = []
    for dx, dy in ((0, 0), (60, 45)):
        left, top = width * 0.3 + dx, height * 0.3 + dy
        CLOSE_UPS._kept.clear()
        CLOSE_UPS._pixels = 0
        sheet = enlarged(scene, (left, top, left + 640, top + 480))[0]
        for a, b, c, d in sheet.base.hidden:
            sheet.pixels[max(0, b) : max(0, d), max(0, a) : max(0, c)] = CLEAR
        found.append((sheet.pixels[TITLE:].copy(), sheet.base.origin))
    (one, at), (other, there) = found
    dx, dy = round(at[0] - there[0]), round(at[1] - there[1])
    assert dx > 0
    assert dy > 0
    one, other = one[dy:, dx:], other[: one.shape[0] - dy, : one.shape[1] - dx]
    assert ((one == other) | (one == CLEAR) | (other == CLEAR)).all()


@pytest.mark.parametrize("game", ["lantern", "world"])
def test_names_are_whole_in_a_close_up_or_not_there_at_all(game: str) -> None:
    view, _ = midgame(game, 2, 12)
    scene = scene_of(view, seats(2), (), "light", "en", "")
    drawn_map = scene.drawn_map
    windows = [wanted_window(scene, zoom) for zoom in zooms(game)[3:]]
    windows += [around_plan(drawn_map, track, None) for track in drawn_map.tracks]
    areas = [area_of(label, name) for label, name in labels(drawn_map)]
    cut = 0
    for window in windows[:: 3 if game == "world" else 1]:
        left, top, right, bottom = with_near_names(drawn_map, fitted_window(drawn_map, window))
        level = level_for(game, "light", (right - left) * (bottom - top), PIXELS)
        box = (int(left * level.scale), int(top * level.scale), int(right * level.scale), int(bottom * level.scale))
        base = cut_base(level, box, cut_names(level, box))
        pixels, zones = base.pixels[TITLE:], base.zones[TITLE:]
        whole = level.cut(box)[0]
        for area in areas:
            for across in (0, level.size[0]):
                x, y = across - box[0], -box[1]
                place = [part * level.scale + (x, y)[i % 2] for i, part in enumerate(area)]
                a, b, c, d = (max(0, round(part)) for part in place)
                shown = zones[b:d, a:c]
                if min(shown.shape) < 2:
                    continue
                is_cut = min(place) < 0 or place[2] > zones.shape[1] or place[3] > zones.shape[0]
                cut += is_cut
                assert (shown == NAME).any() != is_cut, (window, area)
                if not is_cut:
                    assert (pixels[b:d, a:c] == whole[b:d, a:c]).all(), (window, area)
    assert cut > 20


def test_no_line_leads_to_a_name_that_is_left_out() -> None:
    """What is seen there is what the map shows without names."""
    level = Level("germany", "light", 1.0)
    drawn_map, seen = drawn_map_of("germany"), 0
    for city, spot in drawn_map.outline.cities.items():
        line = leader(spot, drawn_map.outline.city_radius, drawn_map.name(city))
        if line is None:
            continue
        (x, y), (a, b) = line
        box = (int(x) - 60, int(y) - 60, int(x) + 60, int(y) + 60)
        box = (max(0, box[0]), max(0, box[1]), min(level.size[0], box[2]), min(level.size[1], box[3]))
        hidden = [name for name in cut_names(level, box) if name.line == line]
        assert hidden, city
        bare, whole = cut_base(level, box, hidden).pixels[TITLE:], cut_base(level, box, []).pixels[TITLE:]
        middle = [(round((y * (9 - n) + b * n) / 9), round((x * (9 - n) + a * n) / 9)) for n in range(3, 7)]
        points = [(p - box[1], q - box[0]) for p, q in middle if box[1] <= p < box[3] and box[0] <= q < box[2]]
        ink = base_of("germany", "light").palette.index(theme_named("light").ink)
        assert not any(bare[point] == ink for point in points), city
        seen += sum(int(whole[point] == ink) for point in points)
    assert seen


def test_a_close_up_is_a_little_larger_where_that_makes_a_name_whole() -> None:
    drawn_map = drawn_map_of("usa")
    spot = drawn_map.outline.cities["denver"]
    assert spot.label
    area = area_of(spot.label, "Denver")
    assert area[2] < spot.x, "it stands to the left"
    for beyond, is_whole in ((30.0, True), (75.0, False)):
        window = (area[0] + beyond, spot.y - 180, area[0] + beyond + 480, spot.y + 180)
        assert window[0] < spot.x
        assert (with_near_names(drawn_map, window)[0] <= area[0]) == is_whole
    drawn_map = drawn_map_of("world")
    width, height = drawn_map.outline.size
    for city, spot in drawn_map.outline.cities.items():
        left, top, right, bottom = with_near_names(drawn_map, (spot.x - 1, 0, spot.x + 500, height))
        assert 0 <= left < right <= left + width, city
        assert (top, bottom) == (0, height)


@every_game
def test_a_close_up_has_no_pin_for_what_it_does_not_show(game: str) -> None:
    """Neither of the last move nor, at the end, of the longest route; and others stand whole on its map."""
    over = finished(game, 2)
    over = replace(over, scores=(*over.scores, Score(0, "longest_route", 10)))
    view, events = midgame(game, 2, 8)
    for scene in (scene_of(view, seats(2), events, "light", "en", ""), scene_of(over, seats(2), (), "light", "en", "")):
        (sign,) = signs(scene)
        for zoom in ("nw", "se", *zooms(game)[-3:]):
            sheet = enlarged(scene, wanted_window(scene, zoom))[0]
            for place in (free_place, close_place):
                found = place(sheet, scene, sign, [])
                if found:
                    assert is_seen(sheet, found[0])
                    left, top, right, bottom = sheet.box_of(*pin_area(sign, found[1]))
                    assert 0 <= left < right <= sheet.width
                    assert TITLE <= top < bottom <= sheet.height


def test_what_stands_on_a_name_that_is_left_out_has_no_holes_of_its_letters() -> None:
    """Also after a close-up that shows the name."""
    view, _ = midgame("usa", 2, 12)
    scene = scene_of(view, seats(2), (), "light", "en", "")
    spot = scene.drawn_map.outline.cities["denver"]
    assert spot.label
    left, top, right, bottom = area_of(spot.label, "Denver")
    middle = left + NEAR + 10
    assert middle < right - 20
    for window in ((left - 300, top - 200, left + 300, top + 200), (middle, top - 200, middle + 600, top + 200)):
        sheet = enlarged(scene, window)[0]
        box = sheet.box_of(middle + 2, top, right, bottom)

        def draw(canvas: Canvas, box: tuple[int, int, int, int] = box) -> None:
            canvas.rect(*box, AMBER)

        sheet.stamp("a halo", sheet.box_of(left, top, right, bottom), draw, below=SPACE)
        shown = sheet.pixels[box[1] + 2 : box[3] - 2, max(0, box[0] + 2) : box[2] - 2]
        has_letters = window[0] < left
        assert (shown == sheet.base.palette.index(AMBER)).all() != has_letters


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
    pixels = tile_of(level, levels.PIXELS, (height - 1) // levels.TILE, (width - 1) // levels.TILE)
    assert pixels.shape == (height % levels.TILE or levels.TILE, width % levels.TILE or levels.TILE)
