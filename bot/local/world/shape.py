"""Checks for the JSON of requests, put together from small ones. A check gets a value and the path that led to it.

Every field may be null, as Discord lets it be, unless it is required; a field no check names is refused.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence

from bot.local.world.errors import InvalidForm, Json

Path = tuple[str | int, ...]
Check = Callable[[object, Path], None]


def text(least: int = 0, most: int = 100_000, pattern: str | None = None) -> Check:
    wanted = re.compile(pattern) if pattern else None

    def check(value: object, path: Path) -> None:
        if not isinstance(value, str):
            raise InvalidForm(path, "STRING_TYPE_CONVERT", "Must be a string.")
        if not least <= len(value) <= most:
            raise InvalidForm(path, "BASE_TYPE_BAD_LENGTH", f"Must be between {least} and {most} in length.")
        if wanted and not wanted.fullmatch(value):
            raise InvalidForm(path, "STRING_TYPE_REGEX", "String value did not match validation regex.")

    return check


def whole(least: int = -(2**63), most: int = 2**64) -> Check:
    def check(value: object, path: Path) -> None:
        if isinstance(value, bool) or not isinstance(value, int):
            raise InvalidForm(path, "NUMBER_TYPE_COERCE", f"Value {value!r} is not int.")
        if not least <= value <= most:
            raise InvalidForm(path, "NUMBER_TYPE_RANGE", f"int value should be between {least} and {most}.")

    return check


def boolean(value: object, path: Path) -> None:
    if not isinstance(value, bool):
        raise InvalidForm(path, "BOOLEAN_TYPE_CONVERT", "Must be either true or false.")


def number(value: object, path: Path) -> None:
    if isinstance(value, bool) or not isinstance(value, int | float):
        raise InvalidForm(path, "NUMBER_TYPE_COERCE", f"Value {value!r} is not a number.")


def snowflake(value: object, path: Path) -> None:
    if isinstance(value, bool) or not isinstance(value, int | str) or not is_snowflake(str(value)):
        raise InvalidForm(path, "NUMBER_TYPE_COERCE", f"Value {str(value)[:40]!r} is not snowflake.")


def is_snowflake(value: str) -> bool:
    """A whole number that fits the 63 bits which ids have, here and in the database."""
    return re.fullmatch(r"[0-9]{1,19}", value) is not None and int(value) < 2**63


def anything(value: object, path: Path) -> None:
    """For what Discord leaves free, such as the value of a choice, which is checked with its option."""


def one_of(*allowed: object) -> Check:
    def check(value: object, path: Path) -> None:
        if isinstance(value, bool) != isinstance(allowed[0], bool) or value not in allowed:
            raise InvalidForm(path, "BASE_TYPE_CHOICES", f"Value must be one of {set(allowed)}.")

    return check


def items(value: object, path: Path, least: int = 0, most: int = 10_000) -> list[object]:
    """The value as a list of JSON, if it is one."""
    if not isinstance(value, list):
        raise InvalidForm(path, "LIST_TYPE_CONVERT", "Only iterables may be used in a ListType.")
    if not least <= len(value) <= most:
        raise InvalidForm(path, "BASE_TYPE_BAD_LENGTH", f"Must be between {least} and {most} in length.")
    return value


def list_of(item: Check, least: int = 0, most: int = 10_000) -> Check:
    def check(value: object, path: Path) -> None:
        for place, each in enumerate(items(value, path, least, most)):
            item(each, (*path, place))

    return check


def mapping(item: Check) -> Check:
    def check(value: object, path: Path) -> None:
        if not isinstance(value, dict):
            raise InvalidForm(path, "DICT_TYPE_CONVERT", "Only dictionaries may be used in a DictType.")
        for key, each in value.items():
            item(each, (*path, key))

    return check


def model(value: object, path: Path = ()) -> Json:
    """The value as an object of JSON, if it is one; its fields are still to be checked."""
    if not isinstance(value, dict):
        raise InvalidForm(path, "MODEL_TYPE_CONVERT", "Only dictionaries may be used in a ModelType.")
    return value


def fields(known: Mapping[str, Check], required: Sequence[str] = ()) -> Check:
    def check(value: object, path: Path) -> None:
        given = model(value, path)
        for name in required:
            if given.get(name) is None:
                raise InvalidForm((*path, name), "BASE_TYPE_REQUIRED", "This field is required")
        for name, each in given.items():
            if name not in known:
                raise InvalidForm((*path, name), "UNKNOWN_FIELD", "The local Discord does not know this field.")
            if each is not None:
                known[name](each, (*path, name))

    return check
