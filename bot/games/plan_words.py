"""A plan and what became of it, in its owner's words."""

from bot.games.catalog import face_of
from bot.games.plans import Done, Dropped, Outcome, Plan
from bot.text.names import Names
from data.texts import text
from rules.game import View


def plan_lines(view: View, plan: Plan, language: str) -> list[str]:
    """The wishes by number, then the conditions."""
    planner = face_of(view.game).planner
    wishes = [planner.wish_words(view, wish, language) for wish in plan.wishes]
    conditions = [planner.condition_words(view, condition, language) for condition in plan.conditions]
    return [
        *(text("plan.line", language, n=n, wish=wish) for n, wish in enumerate(wishes, start=1)),
        *(text("plan.stop.line", language, condition=condition) for condition in conditions),
    ]


def outcome_line(view: View, plan: Plan, outcome: Outcome, language: str, names: Names) -> str:
    planner = face_of(view.game).planner
    match outcome:
        case Done(wish):
            return text("plan.done", language, wish=planner.wish_words(view, wish, language))
        case Dropped(begun=int(begun)):
            return text("plan.dropped.begun", language, wish=planner.wish_words(view, plan.wishes[begun], language))
        case Dropped(condition=str(condition)):
            words = planner.condition_words(view, condition, language)
            return text("plan.dropped", language, why=text("plan.stopped", language, condition=words))
        case Dropped():
            return text("plan.dropped", language, why=_misfit(view, plan, language, names))


def _misfit(view: View, plan: Plan, language: str, names: Names) -> str:
    """What is wrong with the first wish, where that can be told."""
    planner, wish = face_of(view.game).planner, plan.wishes[0]
    why = planner.why_not(view, wish, language, names)
    if not why:
        return text("plan.none_fits", language)
    return text("plan.misfit", language, wish=planner.wish_words(view, wish, language), why=why)
