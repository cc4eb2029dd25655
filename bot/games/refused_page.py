"""The panel below a refusal: what could be done instead stands first, as buttons."""

from collections.abc import Sequence

from msgspec.structs import replace

from bot.games.page import Button, Menu, Page, Row
from bot.games.refusal_context import Instead
from bot.text.labels import LABEL, clipped

ROWS = 5
ADVICE = "tips"
"""The row with the way to be rid of advice goes before any other where there is no room."""


def refused_page(page: Page, ways: Sequence[Instead], dispensable: Sequence[str]) -> Page:
    """The page led by the ways on, without its picture, which would push the sentence out of a phone's sight. A page
    that confirms the way on by itself stays as it is. Rows of `dispensable` verbs go first where there is no room."""
    buttons = [button for row in page.rows if not isinstance(row, Menu) for button in row]
    if any(is_confirmed(way, button) for way in ways for button in buttons):
        return page
    first = tuple(
        Button(label=clipped(way.label, LABEL), verb=way.verb, choice=way.choice, style="good") for way in ways[:5]
    )
    taken = {(button.verb, button.choice) for button in first}
    rest = [row for row in (without(row, taken) for row in page.rows) if row]
    rows = fitted([first, *rest] if first else rest, (ADVICE, *dispensable))
    return replace(page, rows=tuple(rows), picture=None)


def is_confirmed(way: Instead, button: Button) -> bool:
    """Whether the page has a button of its own that does what a way would only turn to."""
    return button.style == "good" and button.label == clipped(way.label, LABEL) and button.verb != way.verb


def without(row: Row, taken: set[tuple[str, str]]) -> Row:
    """Nothing stands on a page twice."""
    if isinstance(row, Menu):
        return row
    return tuple(button for button in row if (button.verb, button.choice) not in taken)


def fitted(rows: list[Row], dispensable: Sequence[str]) -> list[Row]:
    for verb in dispensable:
        if len(rows) > ROWS:
            rows = [row for row in rows if (row.verb if isinstance(row, Menu) else row[0].verb) != verb]
    return rows[:ROWS]
