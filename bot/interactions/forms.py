"""What has to be typed: a small form that a menu's entry or a button opens, and what comes back from it.

A form can't follow a deferral, so opening it waits for nothing; only an own note is looked up, if that is quick. Its id
says all that is needed to understand the answer, which is met without any memory of the form: it may come after a
restart.
"""

import logging
import re
from collections.abc import Iterator, Mapping

import aiohttp
import discord
from discord import ui
from msgspec.structs import replace

from bot.interactions.components import BODY, Tap, tap_from
from bot.outbox.components import custom_id
from bot.tables.writer import LONGEST_NOTE
from bot.text.slash import Interaction
from data.texts import has_text, text

FORM = re.compile("sx" + BODY)
FIELD = "typed"
PAYMENT = "pay"
"""What is asked for where the catalogue has no question of a verb's own."""
LONGEST_SHORT, LONGEST = 200, LONGEST_NOTE
log = logging.getLogger(__name__)


async def open_form(interaction: Interaction, tap: Tap, language: str, before: str | None = None) -> None:
    """`before`: what is to be changed stands in the field already, may be long, and may be deleted."""
    target = tap.values[0].partition(":")[2]
    form_id = custom_id("sx", tap.table_id, tap.decision, tap.verb, target)
    kind = tap.verb if has_text(f"modal.{tap.verb}.title", language) else PAYMENT
    form = ui.Modal(title=text(f"modal.{kind}.title", language), custom_id=form_id)
    field: ui.TextInput[ui.Modal] = ui.TextInput(custom_id=FIELD, max_length=LONGEST_SHORT)
    if before is not None:
        field = ui.TextInput(
            custom_id=FIELD,
            max_length=LONGEST,
            default=before,
            required=False,
            style=discord.TextStyle.paragraph,
        )
    form.add_item(
        ui.Label(
            text=text(f"modal.{kind}.label", language),
            description=text(f"modal.{kind}.about", language),
            component=field,
        )
    )
    form.stop()  # so that discord.py doesn't keep it: we know the answer by its id
    try:
        await interaction.response.send_modal(form)
    except (aiohttp.ClientError, OSError, discord.HTTPException) as error:
        log.warning("a form could not be opened: %s", type(error).__name__)


def tap_from_form(data: Mapping[str, object]) -> Tap | None:
    """A form that was sent, as a tap with what was typed and what it was opened for; None where it is none of ours."""
    found = FORM.fullmatch(str(data.get("custom_id", "")))
    typed = next(_fields(data.get("components")), None)
    if found is None or typed is None:
        return None
    return replace(tap_from(found, [typed, found["choice"] or ""]), is_form=True)


def _fields(components: object) -> Iterator[str]:
    """What stands in our field, wherever it stands; nothing where a form is built like none of ours."""
    for each in components if isinstance(components, list) else ():
        if not isinstance(each, dict):
            continue
        if each.get("custom_id") == FIELD:
            yield str(each.get("value") or "")[:LONGEST]
        yield from _fields(each.get("components"))
        yield from _fields([each.get("component")])
