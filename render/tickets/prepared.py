"""All that a ticket game's pictures are drawn on, made once for a map and a theme and kept on disk."""

from render.kit import disk
from render.tickets.base import base_of, files_of, key_of
from render.tickets.drawn_map import drawn_map_of
from render.tickets.hand import map_widths
from render.tickets.hand_map import ground_file, small_ground
from render.tickets.levels import band_file, band_of, every_band


def prepare(title: str, theme: str) -> None:
    """Whatever is missing on disk is drawn."""
    read_bases(title, theme)
    for level, number in every_band(title, theme):
        if not disk.has(band_file(level, number)):
            band_of(level, number)


def warm(title: str, theme: str) -> None:
    """What boards and hands stand on; close-ups read the few tiles that they need."""
    key = key_of(title, theme)
    if disk.has(*files_of(key), *(ground_file(key, width) for width in all_widths(title))):
        read_bases(title, theme)


def read_bases(title: str, theme: str) -> None:
    base_of(title, theme)
    for width in all_widths(title):
        small_ground(title, theme, width)


def all_widths(title: str) -> tuple[int, ...]:
    below, beside = map_widths(drawn_map_of(title))
    return below + beside
