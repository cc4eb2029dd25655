"""The first release's robots can still be played against."""

import re
from pathlib import Path
from random import Random

import pytest

from bot.tables.thinking import hinted
from rules import search
from rules.catalog import TITLES, find_game
from rules.chance import Chance
from tests.yardstick import first_robot, results
from tests.yardstick.__main__ import contestant
from tests.yardstick.results import table, with_table
from tests.yardstick.review import dealt_anew, replaced_in


@pytest.mark.parametrize("title", TITLES)
def test_the_first_robots_play_every_title_to_its_end(title: str) -> None:
    game = find_game(title)
    assert game is not None
    state, random = game.setup(game.options({}), 2, Chance("yardstick")), Random(1).random
    while waiting := game.to_act(state):
        player = min(waiting)
        legal = game.legal_actions(state, player)
        action = first_robot(game, game.view_for(state, player), legal, random)
        assert action in legal
        state = game.apply(state, action).state
    assert game.ranking(state)


def test_the_table_of_results_takes_the_place_of_the_last() -> None:
    readme = (Path(__file__).parents[2] / "README.md").read_text()
    changed = with_table(readme, "| new |\n")
    assert changed != readme
    assert with_table(changed, "| new |\n") == changed
    assert len(changed.split("| new |\n")) == 2


def test_every_column_of_the_results_is_played(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(search, "rollouts_for", lambda _title, _seats: 8)
    lines = table(["lantern"], 2, 2).splitlines()
    (line,) = [line for line in lines if line.startswith("| Lantern Isle | 2 |")]
    assert line.count("Elo") == 0
    assert len(line.split("|")) == 9
    assert line.rstrip().endswith("ms |")


def test_below_the_results_stands_what_robots_score_among_themselves(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(results, "MIRRORED", ("lantern", 2))
    monkeypatch.setattr(results, "PAIRS", ())
    monkeypatch.setattr(results, "row", lambda *_: "")
    words = results.table(["lantern"], 3, 0, processes=2)
    assert re.search(r"^Conductors among themselves at Lantern Isle with 2: \d+\.\d ± \d+\.\d points\.$", words, re.M)
    assert "Stationmasters among" not in words


def test_whoever_follows_hints_can_be_named() -> None:
    game = find_game("lantern")
    assert game is not None
    state = game.setup(game.options({}), 2, Chance("hints"))
    view, legal = game.view_for(state, 0), game.legal_actions(state, 0)
    assert contestant("hinted").decide(game, view, legal, Random(2).random) == hinted(game, view, legal)


def test_moves_that_a_review_flags_are_tried_again_both_ways() -> None:
    found = list(replaced_in("lantern", 2, 1, 4, "yardstick"))
    assert found
    for each in found:
        assert each.promised >= 0.08
        assert 8 * each.gained in range(-8, 9)


@pytest.mark.parametrize("title", TITLES)
def test_a_position_that_is_dealt_anew_looks_the_same_to_its_player(title: str) -> None:
    game, luck = find_game(title), Random("anew").random
    assert game is not None
    state, steps = game.setup(game.options({}), 3, Chance("anew")), 0
    while (waiting := game.to_act(state)) and steps < 60:
        player, steps = min(waiting), steps + 1
        view = game.view_for(state, player)
        if steps % 12 in (0, 1):
            anew = dealt_anew(state, game.sample(view, luck), Chance("other"))
            assert anew != state
            assert game.view_for(anew, player) == view
        state = game.apply(state, game.legal_actions(state, player).pick(luck)).state
