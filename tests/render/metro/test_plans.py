"""A preview shows exactly what the move would do."""

from itertools import islice
from random import Random

import pytest

from render.metro.plans import TilePlan, planned
from rules.metro.actions import PlaceTile, PlaceTrain
from rules.metro.board import SQUARE
from rules.metro.events import LineScored
from tests.render.metro.positions import moments, own
from tests.rules.metro.playing import GAME, MODULE_SETS


@pytest.mark.parametrize("direction", ["arrow", "free"])
@pytest.mark.parametrize("modules", MODULE_SETS)
def test_a_planned_move_looks_like_the_move(modules: str, direction: str) -> None:
    random = Random(modules)
    tried = set()
    for state, _ in islice(moments(3, {"modules": modules, "direction": direction}, f"plans {modules}"), 0, 90, 3):
        if not GAME.to_act(state):
            break
        view = GAME.view_for(state, state.player)
        actions = [a for a in GAME.legal_actions(state, state.player) if isinstance(a, PlaceTile | PlaceTrain)]
        for action in random.sample(actions, min(3, len(actions))):
            match action:
                case PlaceTile():
                    plan = TilePlan(action.tile or view.drawn or view.hand[0], action.square, action.turn)
                case PlaceTrain():
                    plan = TilePlan(space=action.space, share=action.share)
            step = GAME.apply(state, action)
            after = planned(view, plan)
            assert after.view.lines == GAME.view_for(step.state, view.reader).lines
            scored = {event.start: event.points for event in step.events if isinstance(event, LineScored)}
            owned = {line.start for line in after.view.lines if line.owner}
            told = {effect.start: effect.points for effect in after.effects if effect.end}
            assert told == {start: points for start, points in scored.items() if start in owned}
            tried.add(type(action))
    assert PlaceTile in tried


@pytest.mark.parametrize("direction", ["arrow", "free"])
def test_legal_squares_are_those_of_the_rules(direction: str) -> None:
    for state, _ in islice(moments(2, {"modules": "2", "direction": direction}, "legal"), 0, 70, 5):
        if not GAME.to_act(state) or not state.hands[state.player]:
            continue
        view = GAME.view_for(state, state.player)
        placed = [a for a in GAME.legal_actions(state, state.player) if isinstance(a, PlaceTile)]
        for turn in (0, 90, 180, 270) if direction == "free" else (0,):
            wanted = {action.square for action in placed if action.turn == turn}
            legal = planned(view, TilePlan(view.hand[0], turn=turn)).legal
            if view.drawn is None:
                assert {square for square, at in SQUARE.items() if legal >> at & 1} >= wanted


def test_a_tile_alone_changes_nothing() -> None:
    view = own(3)
    after = planned(view, TilePlan(view.hand[0]))
    assert after.view == view
    assert not after.effects
