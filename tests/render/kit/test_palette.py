"""The index of every colour, however it is asked for."""

import numpy as np
from PIL import Image

from render.kit.palette import CLEAR, Palette


def test_a_picture_has_the_same_colours_as_its_pixels() -> None:
    pixels = np.random.default_rng(7).integers(0, 256, (40, 60, 3), dtype=np.uint8)
    colours = np.unique(pixels.reshape(-1, 3), axis=0)[:255]
    by_picture = Palette(colours).mapped_picture(Image.fromarray(pixels))
    assert (by_picture == Palette(colours).mapped(pixels)).all()
    assert by_picture.max() < CLEAR
    assert len(np.unique(by_picture)) > 100
