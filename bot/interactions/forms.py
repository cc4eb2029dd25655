"""Forms that a menu's entry or a button opens, and what comes back from them.

A form can't follow a deferral, so opening it waits for little: what a game asks in one is looked up if that is quick.
Its id says all that is needed to understand the answer, which is met without any memory of the form: it may come after
a restart. `sx` has one field in which something is typed, `sf` and `st` those of a `Form`; of `st` what was chosen is
read as if it had been typed.
"""

import logging
import re
from collections.abc import Iterator, Mapping

import aiohttp
import discord
from discord import ui
from msgspec.structs import replace

from bot.games.form import Form, FormField
from bot.interactions.components import BODY, Tap, tap_from
from bot.outbox.components import custom_id
from bot.tables.writer import LONGEST_NOTE
from bot.text.emojis import Emojis
from bot.text.labels import OPTION, clipped
from bot.text.slash import Interaction
from data.texts import has_text, text

FORM = re.compile("sx" + BODY)
FIELDS = re.compile("(?P<kind>s[ft])" + BODY)
BETWEEN = "+"
"""Between what was chosen in several fields and is read as if it had been typed: red2+loco1"""
SAYS_NONE = re.compile(r"\D*0\D?")
GLANCE = 10
"""Discord has so many boxes to tick in a field."""
MOST_VALUES = 50
TITLE = 45
TEXT_INPUT = discord.ComponentType.text_input.value
FIELD = "typed"
PAYMENT = "pay"
"""What is asked for where the catalogue has no question of a verb's own."""
LONGEST_SHORT, LONGEST = 200, LONGEST_NOTE
log = logging.getLogger(__name__)


async def send_form(interaction: Interaction, form: ui.Modal) -> None:
    form.stop()  # so that discord.py doesn't keep it: we know the answer by its id
    try:
        await interaction.response.send_modal(form)
    except (aiohttp.ClientError, OSError, discord.HTTPException) as error:
        log.warning("a form could not be opened: %s", type(error).__name__)


def modal_of(form: Form, table_id: int, decision: int | None, emojis: Emojis) -> ui.Modal:
    own_id = custom_id("st" if form.is_typed else "sf", table_id, decision, form.verb, form.target)
    modal = ui.Modal(title=clipped(form.title, TITLE), custom_id=own_id)
    for field in form.fields:
        about = clipped(field.about, OPTION) or None
        label = clipped(field.label, TITLE)
        modal.add_item(ui.Label(text=label, description=about, component=item_of(field, emojis)))
    return modal


def item_of(field: FormField, emojis: Emojis) -> ui.Item[ui.Modal]:
    """Seen at a glance where Discord has room for it, else in a menu."""
    choices, is_needed = field.choices, field.least > 0
    if not choices:
        return ui.TextInput(custom_id=field.name, max_length=LONGEST_SHORT, required=is_needed)
    if field.most > 1 and len(choices) <= GLANCE:
        ticks = [
            discord.CheckboxGroupOption(
                label=one.label, value=one.value, description=one.description or None, default=one.is_chosen
            )
            for one in choices
        ]
        return ui.CheckboxGroup(
            custom_id=field.name, options=ticks, min_values=field.least, max_values=field.most, required=is_needed
        )
    if field.most == 1 and 1 < len(choices) <= GLANCE and not any(one.label.isdecimal() for one in choices):
        options = [
            discord.RadioGroupOption(
                label=one.label, value=one.value, description=one.description or None, default=one.is_chosen
            )
            for one in choices
        ]
        return ui.RadioGroup(custom_id=field.name, options=options, required=is_needed)
    listed = [
        discord.SelectOption(
            label=one.label,
            value=one.value,
            description=one.description or None,
            default=one.is_chosen,
            emoji=emojis.get(one.emoji),
        )
        for one in choices
    ]
    return ui.Select(
        custom_id=field.name, options=listed, min_values=field.least, max_values=field.most, required=is_needed
    )


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
    await send_form(interaction, form)


def tap_from_form(data: Mapping[str, object]) -> Tap | None:
    """A form that was sent, as a tap: with what was chosen, or with what was typed and what it was opened for. None
    where it is none of ours."""
    if (fields := FIELDS.fullmatch(str(data.get("custom_id", "")))) is not None:
        values = [value[:LONGEST_SHORT] for value in _chosen(data.get("components"))][:MOST_VALUES]
        if fields["kind"] == "sf":
            return replace(tap_from(fields, values or [""]), values=tuple(values))
        typed = BETWEEN.join(value for value in values if not SAYS_NONE.fullmatch(value))
        return replace(tap_from(fields, [typed, fields["choice"] or ""]), is_form=True)
    found = FORM.fullmatch(str(data.get("custom_id", "")))
    written = next(_fields(data.get("components")), None)
    if found is None or written is None:
        return None
    return replace(tap_from(found, [written, found["choice"] or ""]), is_form=True)


def _chosen(components: object) -> Iterator[str]:
    """All that was chosen or typed, in the order of the fields; what is typed stands there also if it is nothing."""
    for each in components if isinstance(components, list) else ():
        if not isinstance(each, dict):
            continue
        value, values = each.get("value"), each.get("values")
        if isinstance(value, str) and (value or each.get("type") == TEXT_INPUT):
            yield value
        if isinstance(values, list):
            yield from (one for one in values if isinstance(one, str))
        yield from _chosen(each.get("components"))
        yield from _chosen([each.get("component")])


def _fields(components: object) -> Iterator[str]:
    """What stands in our field, wherever it stands; nothing where a form is built like none of ours."""
    for each in components if isinstance(components, list) else ():
        if not isinstance(each, dict):
            continue
        if each.get("custom_id") == FIELD:
            yield str(each.get("value") or "")[:LONGEST]
        yield from _fields(each.get("components"))
        yield from _fields([each.get("component")])
