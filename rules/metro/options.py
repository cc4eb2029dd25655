"""How a table can be set: variants, modules and the numbering of the stations."""

import re
from collections.abc import Mapping
from typing import Literal

import msgspec

from rules.errors import BadOption
from rules.metro.box import Box

COMPANIES, METRO_STATIONS, CENTRAL_TRACKS, STATION_NUMBERS = 1, 2, 3, 4
HANDS = (1, 2, 3)
DIRECTIONS = ("arrow", "free")
NUMBERINGS = ("counterclockwise", "clockwise")


class Options(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    modules: tuple[int, ...] = ()
    hand: int = 1
    direction: Literal["arrow", "free"] = "arrow"
    numbering: Literal["counterclockwise", "clockwise"] = "counterclockwise"
    cards: int | tuple[int, ...] = 1
    """Module 4: how many number cards of each colour a player gets; several numbers are for one colour each."""


def modules_as_text(modules: tuple[int, ...]) -> str:
    return sum_as_text(modules) or "none"


def sum_as_text(numbers: tuple[int, ...]) -> str:
    return "+".join(str(number) for number in numbers)


def module_names(box: Box) -> tuple[str, ...]:
    return tuple(modules_as_text(modules) for modules in box.module_sets)


def most_cards(box: Box, seats: int) -> int:
    first, last = box.number_groups[0]
    return (last - first + 1) // seats


def cards_by_colour(box: Box, options: Options) -> tuple[int, ...]:
    """How many number cards of each colour a player gets."""
    cards = options.cards
    return cards if isinstance(cards, tuple) else (cards,) * len(box.number_groups)


def card_names(box: Box, seats: int) -> tuple[str, ...]:
    """What may be said of the number cards, ending with an example of a number for each colour."""
    most = most_cards(box, seats)
    example = (1, min(2, most), 0, 1)
    return (
        *(str(cards) for cards in range(1, most + 1)),
        *([sum_as_text(example)] if box.rulings.cards_by_colour else []),
    )


def choices(box: Box) -> dict[str, tuple[str, ...]]:
    """Every option with its values; the first is the usual one."""
    return {
        "modules": module_names(box),
        "hand": tuple(str(hand) for hand in HANDS),
        "direction": DIRECTIONS,
        "numbering": NUMBERINGS,
        "cards": card_names(box, box.players[0]),
    }


def read_options(box: Box, given: Mapping[str, str]) -> Options:
    """Options as people type them, such as `{"modules": "1+2", "hand": "3", "direction": "free"}`.

    Cards have no say without module 4: they are left out, so that modules and cards can be chosen in any order.
    """
    known = tuple(choices(box))
    for name, value in given.items():
        if name not in known:
            raise BadOption(name, value, known)
    modules, cards = _modules(box, given.get("modules", "none")), _cards(box, given.get("cards", "1"))
    options = Options(
        modules=modules,
        hand=_number("hand", given.get("hand", "1"), HANDS),
        direction=_word("direction", given.get("direction", DIRECTIONS[0]), DIRECTIONS),  # type: ignore[arg-type]
        numbering=_word("numbering", given.get("numbering", NUMBERINGS[0]), NUMBERINGS),  # type: ignore[arg-type]
        cards=cards if STATION_NUMBERS in modules else 1,
    )
    check_options(box, options, box.players[0])
    return options


def check_options(box: Box, options: Options, seats: int) -> None:
    """Raises `BadOption` for what this number of players can't play."""
    if options.modules not in box.module_sets:
        raise BadOption("modules", modules_as_text(options.modules), module_names(box))
    if options.hand not in HANDS:
        raise BadOption("hand", str(options.hand), tuple(str(hand) for hand in HANDS))
    if not can_deal_cards(box, options, seats):
        cards = options.cards
        raise BadOption("cards", sum_as_text(cards if isinstance(cards, tuple) else (cards,)), card_names(box, seats))


def can_deal_cards(box: Box, options: Options, seats: int) -> bool:
    if STATION_NUMBERS not in options.modules:
        return options.cards == 1
    cards, most = options.cards, most_cards(box, seats)
    if isinstance(cards, int):
        return 1 <= cards <= most
    is_for_each = box.rulings.cards_by_colour and len(cards) == len(box.number_groups)
    return is_for_each and any(cards) and all(0 <= count <= most for count in cards)


def _modules(box: Box, typed: str) -> tuple[int, ...]:
    text = typed.strip().lower()
    if text in ("", "0", "none", "-"):
        return ()
    return tuple(sorted(set(_sum("modules", typed, module_names(box)))))


def _cards(box: Box, typed: str) -> int | tuple[int, ...]:
    """One number for all colours, or one for each, such as 1+2+0+1; several equal ones are the same as one."""
    allowed = card_names(box, box.players[0])
    cards = _sum("cards", typed, allowed)
    options = Options(modules=(STATION_NUMBERS,), cards=cards[0] if len(set(cards)) == 1 else cards)
    if len(cards) not in (1, len(box.number_groups)) or not can_deal_cards(box, options, box.players[0]):
        raise BadOption("cards", typed, allowed)
    return options.cards


def _sum(name: str, typed: str, allowed: tuple[str, ...]) -> tuple[int, ...]:
    """Small numbers joined by signs or spaces."""
    text = typed.strip()
    if not re.fullmatch(r"\d{1,3}(\s*[+,;& ]\s*\d{1,3})*", text):
        raise BadOption(name, typed, allowed)
    return tuple(int(number) for number in re.findall(r"\d+", text))


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
