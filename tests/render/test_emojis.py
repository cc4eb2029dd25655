"""The small pictures among words: what each is called, how large it is, and that it shows on any ground."""

import io
import re

import numpy as np
import pytest
from PIL import Image

from render.catalog import PICTURES
from render.kit.emoji import SIZE
from render.kit.theme import contrast
from rules.catalog import TITLES

LARGEST = 256 * 1024
NAME = re.compile(r"[a-z_]{2,27}")
"""Discord takes 32 letters; what tells one picture from the next takes five of them."""
GROUNDS = ((49, 51, 56), (255, 255, 255))
"""Of Discord, dark and light."""
SEEN_AT = 22


@pytest.fixture(scope="module")
def drawn() -> dict[str, dict[str, bytes]]:
    return {title: PICTURES[title].draw_emojis(title) for title in TITLES}


def test_each_is_a_small_png_with_a_name_that_discord_takes(drawn: dict[str, dict[str, bytes]]) -> None:
    for title, pictures in drawn.items():
        assert pictures, title
        for name, content in pictures.items():
            assert NAME.fullmatch(name)
            assert len(content) < LARGEST // 10
            picture = Image.open(io.BytesIO(content))
            assert (picture.format, picture.size, picture.mode) == ("PNG", (SIZE, SIZE), "RGBA")


def test_what_two_titles_call_alike_looks_alike(drawn: dict[str, dict[str, bytes]]) -> None:
    first: dict[str, bytes] = {}
    for pictures in drawn.values():
        for name, content in pictures.items():
            assert first.setdefault(name, content) == content, name


def test_no_two_look_alike_at_the_size_at_which_they_are_seen(drawn: dict[str, dict[str, bytes]]) -> None:
    every = {name: content for pictures in drawn.values() for name, content in pictures.items()}
    twins = {"loco", "joker"}
    small = {
        name: np.asarray(Image.open(io.BytesIO(content)).resize((SEEN_AT, SEEN_AT), Image.Resampling.LANCZOS), float)
        for name, content in every.items()
    }
    names = sorted(small)
    for at, one in enumerate(names):
        for other in names[at + 1 :]:
            if {one, other} != twins:
                assert np.abs(small[one] - small[other]).max() > 60, (one, other)


def test_each_stands_out_on_dark_and_on_light_ground(drawn: dict[str, dict[str, bytes]]) -> None:
    """Somewhere, in a part that is as large as a few pixels where it is seen."""
    for pictures in drawn.values():
        for name, content in pictures.items():
            pixels = np.asarray(Image.open(io.BytesIO(content)).resize((SEEN_AT, SEEN_AT), Image.Resampling.BOX))
            solid = [tuple(int(part) for part in pixel[:3]) for row in pixels for pixel in row if pixel[3] > 220]
            for ground in GROUNDS:
                seen = sum(contrast((red, green, blue), ground) >= 3 for red, green, blue in solid)
                assert seen >= 20, (name, ground, seen)
