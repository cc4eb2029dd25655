"""What is written on Metro's pictures can be read in a channel, 390 pixels wide: nothing is too small, too faint, cut,
over the edge or on something else, whoever plays what in which language."""

from collections.abc import Iterator
from itertools import cycle, islice
from random import Random

import pytest

from data.texts import LANGUAGES
from render.kit.theme import THEMES, contrast
from render.metro.base import LETTER, SIZE, base_of, frame
from render.metro.board import draw_board, draw_since
from render.metro.look import LOOKS
from render.metro.scene import scene_of
from rules.chance import Chance
from rules.game import Event
from rules.metro.state import State
from tests.render.metro.positions import LONG, seats
from tests.render.probe import Written, outside, overlaps, watched, written_in
from tests.rules.metro.playing import GAME, MODULE_SETS

TABLES = [(modules, count) for modules in MODULE_SETS for count in range(2, 7)]
LOOKED_AT = [(theme, language) for theme in THEMES for language in LANGUAGES]


def by_chance(count: int, given: dict[str, str], seed: str) -> Iterator[tuple[State, tuple[Event, ...]]]:
    """Every moment of a game without a thought."""
    state = GAME.setup(GAME.options(given), count, Chance(seed))
    random = Random(seed).random
    yield state, ()
    while waiting := GAME.to_act(state):
        step = GAME.apply(state, GAME.legal_actions(state, *waiting).pick(random))
        state = step.state
        yield state, step.events


def smallest(found: list[Written], width: int) -> tuple[float, str]:
    return min((one.size * 1800 / width, one.string) for one in found)


def check(found: list[Written], size: tuple[int, int], names: tuple[str, ...] = LONG) -> None:
    assert smallest(found, size[0])[0] >= LETTER, smallest(found, size[0])
    assert not outside(found, size)
    assert not overlaps(found)
    assert {one.string for one in found if one.is_cut} <= set(names)


@pytest.mark.parametrize(("modules", "count"), TABLES)
def test_boards_of_every_table_can_be_read(modules: str, count: int) -> None:
    """After one turn or several at once, and at the end."""
    looks = cycle(LOOKED_AT[count + len(modules) :] + LOOKED_AT[: count + len(modules)])
    options = {"modules": modules, "hand": str(1 + count % 3), "direction": ("arrow", "free")[count % 2]}
    played = list(by_chance(count, options, f"read {modules} {count}"))
    turns = len(played)
    several = (turns * 3 // 5, 1 + count, draw_since if count == 4 else draw_board)
    for at, together, draw in ((turns // 3, 1, draw_board) if count % 2 else several, (turns - 1, 1, draw_board)):
        theme, language = next(looks)
        base_of(theme)
        view = GAME.view_for(played[at][0], None)
        some = islice(played, max(0, at - together + 1), at + 1)
        events: list[Event] = [event.seen_by(None) for _, found in some for event in found]
        with watched() as written:
            draw(view, seats(count, LONG), events=events, theme=theme, language=language, table="#12")
        check(written, SIZE)
        if draw is draw_board:
            check_contrast(written, theme)


def check_contrast(found: list[Written], theme: str) -> None:
    """Names of squares that can't be reached yet may be fainter."""
    far = LOOKS[theme].far_name
    faint = {one.string: round(one.contrast, 2) for one in found if one.contrast < (3 if one.ink == far else 4.5)}
    assert not faint


@pytest.mark.parametrize("theme", THEMES)
def test_letters_and_numbers_around_the_board_can_be_read(theme: str) -> None:
    with watched() as found:
        frame(theme)
    assert len(found) == 32
    check(found, SIZE)
    check_contrast(found, theme)
    assert base_of(theme).pixels.shape == (SIZE[1], SIZE[0])


@pytest.mark.parametrize("theme", THEMES)
def test_squares_that_can_be_reached_stand_out(theme: str) -> None:
    look = LOOKS[theme]
    assert contrast(look.open_name, look.open) >= 4.5
    assert contrast(look.far_name, look.far) >= 3
    assert look.open != look.far


@pytest.mark.parametrize("modules", ["none", "4", "2+4", "1+2"])
def test_the_last_board_has_places_and_the_totals_of_the_sheet(modules: str) -> None:
    *_, (state, _) = by_chance(3, {"modules": modules}, f"totals {modules}")
    view = GAME.view_for(state, None)
    scene = scene_of(view, seats(3), (), "light", "en", "")
    written = [one.string for one in written_in(lambda: draw_board(view, seats(3)))]
    for player in range(3):
        total = sum(score.points for score in GAME.scores(state) if score.player == player)
        assert scene.points[player] == total
        assert str(total) in written
        assert {str(scene.rank(player)), f"{scene.rank(player)}."} & set(written)


def test_several_turns_are_numbered_and_counted() -> None:
    played = list(by_chance(4, {}, "several"))
    events = [event.seen_by(None) for _, some in played[20:25] for event in some]
    view = GAME.view_for(played[24][0], None)
    scene = scene_of(view, seats(4), events, "light", "en", "")
    written = [one.string for one in written_in(lambda: draw_board(view, seats(4), events=events))]
    assert f"{len(scene.moves)} moves" in written
    for number, move in enumerate(scene.moves, start=1):
        assert written.count(str(number)) >= 2
        assert move.square in written
