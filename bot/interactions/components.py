"""Rows of a page as Discord's components. Ids carry game, question and choice, never state: they outlive restarts.

`sm:<game>:<question>:<verb>[:<choice>]`. On public posts the question is `-`: such a button opens what is asked now.
"""

import re
from collections.abc import Mapping, Sequence
from typing import Any

import discord
import msgspec
from discord import ui

from bot.games.page import Button, Menu
from bot.outbox.post import Link, Post, Row

STYLES = {
    "plain": discord.ButtonStyle.secondary,
    "good": discord.ButtonStyle.success,
    "bad": discord.ButtonStyle.danger,
    "quiet": discord.ButtonStyle.secondary,
}
BODY = r":(?P<game>\d{1,12}):(?P<question>-|\d{1,9}):(?P<verb>[a-z0-9_]{1,24})(?::(?P<choice>.{1,64}))?"
COMPONENT = re.compile("(?P<kind>s[mnu])" + BODY)
TYPES = {
    "sm": discord.ComponentType.button.value,
    "sn": discord.ComponentType.select.value,
    "su": discord.ComponentType.user_select.value,
}
SEVERAL = "__"
"""Menus of one verb on one page are told apart by what follows this; ids have to differ."""


class Tap(msgspec.Struct, frozen=True, kw_only=True):
    """A button or a menu that somebody has used."""

    table_id: int
    decision: int | None
    verb: str
    values: tuple[str, ...]


def tap_from(match: re.Match[str], values: Sequence[str] = ()) -> Tap:
    decision = None if match["question"] == "-" else int(match["question"])
    chosen = tuple(values) or ((match["choice"],) if match["choice"] else ())
    verb = match["verb"].partition(SEVERAL)[0]
    return Tap(table_id=int(match["game"]), decision=decision, verb=verb, values=chosen)


def tap_in(data: Mapping[str, Any]) -> Tap | None:
    """What somebody has used, from Discord's raw data: no memory of the message is needed.

    None where it is nothing of ours, or not what we made: an id outside the pattern, a menu's id on a button.
    """
    found = COMPONENT.fullmatch(str(data.get("custom_id", "")))
    if found is None or data.get("component_type") != TYPES[found["kind"]]:
        return None
    values = data.get("values") or []
    if not isinstance(values, list) or not all(isinstance(value, str) for value in values):
        return None
    return tap_from(found, people_in(data, values) if found["kind"] == "su" else values)


def people_in(data: Mapping[str, Any], values: Sequence[str]) -> list[str]:
    """A menu of members lists bots too; they are left out of what is chosen."""
    users = (data.get("resolved") or {}).get("users") or {}
    return [value for value in values if not (users.get(value) or {}).get("bot")]


def custom_id(kind: str, table_id: int, decision: int | None, verb: str, choice: str = "") -> str:
    asked = "-" if decision is None else decision
    return f"{kind}:{table_id}:{asked}:{verb}" + (f":{choice}" if choice else "")


def view_of(parcel: Post) -> ui.View | None:
    """Components for a parcel's rows; None where it has none."""
    rows = [row for row in parcel.rows if row]
    if not rows:
        return None
    view = ui.View(timeout=None)
    for number, row in enumerate(rows[:5]):
        for item in row_items(row, parcel):
            item.row = number
            view.add_item(item)
    view.stop()  # so that discord.py doesn't keep it: we know what is tapped by its id
    return view


def row_items(row: Row, parcel: Post) -> list[ui.Item[Any]]:
    if isinstance(row, Menu):
        return [menu_item(row, parcel)]
    return [
        ui.Button(label=item.label[:80], url=item.url) if isinstance(item, Link) else button_item(item, parcel)
        for item in row
    ]


def button_item(button: Button, parcel: Post) -> ui.Item[Any]:
    return ui.Button(
        label=button.label[:80],
        style=STYLES[button.style],
        disabled=button.is_disabled,
        emoji=button.emoji,
        custom_id=custom_id("sm", parcel.table_id, parcel.decision, button.verb, button.choice),
    )


def menu_item(menu: Menu, parcel: Post) -> ui.Item[Any]:
    if menu.verb.startswith("member"):
        own_id = custom_id("su", parcel.table_id, parcel.decision, menu.verb)
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
        custom_id=custom_id("sn", parcel.table_id, parcel.decision, menu.verb),
        placeholder=menu.placeholder[:150],
        options=options,
        min_values=menu.least,
        max_values=min(menu.most, len(options)),
    )
