"""Golden pictures: kept small, compared within a tolerance, renewed by `pytest --update-golden` once looked at."""

import io
from pathlib import Path

import numpy as np
import pytest
from PIL import Image, ImageChops

FOLDER = Path(__file__).parent.parent / "golden" / "pictures"
FAILED = Path(__file__).parent.parent.parent / "build" / "pictures"
SHRUNK = 4
MEAN, FAR, FEW = 1.2, 48, 0.002
"""The mean difference of a channel; from where on a pixel counts as different; and how many of them may be."""


def assert_golden(name: str, png: bytes, request: pytest.FixtureRequest) -> None:
    """The picture looks like the one kept. On failure the actual picture and the difference are left in `build`."""
    actual = Image.open(io.BytesIO(png)).convert("RGB").reduce(SHRUNK)
    path = FOLDER / f"{name}.png"
    if request.config.getoption("--update-golden"):
        FOLDER.mkdir(parents=True, exist_ok=True)
        few = actual.quantize(64, dither=Image.Dither.NONE)
        actual.quantize(palette=few, dither=Image.Dither.NONE).save(path, optimize=True)
        return
    kept = Image.open(path).convert("RGB")
    assert actual.size == kept.size
    # The kept picture has fewer colours, so the actual one is brought down to its palette before they are compared.
    flat = actual.quantize(palette=Image.open(path), dither=Image.Dither.NONE).convert("RGB")
    difference = ImageChops.difference(flat, kept)
    worst = np.asarray(difference).max(axis=2)
    if worst.mean() > MEAN or (worst > FAR).mean() > FEW:
        FAILED.mkdir(parents=True, exist_ok=True)
        (FAILED / f"{name}.actual.png").write_bytes(png)
        difference.point(lambda value: min(255, value * 4)).save(FAILED / f"{name}.difference.png")
        pytest.fail(f"{name} looks different; see {FAILED}")
