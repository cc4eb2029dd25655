"""A post's files, buttons and menus as Discord's. Ids carry table, decision and choice, never state: they outlive
restarts.

`sm:<table>:<decision>:<verb>[:<choice>]`. On public posts the decision is `-`: such a button opens what is asked now.
Menus have `sn`, menus of members `su`; `bot/interactions/components.py` reads them again.
"""

import io
import logging
from collections import OrderedDict
from collections.abc import Sequence
from hashlib import sha256

import discord
from discord import ui

from bot.attachment import Attachment
from bot.games.page import Button, Menu
from bot.outbox.post import Link, Post, Row
from bot.text.emojis import Emojis

STYLES = {
    "plain": discord.ButtonStyle.secondary,
    "good": discord.ButtonStyle.success,
    "bad": discord.ButtonStyle.danger,
    "quiet": discord.ButtonStyle.secondary,
}


INVALID_FORM = 50035
MOST_KNOWN = 2000
"""Attachments."""
log = logging.getLogger(__name__)


def custom_id(kind: str, table_id: int, decision: int | None, verb: str, choice: str = "") -> str:
    asked = "-" if decision is None else decision
    return f"{kind}:{table_id}:{asked}:{verb}" + (f":{choice}" if choice else "")


def view_of(post: Post, emojis: Emojis) -> ui.View | None:
    """Components for its rows; None where it has none."""
    rows = [row for row in post.rows if row]
    if not rows:
        return None
    view = ui.View(timeout=None)
    for number, row in enumerate(rows[:5]):
        for item in row_items(row, post, emojis):
            item.row = number
            view.add_item(item)
    view.stop()  # so that discord.py doesn't keep it: we know what is tapped by its id
    return view


def forget_emojis(error: discord.HTTPException, known: dict[str, str]) -> bool:
    """Discord takes nothing of a message with an emoji that somebody has deleted meanwhile: whether this is why, and it
    can be sent again. Until the next start all goes without."""
    if error.code != INVALID_FORM or "emoji" not in error.text.lower() or not known:
        return False
    log.warning("emojis are done without from now on: one of them is gone")
    known.clear()
    return True


def files_of(attachments: tuple[Attachment, ...]) -> list[discord.File]:
    return [discord.File(io.BytesIO(a.content), a.name, description=a.alt[:1024]) for a in attachments]


class PicturesSent:
    """What the last attachments of answers were, by the ids that Discord gave them. What a message shows already is not
    sent again: whoever taps through a panel waits for less, and loads less on a phone."""

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


def row_items(row: Row, post: Post, emojis: Emojis) -> list[ui.Item[ui.View]]:
    if isinstance(row, Menu):
        return [menu_item(row, post, emojis)]
    return [
        ui.Button(label=item.label[:80], url=item.url) if isinstance(item, Link) else button_item(item, post, emojis)
        for item in row
    ]


def button_item(button: Button, post: Post, emojis: Emojis) -> ui.Item[ui.View]:
    decision = None if button.table_id else post.decision  # at another table, whatever is asked there by then
    return ui.Button(
        label=button.label[:80],
        style=STYLES[button.style],
        disabled=button.is_disabled,
        emoji=emojis.get(button.emoji),
        custom_id=custom_id("sm", button.table_id or post.table_id, decision, button.verb, button.choice),
    )


def menu_item(menu: Menu, post: Post, emojis: Emojis) -> ui.Item[ui.View]:
    if menu.lists_members:
        own_id = custom_id("su", post.table_id, post.decision, menu.verb)
        return ui.UserSelect(custom_id=own_id, placeholder=menu.placeholder[:150], max_values=menu.most)
    options = [
        discord.SelectOption(
            label=choice.label[:100],
            value=choice.value[:100],
            description=choice.description[:100] or None,
            default=choice.is_chosen,
            emoji=emojis.get(choice.emoji),
        )
        for choice in menu.choices[:25]
    ]
    return ui.Select(
        custom_id=custom_id("sn", post.table_id, post.decision, menu.verb),
        placeholder=menu.placeholder[:150],
        options=options,
        min_values=menu.least,
        max_values=min(menu.most, len(options)),
    )
