"""What a person puts into menus and modals: checked as Discord's client checks it before it sends anything."""

from __future__ import annotations

from collections.abc import Mapping

from bot.local.world import components
from bot.local.world.errors import InvalidForm, Json
from bot.local.world.shape import items


def check_choice(select: Json, values: list[str]) -> None:
    """Whether a menu, radio or checkbox group allows these values together."""
    path = (select["custom_id"],)
    least, most = components.counts(select)
    if select["type"] == components.CHECKBOX_GROUP and select.get("max_values") is None:
        most = len(select["options"])
    if not least <= len(values) <= most or len(set(values)) != len(values):
        raise InvalidForm(path, "BASE_TYPE_BAD_LENGTH", f"Must be between {least} and {most} in length.")
    if "options" in select:
        offered = {option["value"] for option in select["options"]}
        if not set(values) <= offered:
            raise InvalidForm(path, "COMPONENT_VALIDATION_FAILED", "Not one of the options.")


def submitted(modal: Json, values: Mapping[str, object]) -> Json:
    """The `data` of a modal submit interaction; what is not in `values` keeps its default."""
    known = {each["custom_id"] for each in components.walk(modal["components"]) if "custom_id" in each}
    for name in values:
        if name not in known:
            raise InvalidForm((name,), "UNKNOWN_FIELD", "The modal has no such field.")
    rows = [_submitted_row(each, values) for each in modal["components"]]
    return {"custom_id": modal["custom_id"], "components": rows}


def _submitted_row(row: Json, values: Mapping[str, object]) -> Json:
    base: Json = {"type": row["type"], "id": row["id"]}
    if row["type"] == components.ROW:
        return base | {"components": [_answer(each, values) for each in row["components"]]}
    if row["type"] == components.LABEL:
        return base | {"component": _answer(row["component"], values)}
    return base


def _answer(field: Json, values: Mapping[str, object]) -> Json:
    answer: Json = {"type": field["type"], "id": field["id"], "custom_id": field["custom_id"]}
    given = values.get(field["custom_id"])
    match field["type"]:
        case components.TEXT_INPUT:
            return answer | {"value": _text(field, given)}
        case components.CHECKBOX:
            return answer | {"value": bool(field.get("default")) if given is None else bool(given)}
        case components.RADIO_GROUP:
            return answer | {"value": _radio(field, given)}
        case components.FILE_UPLOAD:
            if field.get("required") is not False:
                raise InvalidForm((field["custom_id"],), "BASE_TYPE_REQUIRED", "The local Discord has no file upload.")
            return answer | {"values": []}
    chosen = _defaults(field) if given is None else _several(field, given)
    if chosen or field.get("required") is not False:
        check_choice(field, chosen)
    return answer | {"values": chosen}


def _several(field: Json, given: object) -> list[str]:
    return [str(each) for each in items(given, (field["custom_id"],))]


def _text(field: Json, given: object) -> str:
    value = str(field.get("value") or "" if given is None else given)
    path = (field["custom_id"],)
    if not value and field.get("required") is not False:
        raise InvalidForm(path, "BASE_TYPE_REQUIRED", "This field is required")
    least, most = field.get("min_length") or 0, field.get("max_length") or 4000
    if value and not least <= len(value) <= most:
        raise InvalidForm(path, "BASE_TYPE_BAD_LENGTH", f"Must be between {least} and {most} in length.")
    return value


def _radio(field: Json, given: object) -> str | None:
    chosen = next(iter(_defaults(field)), None) if given is None else str(given)
    if chosen is None and field.get("required") is not False:
        raise InvalidForm((field["custom_id"],), "BASE_TYPE_REQUIRED", "This field is required")
    if chosen is not None and chosen not in [option["value"] for option in field["options"]]:
        raise InvalidForm((field["custom_id"],), "COMPONENT_VALIDATION_FAILED", "Not one of the options.")
    return chosen


def _defaults(field: Json) -> list[str]:
    if "options" in field:
        return [option["value"] for option in field["options"] if option.get("default")]
    return [str(each["id"]) for each in field.get("default_values") or []]
