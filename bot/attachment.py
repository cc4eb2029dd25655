"""A file that goes with a post or an answer."""

import msgspec


class Attachment(msgspec.Struct, frozen=True):
    name: str
    content: bytes
    alt: str
