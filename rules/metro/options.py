"""How a table can be set: variants, modules and the numbering of the stations."""

import re
from collections.abc import Mapping
from typing import Literal

import msgspec

from rules.errors import BadOption
from rules.metro.box import Box

COMPANIES, METRO_STATIONS, CENTRAL_TRACKS, STATION_NUMBERS = 1, 2, 3, 4
NAMES = ("modules", "hand", "direction", "numbering", "cards")
HANDS = (1, 2, 3)
DIRECTIONS = ("arrow", "free")
NUMBERINGS = ("counterclockwise", "clockwise")


class Options(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    modules: tuple[int, ...] = ()
    hand: int = 1
    direction: Literal["arrow", "free"] = "arrow"
    numbering: Literal["counterclockwise", "clockwise"] = "counterclockwise"
    cards: int = 1
    """Module 4: how many number cards of each group a player gets."""


def modules_as_text(modules: tuple[int, ...]) -> str:
    return "+".join(str(module) for module in modules) or "none"


def most_cards(box: Box, seats: int) -> int:
    first, last = box.number_groups[0]
    return (last - first + 1) // seats


def read_options(box: Box, given: Mapping[str, str]) -> Options:
    """Options as people type them, such as `{"modules": "1+2", "hand": "3", "direction": "free"}`."""
    for name, value in given.items():
        if name not in NAMES:
            raise BadOption(name, value, NAMES)
    options = Options(
        modules=_modules(given.get("modules", "none")),
        hand=_number("hand", given.get("hand", "1"), HANDS),
        direction=_word("direction", given.get("direction", DIRECTIONS[0]), DIRECTIONS),  # type: ignore[arg-type]
        numbering=_word("numbering", given.get("numbering", NUMBERINGS[0]), NUMBERINGS),  # type: ignore[arg-type]
        cards=_number("cards", given.get("cards", "1"), tuple(range(1, most_cards(box, box.players[0]) + 1))),
    )
    check_options(box, options, box.players[0])
    return options


def check_options(box: Box, options: Options, seats: int) -> None:
    """Raises `BadOption` for what this number of players can't play."""
    if options.modules not in box.module_sets:
        allowed = tuple(modules_as_text(modules) for modules in box.module_sets)
        raise BadOption("modules", modules_as_text(options.modules), allowed)
    if options.hand not in HANDS:
        raise BadOption("hand", str(options.hand), tuple(str(hand) for hand in HANDS))
    most = most_cards(box, seats) if STATION_NUMBERS in options.modules else 1
    if not 1 <= options.cards <= most:
        raise BadOption("cards", str(options.cards), tuple(str(cards) for cards in range(1, most + 1)))


def _modules(typed: str) -> tuple[int, ...]:
    text = typed.strip().lower()
    if text in ("", "0", "none", "-"):
        return ()
    if not re.fullmatch(r"\d+(\s*[+,;& ]\s*\d+)*", text):
        raise BadOption("modules", typed, ("1+2",))
    return tuple(sorted({int(number) for number in re.findall(r"\d+", text)}))


def _number(name: str, typed: str, allowed: tuple[int, ...]) -> int:
    for number in allowed:
        if typed.strip() == str(number):
            return number
    raise BadOption(name, typed, tuple(str(number) for number in allowed))


def _word(name: str, typed: str, allowed: tuple[str, ...]) -> str:
    plain = re.sub(r"[^a-z]", "", typed.lower())
    if plain not in allowed:
        raise BadOption(name, typed, allowed)
    return plain
