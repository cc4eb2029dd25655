"""Films: every picture of one is the board that was drawn, in few bytes."""

import io
from collections.abc import Sequence
from itertools import cycle
from pathlib import Path

import numpy as np
import pytest
from PIL import Image, ImageSequence

from render.catalog import pictures_of
from render.film import LARGEST, LAST, MOST_PICTURES, FilmWriter, draw_film, grouped
from render.kit.seat import Seat
from render.kit.theme import PLAYERS
from rules.catalog import TITLES
from rules.record import read_record
from rules.turns import Moment, moments

GOLDEN = Path(__file__).parent.parent / "golden"


def longest_of(title: str) -> Path:
    """The finished game with most actions."""
    return max(
        GOLDEN.glob(f"{title}-*[a-z0-9].json"), key=lambda path: (".scores" not in path.name, path.stat().st_size)
    )


def watched(title: str, reader: int | None = None) -> list[Moment]:
    return list(moments(read_record(longest_of(title).read_bytes()), reader))


def seats_for(seen: Sequence[Moment]) -> list[Seat]:
    return [Seat(f"P{n}", colour) for n, colour in zip(range(seen[0].view.seats), cycle(PLAYERS), strict=False)]


def frames(content: bytes) -> list[tuple[Image.Image, int]]:
    """Each picture as it is seen, and for how long."""
    with Image.open(io.BytesIO(content)) as film:
        return [(frame.convert("RGB"), frame.info["duration"]) for frame in ImageSequence.Iterator(film)]


def board(moment: Moment, seats: Sequence[Seat]) -> Image.Image:
    png = pictures_of(moment.view.game).draw_board(moment.view, seats, events=moment.events)
    return Image.open(io.BytesIO(png))


@pytest.mark.parametrize("title", TITLES)
def test_a_film_shows_exactly_the_boards_and_rests_on_the_result(title: str) -> None:
    seen = watched(title)[-4:]
    seats = seats_for(seen)
    shown = frames(draw_film(seen, seats))
    assert len(shown) == len(seen)
    for moment, (picture, _) in zip(seen, shown, strict=True):
        assert np.array_equal(np.asarray(picture), np.asarray(board(moment, seats).convert("RGB")))
    assert [time for _, time in shown[:-1]] == [1500] * 3
    assert shown[-1][1] == LAST
    assert seen[-1].view.is_over


def test_only_what_changes_is_stored() -> None:
    seen = watched("usa")[-3:]
    seats = seats_for(seen)
    first, others = draw_film(seen[:1], seats), draw_film(seen, seats)
    assert len(others) - len(first) < 0.3 * len(first)


def test_a_film_has_one_palette_and_its_pictures_must_share_it() -> None:
    seen = watched("lantern")[:2]
    content = draw_film(seen, seats_for(seen))
    palette = board(seen[0], seats_for(seen)).getpalette()
    assert palette is not None
    with Image.open(io.BytesIO(content)) as film:
        found = film.getpalette()
    assert found is not None
    assert found[: len(palette)] == palette
    assert not any(found[len(palette) :])  # a GIF's table has room for a power of two
    writer = FilmWriter(100)
    writer.add(board(seen[0], seats_for(seen)))
    other = watched("metro")[:1]
    with pytest.raises(ValueError, match="palette"):
        writer.add(board(other[0], seats_for(other)))


def test_a_board_that_stays_as_it_was_is_shown_again() -> None:
    seen = watched("lantern")[:1] * 3
    assert len(frames(draw_film(seen, seats_for(seen)))) == 3


def test_long_games_show_several_turns_at_once_and_leave_out_nothing() -> None:
    seen = watched("germany")
    assert len(seen) > 2 * MOST_PICTURES
    found = grouped(seen, 3)
    assert [event for scene in found for event in scene.events] == [event for one in seen for event in one.events]
    assert (found[0], found[-1].view) == (seen[0], seen[-1].view)
    assert len(found) == 1 + -(-(len(seen) - 1) // 3)


def test_a_film_that_grows_too_large_shows_more_turns_at_once() -> None:
    seen = watched("lantern")[-9:]
    seats, told = seats_for(seen), list[tuple[int, int]]()
    whole = len(draw_film(seen, seats))
    small = draw_film(seen, seats, largest=whole - 1, on_progress=lambda done, of: told.append((done, of)))
    assert len(small) < whole
    assert len(frames(small)) == 5
    assert told[-1] == (5, 5)
    assert (9, 9) in told


def test_for_a_players_eyes_the_hand_lies_below_the_board() -> None:
    seen = watched("lantern", reader=1)[-2:]
    seats = seats_for(seen)
    picture = frames(draw_film(seen, seats))[-1][0]
    plain = board(seen[-1], seats)
    assert picture.height > plain.height
    assert np.array_equal(np.asarray(picture)[: plain.height], np.asarray(plain.convert("RGB")))


@pytest.mark.soak
@pytest.mark.parametrize("title", TITLES)
def test_a_film_of_a_whole_game_is_small(title: str) -> None:
    seen = watched(title)
    content = draw_film(seen, seats_for(seen))
    assert len(content) < min(LARGEST, 4_000_000)
    assert len(frames(content)) <= MOST_PICTURES + 1
