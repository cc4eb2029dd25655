"""What alt texts of any game have in common."""

from collections.abc import Sequence

from data.texts import text

MOST = 1024
"""Discord's limit for the description of an attachment."""


def shortened(parts: Sequence[str]) -> str:
    whole = " ".join(part for part in parts if part)
    return whole if len(whole) <= MOST else whole[: MOST - 1].rstrip() + "…"


def table_name(title: str, table: str, language: str) -> str:
    """The game and its table, such as USA Night train; a table without a name of its own has the game's: USA #12."""
    name = text(f"word.game.{title}", language)
    return table if table.startswith(name) else f"{name} {table}".strip()
