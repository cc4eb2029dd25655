"""Buttons, menus, layouts and modal fields: what Discord accepts, and how to find one again."""

from __future__ import annotations

import copy
from collections.abc import Container, Iterator, Mapping

from bot.local.world import limits
from bot.local.world.errors import InvalidForm, Json
from bot.local.world.shape import Check, Path, anything, boolean, fields, list_of, one_of, snowflake, text, whole

ROW, BUTTON, STRING_SELECT, TEXT_INPUT, USER_SELECT, ROLE_SELECT, MENTIONABLE_SELECT, CHANNEL_SELECT = range(1, 9)
SECTION, TEXT_DISPLAY, THUMBNAIL, GALLERY, FILE, SEPARATOR = range(9, 15)
CONTAINER, LABEL, FILE_UPLOAD, RADIO_GROUP, CHECKBOX_GROUP, CHECKBOX = 17, 18, 19, 21, 22, 23
SELECTS = (STRING_SELECT, USER_SELECT, ROLE_SELECT, MENTIONABLE_SELECT, CHANNEL_SELECT)
LINK_STYLE = 5

EMOJI = fields({"id": snowflake, "name": text(0, 32), "animated": boolean})
MEDIA = fields({"url": text(1, 2048)}, ["url"])
SELECT_OPTION = fields(
    {
        "label": text(1, 100),
        "value": text(1, 100),
        "description": text(0, 100),
        "default": boolean,
        "emoji": EMOJI,
    },
    ["label", "value"],
)
GROUP_OPTION = fields(
    {"label": text(1, 100), "value": text(1, 100), "description": text(0, 100), "default": boolean},
    ["label", "value"],
)
DEFAULT_VALUE = fields({"id": snowflake, "type": one_of("user", "role", "channel")}, ["id", "type"])
CUSTOM_ID = text(1, 100)
SELECT: dict[str, Check] = {
    "custom_id": CUSTOM_ID,
    "placeholder": text(0, 150),
    "min_values": whole(0, 25),
    "max_values": whole(1, 25),
    "disabled": boolean,
    "required": boolean,
}
PICKER = SELECT | {"default_values": list_of(DEFAULT_VALUE, most=25)}
SHAPES: Mapping[int, tuple[dict[str, Check], list[str]]] = {
    ROW: ({"components": list_of(anything, 1, 5)}, ["components"]),
    BUTTON: (
        {
            "custom_id": CUSTOM_ID,
            "style": whole(1, 6),
            "label": text(0, 80),
            "disabled": boolean,
            "url": text(1, 512),
            "sku_id": snowflake,
            "emoji": EMOJI,
        },
        ["style"],
    ),
    STRING_SELECT: (SELECT | {"options": list_of(SELECT_OPTION, 1, 25)}, ["custom_id", "options"]),
    USER_SELECT: (PICKER, ["custom_id"]),
    ROLE_SELECT: (PICKER, ["custom_id"]),
    MENTIONABLE_SELECT: (PICKER, ["custom_id"]),
    CHANNEL_SELECT: (PICKER | {"channel_types": list_of(whole(0, 16))}, ["custom_id"]),
    TEXT_INPUT: (
        {
            "custom_id": CUSTOM_ID,
            "style": one_of(1, 2),
            "label": text(1, 45),
            "value": text(0, 4000),
            "placeholder": text(0, 100),
            "required": boolean,
            "min_length": whole(0, 4000),
            "max_length": whole(1, 4000),
        },
        ["custom_id", "style"],
    ),
    SECTION: ({"components": list_of(anything, 1, 3), "accessory": anything}, ["components", "accessory"]),
    TEXT_DISPLAY: ({"content": text(1, 4000)}, ["content"]),
    THUMBNAIL: ({"media": MEDIA, "description": text(1, 1024), "spoiler": boolean}, ["media"]),
    GALLERY: (
        {
            "items": list_of(
                fields({"media": MEDIA, "description": text(1, 1024), "spoiler": boolean}, ["media"]), 1, 10
            )
        },
        ["items"],
    ),
    FILE: ({"file": MEDIA, "spoiler": boolean}, ["file"]),
    SEPARATOR: ({"spacing": one_of(1, 2), "divider": boolean}, []),
    CONTAINER: (
        {"components": list_of(anything, 1, 40), "accent_color": whole(0, 0xFFFFFF), "spoiler": boolean},
        ["components"],
    ),
    LABEL: (
        {"label": text(1, 45), "description": text(1, 100), "component": anything},
        ["label", "component"],
    ),
    FILE_UPLOAD: (
        {"custom_id": CUSTOM_ID, "min_values": whole(0, 10), "max_values": whole(1, 10), "required": boolean},
        ["custom_id"],
    ),
    RADIO_GROUP: (
        {"custom_id": CUSTOM_ID, "required": boolean, "options": list_of(GROUP_OPTION, 2, 10)},
        ["custom_id", "options"],
    ),
    CHECKBOX_GROUP: (
        {
            "custom_id": CUSTOM_ID,
            "min_values": whole(0, 10),
            "max_values": whole(1, 10),
            "required": boolean,
            "options": list_of(GROUP_OPTION, 1, 10),
        },
        ["custom_id", "options"],
    ),
    CHECKBOX: ({"custom_id": CUSTOM_ID, "default": boolean}, ["custom_id"]),
}
IN_LAYOUT = (ROW, SECTION, TEXT_DISPLAY, GALLERY, FILE, SEPARATOR, CONTAINER)
IN_CONTAINER = (ROW, SECTION, TEXT_DISPLAY, GALLERY, FILE, SEPARATOR)
IN_MODAL = (ROW, LABEL, TEXT_DISPLAY)
IN_LABEL = (TEXT_INPUT, *SELECTS, FILE_UPLOAD, RADIO_GROUP, CHECKBOX_GROUP, CHECKBOX)


