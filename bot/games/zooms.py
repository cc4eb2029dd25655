"""What can be enlarged on a board: parts by name, and places that are typed."""

from bot.games.catalog import face_of
from bot.games.regions import REGION, REGIONS
from bot.text.matching import Entry, find


def zooms(title: str, language: str, is_seated: bool) -> list[Entry]:
    offered = face_of(title).zooms(title, language, is_seated)
    return [*offered.parts, *offered.places]


def zoom_meant(title: str, typed: str, language: str, is_seated: bool) -> str | None:
    """The picture's own name for what was picked or typed; None where nothing is called like that."""
    if typed.strip() in REGIONS:
        return typed.strip()
    found = find(zooms(title, language, is_seated), typed)
    return found[0].value.removeprefix(REGION) if found else None
