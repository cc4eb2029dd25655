"""All that a ticket game's pictures are drawn on, made once for a map and a theme and kept on disk."""

from render.kit import disk
from render.tickets.base import base_of, files_of, key_of
from render.tickets.drawn_map import drawn_map_of
from render.tickets.hand import map_widths
from render.tickets.hand_map import ground_file, small_ground


def prepare(title: str, theme: str) -> None:
    """Into memory; what is missing on disk is drawn."""
    base_of(title, theme)
    for width in all_widths(title):
        small_ground(title, theme, width)


def is_on_disk(title: str, theme: str) -> bool:
    key = key_of(title, theme)
    return disk.has(*files_of(key), *(ground_file(key, width) for width in all_widths(title)))


def all_widths(title: str) -> tuple[int, ...]:
    below, beside = map_widths(drawn_map_of(title))
    return below + beside
