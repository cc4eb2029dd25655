"""Application commands: the rules for registering them, and turning what a person typed into an invocation."""

from __future__ import annotations

import copy
import re
from collections.abc import Mapping

from bot.local.world import errors, limits, payload
from bot.local.world.errors import InvalidForm, Json
from bot.local.world.model import Channel, ChannelType, Command, User
from bot.local.world.permissions import Permission
from bot.local.world.shape import (
    Check,
    Path,
    anything,
    boolean,
    fields,
    list_of,
    mapping,
    number,
    one_of,
    snowflake,
    text,
    whole,
)
from bot.local.world.world import World

SUB, GROUP, STRING, INTEGER, BOOLEAN, USER, CHANNEL, ROLE, MENTIONABLE, NUMBER, ATTACHMENT = range(1, 12)
CHAT, USER_MENU, MESSAGE_MENU = 1, 2, 3
IN_GUILD, IN_BOT_DM, IN_PRIVATE = 0, 1, 2
BY_GUILD, BY_USER = 0, 1
LOCALES = frozenset(
    "id da de en-GB en-US es-ES es-419 fr hr it lt hu nl no pl pt-BR ro fi sv-SE vi tr cs el bg ru uk hi th "  # noqa: SIM905
    "zh-CN ja zh-TW ko".split()
)
NAME = re.compile(r"[-_'\w]{1,32}")
CHOICE = fields(
    {"name": text(1, 100), "name_localizations": mapping(text(1, 100)), "value": anything}, ["name", "value"]
)
OPTION: dict[str, Check] = {
    "type": whole(1, 11),
    "name": text(1, 32),
    "name_localizations": mapping(text(1, 32)),
    "description": text(1, 100),
    "description_localizations": mapping(text(1, 100)),
    "required": boolean,
    "options": list_of(anything, most=25),
    "choices": list_of(CHOICE, most=25),
    "autocomplete": boolean,
    "channel_types": list_of(whole(0, 16)),
    "min_value": number,
    "max_value": number,
    "min_length": whole(0, 6000),
    "max_length": whole(1, 6000),
}
CHOICE_VALUES: dict[int, Check] = {STRING: text(0, 100), INTEGER: whole(-(2**53), 2**53), NUMBER: number}
COMMAND: dict[str, Check] = {
    "id": snowflake,
    "name": text(1, 32),
    "name_localizations": mapping(text(1, 32)),
    "description": text(0, 100),
    "description_localizations": mapping(text(0, 100)),
    "options": list_of(anything, most=25),
    "default_member_permissions": anything,
    "dm_permission": boolean,
    "contexts": list_of(one_of(0, 1, 2), 1),
    "integration_types": list_of(one_of(0, 1), 1),
    "nsfw": boolean,
    "type": one_of(CHAT, USER_MENU, MESSAGE_MENU),
}


# Registering


def replace_all(world: World, guild_id: int | None, bodies: list[Json]) -> list[Command]:
    """The bulk overwrite: what is not named goes, what keeps its name and type keeps its id."""
    if len(bodies) > limits.COMMANDS:
        raise errors.too_many_commands()
    checked = [check(body, (place,)) for place, body in enumerate(bodies)]
    keys = [(body["type"], body["name"]) for body in checked]
    if len(set(keys)) != len(keys):
        twice = next(place for place, key in enumerate(keys) if key in keys[:place])
        raise InvalidForm(
            (twice, "name"), "APPLICATION_COMMANDS_DUPLICATE_NAME", "Application command names must be unique"
        )
    before = {(each.body["type"], each.name): each for each in scoped(world, guild_id)}
    for key, old in before.items():
        if key not in keys:
            world.drop(old)
    placed = [_place(world, guild_id, body, before.get(key)) for key, body in zip(keys, checked, strict=True)]
    world.tell("commands", {})
    return placed


def upsert(world: World, guild_id: int | None, body: Json) -> tuple[Command, bool]:
    """Register one command; the second value says whether it is new."""
    checked = check(body, ())
    mine = scoped(world, guild_id)
    old = next((each for each in mine if (each.body["type"], each.name) == (checked["type"], checked["name"])), None)
    if old is None and len(mine) >= limits.COMMANDS:
        raise errors.too_many_commands()
    placed = _place(world, guild_id, checked, old)
    world.tell("commands", {})
    return placed, old is None


def edit(world: World, guild_id: int | None, command_id: int, changes: Json) -> Command:
    old = find(world, guild_id, command_id)
    body = check({**old.body, **changes}, ())
    placed = _place(world, guild_id, body, old)
    world.tell("commands", {})
    return placed


