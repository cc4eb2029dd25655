"""The picture of somebody's games: for any number of them, in any script, and readable when it is small."""

import io
from collections.abc import Sequence

import numpy as np
import pytest
from PIL import Image

from data.languages import LANGUAGES
from render.kit.theme import THEMES, Theme, contrast
from render.stats import WIDTH, Rated, alt_stats, band_colour, bins, draw_stats, line_colour, step_of

BEFORE = Rated(1000.0, 333.3)
MANY = [Rated(1000 + 15.0 * game, 333 * 0.96**game) for game in range(31)]
SCORES = [40 + game * 37 % 100 for game in range(30)]


def drawn(name: str, ratings: Sequence[Rated], scores: Sequence[int], **looks: str) -> Image.Image:
    return Image.open(io.BytesIO(draw_stats(name, ratings, scores, "USA", **looks))).convert("RGB")


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("theme", ["light", "dark"])
@pytest.mark.parametrize(
    ("ratings", "scores"), [([BEFORE], []), ([BEFORE, Rated(1040, 310)], [-3]), (MANY, SCORES)], ids=["0", "1", "30"]
)
def test_any_number_of_games_is_drawn(ratings: list[Rated], scores: list[int], theme: str, language: str) -> None:
    picture = np.asarray(drawn("Ada", ratings, scores, theme=theme, language=language))
    assert picture.shape[1] == WIDTH
    line, band = line_colour(THEMES[theme]), band_colour(THEMES[theme])
    assert (picture == line).all(axis=2).sum() > 5000
    assert (picture == band).all(axis=2).sum() > 50_000


@pytest.mark.parametrize("name", ["王小明" * 20, "Wolfeschlegelsteinhausenberger " * 4], ids=["cjk", "latin"])
def test_a_long_name_is_shortened_before_the_rating(name: str) -> None:
    """What stands at the right end of the head is the same whoever it is, but for the shades of its own palette."""
    long, short = (np.asarray(drawn(each, MANY, SCORES), dtype=int)[:120] for each in (name, "Bo"))
    differs = (abs(long - short) > 16).any(axis=(0, 2))
    assert differs[300:1200].any()
    assert not differs[WIDTH - 360 :].any()


@pytest.mark.parametrize("theme", THEMES.values(), ids=lambda theme: theme.name)
def test_letters_and_lines_stand_out(theme: Theme) -> None:
    assert contrast(theme.page_ink, theme.sheet) >= 4.5
    assert contrast(theme.page_dim, theme.sheet) >= 4.5
    assert contrast(theme.text, theme.panel) >= 4.5
    assert contrast(line_colour(theme), theme.sheet) >= 3
    assert contrast(line_colour(theme), band_colour(theme)) >= 3


@pytest.mark.parametrize("scores", [[0], [-7, -7], [88], SCORES, [-40, 260], [3, 4000]])
def test_every_score_is_in_one_bar(scores: list[int]) -> None:
    found, step = bins(scores), step_of(scores)
    assert sum(each.games for each in found) == len(scores)
    assert [each.games for each in found] == [
        sum(each.low <= score < each.low + step for score in scores) for each in found
    ]
    assert 5 <= len(found) <= 12
    assert found[0].low >= 0 or min(scores) < 0


def test_words_say_the_same() -> None:
    told = alt_stats("Ada", [*MANY, Rated(1200, 99)], [80, 85, 83, 140], "USA", language="en")
    assert told == (
        "Ada: from a rating of 1000 to 1200 ± 99. The highest on the way: 1450. "
        "USA: 4 games, with scores from 80 to 140; most often 80 to 89 (3)."
    )
    assert "Metro: 1 partia, wynik 17." in alt_stats("Ada", [BEFORE, BEFORE], [17], "Metro", language="pl")
    assert "No finished games" in alt_stats("Ada", [BEFORE], [], "USA", language="en")
