"""Channels, threads and direct messages."""

from __future__ import annotations

from bot.local.rate_limits import Limit
from bot.local.routes.messages import readable
from bot.local.routes.table import Call, Reply, route
from bot.local.world import errors, payload, threads
from bot.local.world.errors import Json
from bot.local.world.model import Channel, ChannelType
from bot.local.world.permissions import Permission
from bot.local.world.shape import snowflake

CHANNEL = "/channels/{channel_id}"
MEMBER = CHANNEL + "/thread-members/{user_id}"


@route("GET", CHANNEL)
def read(call: Call) -> Json:
    call.world.require(call.world.bot_id, call.channel, 0)
    return payload.channel(call.world, call.channel)


@route("PATCH", CHANNEL, limit=Limit(5, 15.0))
def update(call: Call) -> Json:
    changed = threads.update(call.world, call.world.bot_id, call.channel, call.json)
    return payload.channel(call.world, changed)


@route("DELETE", CHANNEL)
def remove(call: Call) -> Json:
    shown = payload.channel(call.world, call.channel)
    threads.remove(call.world, call.world.bot_id, call.channel)
    return shown


@route("POST", CHANNEL + "/threads", query=("use_nested_fields",))
def open_thread(call: Call) -> Reply:
    world = call.world
    if call.channel.type is not ChannelType.FORUM:
        return Reply(201, payload.channel(world, threads.open_thread(world, world.bot_id, call.channel, call.json)))
    thread = threads.open_post(world, world.bot_id, call.channel, call.json, call.uploads)
    starter = payload.message(world, world.message(thread.id, thread.id))
    return Reply(201, payload.channel(world, thread) | {"message": starter})


@route("POST", CHANNEL + "/messages/{message_id}/threads")
def open_thread_from_message(call: Call) -> Reply:
    thread = threads.open_thread(call.world, call.world.bot_id, call.channel, call.json, readable(call))
    return Reply(201, payload.channel(call.world, thread))


@route("PUT", MEMBER)
def join(call: Call) -> None:
    call.world.require(call.world.bot_id, call.channel, 0)
    threads.join(call.world, call.channel, _who(call))


@route("DELETE", MEMBER)
def leave(call: Call) -> None:
    call.world.require(call.world.bot_id, call.channel, 0)
    threads.leave(call.world, call.channel, _who(call))


@route("GET", CHANNEL + "/thread-members", query=("with_member", "after", "limit"))
def members(call: Call) -> list[Json]:
    return [payload.thread_member(call.channel, each) for each in call.channel.members]


@route("GET", MEMBER, query=("with_member",))
def member(call: Call) -> Json:
    if _who(call) not in call.channel.members:
        raise errors.unknown_member()
    return payload.thread_member(call.channel, _who(call))


def _who(call: Call) -> int:
    wanted = call.params["user_id"]
    return call.world.bot_id if wanted == "@me" else call.world.user(call.id("user_id")).id


@route("GET", CHANNEL + "/threads/archived/public", query=("before", "limit"))
def archived(call: Call) -> Json:
    call.world.require(call.world.bot_id, call.channel, Permission.READ_MESSAGE_HISTORY)
    every = call.world.channels.values()
    found = [each for each in every if each.parent_id == call.channel.id and each.is_thread and each.archived]
    return _threads(call, [each for each in found if each.type is ChannelType.PUBLIC_THREAD])


@route("GET", "/guilds/{guild_id}/threads/active")
def active(call: Call) -> Json:
    found = [each for each in call.world.threads(call.id("guild_id")) if not each.archived]
    return _threads(call, [each for each in found if call.world.sees(call.world.bot_id, each)])


def _threads(call: Call, found: list[Channel]) -> Json:
    newest_first = sorted(found, key=lambda each: -each.archived_at)
    mine = [each for each in found if call.world.bot_id in each.members]
    return {
        "threads": [payload.channel(call.world, each) for each in newest_first],
        "members": [payload.thread_member(each, call.world.bot_id) for each in mine],
        "has_more": False,
    }


@route("GET", "/guilds/{guild_id}/channels")
def of_guild(call: Call) -> list[Json]:
    world = call.world
    return [
        payload.channel(world, each)
        for each in world.guild_channels(world.guild(call.id("guild_id")).id)
        if world.sees(world.bot_id, each)
    ]


@route("POST", "/guilds/{guild_id}/channels")
def create(call: Call) -> Reply:
    channel = threads.create_channel(call.world, call.world.bot_id, call.id("guild_id"), call.json)
    return Reply(201, payload.channel(call.world, channel))


@route("POST", "/users/@me/channels", limit=Limit(10, 10.0))
def open_dm(call: Call) -> Json:
    asked = call.form({"recipient_id": snowflake}, ("recipient_id",))
    channel = threads.open_dm(call.world, call.world.bot_id, int(asked["recipient_id"]))
    return payload.channel(call.world, channel)
