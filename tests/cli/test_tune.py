"""Weights are found by trial, the same for the same seed, and written down if they hold on fresh deals."""

import argparse
import json
from pathlib import Path

import pytest

from bot.__main__ import main
from bot.cli import tune
from bot.cli.speech import BadInput
from rules.game import LegalActions, Random, Weights
from tests.toy.rules import Mark, ToyGame, ToyView

BEGAN = {"centre": 0.0, "corner": 0.0, "unused": 3.0}


class Tunable(ToyGame):
    """Two numbers decide how well it plays."""

    def weights(self, _seats: int) -> Weights:
        return BEGAN

    def advise(self, _view: ToyView, legal: LegalActions[Mark], random: Random, weights: Weights | None = None) -> Mark:
        by = weights or BEGAN
        return max(
            legal,
            key=lambda mark: by["centre"] * (mark.square == "B2") + by["corner"] * (mark.square in "A1C3") + random(),
        )


def asked(**changed: object) -> argparse.Namespace:
    usual = {
        "game": Tunable(),
        "players": 2,
        "against": "conductor",
        "only": None,
        "generations": 4,
        "population": None,
        "games": 30,
        "check": 200,
        "step": 0.5,
        "seed": "1",
        "option": [],
        "out": None,
    }
    return argparse.Namespace(**{**usual, **changed})


def test_weights_that_win_are_found_and_written_beside_those_of_other_numbers_of_seats(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    out = tmp_path / "robots" / "toy.json"
    out.parent.mkdir()
    out.write_text('{"3": {"centre": 1.5}}')
    assert tune.run(asked(out=out)) == 0
    written = json.loads(out.read_text())
    assert written["3"] == {"centre": 1.5}
    assert written["2"]["centre"] > 0
    assert str(out) in capsys.readouterr().out


def test_the_same_seed_finds_the_same(tmp_path: Path) -> None:
    for name, seed in (("a", "1"), ("b", "1"), ("c", "2")):
        tune.run(asked(out=tmp_path / name, seed=seed, check=500))
    a, b, c = ((tmp_path / name).read_text() for name in "abc")
    assert a == b != c


def test_what_does_not_hold_on_fresh_deals_is_not_kept(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """A number that nothing depends on wins half of the games whatever it is."""
    out = tmp_path / "toy.json"
    assert tune.run(asked(out=out, only="unused", generations=1)) == 0
    assert not out.exists()
    assert "50.0%" in capsys.readouterr().out


@pytest.mark.parametrize(
    ("changed", "said"),
    [
        ({"players": 5}, "2"),
        ({"only": "speed"}, "speed"),
        ({"generations": 0}, "--generations"),
        ({"population": 1}, "--population"),
        ({"step": float("nan")}, "--step"),
        ({"against": "nobody"}, "nobody"),
        ({"game": ToyGame()}, "toy"),
        ({"option": ["x=1"]}, "x"),
    ],
)
def test_what_makes_no_sense_is_refused(changed: dict[str, object], said: str) -> None:
    with pytest.raises(BadInput, match=said):
        tune.run(asked(**changed))


def test_the_command_knows_its_arguments(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit):
        main(["tune", "--help"])
    assert "--generations" in capsys.readouterr().out
