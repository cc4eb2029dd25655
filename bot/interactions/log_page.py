"""The log of a table: its moves turn by turn, with what was done to the table between them, page by page."""

import math
from collections.abc import Callable, Sequence
from itertools import groupby, pairwise

from bot.games.story import describe
from bot.store.rows import AuditRow
from bot.tables.snapshot import KeptAction
from bot.text.names import Names, safe_name, safe_text
from bot.text.variants import value_text
from data.texts import has_text, text
from rules.game import PlayerId

LINES_A_PAGE = 12
AFTER = 1


def log_lines(
    title: str,
    told: Sequence[KeptAction],
    audit: Sequence[AuditRow],
    names_at: Callable[[int], Names],
    language: str,
    reader: PlayerId | None,
) -> list[str]:
    """In order; what was done to the table stands behind the last action before it, what was taken back is struck out.
    `names_at` an action: a seat may have changed hands since."""
    found = [(row.seq, AFTER, audit_line(row, language)) for row in audit]
    for (turn, _, undone, names), part in groupby(
        told, key=lambda one: (one.turn, one.player, one.undone, names_at(one.seq))
    ):
        actions = list(part)
        events = [event for one in actions for event in one.events]
        words = " ".join(describe(title, events, names, language, reader))
        if words:
            words = words if undone is None else f"~~{words}~~"
            found.append((actions[0].seq, 0, move_line(turn, actions[-1].at, words, language)))
    return [line for *_, line in sorted(found, key=lambda one: one[:2])]


def move_line(turn: int, at: float, words: str, language: str) -> str:
    """Before the first turn, when all choose at once, there is no number."""
    key = "log.turn" if turn > 0 else "log.opening"
    return text(key, language, turn=turn, when=moment(at), words=words)


def moment(at: float) -> str:
    """In the reader's own time zone."""
    return f"<t:{int(at)}:f>"


def audit_line(row: AuditRow, language: str) -> str:
    key = f"audit.{row.what}" if row.name else f"audit.{row.what}.nobody"
    name = safe_name(row.name)
    if row.about.get("role") == "moderator":
        name = text("audit.moderator", language, name=name)
    fields = {field: safe_text(value) for field, value in row.about.items()}
    words = text(key, language, **{**fields, "name": name, "change": change_text(row.about, language)})
    return text("log.opening", language, when=moment(row.at), words=words)


def change_text(about: dict[str, str], language: str) -> str:
    """An option as it stands now: daily pace, seats: 4, modules: 1+2."""
    option, value = about.get("option", ""), about.get("value", "")
    if not option:
        return ""
    for key in (f"choice.{option}.{value}", f"lobby.{option}.{value}"):
        if has_text(key, language):
            return text(key, language)
    if option == "seats":
        return text("audit.seats", language, n=value)
    return value_text(option, value or "–", language)


def pages(lines: Sequence[str], longest: int) -> list[list[str]]:
    """As few pages as can be, of about the same length each, none longer than a message."""
    least = max(1, math.ceil(len(lines) / LINES_A_PAGE))
    for count in range(least, max(least, len(lines)) + 1):
        found = evenly(lines, count)
        if all(len("\n".join(page)) <= longest for page in found):
            return found
    return evenly(lines, max(1, len(lines)))


def evenly(lines: Sequence[str], count: int) -> list[list[str]]:
    ends = [len(lines) * number // count for number in range(count + 1)]
    return [list(lines[begin:end]) for begin, end in pairwise(ends)]
