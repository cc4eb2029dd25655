"""What is written on Metro's pictures can be read in a channel, 390 pixels wide: nothing is too small, too faint, cut,
over the edge or on something else, whoever plays what in which language."""

from collections.abc import Iterator
from itertools import cycle, islice
from random import Random

import pytest
from msgspec.structs import replace

from data.languages import LANGUAGES
from data.texts import text
from render.kit.theme import THEMES, contrast
from render.metro.base import LETTER, SIZE, base_of, frame
from render.metro.board import draw_board, draw_since
from render.metro.hand import HEIGHT as HAND_HEIGHT
from render.metro.hand import WIDTH as HAND_WIDTH
from render.metro.hand import draw_hand
from render.metro.look import LOOKS
from render.metro.panel import LEFT as PANEL
from render.metro.plans import TilePlan, best_places, held, legal_squares, planned, worth
from render.metro.preview import draw_preview
from render.metro.scene import moves_in, scene_of
from render.metro.zoom import draw_zoom
from rules.chance import Chance
from rules.game import Event, Score
from rules.metro.actions import PlaceTile
from rules.metro.board import SQUARE, SQUARES
from rules.metro.preview import effects_of
from rules.metro.state import State
from rules.metro.view import MetroView
from tests.render.metro.positions import LONG, NAMES, seats
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
    assert all(any(one.string in name for name in names) for one in found if one.is_cut)


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


@pytest.mark.parametrize("modules", ["none", "4", "2+4", "1"])
def test_ten_letters_of_a_long_name_can_be_seen_beside_the_board(modules: str) -> None:
    """Also once everybody has a hundred points, and of a name without a space."""
    names = (
        "Maximiliana von Hohenstaufen",
        "Bartholomäusdom",
        "xX_DragonSlayer_Xx",
        "Ab Wawrzyniecki",
    )
    for count in (2, 3, 4):
        played = list(by_chance(count, {"modules": modules, "hand": "3"}, f"letters {modules}"))
        for state, _ in (played[len(played) // 2], played[-1]):
            view = GAME.view_for(state, None)
            rich = replace(view, scores=tuple(Score(player, "lines", 101) for player in range(count)))
            with watched() as written:
                draw_board(rich, seats(count, names))
            for name in names[:count]:
                parts = [one.letters for one in written if one.box[0] > PANEL and one.string in name]
                assert sum(parts) >= min(10, len(name)), (count, name, parts)


def check_contrast(found: list[Written], theme: str) -> None:
    """Names of squares that can't be reached yet may be fainter."""
    far = LOOKS[theme].far_name
    faint = {one.string: round(one.contrast, 2) for one in found if one.contrast < (3 if one.ink == far else 4.5)}
    assert not faint


HANDS = [
    (modules, count, f"hand={1 + number % 3} direction={('arrow', 'free')[number % 2]}")
    for number, (modules, count) in enumerate(TABLES)
    if (number + count) % 3 == 0
]


@pytest.mark.parametrize(("modules", "count", "options"), [*HANDS, ("4", 2, "cards=4 hand=3 direction=free")])
def test_hands_of_every_table_can_be_read(modules: str, count: int, options: str) -> None:
    given = dict(option.split("=") for option in options.split())
    played = list(by_chance(count, {"modules": modules, **given}, f"hold {modules} {count}"))
    for number, at in enumerate((len(played) // 3, len(played) - 2)):
        state = played[at][0]
        theme, language = LOOKED_AT[(count + number) % len(LOOKED_AT)]
        view = GAME.view_for(state, state.player)
        draw_hand(view, seats(count, LONG), theme=theme, language=language)
        with watched() as written:
            draw_hand(view, seats(count, LONG), theme=theme, language=language, table="#12")
        check(written, (HAND_WIDTH, HAND_HEIGHT))
        check_contrast(written, theme)
        assert sum(one.string == text("render.metro.you", language) for one in written) == bool(best_places(view))


@pytest.mark.parametrize("language", LANGUAGES)
def test_previews_can_be_read(language: str) -> None:
    """Of a plan that lengthens or ends lines, and of one that changes none; a sign may hide the name of a square."""
    for number, (modules, count) in enumerate((("", 2), ("2+4", 4), ("1+3", 6))):
        played = list(by_chance(count, {"modules": modules}, f"plan {modules}"))
        theme = tuple(THEMES)[number]
        base_of(theme)
        for at in (len(played) // 5, len(played) * 2 // 3):
            state = played[at][0]
            view = GAME.view_for(state, state.player)
            for tile, square in plans_of(view):
                with watched() as written:
                    draw_preview(view, seats(count, LONG), TilePlan(tile, square), theme=theme, language=language)
                squares = [one for one in written if one.string in SQUARES]
                check([one for one in written if one not in squares], SIZE)


def plans_of(view: MetroView) -> list[tuple[str, str]]:
    """A place that changes lines and one that doesn't."""
    _, tile = held(view)[0]
    legal = [square for square in SQUARES if legal_squares(view, tile, 0) >> SQUARE[square] & 1]
    changing = [square for square in legal if planned(view, TilePlan(tile, square)).effects]
    still = [square for square in legal if square not in changing]
    return [(tile, square) for square in (*changing[:1], *still[:1])]


@pytest.mark.parametrize("language", LANGUAGES)
def test_whose_points_they_are_stands_apart(language: str) -> None:
    state = list(by_chance(3, {}, "apart"))[40][0]
    view = GAME.view_for(state, state.player)
    with watched() as written:
        draw_hand(view, seats(3), language=language)
    whose = [text(f"render.metro.{word}", language) for word in ("best", "you", "others")]
    best, you, others = [next(one.box for one in written if one.string == words) for words in whose]
    assert best[2] + 12 <= you[0]
    assert you[2] + 12 <= others[0]


def test_the_best_squares_are_those_that_bring_most() -> None:
    state = list(by_chance(3, {"hand": "2", "direction": "free"}, "best"))[40][0]
    view = GAME.view_for(state, state.player)
    gains = best_places(view, 100)
    assert [worth(gain) for gain in gains] == sorted((worth(gain) for gain in gains), reverse=True)
    legal = set(GAME.legal_actions(state, state.player))
    for gain in gains:
        tile = view.drawn or view.hand[gain.number - 1]
        assert any(
            isinstance(action, PlaceTile)
            and (action.square, action.turn) == (gain.square, gain.turn)
            and (action.tile or tile) == tile
            for action in legal
        )
        effects = [effect for effect in effects_of(view, gain.square, tile, gain.turn) if effect.owner]
        more = {
            own: sum(
                (effect.points if effect.end else effect.after) - effect.before
                for effect in effects
                if (effect.player == view.reader) == own
            )
            for own in (True, False)
        }
        assert (gain.own, gain.others) == (more[True], more[False])


def test_the_last_tile_enlarged_says_who_laid_it() -> None:
    state, events = next((s, e) for s, e in by_chance(4, {}, "zoom") if len(s.tracks.laid) == 12)
    (move,) = moves_in(events)
    view = GAME.view_for(state, None)
    written = [one.string for one in written_in(lambda: draw_zoom(view, seats(4), "last", events=events))]
    assert {NAMES[move.player], str(move.square), "last tile"} <= set(written)


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