def check_message(components: list[Json], is_layout: bool) -> list[Json]:
    """The components of a message with their ids filled in; raises `InvalidForm`."""
    checked: list[Json] = copy.deepcopy(components)
    allowed = IN_LAYOUT if is_layout else (ROW,)
    for place, component in enumerate(checked):
        _check(component, ("components", place), allowed)
    if not is_layout and len(checked) > limits.ROWS:
        raise InvalidForm(("components",), "BASE_TYPE_BAD_LENGTH", "Must be between 1 and 5 in length.")
    if is_layout:
        _check_layout_size(checked)
    _check_custom_ids(checked)
    _number(checked)
    return checked


def check_modal(components: list[Json]) -> list[Json]:
    checked: list[Json] = copy.deepcopy(components)
    for place, component in enumerate(checked):
        _check(component, ("data", "components", place), IN_MODAL, in_modal=True)
    if len(checked) > limits.ROWS:
        raise InvalidForm(("data", "components"), "BASE_TYPE_BAD_LENGTH", "Must be between 1 and 5 in length.")
    _check_custom_ids(checked)
    _number(checked)
    return checked


def check_emojis(components: list[Json], known: Container[int]) -> None:
    """Discord takes no component with an emoji of its own that is not there, or not the application's. Ids that came as
    numbers are written as it writes them: a browser would round them."""
    for each in walk(components):
        for one in (each, *(each.get("options") or [])):
            given = (one.get("emoji") or {}).get("id")
            if given is None:
                continue
            one["emoji"]["id"] = str(given)
            if int(given) not in known:
                raise InvalidForm(
                    ("components", each.get("custom_id", ""), "emoji", "id"),
                    "BUTTON_COMPONENT_INVALID_EMOJI",
                    "Invalid emoji",
                )


def walk(components: list[Json]) -> Iterator[Json]:
    """Every component, in reading order, the outer before the inner."""
    for component in components:
        yield component
        yield from walk(_inside(component))


def find(components: list[Json], custom_id: str) -> Json | None:
    return next((each for each in walk(components) if each.get("custom_id") == custom_id), None)


def media_links(components: list[Json]) -> Iterator[Json]:
    """Every `{"url": …}` in thumbnails, galleries and files; the caller may rewrite it in place."""
    for each in walk(components):
        if each["type"] == THUMBNAIL:
            yield each["media"]
        elif each["type"] == FILE:
            yield each["file"]
        elif each["type"] == GALLERY:
            yield from (item["media"] for item in each["items"])


def counts(select: Json) -> tuple[int, int]:
    """The least and the most that may be chosen."""
    least, most = select.get("min_values"), select.get("max_values")
    needed = 1 if least is None else int(least)
    if select.get("required") is False:
        needed = 0
    return needed, 1 if most is None else int(most)


def _inside(component: Json) -> list[Json]:
    inner = list(component.get("components") or [])
    inner += [component[key] for key in ("accessory", "component") if isinstance(component.get(key), dict)]
    return inner


def _check(component: object, path: Path, allowed: tuple[int, ...], in_modal: bool = False) -> None:
    fields_of_any: dict[str, Check] = {"type": one_of(*allowed), "id": whole(0, 2**31)}
    if not isinstance(component, dict) or component.get("type") not in allowed:
        raise InvalidForm((*path, "type"), "BASE_TYPE_CHOICES", f"Value of field must be one of {allowed}.")
    known, required = SHAPES[component["type"]]
    fields(fields_of_any | known, required)(component, path)
    _check_inside(component, path, in_modal)
    if component["type"] == BUTTON:
        _check_button(component, path)
    if component["type"] in (*SELECTS, CHECKBOX_GROUP, RADIO_GROUP):
        _check_select(component, path, in_modal)


