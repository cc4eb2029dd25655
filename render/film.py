"""A game in motion: its boards as a GIF that stores only the pixels that change.

All boards of a title share one palette, so nothing is dithered or matched again. Pillow packs each frame; its own
`save` would choose new palettes and boxes, and write ten times as much.
"""

import io
from collections.abc import Callable, Iterator, Sequence
from typing import NamedTuple, TypedDict, Unpack

import numpy as np
from msgspec.structs import replace
from PIL import Image
from PIL.GifImagePlugin import getdata, getheader

from render.catalog import pictures_of
from render.kit.canvas import Pixels
from render.kit.seat import Seat
from rules.turns import Moment

LARGEST = 8_000_000
"""Bytes; Discord takes at least so many from anybody, anywhere."""
MOST_PICTURES = 120
"""Longer games show several turns at once, so that a film can be watched in a minute."""
WHOLE, SHORTEST, LONGEST, LAST = 60_000, 400, 1_500, 6_000
"""Milliseconds: of a film, of a picture in it, and of the last one, which shows the result."""
END = b";"
Progress = Callable[[int, int], None]
"""Told how many pictures are there, and how many there will be."""


class Looks(TypedDict, total=False):
    theme: str
    language: str
    table: str


def draw_film(
    moments: Sequence[Moment],
    seats: Sequence[Seat],
    *,
    largest: int = LARGEST,
    on_progress: Progress = lambda _done, _all: None,
    **looks: Unpack[Looks],
) -> bytes:
    """The film as a GIF of at most `largest` bytes, however many turns have to share a picture for it. Moments for one
    player's eyes have that player's hand below the board."""
    together = -(-len(moments) // MOST_PICTURES)
    while True:
        scenes = grouped(moments, together)
        writer = FilmWriter(max(SHORTEST, min(LONGEST, WHOLE // len(scenes))))
        for done, pixels in enumerate(pictures(scenes, seats, looks), start=1):
            writer.add(pixels, is_last=done == len(scenes))
            on_progress(done, len(scenes))
            if writer.size > largest and len(scenes) > 2:
                break
        else:
            return writer.content()
        together *= 2


def grouped(moments: Sequence[Moment], together: int) -> list[Moment]:
    """The deal, then so many turns at a time: how the last of them left the board, and what happened in all of them."""
    deal, *turns = moments
    found = [deal]
    for start in range(0, len(turns), together):
        part = turns[start : start + together]
        events = tuple(event for one in part for event in one.events)
        found.append(replace(part[-1], events=events))
    return found


def pictures(scenes: Sequence[Moment], seats: Sequence[Seat], looks: Looks) -> Iterator[Image.Image]:
    hands = [pictures_of(s.view.game).draw_hand(s.view, seats, **looks) for s in scenes if s.view.reader is not None]
    tallest = max((opened(hand).height for hand in hands), default=0)
    for number, scene in enumerate(scenes):
        draw = pictures_of(scene.view.game).draw_board
        board = opened(draw(scene.view, seats, events=scene.events, **looks))
        yield stacked(board, opened(hands[number]), tallest) if hands else board


def opened(png: bytes) -> Image.Image:
    return Image.open(io.BytesIO(png))


def stacked(board: Image.Image, hand: Image.Image, height: int) -> Image.Image:
    """The hand in the middle below the board; there is room for the tallest of the film."""
    page = hand.getpixel((0, hand.height - 1))
    both = Image.new("P", (board.width, board.height + height), page)
    both.putpalette(board.getpalette() or [])
    both.paste(board, (0, 0))
    both.paste(hand, ((board.width - hand.width) // 2, board.height))
    return both


class Frame(NamedTuple):
    pixels: Pixels
    offset: tuple[int, int]
    transparent: int | None
    """The index that stands for what stays as it was."""


class FilmWriter:
    """Takes pictures one by one and remembers only the last, since all of them together would fill the memory."""

    def __init__(self, duration: int) -> None:
        self.duration = duration
        self.size = len(END)
        self._parts: list[bytes] = []
        self._last: Pixels | None = None
        self._palette = b""

    def add(self, picture: Image.Image, *, is_last: bool = False) -> None:
        palette, pixels = bytes(picture.getpalette() or []), np.asarray(picture)
        if self._last is None:
            self._palette = palette
            self._write(getheader(picture, info={"loop": 0})[0])
        if palette != self._palette:
            raise ValueError("the pictures of a film share one palette")
        frame = Frame(pixels, (0, 0), None) if self._last is None else changed(self._last, pixels)
        self._last = pixels
        seen: dict[str, int] = {} if frame.transparent is None else {"transparency": frame.transparent}
        duration = LAST if is_last else self.duration
        self._write(getdata(Image.fromarray(frame.pixels), frame.offset, duration=duration, disposal=1, **seen))

    def _write(self, parts: list[bytes]) -> None:
        self._parts += parts
        self.size += sum(map(len, parts))

    def content(self) -> bytes:
        return b"".join([*self._parts, END])


def changed(before: Pixels, after: Pixels) -> Frame:
    """The smallest box around all that differs; in it, whatever stays is one index that nothing else in it has."""
    differs = before != after
    rows, columns = np.flatnonzero(differs.any(axis=1)), np.flatnonzero(differs.any(axis=0))
    if not len(rows):  # a GIF has no empty frame
        return Frame(after[:1, :1], (0, 0), None)
    top, bottom, left, right = int(rows[0]), int(rows[-1]) + 1, int(columns[0]), int(columns[-1]) + 1
    part, inside = after[top:bottom, left:right].copy(), differs[top:bottom, left:right]
    unused = np.flatnonzero(np.bincount(part[inside], minlength=256) == 0)
    if not len(unused):
        return Frame(part, (left, top), None)
    part[~inside] = unused[0]
    return Frame(part, (left, top), int(unused[0]))