def remove(world: World, guild_id: int | None, command_id: int) -> None:
    world.drop(find(world, guild_id, command_id))
    world.tell("commands", {})


def scoped(world: World, guild_id: int | None) -> list[Command]:
    return [each for each in world.commands.values() if each.guild_id == guild_id]


def find(world: World, guild_id: int | None, command_id: int) -> Command:
    found = world.commands.get(command_id)
    if found is None or found.guild_id != guild_id:
        raise errors.unknown_command()
    return found


def _place(world: World, guild_id: int | None, body: Json, old: Command | None) -> Command:
    command_id = old.id if old else world.ids.next()
    changed = old is None or old.body != body
    version = world.ids.next() if changed or old is None else old.version
    placed = Command(id=command_id, guild_id=guild_id, version=version, body=body)
    world.put(placed)
    return placed


def check(body: Json, path: Path) -> Json:
    """The command with Discord's defaults filled in; raises `InvalidForm`."""
    fields(COMMAND, ["name"])(body, path)
    checked: Json = {key: value for key, value in copy.deepcopy(body).items() if key != "id"}
    checked["type"] = checked.get("type") or CHAT
    is_chat = checked["type"] == CHAT
    if is_chat:
        _check_names(checked, path)
        if not checked.get("description"):
            raise InvalidForm((*path, "description"), "BASE_TYPE_REQUIRED", "This field is required")
    elif checked.get("description") or checked.get("options"):
        raise InvalidForm(
            (*path, "description"), "APPLICATION_COMMANDS_CONTEXT_MENU_NO_DESCRIPTION", "Context menus have none."
        )
    _check_locales(checked, path)
    _check_options(checked.get("options") or [], path, depth=0)
    size = _text_size(checked)
    if size > limits.COMMAND_TEXT:
        raise InvalidForm(path, "APPLICATION_COMMAND_TOO_LARGE", f"Command exceeds maximum size ({size} of 8000)")
    return _with_defaults(checked)


def _with_defaults(checked: Json) -> Json:
    asked = checked.get("default_member_permissions")
    if asked is not None and not str(asked).isdecimal():
        raise InvalidForm(("default_member_permissions",), "NUMBER_TYPE_COERCE", "Not a permission bit set.")
    filled: Json = {
        "name_localizations": None,
        "description_localizations": None,
        "description": "",
        "nsfw": False,
        "contexts": None,
        **checked,
        "integration_types": checked.get("integration_types") or [0],
        "default_member_permissions": None if asked is None else str(asked),
        "dm_permission": checked.get("dm_permission") is not False,
    }
    options = filled.pop("options", None)
    return filled | ({"options": [_without_nulls(each) for each in options]} if options else {})


def _without_nulls(option: Json) -> Json:
    kept = {key: value for key, value in option.items() if value is not None}
    if "options" in kept:
        kept["options"] = [_without_nulls(each) for each in kept["options"]]
    if "choices" in kept:
        kept["choices"] = [{key: value for key, value in each.items() if value is not None} for each in kept["choices"]]
    return kept


def _check_names(thing: Json, path: Path) -> None:
    """Chat commands and options: no capitals, no spaces, in any language."""
    named = {"name": thing["name"], **(thing.get("name_localizations") or {})}
    for where, name in named.items():
        if not NAME.fullmatch(name) or name != name.lower():
            raise InvalidForm(
                (*path, "name" if where == "name" else f"name_localizations.{where}"),
                "APPLICATION_COMMAND_INVALID_NAME",
                "Command name is invalid",
            )


def _check_locales(thing: Json, path: Path) -> None:
    for key in ("name_localizations", "description_localizations"):
        for locale in thing.get(key) or {}:
            if locale not in LOCALES:
                raise InvalidForm((*path, key, locale), "BASE_TYPE_CHOICES", "Not a locale of Discord.")


def _check_options(options: list[Json], path: Path, depth: int) -> None:
    seen: dict[str, set[str]] = {}
    optional_seen = False
    for place, option in enumerate(options):
        here = (*path, "options", place)
        fields(OPTION, ["type", "name", "description"])(option, here)
        _check_names(option, here)
        _check_locales(option, here)
        for where, name in {"": option["name"], **(option.get("name_localizations") or {})}.items():
            if name in seen.setdefault(where, set()):
                raise InvalidForm(
                    (*here, "name"), "APPLICATION_COMMAND_OPTIONS_NAME_ALREADY_EXISTS", "Option name already exists"
                )
            seen[where].add(name)
        if option.get("required") and optional_seen:
            raise InvalidForm(
                (*here, "required"),
                "APPLICATION_COMMAND_OPTIONS_REQUIRED_INVALID",
                "Required options must be placed before non-required options",
            )
        optional_seen |= not option.get("required")
        _check_option(option, here, depth)
    kinds = {option["type"] in (SUB, GROUP) for option in options}
    if len(kinds) == 2:
        raise InvalidForm(
            (*path, "options"),
            "APPLICATION_COMMAND_OPTIONS_TYPE_INVALID",
            "Sub-command and sub-command group option types are mutually exclusive to all other types",
        )


