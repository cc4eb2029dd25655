"""What somebody has prepared for their next turn: wishes in order, the first that can be had is carried out; and
conditions, of which most call the plan off.

Both are short ids that a game makes and reads itself. A plan is read with its owner's eyes alone, and what it does is
what its owner could have done by hand.
"""

from collections.abc import Sequence
from typing import Any, Protocol, TypeAlias, TypeVar

import msgspec

from bot.text.matching import Entry
from bot.text.names import Names
from rules.game import Action, AnyLegal, Event, View

MOST_WISHES = 5
MOST_CONDITIONS = 5
V_contra = TypeVar("V_contra", bound=View, contravariant=True)
L_contra = TypeVar("L_contra", bound=AnyLegal, contravariant=True)


class Plan(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    wishes: tuple[str, ...] = ()
    conditions: tuple[str, ...] = ()
    begun: int | None = None
    """The place of the wish that is being carried out, in a turn that goes on after its first action."""


class PlannedAction(msgspec.Struct, frozen=True):
    action: Action
    plan: Plan
    """As it stands after the action."""


class Done(msgspec.Struct, frozen=True, tag="done"):
    """Carried out: the turn is over."""

    wish: str


class Dropped(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True, tag="dropped"):
    """Its owner is asked: the plan can't go on."""

    condition: str | None = None
    """The one that came true; None where no wish could be had."""
    begun: int | None = None
    """The wish that was under way."""


class Planner(Protocol[V_contra, L_contra]):
    """How a game reads plans."""

    def wishes(self, view: V_contra, language: str, names: Names) -> Sequence[Entry]:
        """All that can be wished for the reader's next turn, the likeliest first."""
        ...

    def conditions(self, view: V_contra, language: str, names: Names) -> Sequence[Entry]: ...

    def wish_words(self, view: V_contra, wish: str, language: str) -> str:
        """Also of one that can't be had any more."""
        ...

    def condition_words(self, view: V_contra, condition: str, language: str) -> str: ...

    def why_not(self, view: V_contra, wish: str, language: str, names: Names) -> str:
        """What keeps it from being had now; nothing where there is no telling."""
        ...

    def planned(self, view: V_contra, legal: L_contra, plan: Plan, wish: str) -> Action | None:
        """The next action towards a wish; None where it can't be had, or needs an answer that the plan doesn't hold."""
        ...

    def is_called_off(self, view: V_contra, condition: str, events: Sequence[Event]) -> bool:
        """Whether these events, all since the plan was made, have made a condition true."""
        ...


AnyPlanner: TypeAlias = Planner[Any, Any]
Outcome: TypeAlias = Done | Dropped


def next_step(
    planner: AnyPlanner, view: View, legal: AnyLegal, plan: Plan, events: Sequence[Event]
) -> PlannedAction | Dropped:
    """What a plan does now that its owner is asked; `events` are those since it was made, as its owner saw them."""
    if plan.begun is not None:
        return _step(planner, view, legal, plan, plan.begun) or Dropped(begun=plan.begun)
    for condition in plan.conditions:
        if planner.is_called_off(view, condition, events):
            return Dropped(condition=condition)
    steps = (_step(planner, view, legal, plan, place) for place in range(len(plan.wishes)))
    return next((step for step in steps if step is not None), Dropped())


def _step(planner: AnyPlanner, view: View, legal: AnyLegal, plan: Plan, place: int) -> PlannedAction | None:
    action = planner.planned(view, legal, plan, plan.wishes[place])
    if action is None or action not in legal:
        return None
    return PlannedAction(action, msgspec.structs.replace(plan, begun=place))
