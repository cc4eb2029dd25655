"""Patches of palette pixels that are drawn once for each look and pasted wherever it comes."""

from collections.abc import Callable, Hashable
from typing import TypeVar

import numpy as np
from PIL import Image

from render.canvas import Box, Canvas
from render.sheet import STAMPS, Sheet, Stamp, clipped
from render.theme import Colour


class MetroSheet(Sheet):
    """A sheet whose stamps are drawn at twice the size instead of three times: they are flat signs and letters."""

    def _made(self, box: Box, draw: Callable[[Canvas], object], ground: Colour | None, below: int) -> Stamp:
        if ground is None:
            return super()._made(box, draw, ground, below)
        canvas = Canvas(box, ground, finer=2)
        draw(canvas)
        drawn = canvas.shrunk()
        shown = (np.asarray(drawn) != np.array(ground, dtype=np.uint8)).any(axis=2)
        return Stamp(indexed(self, drawn), Image.fromarray(shown), box[:2])

    def kept(self, key: Hashable, box: Box, draw: Callable[[], object]) -> None:
        """A part of the picture that is put together by `draw`, and pasted in one piece when it comes again."""
        whole = (self.base.key, "kept", key, box)
        stamp = STAMPS.get(whole)
        if stamp is not None:
            self.picture.paste(stamp.picture, stamp.at)
            return
        draw()
        STAMPS.put(whole, Stamp(self.picture.crop(box), None, box[:2]))


Look = TypeVar("Look", bound=Hashable)


def patch(
    sheet: Sheet, at: tuple[int, int], draw: Callable[[Look, int, str], Image.Image], look: Look, side: int, theme: str
) -> None:
    """Paste the picture that `draw` makes of `look`, for squares of `side` pixels in a theme."""
    whole = (sheet.base.key, draw.__name__, look, side, theme)
    stamp = STAMPS.get(whole)
    if stamp is None:
        picture = draw(look, side, theme)
        stamp = Stamp(indexed(sheet, picture), None, (0, 0))
        STAMPS.put(whole, stamp)
    sheet.picture.paste(stamp.picture, at)


def indexed(sheet: Sheet, picture: Image.Image) -> Image.Image:
    """An RGB picture as palette pixels, to be pasted on the sheet."""
    return Image.frombytes("P", picture.size, sheet.base.palette.mapped(np.asarray(picture)).tobytes())


def overlay(sheet: Sheet, box: Box, draw: Callable[[Canvas], object]) -> None:
    """Draw over what is there already, with soft edges. For the few things that may lie anywhere."""
    box = clipped(box, sheet.picture.size)
    canvas = Canvas(box, None)
    draw(canvas)
    drawn = canvas.shrunk()
    under = sheet.picture.crop(box).convert("RGB")
    under.paste(drawn, mask=drawn)
    sheet.picture.paste(indexed(sheet, under), box[:2])
