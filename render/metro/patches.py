"""Patches of palette pixels that are drawn once for each look and pasted wherever it comes."""

from collections.abc import Callable, Hashable
from typing import TypeVar

from PIL import Image

from render.kit.canvas import Box, Canvas, Pixels
from render.kit.sheet import PANEL_FINER, Sheet, Stamp, Stamps, clipped
from render.kit.text import shaped

Look = TypeVar("Look", bound=Hashable)
PATCHES, PARTS, MARKS = Stamps(16_000_000), Stamps(8_000_000), Stamps(8_000_000)
"""Squares and stations; parts that were put together; figures, names and signs."""
EMPTY_SQUARES = Stamps(10_000_000)
"""Put together as well: there are a few hundred, most of which come in each picture."""
RARE_PATCHES = Stamps(6_000_000)
"""What close-ups and previews are made from: large or pale, it hardly comes again, and would drive out what does."""


class MetroSheet(Sheet):
    """A sheet on which large parts stand side by side: squares, stations, the tiles of the players."""

    on_base = close_up = flat = MARKS
    patches = PATCHES
    finer = 2
    """Not three: nearly all that is new in a turn are a few figures."""

    def finer_for(self, string: str, weight: str, size: float, width: float | None) -> int:
        """What has to be shortened is drawn as it was measured, so that it ends at the same letter."""
        is_tight = width is not None and shaped(string, weight, size * PANEL_FINER).width > (width - 4) * PANEL_FINER
        return PANEL_FINER if is_tight else self.finer

    def patch(
        self, at: tuple[int, int], draw: Callable[[Look, int, str], Image.Image], look: Look, side: int, theme: str
    ) -> None:
        """Paste the picture that `draw` makes of `look`, for squares of `side` pixels in a theme."""
        whole = (self.base.paper, draw.__name__, look, side, theme)
        stamp = self.patches.get(whole)
        if stamp is None:
            stamp = solid(self.base.palette.mapped_picture(draw(look, side, theme)))
            self.patches.put(whole, stamp)
        self.put(stamp.pixels, *at)

    def kept(self, key: Hashable, box: Box, draw: Callable[[], object], parts: Stamps = PARTS) -> None:
        """A part of the picture that is put together by `draw`, and pasted in one piece when it comes again."""
        whole = (self.base.key, "kept", key, box)
        stamp = parts.get(whole)
        if stamp is not None:
            self.put(stamp.pixels, box[0], box[1])
            return
        draw()
        parts.put(whole, solid(self.pixels[box[1] : box[3], box[0] : box[2]].copy()))

    def overlay(self, box: Box, draw: Callable[[Canvas], object]) -> None:
        """Draw over what is there already, with soft edges. For the few things that may lie anywhere."""
        inner = clipped(box, (self.width, self.height))
        canvas = Canvas(inner, None)
        draw(canvas)
        self.lay(canvas.shrunk(), inner[0], inner[1])

    def lay(self, drawn: Image.Image, left: int, top: int) -> None:
        """The same of what was drawn before."""
        place = self.pixels[top : top + drawn.height, left : left + drawn.width]
        under = Image.fromarray(self.base.palette.colours[place])
        under.paste(drawn, mask=drawn)
        place[:] = self.base.palette.mapped_picture(under)

    def put(self, pixels: Pixels, x: int, y: int) -> None:
        """Cut off at the picture's edges."""
        tall, wide = pixels.shape
        if x >= 0 and y >= 0 and x + wide <= self.width and y + tall <= self.height:
            self.pixels[y : y + tall, x : x + wide] = pixels
            return
        a, b = max(0, -x), max(0, -y)
        place = self.pixels[y + b : max(0, y + tall), x + a : max(0, x + wide)]
        place[:] = pixels[b : b + place.shape[0], a : a + place.shape[1]]

    def fill_within(self, x0: float, y0: float, x1: float, y1: float, colour: tuple[int, int, int]) -> None:
        """A rectangle of which parts may lie outside the picture."""
        box = (max(0, round(x0)), max(0, round(y0)), max(0, round(x1)), max(0, round(y1)))
        self.fill(box, colour)


class PassingSheet(MetroSheet):
    """For a picture that few look at, and for a moment."""

    patches = RARE_PATCHES


def solid(pixels: Pixels) -> Stamp:
    return Stamp((0, 0, pixels.shape[1], pixels.shape[0]), pixels)
