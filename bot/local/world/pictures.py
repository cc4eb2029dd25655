"""Type, width and height of a picture, read from its first bytes."""

from __future__ import annotations

import struct

Size = tuple[int, int]
SHORTEST = 30
"""No picture is shorter than the headers that are read here."""


def sniff(content: bytes) -> tuple[str, Size | None] | None:
    """(media type, size) of a PNG, GIF, JPEG or WebP; None for anything else."""
    if len(content) < SHORTEST:
        return None
    if content.startswith(b"\x89PNG\r\n\x1a\n") and content[12:16] == b"IHDR":
        width, height = struct.unpack(">II", content[16:24])
        return "image/png", (width, height)
    if content[:6] in (b"GIF87a", b"GIF89a"):
        width, height = struct.unpack("<HH", content[6:10])
        return "image/gif", (width, height)
    if content.startswith(b"\xff\xd8\xff"):
        return "image/jpeg", _jpeg_size(content)
    if content[:4] == b"RIFF" and content[8:12] == b"WEBP":
        return "image/webp", _webp_size(content)
    return None


def _jpeg_size(content: bytes) -> Size | None:
    place = 2
    while place + 9 < len(content):
        marker, length = content[place + 1], struct.unpack(">H", content[place + 2 : place + 4])[0]
        if 0xC0 <= marker <= 0xCF and marker not in (0xC4, 0xC8, 0xCC):
            height, width = struct.unpack(">HH", content[place + 5 : place + 9])
            return width, height
        place += 2 + length
    return None


def _webp_size(content: bytes) -> Size | None:
    form = content[12:16]
    if form == b"VP8X":
        return 1 + int.from_bytes(content[24:27], "little"), 1 + int.from_bytes(content[27:30], "little")
    if form == b"VP8L":
        bits = int.from_bytes(content[21:25], "little")
        return (bits & 0x3FFF) + 1, ((bits >> 14) & 0x3FFF) + 1
    if form == b"VP8 ":
        width, height = struct.unpack("<HH", content[26:30])
        return width & 0x3FFF, height & 0x3FFF
    return None
