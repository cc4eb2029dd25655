"""Robots are compared on the same deals from every seat, and the figures are those of statistics."""

import json

import numpy as np
import pytest

from bot.__main__ import main
from bot.cli.contest import Contestant, Match, play_block, seatings
from bot.cli.elo import elo, pairs, share, verdict
from bot.cli.tournament import hold
from rules.catalog import TITLES, find_game
from rules.game import Action
from tests.yardstick import first_robot


@pytest.mark.parametrize(("robots", "seats"), [(2, 2), (3, 2), (2, 3), (2, 5), (2, 6), (3, 3), (3, 5), (5, 4), (8, 6)])
def test_everybody_sits_on_every_seat_equally_often(robots: int, seats: int) -> None:
    found = seatings(robots, seats)
    assert len(set(found)) == len(found)
    counts = {tuple(sum(order[seat] == who for order in found) for seat in range(seats)) for who in range(robots)}
    assert len(counts) == 1
    assert len({*counts.pop()}) == 1


def test_places_of_a_game_are_compared_pair_by_pair() -> None:
    match = Match((0, 1, 0), (5, 7, 7), (1, 0, 0), ({}, {}, {}))
    assert pairs([match], 2).tolist() == [[0, 0.5], [1.5, 0]]


def test_equal_robots_are_equal_and_elo_is_that_of_the_formula() -> None:
    even, better = np.array([[0.0, 1.0], [1.0, 0.0]]), np.array([[0.0, 36.0], [64.0, 0.0]])
    assert elo([even] * 10)[1].value == 0
    assert elo([better] * 100)[1].value == pytest.approx(100, abs=1)
    assert share([better] * 10, 1, 0).value == 0.64


def test_an_interval_is_wide_with_few_blocks_and_narrow_with_many() -> None:
    won, lost = np.array([[0.0, 0.0], [2.0, 0.0]]), np.array([[0.0, 2.0], [0.0, 0.0]])
    few, many = elo([won, won, lost, won, lost])[1], elo([won, won, lost, won, lost] * 40)[1]
    assert few.low < many.low < many.value < many.high < few.high
    assert many.low < 400 * np.log10(3 / 2) < many.high


def test_three_robots_have_one_scale() -> None:
    """A beats B as B beats C; nobody has to have met everybody."""
    table = np.array([[0.0, 64, 0], [36, 0, 64], [0, 36, 0]])
    first, second, third = (each.value for each in elo([table] * 100))
    assert (first, second, third) == (0, pytest.approx(-100, abs=1), pytest.approx(-200, abs=2))


def test_the_sequential_test_decides_either_way_or_not_yet() -> None:
    won, lost, even = (np.array([[0.0, 2.0 - part], [part, 0.0]]) for part in (2.0, 0.0, 1.0))
    assert verdict([won] * 7, 0, 50) == ""
    assert verdict([won, won, even, lost, won, even] * 20, 0, 50) == "high"
    assert verdict([lost, lost, even, won, lost, even] * 20, 0, 50) == "low"
    assert verdict([won, lost] * 5, 0, 50) == ""


def test_a_block_is_the_same_deal_for_everybody() -> None:
    """Two names for one robot come out equal, whatever was dealt."""
    game = find_game("lantern")
    assert game is not None
    twins = [Contestant(name, first_robot) for name in ("a", "b")]
    block = play_block(game, game.options({}), twins, 2, "same")
    assert block.matches[0].points == block.matches[1].points
    assert block.matches[0].places == block.matches[1].places


def test_robots_that_fail_or_cheat_are_noted_and_the_game_goes_on() -> None:
    def fails(*_: object) -> Action:
        raise RuntimeError

    def cheats(*_: object) -> Action:
        return Action(7)

    game = find_game("lantern")
    assert game is not None
    robots = [Contestant("fails", fails), Contestant("cheats", cheats), Contestant("v1", first_robot)]
    held = hold(game, game.options({}), robots, 2, 6, "bad")
    failed, cheated, sound = held.standings
    assert failed.failed == failed.decisions > 0 == failed.illegal
    assert cheated.illegal == cheated.decisions > 0 == cheated.failed
    assert (sound.failed, sound.illegal) == (0, 0)


@pytest.mark.parametrize("title", TITLES)
def test_a_tournament_of_every_title(title: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["tournament", title, "--robots", "conductor,random", "--games", "2", "--json"]) == 0
    held = json.loads(capsys.readouterr().out)
    assert (held["games"], held["blocks"]) == (2, 1)
    better, worse = held["standings"]
    assert better["elo"]["value"] == 0 > worse["elo"]["value"]
    assert better["points"] > worse["points"]
    assert better["illegal"] == better["failed"] == 0


def test_it_is_printed_and_stops_early(capsys: pytest.CaptureFixture[str]) -> None:
    words = ["tournament", "lantern", "--robots", "random,conductor", "--games", "60", "--sprt", "0,50"]
    assert main(words) == 0
    lines = capsys.readouterr().out.splitlines()
    assert lines[0].endswith("16 games in 8 blocks")
    assert lines[3].startswith("conductor: +")
    assert "tickets" in lines[4]
    assert lines[-1] == "decided: conductor is that much better than random"


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["mars", "--robots", "random,conductor"], "mars"),
        (["usa"], "--robots"),
        (["usa", "--robots", "random"], "2 to 8"),
        (["usa", "--robots", "random,random"], "2 to 8"),
        (["usa", "--robots", "random,clever"], "clever"),
        (["usa", "--robots", "random,stationmaster:"], "rollouts"),
        (["usa", "--robots", "random,stationmaster:0"], "rollouts"),
        (["usa", "--robots", "random,stationmaster:1e3"], "rollouts"),
        (["usa", "--robots", "random,conductor", "--players", "6"], "2 to 5"),
        (["usa", "--robots", "random,conductor", "--games", "0"], "--games"),
        (["usa", "--robots", "random,conductor", "--sprt", "5"], "--sprt"),
        (["usa", "--robots", "random,conductor", "--sprt", "9,5"], "--sprt"),
        (["usa", "--robots", "random,conductor", "--sprt", "nan,nan"], "--sprt"),
        (["usa", "--robots", "random,conductor", "--option", "modules=1"], "modules"),
    ],
)
def test_what_makes_no_sense_is_refused_on_one_line(
    words: list[str], said: str, capsys: pytest.CaptureFixture[str]
) -> None:
    try:
        code = main(["tournament", *words])
    except SystemExit as left:
        code = int(left.code or 0)
    captured = capsys.readouterr()
    assert (code, captured.out) == (2, "")
    assert len(captured.err.splitlines()) == 1
    assert said in captured.err