def _check_option(option: Json, path: Path, depth: int) -> None:
    kind = option["type"]
    choices = option.get("choices") or []
    if kind in (SUB, GROUP):
        if depth > (0 if kind == GROUP else 1):
            raise InvalidForm((*path, "type"), "APPLICATION_COMMAND_OPTIONS_TYPE_INVALID", "Nested too deep")
        _check_options(option.get("options") or [], path, depth + 1)
        if kind == GROUP and any(each["type"] != SUB for each in option.get("options") or []):
            raise InvalidForm((*path, "options"), "APPLICATION_COMMAND_OPTIONS_TYPE_INVALID", "A group holds commands")
    elif option.get("options"):
        raise InvalidForm((*path, "options"), "APPLICATION_COMMAND_OPTIONS_TYPE_INVALID", "Only groups hold options")
    if choices and (option.get("autocomplete") or kind not in (STRING, INTEGER, NUMBER)):
        raise InvalidForm((*path, "choices"), "APPLICATION_COMMAND_OPTIONS_CHOICES", "Choices are not allowed here")
    if option.get("autocomplete") and kind not in (STRING, INTEGER, NUMBER):
        raise InvalidForm((*path, "autocomplete"), "APPLICATION_COMMAND_AUTOCOMPLETE", "Not for this type")
    _check_choices(choices, kind, path)


def _check_choices(choices: list[Json], kind: int, path: Path) -> None:
    for place, choice in enumerate(choices):
        CHOICE_VALUES[kind](choice["value"], (*path, "choices", place, "value"))
        _check_locales(choice, (*path, "choices", place))
        if any(choice["name"] == other["name"] for other in choices[:place]):
            raise InvalidForm(
                (*path, "choices", place), "APPLICATION_COMMAND_OPTIONS_CHOICE_NAME_ALREADY_EXISTS", "Name twice"
            )


def _text_size(thing: Json) -> int:
    """Names, descriptions and choice values; of the translations only the longest counts."""
    size = 0
    for key in ("name", "description"):
        given = [str(thing.get(key) or ""), *(thing.get(f"{key}_localizations") or {}).values()]
        size += max(len(each) for each in given)
    size += len(str(thing["value"])) if "value" in thing else 0
    return size + sum(_text_size(each) for key in ("options", "choices") for each in thing.get(key) or [])


# Using


def usable(world: World, user: User, channel: Channel) -> list[Command]:
    """The commands that a person is offered in a channel."""
    granted = world.permissions(user.id, channel)
    if not granted & Permission.USE_APPLICATION_COMMANDS:
        return []
    here, mine = context_of(world, channel), set(owners(world, user, channel))
    found = [each for each in world.commands.values() if each.guild_id in (None, channel.guild_id)]
    return [each for each in found if mine & {*each.body["integration_types"]} and _allowed(each, granted, here)]


def context_of(world: World, channel: Channel) -> int:
    """On a server, in direct messages with the bot, or in those of other people."""
    if channel.type is not ChannelType.DM:
        return IN_GUILD
    return IN_BOT_DM if world.bot_id in channel.recipients else IN_PRIVATE


def owners(world: World, user: User, channel: Channel) -> dict[int, int]:
    """By whom the bot is there: by the server that invited it (in its own direct messages any will do, and none is
    named), by the person who added it; each by the kind of installation."""
    found: dict[int, int] = {}
    guild = world.guild_of(channel)
    if guild is not None and world.bot_id in guild.members:
        found[BY_GUILD] = guild.id
    elif context_of(world, channel) == IN_BOT_DM and world.share_a_guild(user.id, world.bot_id):
        found[BY_GUILD] = 0
    if user.has_app:
        found[BY_USER] = user.id
    return found


def _allowed(command: Command, granted: int, here: int) -> bool:
    contexts, in_guild = command.body.get("contexts"), here == IN_GUILD
    if contexts is not None:
        return here in contexts and (not in_guild or _has_permissions(command, granted))
    return _has_permissions(command, granted) if in_guild else command.body["dm_permission"] is not False


def _has_permissions(command: Command, granted: int) -> bool:
    needed = command.body.get("default_member_permissions")
    if needed is None:
        return True
    if needed == "0":
        return bool(granted & Permission.ADMINISTRATOR)
    return not int(needed) & ~granted


