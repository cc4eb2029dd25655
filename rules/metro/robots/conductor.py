"""The conductor: every legal action is judged, and the best is done."""

from collections.abc import Sequence

from rules.game import Candidate, LegalActions, Random, Weights
from rules.metro.actions import MetroAction
from rules.metro.box import Box
from rules.metro.robots.judge import Judge
from rules.metro.robots.weights import weights_for
from rules.metro.view import MetroView

TIE = 0.001
"""Worths that are nearer to each other are chosen among at random."""


def candidates(
    box: Box,
    view: MetroView,
    legal: LegalActions[MetroAction],
    random: Random,
    most: int,
    weights: Weights | None = None,
) -> Sequence[Candidate[MetroAction]]:
    """The best first."""
    judge = Judge(box, view, weights_for(view.seats) if weights is None else weights)
    found = [Candidate(action, judge.worth(action) + TIE * random()) for action in legal]
    found.sort(key=lambda candidate: -candidate.worth)
    return found[:most]
