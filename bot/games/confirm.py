"""Confirmations do what they say, or nothing: another panel may have changed the draft since they were shown."""

from zlib import crc32

import msgspec

from rules.game import Action


def mark(action: Action | None) -> str:
    """A few letters in a button's id that tell its action from any other."""
    return "" if action is None else f"{crc32(msgspec.json.encode(action)):08x}"
