"""A post's files, buttons and menus as Discord's. Ids carry table, decision and choice, never state: they outlive
restarts.

`sm:<table>:<decision>:<verb>[:<choice>]`. On public posts the decision is `-`: such a button opens what is asked now.
Menus have `sn`, menus of members `su`; `bot/interactions/components.py` reads them again.
"""

import io

import discord
from discord import ui

from bot.attachment import Attachment
from bot.games.page import Button, Menu
from bot.outbox.post import Link, Post, Row

STYLES = {
    "plain": discord.ButtonStyle.secondary,
    "good": discord.ButtonStyle.success,
    "bad": discord.ButtonStyle.danger,
    "quiet": discord.ButtonStyle.secondary,
}


def custom_id(kind: str, table_id: int, decision: int | None, verb: str, choice: str = "") -> str:
    asked = "-" if decision is None else decision
    return f"{kind}:{table_id}:{asked}:{verb}" + (f":{choice}" if choice else "")


def view_of(post: Post) -> ui.View | None:
    """Components for its rows; None where it has none."""
    rows = [row for row in post.rows if row]
    if not rows:
        return None
    view = ui.View(timeout=None)
    for number, row in enumerate(rows[:5]):
        for item in row_items(row, post):
            item.row = number
            view.add_item(item)
    view.stop()  # so that discord.py doesn't keep it: we know what is tapped by its id
    return view


def files_of(attachments: tuple[Attachment, ...]) -> list[discord.File]:
    return [discord.File(io.BytesIO(a.content), a.name, description=a.alt[:1024]) for a in attachments]


def row_items(row: Row, post: Post) -> list[ui.Item[ui.View]]:
    if isinstance(row, Menu):
        return [menu_item(row, post)]
    return [
        ui.Button(label=item.label[:80], url=item.url) if isinstance(item, Link) else button_item(item, post)
        for item in row
    ]


def button_item(button: Button, post: Post) -> ui.Item[ui.View]:
    decision = None if button.table_id else post.decision  # at another table, whatever is asked there by then
    return ui.Button(
        label=button.label[:80],
        style=STYLES[button.style],
        disabled=button.is_disabled,
        emoji=button.emoji,
        custom_id=custom_id("sm", button.table_id or post.table_id, decision, button.verb, button.choice),
    )


def menu_item(menu: Menu, post: Post) -> ui.Item[ui.View]:
    if menu.lists_members:
        own_id = custom_id("su", post.table_id, post.decision, menu.verb)
        return ui.UserSelect(custom_id=own_id, placeholder=menu.placeholder[:150], max_values=menu.most)
    options = [
        discord.SelectOption(
            label=choice.label[:100],
            value=choice.value[:100],
            description=choice.description[:100] or None,
            default=choice.is_chosen,
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
