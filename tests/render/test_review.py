"""The picture of a game's chances: its turning points can be told apart, wherever they lie."""

from collections.abc import Sequence
from itertools import combinations
from random import Random
from unittest.mock import patch

import pytest

from data.languages import LANGUAGES
from render.kit.canvas import Canvas
from render.review import HEIGHT, PIN, draw_review
from render.stats import WIDTH
from tests.render.probe import Written, outside, overlaps, watched
from tests.render.tickets.positions import seats

Disc = tuple[float, float]


def looked_at(turns: int, marks: Sequence[int], language: str = "en") -> tuple[list[Written], list[Disc]]:
    """What is written, and where the pins stand."""
    pins: list[Disc] = []
    plain = Canvas.disc

    def disc(self: Canvas, x: float, y: float, radius: float, *rest: tuple[int, int, int]) -> None:
        if radius == PIN:
            pins.append((x, y))
        plain(self, x, y, radius, *rest)

    chances = [(0.2 + 0.6 * turn / turns, 0.8 - 0.6 * turn / turns) for turn in range(turns)]
    with watched() as written, patch.object(Canvas, "disc", disc):
        draw_review(range(1, turns + 1), chances, marks, seats(2), table="#12", language=language)
    return written, pins


def check(turns: int, marks: Sequence[int], language: str = "en") -> None:
    written, pins = looked_at(turns, marks, language)
    assert len(pins) == len(marks)
    assert all((a[0] - b[0]) ** 2 + (a[1] - b[1]) ** 2 > (2 * PIN + 4) ** 2 for a, b in combinations(pins, 2)), marks
    assert not overlaps(written)
    assert not outside(written, (WIDTH, HEIGHT))
    numbers = {str(number) for number in range(1, len(marks) + 1)}
    for x, y in pins:
        assert x + PIN <= WIDTH
        own = [one.string for one in written if touches(one, x, y)]
        assert len(own) == 1, (marks, own)
        assert set(own) <= numbers


def touches(one: Written, x: float, y: float) -> bool:
    left, top, right, bottom = one.box
    return abs(x - min(max(x, left), right)) < PIN and abs(y - min(max(y, top), bottom)) < PIN


@pytest.mark.parametrize(
    "marks", [[0], [0, 1], [1, 0, 2], [119, 118], [119, 117, 118], [0, 119, 1, 118, 60], [7, 7], []]
)
def test_pins_of_neighbours_of_the_first_turn_and_of_the_last_stand_apart(marks: list[int]) -> None:
    check(120, marks)


def test_pins_stand_apart_wherever_they_are_and_however_many_turns_there_were() -> None:
    random = Random("pins")
    for number in range(12):
        turns = random.choice((2, 9, 40, 200))
        near = random.randrange(turns)
        some = [random.choice((random.randrange(turns), min(turns - 1, near + random.randrange(6)))) for _ in range(5)]
        check(turns, some, LANGUAGES[number % len(LANGUAGES)])
