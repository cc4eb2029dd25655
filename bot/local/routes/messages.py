"""Messages in channels: sending, editing, reading, pins, reactions."""

from __future__ import annotations

from bot.local.rate_limits import Limit
from bot.local.routes.table import Call, route
from bot.local.world import errors, messages, payload
from bot.local.world.errors import InvalidForm, Json
from bot.local.world.ids import iso, seconds_of
from bot.local.world.model import Message
from bot.local.world.shape import list_of, snowflake

MESSAGES = "/channels/{channel_id}/messages"
MESSAGE = "/channels/{channel_id}/messages/{message_id}"
PIN = "/channels/{channel_id}/messages/pins/{message_id}"
REACTION = MESSAGE + "/reactions/{emoji}"
FIVE_IN_FIVE = Limit(5, 5.0)


@route("POST", MESSAGES, limit=FIVE_IN_FIVE)
def send(call: Call) -> Json:
    sent = messages.send(call.world, call.world.bot_id, call.channel, call.json, call.uploads)
    return payload.message(call.world, sent)


@route("PATCH", MESSAGE, limit=FIVE_IN_FIVE)
def edit(call: Call) -> Json:
    edited = messages.edit(call.world, call.world.bot_id, readable(call), call.json, call.uploads)
    return payload.message(call.world, edited)


@route("DELETE", MESSAGE, limit=Limit(5, 1.0))
def delete(call: Call) -> None:
    messages.delete(call.world, call.world.bot_id, readable(call))


@route("POST", MESSAGES + "/bulk-delete", limit=Limit(1, 1.0))
def bulk_delete(call: Call) -> None:
    asked = call.form({"messages": list_of(snowflake, 2, 100)}, ("messages",))
    channel = call.channel
    for message_id in asked["messages"]:
        message = call.world.messages.get(channel.id, int(message_id))
        if message:
            messages.delete(call.world, call.world.bot_id, message)


@route("GET", MESSAGES, query=("before", "after", "around", "limit"))
def history(call: Call) -> list[Json]:
    limit = int(call.query.get("limit", "50"))
    if not 1 <= limit <= 100:
        raise InvalidForm(("limit",), "NUMBER_TYPE_RANGE", "int value should be between 1 and 100.")
    found = messages.history(
        call.world,
        call.world.bot_id,
        call.channel,
        before=call.query_id("before"),
        after=call.query_id("after"),
        around=call.query_id("around"),
        limit=limit,
    )
    return [payload.message(call.world, each) for each in found]


@route("GET", MESSAGE)
def read(call: Call) -> Json:
    return payload.message(call.world, readable(call))


@route("GET", MESSAGES + "/pins", query=("before", "limit"))
def pins(call: Call) -> Json:
    call.world.require(call.world.bot_id, call.channel, 0)
    pinned = [each for each in call.world.history(call.channel.id) if each.pinned]
    items = [
        {"pinned_at": iso(seconds_of(each.id)), "message": payload.message(call.world, each)} for each in pinned[::-1]
    ]
    return {"items": items, "has_more": False}


@route("PUT", PIN)
def pin(call: Call) -> None:
    messages.set_pinned(call.world, call.world.bot_id, readable(call), True)


@route("DELETE", PIN)
def unpin(call: Call) -> None:
    messages.set_pinned(call.world, call.world.bot_id, readable(call), False)


@route("PUT", REACTION + "/@me", limit=Limit(1, 0.25))
def react(call: Call) -> None:
    messages.react(call.world, call.world.bot_id, readable(call), call.params["emoji"])


@route("DELETE", REACTION + "/@me", limit=Limit(1, 0.25))
def unreact(call: Call) -> None:
    messages.unreact(call.world, call.world.bot_id, readable(call), call.params["emoji"])


@route("GET", REACTION, query=("after", "limit", "type"))
def reactors(call: Call) -> list[Json]:
    who = readable(call).reactions.get(call.params["emoji"], [])
    return [payload.user(call.world.users[each]) for each in who]


@route("POST", "/channels/{channel_id}/typing", limit=FIVE_IN_FIVE)
def typing(call: Call) -> None:
    world, channel = call.world, call.channel
    messages.check_may_send(world, world.bot_id, channel, has_files=False, has_embeds=False)
    data: Json = {"channel_id": str(channel.id), "user_id": str(world.bot_id), "timestamp": int(world.clock())}
    world.tell("TYPING_START", data, channel, author=world.bot_id)


def readable(call: Call) -> Message:
    """The message of the path, if the bot may see its channel and it is no ephemeral one."""
    call.world.require(call.world.bot_id, call.channel, 0)
    message = call.message
    if message.is_ephemeral:
        raise errors.unknown_message()
    return message
