"""Pictures that a private message shows already are not sent again: whoever taps through a panel waits for less, and
loads less on a phone."""

from collections import OrderedDict
from collections.abc import Sequence
from hashlib import sha256

import discord

from bot.attachment import Attachment

MOST_KNOWN = 2000


class PicturesSent:
    """What the last attachments of answers were, by the ids that Discord gave them."""

    def __init__(self) -> None:
        self._known: OrderedDict[int, bytes] = OrderedDict()

    def shown_in(self, message: discord.Message | None, files: Sequence[Attachment]) -> list[discord.Attachment] | None:
        """The message's own attachments, where they are these files and no others; None where anything is new."""
        there = message.attachments if message else []
        if not files or [self._known.get(each.id) for each in there] != [digest(file) for file in files]:
            return None
        return there

    def note(self, message: discord.Message, files: Sequence[Attachment]) -> None:
        """These were sent as all the attachments of a message."""
        if len(files) == len(message.attachments):
            for each, file in zip(message.attachments, files, strict=True):
                self._known[each.id] = digest(file)
            while len(self._known) > MOST_KNOWN:
                self._known.popitem(last=False)

    def forget(self, there: Sequence[discord.Attachment]) -> None:
        for each in there:
            self._known.pop(each.id, None)


def digest(file: Attachment) -> bytes:
    return sha256(repr((file.name, file.alt)).encode() + file.content).digest()
