"""Registering application commands, for everywhere and for one guild."""

from __future__ import annotations

from bot.local.routes.table import Call, Reply, route
from bot.local.world import commands, payload
from bot.local.world.errors import ApiRefusal, InvalidForm, Json
from bot.local.world.model import Command

EVERYWHERE = "/applications/{application_id}/commands"
IN_GUILD = "/applications/{application_id}/guilds/{guild_id}/commands"


def _scope(call: Call) -> int | None:
    if call.id("application_id") != call.world.bot_id:
        raise ApiRefusal(403, 20012, "You are not authorized to perform this action on this application")
    return call.world.guild(call.id("guild_id")).id if "guild_id" in call.params else None


def _shown(call: Call, command: Command) -> Json:
    return payload.command(command, call.world.bot_id)


@route("GET", EVERYWHERE, query=("with_localizations",))
@route("GET", IN_GUILD, query=("with_localizations",))
def listed(call: Call) -> list[Json]:
    return [_shown(call, each) for each in commands.scoped(call.world, _scope(call))]


@route("PUT", EVERYWHERE)
@route("PUT", IN_GUILD)
def replace_all(call: Call) -> list[Json]:
    if not isinstance(call.body, list):
        raise InvalidForm((), "LIST_TYPE_CONVERT", "Only iterables may be used in a ListType.")
    return [_shown(call, each) for each in commands.replace_all(call.world, _scope(call), call.body)]


@route("POST", EVERYWHERE)
@route("POST", IN_GUILD)
def add(call: Call) -> Reply:
    command, is_new = commands.upsert(call.world, _scope(call), call.json)
    return Reply(201 if is_new else 200, _shown(call, command))


@route("GET", EVERYWHERE + "/{command_id}")
@route("GET", IN_GUILD + "/{command_id}")
def read(call: Call) -> Json:
    return _shown(call, commands.find(call.world, _scope(call), call.id("command_id")))


@route("PATCH", EVERYWHERE + "/{command_id}")
@route("PATCH", IN_GUILD + "/{command_id}")
def edit(call: Call) -> Json:
    return _shown(call, commands.edit(call.world, _scope(call), call.id("command_id"), call.json))


@route("DELETE", EVERYWHERE + "/{command_id}")
@route("DELETE", IN_GUILD + "/{command_id}")
def remove(call: Call) -> None:
    commands.remove(call.world, _scope(call), call.id("command_id"))
