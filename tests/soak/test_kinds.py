"""Robots of every strength make use of what there is, as far as a few games show; `make soak` shows the rest."""

from collections import Counter
from itertools import product
from random import Random

import pytest

from rules.chance import Chance
from rules.robots import STRENGTHS
from tests.soak.kinds import Use, offered_kinds, use_at
from tests.soak.robots import Table, tables


def table_named(name: str) -> Table:
    return next(table for table in tables((name.split()[0],)) if str(table) == name)


@pytest.mark.parametrize(
    ("name", "strength"),
    [*product(["lantern at 2"], STRENGTHS), *product(["metro at 4 modules=1+2"], ["apprentice", "conductor"])],
)
def test_every_kind_of_action_is_used_by_every_strength(name: str, strength: str) -> None:
    assert use_at(table_named(name), strength, fewest=1, rollouts=2).left() == []


def kinds_met(name: str, decisions: int) -> set[str]:
    """What random play has been offered."""
    table, random, found = table_named(name), Random(1), set[str]()
    game = table.game
    state = game.setup(game.options(table.options), table.seats, Chance("kinds"))
    for _ in range(decisions):
        if not (waiting := sorted(game.to_act(state))):
            break
        legal = game.legal_actions(state, waiting[0])
        found |= offered_kinds(game, game.view_for(state, waiting[0]), legal)
        state = game.apply(state, legal.pick(random.random)).state
    return found


@pytest.mark.parametrize(
    ("name", "kinds"),
    [
        ("nordic at 2", {"claim: ferry with cards that stand in", "top_up: with wild cards", "give_up", "keep"}),
        ("germany at 3", {"claim: 2 passengers", "tickets: of both", "draw: wild"}),
        ("world at 2", {"harbour", "exchange: for ships", "claim: pairs", "pieces", "keep: more than needed later"}),
        ("metro at 3 modules=1+2", {"exchange: hidden", "train: by a share of 40 %", "place: the one drawn"}),
        ("metro at 3 direction=free", {"place: turned", "draw"}),
    ],
)  # fmt: skip
def test_kinds_are_told_apart(name: str, kinds: set[str]) -> None:
    assert kinds <= kinds_met(name, 400)


def test_what_is_never_done_is_told() -> None:
    use = Use(Counter(claim=3, draw=5), Counter(draw=1), games=2)
    assert use.left() == ["claim"]
