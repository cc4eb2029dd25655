"""What a title lets people choose, such as Metro's modules, found by asking its rules: they alone know what goes."""

from collections.abc import Iterable, Iterator, Mapping
from contextlib import suppress
from functools import cache

from bot.errors import NoOption
from rules.catalog import find_game
from rules.errors import BadOption

IMPOSSIBLE = "99"
"""A value that no option has: what the rules say to it names those that they have. A number, since rules may answer a
word with an example only."""


@cache
def title_options(title: str) -> dict[str, tuple[str, ...]]:
    """Every option of a title with all its values, as its rules name them."""
    error = refused(title, {IMPOSSIBLE: IMPOSSIBLE})
    return {name: values_of(title, name, error.allowed) for name in error.allowed} if error else {}


def values_of(title: str, name: str, names: Iterable[str]) -> tuple[str, ...]:
    """Asked alone, else beside the first thing that wakes it: the rules may not look at one option without another."""
    errors = (refused(title, {**beside, name: IMPOSSIBLE}) for beside in surroundings(title, name, names))
    return next((error.allowed for error in errors if error and error.name == name), ())


def surroundings(title: str, name: str, names: Iterable[str]) -> Iterator[dict[str, str]]:
    """Nothing at all, then each value of each other option."""
    yield {}
    for other in names:
        error = refused(title, {other: IMPOSSIBLE}) if other != name else None
        yield from ({other: value} for value in (error.allowed if error else ()))


@cache
def usual_value(title: str, name: str) -> str:
    """What is played where nobody says anything: the value that makes no difference anywhere."""
    known = title_options(title)
    tried = list(surroundings(title, name, known))
    same = (v for v in known[name] if all(read(title, {**beside, name: v}) == read(title, beside) for beside in tried))
    return next(same, "")


def forget_options() -> None:
    """For tests with rules of their own."""
    title_options.cache_clear()
    usual_value.cache_clear()


def read(title: str, given: Mapping[str, str]) -> object:
    """The title's options from what was given; None where that can't be played."""
    game = find_game(title)
    with suppress(BadOption):
        return game.options(given) if game is not None else None
    return None


def refused(title: str, given: Mapping[str, str]) -> BadOption | None:
    """What the title's rules have against it."""
    game = find_game(title)
    try:
        if game is not None:
            game.options(given)
    except BadOption as error:
        return error
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
    known = title_options(title)
    error = refused(title, given)
    if error is not None and error.name not in known:
        raise NoOption(error.name, tuple(known))
    if error is not None:
        raise BadOption(error.name, error.value, known[error.name] or error.allowed)
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
