"""What somebody has tapped or chosen, read from the id of the component alone; `bot/outbox/components.py` made it."""

import re
from collections.abc import Mapping, Sequence

import discord
import msgspec

from bot.games.menus import OTHER
from data.languages import LANGUAGES

BODY = r":(?P<table>\d{1,12}):(?P<decision>-|\d{1,9}):(?P<verb>[a-z0-9_]{1,24})(?::(?P<choice>.{1,64}))?"
COMPONENT = re.compile("(?P<kind>s[mnu])" + BODY)
TYPES = {
    "sm": discord.ComponentType.button.value,
    "sn": discord.ComponentType.select.value,
    "su": discord.ComponentType.user_select.value,
}
SEVERAL = "__"
"""Menus of one verb on one page are told apart by what follows this; ids have to differ."""


class Tap(msgspec.Struct, frozen=True, kw_only=True):
    """A button, a menu or a form that somebody has used."""

    table_id: int
    decision: int | None
    verb: str
    values: tuple[str, ...]
    is_form: bool = False
    """Whether it was typed into a form: what was typed, then what it was opened for."""

    @property
    def asks_in(self) -> str | None:
        """The language in which to ask, where something is to be typed into a form."""
        chosen = self.values[0] if self.values and not self.is_form else ""
        language = chosen.removeprefix(OTHER).partition(":")[0]
        return language if chosen.startswith(OTHER) and language in LANGUAGES else None


NO_TAP = Tap(table_id=0, decision=None, verb="", values=())
"""Of a command."""


def tap_from(match: re.Match[str], values: Sequence[str] = ()) -> Tap:
    decision = None if match["decision"] == "-" else int(match["decision"])
    chosen = tuple(values) or ((match["choice"],) if match["choice"] else ())
    verb = match["verb"].partition(SEVERAL)[0]
    return Tap(table_id=int(match["table"]), decision=decision, verb=verb, values=chosen)


def tap_in(data: Mapping[str, object]) -> Tap | None:
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


def people_in(data: Mapping[str, object], values: Sequence[str]) -> list[str]:
    """A menu of members lists bots too; they are left out of what is chosen."""
    match data:
        case {"resolved": {"users": dict(users)}}:
            pass
        case _:
            users = {}
    return [value for value in values if not (users.get(value) or {}).get("bot")]
