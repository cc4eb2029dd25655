"""Patches of palette pixels that are drawn once for each look and pasted wherever it comes."""

from collections.abc import Callable, Hashable

import numpy as np
from PIL import Image

from render.canvas import Box, Canvas
from render.sheet import STAMPS, Sheet, Stamp, clipped


def patch(sheet: Sheet, key: Hashable, at: tuple[int, int], make: Callable[[], Image.Image]) -> None:
    """Paste what `make` draws, an RGB picture; `key` names all that it depends on."""
    whole = (sheet.base.key, key)
    stamp = STAMPS.get(whole)
    if stamp is None:
        picture = make()
        indexes = sheet.base.palette.mapped(np.asarray(picture))
        stamp = Stamp(Image.frombytes("P", picture.size, indexes.tobytes()), None, (0, 0))
        STAMPS.put(whole, stamp)
    sheet.picture.paste(stamp.picture, at)


def overlay(sheet: Sheet, box: Box, draw: Callable[[Canvas], object]) -> None:
    """Draw over what is there already, with soft edges. For the few things that may lie anywhere."""
    box = clipped(box, sheet.picture.size)
    canvas = Canvas(box, None)
    draw(canvas)
    drawn = canvas.shrunk()
    under = sheet.picture.crop(box).convert("RGB")
    under.paste(drawn, mask=drawn)
    indexes = sheet.base.palette.mapped(np.asarray(under))
    sheet.picture.paste(Image.frombytes("P", under.size, indexes.tobytes()), box[:2])
