"""Which pictures each title has: the one module of `render/` in which titles and families are named."""

from render.metro.pictures import METRO
from render.picture_set import AnyPictures
from render.tickets.pictures import TICKETS
from rules.catalog import TICKET_TITLES

PICTURES: dict[str, AnyPictures] = {**dict.fromkeys(TICKET_TITLES, TICKETS), "metro": METRO}


def pictures_of(title: str) -> AnyPictures:
    """Raises `KeyError` for a title that has none; no game is drawn like another for want of its own."""
    if title not in PICTURES:
        raise KeyError(f"no pictures for the title {title!r}; there are some for {', '.join(PICTURES)}")
    return PICTURES[title]


def draw_every_emoji() -> dict[str, bytes]:
    """Those of all titles, by name; what two titles share is drawn once for both."""
    found: dict[str, bytes] = {}
    for title, pictures in PICTURES.items():
        found |= pictures.draw_emojis(title)
    return found
