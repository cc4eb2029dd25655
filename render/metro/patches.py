"""Patches of palette pixels that are drawn once for each look and pasted wherever it comes."""

from collections.abc import Callable, Hashable
from typing import TypeVar

import numpy as np
from PIL import Image

from render.canvas import Box, Canvas
from render.sheet import STAMPS, Sheet, Stamp, clipped

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
