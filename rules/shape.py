"""Whether an action holds what its class says. One that was decoded does; one that a program made may hold anything."""

from collections.abc import Callable
from functools import cache
from types import NoneType, UnionType
from typing import Any, Literal, TypeAlias, Union, get_args, get_origin, get_type_hints

from rules.game import Action

Check: TypeAlias = Callable[[Any], bool]


def is_sound(action: Action) -> bool:
    """No float for a whole number, no list for a tuple: they would be equal, and stay where they can't be kept."""
    return all(check(getattr(action, name)) for name, check in checks_of(type(action)))


@cache
def checks_of(kind: type[Action]) -> tuple[tuple[str, Check], ...]:
    hints = get_type_hints(kind)
    return tuple((name, check_for(hints[name])) for name in kind.__struct_fields__)


def check_for(hint: Any) -> Check:
    origin, args = get_origin(hint), get_args(hint)
    if origin in (Union, UnionType):
        return any_of([check_for(arg) for arg in args])
    if origin is Literal:
        return lambda value: type(value) is str and value in args
    if origin is tuple and args[-1] is ...:
        return many(check_for(args[0]))
    if origin is tuple:
        return each([check_for(arg) for arg in args])
    if hint in (int, str, NoneType):
        return lambda value: type(value) is hint
    raise TypeError(f"no check for {hint}")


def any_of(checks: list[Check]) -> Check:
    return lambda value: any(check(value) for check in checks)


def many(check: Check) -> Check:
    return lambda value: type(value) is tuple and all(map(check, value))


def each(checks: list[Check]) -> Check:
    return lambda value: (
        type(value) is tuple
        and len(value) == len(checks)
        and all(check(one) for check, one in zip(checks, value, strict=True))
    )
