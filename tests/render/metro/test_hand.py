"""What stands beside the own tiles."""

from itertools import islice

import pytest

from render.metro.hand import trains_waiting
from rules.metro.actions import PlaceTrain
from tests.render.metro.positions import moments
from tests.rules.metro.playing import GAME, MODULE_SETS


@pytest.mark.parametrize("modules", MODULE_SETS)
def test_the_hand_counts_the_trains_that_may_still_be_put(modules: str) -> None:
    counts = set()
    for state, _ in islice(moments(3, {"modules": modules}, f"trains {modules}"), 0, None, 5):
        for player in GAME.to_act(state):
            view = GAME.view_for(state, player)
            trains = [way for way in GAME.legal_actions(state, player) if isinstance(way, PlaceTrain)]
            companies = {share.percent: share.company for share in view.shares}
            counted = trains_waiting(view)
            if trains:
                assert counted == len({companies.get(train.share or 0, "own") for train in trains})
            counts.add(counted)
    if modules == "1+2":
        assert max(counts) > 1
    else:
        assert max(counts) == ("2" in modules)
