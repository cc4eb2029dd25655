"""Typed values to JSON and back. Thin on purpose: msgspec does the work and checks every type while reading."""

from typing import Any, Generic, TypeVar

import msgspec

from rules.errors import BadRecord

T = TypeVar("T")
UNREADABLE = (msgspec.DecodeError, UnicodeError, RecursionError)
"""What reading raises: not JSON or not of the type, not UTF-8 inside a text, nested too deeply."""


class Codec(Generic[T]):
    """JSON for one type, which may be a union of tagged structs."""

    def __init__(self, type_: Any) -> None:
        self._type = type_
        self._decoder: msgspec.json.Decoder[T] = msgspec.json.Decoder(type_)

    def encode(self, value: T) -> bytes:
        return msgspec.json.encode(value)

    def decode(self, raw: bytes | msgspec.Raw) -> T:
        """Raises `BadRecord` when `raw` is not JSON, or not JSON of this type."""
        try:
            return self._decoder.decode(raw)
        except UNREADABLE as error:
            raise BadRecord("not of the right form", str(error)) from None

    def plain(self, value: T) -> Any:
        """The value as dicts, lists, strings and numbers."""
        return msgspec.to_builtins(value)
