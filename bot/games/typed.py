"""What typed words of any game are read with: whose they are, whether that player is asked, which entry is meant."""

from collections.abc import Iterable

from bot.games.mistakes import NothingMatches, OptionMissing, SeveralMatch
from bot.text.matching import UNPICKED, Entry, only
from rules.errors import GameOver, NotYourTurn, UnknownPlayer
from rules.game import PlayerId, View

NEAR = 3
"""So many that could have been meant are named where nothing fits."""


def seat_of(view: View) -> PlayerId:
    if view.reader is None:
        raise UnknownPlayer(-1)
    return view.reader


def check_asked(view: View) -> None:
    """For what can only be understood from the present decision."""
    if view.is_over:
        raise GameOver
    if view.reader not in view.to_act:
        raise NotYourTurn(seat_of(view), view.to_act)


def one_of(offered: Iterable[Entry], option: str, typed: str, also: Iterable[Entry] = ()) -> str:
    """The value that is meant; `also` is looked through where nothing on offer fits."""
    if typed.strip() == UNPICKED:
        raise OptionMissing(option)
    here, there = list(offered), list(also)
    found = list(only(here, typed)) or list(only(there, typed))
    if len(found) == 1:
        return found[0].value
    if not found:
        near = here[:NEAR]
        raise NothingMatches(option, typed, tuple(e.label for e in near), tuple(e.value for e in near))
    raise SeveralMatch(option, typed, tuple(e.label for e in found), tuple(e.value for e in found))


def is_named(offered: Iterable[Entry], typed: str, value: str) -> bool:
    """Whether `typed`, as it is written, means `value` and nothing else that is offered."""
    return [entry.value for entry in only(offered, typed, forgives=False)] == [value]
