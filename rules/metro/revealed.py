"""What a step of Metro has shown that nobody can forget again."""

from collections import Counter

from rules.game import Step
from rules.metro.events import ShareExchanged, TileDrawn, TrainPlaced
from rules.metro.options import METRO_STATIONS
from rules.metro.state import State


def revealed(before: State, step: Step[State]) -> Counter[str]:
    """A tile that is laid is the action's own word. A new one that comes for it is not, nor is the company of a share
    that is shown: others knew no more than its percentage."""
    found: Counter[str] = Counter()
    for event in step.events:
        match event:
            case TileDrawn():
                found["tile"] += 1
            case ShareExchanged() | TrainPlaced(share=int()):
                found["share"] += 1
    if depends_on_shares(before, step.state):
        found["share"] += 1
    return found


def depends_on_shares(before: State, after: State) -> bool:
    """Whether it can be seen from who comes next what shares somebody holds: without a tile and a pile, only players
    who can still show one for a train have a turn."""
    if after.shares is None or METRO_STATIONS not in after.options.modules or after.has_pile:
        return False
    follower = (before.player + 1) % after.seats
    return after.turn > before.turn and not after.hands[follower]