def _check_inside(component: Json, path: Path, in_modal: bool) -> None:
    kind = component["type"]
    inner = list(enumerate(component.get("components") or []))
    if kind == ROW:
        within = (TEXT_INPUT,) if in_modal else (BUTTON, *SELECTS)
        for place, each in inner:
            _check(each, (*path, "components", place), within, in_modal)
        if len(inner) > 1 and any(each["type"] != BUTTON for _, each in inner):
            raise InvalidForm(
                (*path, "components"), "COMPONENT_LAYOUT_WIDTH_EXCEEDED", "A select fills a row by itself."
            )
    elif kind == SECTION:
        for place, each in inner:
            _check(each, (*path, "components", place), (TEXT_DISPLAY,))
        _check(component["accessory"], (*path, "accessory"), (BUTTON, THUMBNAIL))
    elif kind == CONTAINER:
        for place, each in inner:
            _check(each, (*path, "components", place), IN_CONTAINER)
    elif kind == LABEL:
        _check(component["component"], (*path, "component"), IN_LABEL, in_modal)


def _check_button(button: Json, path: Path) -> None:
    is_link = button["style"] == LINK_STYLE
    if button["style"] == 6:
        raise InvalidForm((*path, "style"), "BASE_TYPE_CHOICES", "The local Discord sells nothing.")
    if is_link != bool(button.get("url")):
        raise InvalidForm((*path, "url"), "BUTTON_COMPONENT_INVALID_URL", "A url is for link buttons, and for all.")
    if is_link == bool(button.get("custom_id")):
        raise InvalidForm((*path, "custom_id"), "BUTTON_COMPONENT_CUSTOM_ID_REQUIRED", "A custom id is required")
    if not button.get("label") and not button.get("emoji"):
        raise InvalidForm((*path, "label"), "BUTTON_COMPONENT_LABEL_OR_EMOJI", "A label or an emoji is required.")
    if is_link and not str(button["url"]).startswith(("http://", "https://", "discord://")):
        raise InvalidForm((*path, "url"), "URL_TYPE_INVALID_SCHEME", "Scheme must be http, https or discord.")


def _check_select(select: Json, path: Path, in_modal: bool) -> None:
    least, most = counts(select)
    options = select.get("options")
    if least > most:
        raise InvalidForm((*path, "min_values"), "SELECT_COMPONENT_MIN_MAX", "min_values is above max_values.")
    if in_modal and select.get("disabled"):
        raise InvalidForm((*path, "disabled"), "MODAL_SELECT_DISABLED", "A select in a modal can't be disabled.")
    if options is None:
        return
    values = [option["value"] for option in options]
    if len(set(values)) != len(values):
        raise InvalidForm((*path, "options"), "COMPONENT_SELECT_OPTION_VALUE_DUPLICATED", "A value is used twice.")
    most_allowed = 1 if select["type"] == RADIO_GROUP else most
    if sum(bool(option.get("default")) for option in options) > most_allowed:
        raise InvalidForm((*path, "options"), "SELECT_COMPONENT_TOO_MANY_DEFAULTS", "More defaults than max_values.")
    if select["type"] == STRING_SELECT and select.get("max_values") is not None and most > len(options):
        raise InvalidForm((*path, "max_values"), "SELECT_COMPONENT_MAX_VALUES", "max_values is above the options.")


def _check_layout_size(components: list[Json]) -> None:
    every = list(walk(components))
    if len(every) > limits.LAYOUT_COMPONENTS:
        raise InvalidForm(("components",), "COMPONENT_MAX_TOTAL_EXCEEDED", f"{len(every)} components, 40 allowed.")
    length = sum(len(each["content"]) for each in every if each["type"] == TEXT_DISPLAY)
    if length > limits.LAYOUT_TEXT:
        raise InvalidForm(("components",), "COMPONENT_DISPLAYABLE_TEXT_SIZE_EXCEEDED", f"{length} of 4000 characters.")


def _check_custom_ids(components: list[Json]) -> None:
    seen: set[str] = set()
    for each in walk(components):
        custom_id = each.get("custom_id")
        if custom_id in seen:
            raise InvalidForm(
                ("components",),
                "COMPONENT_CUSTOM_ID_DUPLICATED",
                f"Component custom id {custom_id!r} cannot be duplicated",
            )
        if custom_id:
            seen.add(custom_id)


def _number(components: list[Json]) -> None:
    """Give every component an id, as Discord does where the sender gave none."""
    given = [each["id"] for each in walk(components) if each.get("id")]
    if len(set(given)) != len(given):
        raise InvalidForm(("components",), "COMPONENT_ID_DUPLICATED", "A component id is used twice.")
    free = (number for number in range(1, 1000) if number not in set(given))
    for each in walk(components):
        if not each.get("id"):
            each["id"] = next(free)
