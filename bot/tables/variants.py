"""What a title lets people choose, such as Metro's modules: its rules name it, and they alone know what goes."""

from collections.abc import Mapping
from contextlib import suppress

from bot.errors import NoOption
from rules.catalog import find_game
from rules.errors import BadOption


def title_options(title: str) -> Mapping[str, tuple[str, ...]]:
    """Every option of a title with all its values, the usual one first."""
    game = find_game(title)
    return game.choices if game is not None else {}


def usual_value(title: str, name: str) -> str:
    """What is played where nobody says anything."""
    return title_options(title)[name][0]


def read(title: str, given: Mapping[str, str]) -> object:
    """The title's options from what was given; None where that can't be played."""
    game = find_game(title)
    with suppress(BadOption):
        return game.options(given) if game is not None else None
    return None


def idle_options(title: str, variant: Mapping[str, str]) -> tuple[str, ...]:
    """Those given that make no difference beside the others, such as number cards without module 4."""

    def is_idle(name: str) -> bool:
        first, *others = [read(title, {**variant, name: value}) for value in title_options(title)[name]]
        return bool(others) and all(other == first for other in others)

    return tuple(name for name in variant if name in title_options(title) and is_idle(name))


def settled(title: str, given: Mapping[str, str]) -> dict[str, str]:
    """A title's options as they are kept: checked, each as its rules write it, what is usual left out.

    Raises `BadOption` with all that is allowed, however far what was typed is from it.
    """
    known, game = title_options(title), find_game(title)
    try:
        if game is not None:
            game.options(given)
    except BadOption as error:
        if error.name not in known:
            raise NoOption(error.name, tuple(known)) from None
        raise BadOption(error.name, error.value, known[error.name]) from None
    written = {name: as_written(title, given, name) for name in given}
    return {name: value for name, value in written.items() if value != usual_value(title, name)}


def as_written(title: str, given: Mapping[str, str], name: str) -> str:
    """`2+1` is `1+2`; what is written in no other way, such as a number for each colour, stays as it is."""
    values = title_options(title)[name]
    if given[name] in values:
        return given[name]
    meant = read(title, given)
    same = [value for value in values if read(title, {**given, name: value}) == meant]
    return same[0] if len(same) == 1 else given[name].strip()