def leaf(command: Command, names: list[str]) -> Json:
    """The command, or the subcommand that `names` lead to."""
    node = command.body
    for name in names:
        inner = [each for each in node.get("options") or [] if each["type"] in (SUB, GROUP)]
        found = next((each for each in inner if each["name"] == name), None)
        if found is None:
            raise errors.unknown_command()
        node = found
    if any(each["type"] in (SUB, GROUP) for each in node.get("options") or []):
        raise errors.unknown_command()
    return node


def invocation(
    world: World,
    channel: Channel,
    command: Command,
    names: list[str],
    values: Mapping[str, object],
    focused: str | None = None,
) -> Json:
    """The `data` of the interaction; raises `InvalidForm` where Discord's client would not send it."""
    node = leaf(command, names)
    offered: dict[str, Json] = {each["name"]: each for each in node.get("options") or []}
    for name in values:
        if name not in offered:
            raise InvalidForm((name,), "UNKNOWN_FIELD", "The command has no such option.")
    if focused is not None and focused not in values:
        raise InvalidForm((focused,), "BASE_TYPE_REQUIRED", "This option is required")
    resolved: Json = {}
    options: list[Json] = []
    for name, option in offered.items():
        if name not in values:
            if option.get("required") and focused is None:
                raise InvalidForm((name,), "BASE_TYPE_REQUIRED", "This option is required")
            continue
        is_focused = name == focused
        if focused is None:
            value = _checked_value(world, channel, option, values[name], resolved)
        else:
            value = _half_typed(option, values[name])
        options.append(
            {"name": name, "type": option["type"], "value": value} | ({"focused": True} if is_focused else {})
        )
    data: Json = {"id": str(command.id), "name": command.name, "type": CHAT}
    for depth, name in enumerate(reversed(names)):
        options = [{"name": name, "type": GROUP if depth else SUB, "options": options}]
    if options:
        data["options"] = options
    if resolved:
        data["resolved"] = resolved
    if command.guild_id:
        data["guild_id"] = str(command.guild_id)
    return data


def _half_typed(option: Json, value: object) -> object:
    """While suggestions are asked for, a number may be text that is none yet."""
    if option["type"] == STRING or not isinstance(value, bool | int | float):
        text()(value, (option["name"],))
    return value


def _checked_value(world: World, channel: Channel, option: Json, value: object, resolved: Json) -> object:
    path = (option["name"],)
    kind = option["type"]
    if kind == STRING:
        text(option.get("min_length") or 0, option.get("max_length") or 6000)(value, path)
    elif kind == INTEGER:
        whole(-(2**53), 2**53)(value, path)
    elif kind == NUMBER:
        number(value, path)
    elif kind == BOOLEAN:
        boolean(value, path)
    else:
        snowflake(value, path)
        resolve(world, channel, kind, int(str(value)), resolved)
        return str(value)
    if kind in (INTEGER, NUMBER):
        low, high = option.get("min_value"), option.get("max_value")
        if (low is not None and value < low) or (high is not None and value > high):
            raise InvalidForm(path, "NUMBER_TYPE_RANGE", f"Must be between {low} and {high}.")
    choices = option.get("choices")
    if choices and value not in [choice["value"] for choice in choices]:
        raise InvalidForm(path, "BASE_TYPE_CHOICES", "Not one of the choices.")
    return value


def resolve(world: World, channel: Channel, kind: int, wanted: int, resolved: Json) -> None:
    guild = world.guild_of(channel)
    if kind in (USER, MENTIONABLE) and wanted in world.users:
        resolved.setdefault("users", {})[str(wanted)] = payload.user(world.users[wanted])
        if guild and wanted in guild.members:
            own = payload.member_only(guild.members[wanted])
            granted = str(world.permissions(wanted, channel))
            resolved.setdefault("members", {})[str(wanted)] = own | {"permissions": granted}
    elif kind in (ROLE, MENTIONABLE) and guild and wanted in guild.roles:
        resolved.setdefault("roles", {})[str(wanted)] = payload.role(guild.roles[wanted])
    elif kind == CHANNEL and guild and wanted in world.channels:
        found = payload.channel(world, world.channels[wanted])
        resolved.setdefault("channels", {})[str(wanted)] = found | {"permissions": "0"}
    else:
        raise InvalidForm((), "BASE_TYPE_CHOICES", f"Nothing of type {kind} with the id {wanted}.")


def focused_type(data: Json) -> int:
    """The type of the option that autocomplete is asked for."""
    for option in data.get("options") or []:
        if option.get("focused"):
            return int(option["type"])
        if option["type"] in (SUB, GROUP):
            return focused_type(option)
    return STRING
