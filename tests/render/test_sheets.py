"""Score sheets of every title: nothing on them is cut, faint, too small or on something else."""

import numpy as np
import pytest
from msgspec.structs import replace
from PIL import Image

from data.languages import LANGUAGES
from render.kit.canvas import Canvas
from render.kit.chart import ChartLine, ChartWords, by_round, draw_chart, spread
from render.kit.theme import AMBER, PLAYERS, THEMES, Colour, Theme, contrast
from render.metro.base import base_of as metro_base
from render.metro.scores import draw_scores as draw_metro
from render.tickets.base import base_of
from render.tickets.drawn_map import drawn_map_of
from render.tickets.mini import paths, trace
from render.tickets.scores import draw_scores
from rules.catalog import TICKET_TITLES
from rules.game import Score
from rules.tickets.maps import load_map
from rules.tickets.view import HarbourView
from tests.render.metro.positions import LONG
from tests.render.metro.positions import seats as metro_seats
from tests.render.metro.test_reading import by_chance
from tests.render.probe import Written, outside, overlaps, watched
from tests.render.sight import difference
from tests.render.tickets.positions import NAMES, finished, seats
from tests.rules.metro.playing import GAME, MODULE_SETS


def check(found: list[Written], height: int, names: tuple[str, ...]) -> None:
    assert not overlaps(found)
    assert not outside(found, (1800, height))
    assert not [one.string for one in found if one.is_cut and one.string not in names]
    assert not {one.string: one.contrast for one in found if one.contrast < 4.5}
    assert not [one.string for one in found if one.size < 36]


def history(seats: int) -> list[list[int]]:
    return [[turn // seats * (player + 1) for player in range(seats)] for turn in range(10 * seats + 1)]


ALL = ("longest_route", "globetrotter", "passengers", "harbours", "unbuilt_harbours", "exchanges")


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("title", TICKET_TITLES)
def test_sheets_of_ticket_games_can_be_read(title: str, language: str) -> None:
    """With every category: two players without a harbour, or as many as there can be and the longest names."""
    file = load_map(title)
    count = file.seats[1] if language == "pl" else 2
    theme = tuple(THEMES)[(len(title) + count) % 3]
    base_of(title, theme)
    view = finished(title, count)
    cities = sorted(view_names(title), key=lambda city: -len(city))[: 3 * count]
    harbours = tuple(HarbourView(city, at % count) for at, city in enumerate(cities)) if language == "pl" else ()
    scores = (*view.scores, *(Score(player, name, 4 * player - 5) for player in range(count) for name in ALL))
    with watched() as found:
        draw_scores(
            replace(view, harbours=harbours, scores=scores),
            seats(count),
            history=history(count),
            theme=theme,
            language=language,
            table="#12",
        )
    check(found, 6000, NAMES)


def view_names(title: str) -> list[str]:
    return [city.id for city in load_map(title).cities]


@pytest.mark.parametrize("modules", MODULE_SETS)
def test_sheets_of_metro_can_be_read(modules: str) -> None:
    for number, count in enumerate((2, 6)):
        *_, (state, _) = by_chance(count, {"modules": modules}, f"sheet {modules}")
        view = GAME.view_for(state, None)
        theme = tuple(THEMES)[(count + len(modules)) % 3]
        metro_base(theme)
        points = history(count) if number else ()
        with watched() as found:
            draw_metro(
                view, metro_seats(count, LONG), history=points, theme=theme, language=LANGUAGES[number], table="#12"
            )
        check(found, 6000, LONG)


def test_a_round_is_a_turn_of_everybody() -> None:
    turns = [(0, 0), (1, 0), (1, 2), (4, 2), (4, 7), (9, 7)]
    assert by_round(turns, 0, 2) == [0, 1, 4, 9]
    assert by_round(turns, 1, 2) == [0, 2, 7, 7]


def test_names_at_the_ends_of_lines_keep_apart() -> None:
    found = spread([300.0, 299.0, 298.0, 10.0, 9.0], 40.0, 0.0, 310.0)
    assert found == [300.0, 260.0, 220.0, 40.0, 0.0]


@pytest.mark.parametrize("final", [7, -249])
def test_points_at_the_end_of_a_line_stand_clear_of_its_mark(final: int) -> None:
    marks: list[float] = []
    theme = THEMES["light"]
    canvas = Canvas((0, 0, 1800, 600), theme.page)

    def mark(_canvas: Canvas, x: float, _y: float) -> None:
        marks.append(x + 30)

    course = ChartLine("Ada", [0, 3], final, theme.home, theme.ink, mark)
    with watched() as found:
        draw_chart(canvas, (0, 0, 1800, 600), [course], theme, ChartWords("chart", "round", "end"), 470)
    points, name = (one.box for one in found if one.string in (str(final).replace("-", "−"), "Ada") and one.size >= 38)
    assert marks[0] <= points[0]
    assert points[2] < name[0]


@pytest.mark.parametrize("player", PLAYERS)
@pytest.mark.parametrize("theme", THEMES)
def test_a_longest_route_is_amber_on_a_phone_whoever_has_it(player: str, theme: str) -> None:
    drawn_map, across = drawn_map_of("lantern"), 620
    scale = across / drawn_map.outline.size[0]
    canvas = Canvas((0, 0, across, across), THEMES[theme].home, finer=2)
    tracks = [track.id for track in drawn_map.file.tracks]
    trace(canvas.moved(scale, (0, 0)), drawn_map, tracks[:1], PLAYERS[player].fill, scale)
    wide = across * 390 // 1800
    small = np.asarray(Image.fromarray(canvas.averaged()).resize((wide, wide), Image.Resampling.LANCZOS))
    (path,) = paths(drawn_map, tracks[0])
    column, row = (round(at * scale * 390 / 1800 - 0.5) for at in path[len(path) // 2])
    red, green, blue = (int(value) for value in small[row, column])
    fills = (AMBER, *(colour.fill for colour in PLAYERS.values()))
    assert min(fills, key=lambda fill: difference(fill, (red, green, blue))) == AMBER


@pytest.mark.parametrize("theme", THEMES.values(), ids=lambda theme: theme.name)
def test_bars_of_every_player_stand_out(theme: Theme, monkeypatch: pytest.MonkeyPatch) -> None:
    rims: list[Colour] = []
    rounded = Canvas.rounded

    def noted(
        self: Canvas, x0: float, y0: float, x1: float, y1: float, radius: float, fill: Colour, corners: str = "1111"
    ) -> None:
        rounded(self, x0, y0, x1, y1, radius, fill, corners)
        if y1 - y0 == 22:
            rims.append(fill)

    monkeypatch.setattr(Canvas, "rounded", noted)
    draw_scores(finished("usa", 5), seats(5), theme=theme.name)
    assert len(rims) >= 5
    assert min(contrast(rim, ground) for rim in rims for ground in (theme.sheet, theme.page)) >= 3
