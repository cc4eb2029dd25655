"""The first release's robots can still be played against."""

import re
from pathlib import Path
from random import Random

import pytest

from bot.tables.thinking import hinted
from rules import search
from rules.catalog import TITLES, find_game
from rules.chance import Chance
from rules.tickets.engine import TicketGame
from tests.yardstick import choices, first_robot, results
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


def test_what_choices_are_worth_is_told_at_the_real_table(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(choices, "LOOKED_AT", 0.5)
    monkeypatch.setattr(choices, "DEALS", 2)
    monkeypatch.setattr(search, "rollouts_for", lambda _title, _seats: 32)
    game = find_game("lantern")
    assert isinstance(game, TicketGame)
    found = list(choices.choices(game, 3, "choices", 2.0, 9.0))
    assert found == list(choices.choices(game, 3, "choices", 2.0, 9.0))
    changed = [gain for gain in found if gain]
    assert 0 < len(changed) < len(found)
    assert all(-1 <= gain.behind <= 1 and -1 <= gain.won <= 1 for gain in changed)
    assert any(gain.points for gain in changed)
    assert not list(choices.choices(game, 3, "choices", 80.0, 90.0)), "no game lasts so long"


def test_a_choice_is_tried_with_the_hands_of_the_real_table_and_decks_in_another_order() -> None:
    game = find_game("usa")
    assert isinstance(game, TicketGame)
    state = game.setup(game.options({}), 3, Chance("shuffled"))
    other = choices.shuffled(state, Random(1))
    assert other.players == state.players
    assert other.supply.row == state.supply.row
    assert other.supply.decks != state.supply.decks
    assert [sorted(deck) for deck in other.supply.decks] == [sorted(deck) for deck in state.supply.decks]
    assert [sorted(pile) for pile in other.piles] == [sorted(pile) for pile in state.piles]


def test_what_choices_are_worth_is_told_with_how_sure_that_is() -> None:
    gains = [choices.Gain(0.5, 0.0, 4.0), None, choices.Gain(0.0, 0.0, 0.0), None]
    words = "+25.0 ± 49.0 of 100 places, +0.0 ± 0.0 of 100 wins, +2.0 ± 3.9 points"
    assert choices.summary(gains) == f"4 choices, 2 others than the conductor's: {words}"
    assert choices.summary([None]) == "1 choices, 0 others than the conductor's"
