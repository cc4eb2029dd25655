"""Sizes are read from every kind of picture that a bot would send."""

from __future__ import annotations

import io

import pytest
from PIL import Image

from bot.local.world.pictures import sniff


@pytest.mark.parametrize(
    ("kind", "options"),
    [
        ("png", {}),
        ("gif", {}),
        ("jpeg", {}),
        ("jpeg", {"progressive": True}),
        ("webp", {}),
        ("webp", {"lossless": True}),
    ],
)
def test_type_and_size_are_read(kind: str, options: dict[str, bool]) -> None:
    content = io.BytesIO()
    Image.new("RGB", (321, 123), "red").save(content, kind, **options)
    assert sniff(content.getvalue()) == (f"image/{kind}", (321, 123))


def test_a_transparent_webp_is_read_too() -> None:
    content = io.BytesIO()
    Image.new("RGBA", (640, 48), (1, 2, 3, 4)).save(content, "webp")
    assert sniff(content.getvalue()) == ("image/webp", (640, 48))


@pytest.mark.parametrize("content", [b"", b"hello", b"\x89PNG", b"\xff\xd8\xff", b"RIFF....WEBP", b"GIF89a"])
def test_anything_else_is_no_picture_with_a_size(content: bytes) -> None:
    found = sniff(content)
    assert found is None or found[1] is None
