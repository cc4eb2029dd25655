"""The bot itself, its application and emojis, users, guilds and their members."""

from __future__ import annotations

import base64
import binascii

from bot.local.routes.table import Call, Reply, route
from bot.local.world import errors, limits, payload, permissions
from bot.local.world.errors import ApiRefusal, InvalidForm, Json
from bot.local.world.model import Emoji
from bot.local.world.pictures import sniff
from bot.local.world.shape import list_of, snowflake, text

NO_PRIVILEGED_INTENTS = 0
EMOJI = "/applications/{application_id}/emojis/{emoji_id}"


@route("GET", "/gateway")
def gateway(call: Call) -> Json:
    return {"url": _gateway(call)}


@route("GET", "/gateway/bot")
def gateway_bot(call: Call) -> Json:
    starts = {"total": 1000, "remaining": 1000, "reset_after": 0, "max_concurrency": 1}
    return {"url": _gateway(call), "shards": 1, "session_start_limit": starts}


def _gateway(call: Call) -> str:
    return call.world.cdn.replace("http://", "ws://", 1) + "/gateway"


@route("GET", "/users/@me")
def me(call: Call) -> Json:
    own: Json = {"mfa_enabled": False, "locale": "en-US", "verified": True, "email": None, "flags": 0}
    return payload.user(call.world.bot) | own


@route("GET", "/users/@me/guilds", query=("limit", "before", "after", "with_counts"))
def my_guilds(call: Call) -> list[Json]:
    world = call.world
    return [
        {
            "id": str(guild.id),
            "name": guild.name,
            "icon": None,
            "owner": False,
            "permissions": str(permissions.in_guild(guild, guild.members[world.bot_id])),
            "features": [],
        }
        for guild in world.guilds.values()
        if world.bot_id in guild.members
    ]


@route("GET", "/users/{user_id}")
def user(call: Call) -> Json:
    return payload.user(call.world.user(call.id("user_id")))


@route("GET", "/applications/@me")
def application(call: Call) -> Json:
    return payload.application(call.world, NO_PRIVILEGED_INTENTS)


@route("GET", "/oauth2/applications/@me")
def old_application(call: Call) -> Json:
    return payload.application(call.world, NO_PRIVILEGED_INTENTS)


@route("GET", "/guilds/{guild_id}", query=("with_counts",))
def guild(call: Call) -> Json:
    of = call.world.guild(call.id("guild_id"))
    counts = {"approximate_member_count": len(of.members), "approximate_presence_count": len(of.members)}
    return payload.guild(of) | (counts if call.query.get("with_counts") in ("1", "true", "True") else {})


@route("GET", "/guilds/{guild_id}/roles")
def roles(call: Call) -> list[Json]:
    return [payload.role(each) for each in call.world.guild(call.id("guild_id")).roles.values()]


@route("GET", "/guilds/{guild_id}/members/{user_id}")
def member(call: Call) -> Json:
    return payload.member(call.world, call.world.member(call.id("guild_id"), call.id("user_id")))


@route("GET", "/guilds/{guild_id}/members", query=("limit", "after"))
def members(call: Call) -> Json:
    """Needs the privileged members intent, which this application does without."""
    call.world.guild(call.id("guild_id"))
    raise errors.missing_access()


@route("GET", "/applications/{application_id}/emojis")
def emojis(call: Call) -> Json:
    _check_application(call)
    return {"items": [payload.emoji(call.world, each) for each in call.world.emojis.values()]}


@route("POST", "/applications/{application_id}/emojis")
def add_emoji(call: Call) -> Reply:
    _check_application(call)
    asked = call.form(
        {"name": text(2, 32, r"\w+"), "image": text(1), "roles": list_of(snowflake, most=0)}, ("name", "image")
    )
    world = call.world
    if len(world.emojis) >= limits.EMOJIS:
        raise ApiRefusal(400, 30008, "Maximum number of emojis reached (2000)")
    _check_free(call, asked["name"])
    content, media_type = _image(asked["image"])
    emoji = Emoji(id=world.ids.next(), name=asked["name"], content_type=media_type, animated=media_type == "image/gif")
    world.put(emoji)
    world.put_file(emoji.id, content)
    return Reply(201, payload.emoji(world, emoji))


def _check_free(call: Call, name: str) -> None:
    if any(each.name == name for each in call.world.emojis.values()):
        raise InvalidForm(("name",), "APPLICATION_EMOJI_NAME_ALREADY_TAKEN", "An emoji with that name already exists.")


def _image(data_uri: str) -> tuple[bytes, str]:
    head, _, encoded = data_uri.partition(";base64,")
    try:
        content = base64.b64decode(encoded, validate=True)
    except binascii.Error as wrong:
        raise InvalidForm(("image",), "IMAGE_INVALID", "Invalid image data") from wrong
    found = sniff(content)
    if not head.startswith("data:image/") or found is None:
        raise InvalidForm(("image",), "IMAGE_INVALID", "Invalid image data")
    if len(content) > limits.EMOJI_BYTES:
        raise InvalidForm(("image",), "BINARY_TYPE_MAX_SIZE", "File cannot be larger than 256.0 kb.")
    return content, found[0]


@route("GET", EMOJI)
def emoji(call: Call) -> Json:
    return payload.emoji(call.world, _emoji(call))


@route("PATCH", EMOJI)
def rename_emoji(call: Call) -> Json:
    asked = call.form({"name": text(2, 32, r"\w+")}, ("name",))
    found = _emoji(call)
    if found.name != asked["name"]:
        _check_free(call, asked["name"])
    found.name = asked["name"]
    call.world.put(found)
    return payload.emoji(call.world, found)


@route("DELETE", EMOJI)
def remove_emoji(call: Call) -> None:
    call.world.drop(_emoji(call))


def _emoji(call: Call) -> Emoji:
    _check_application(call)
    found = call.world.emojis.get(call.id("emoji_id"))
    if found is None:
        raise errors.unknown_emoji()
    return found


def _check_application(call: Call) -> None:
    if call.id("application_id") != call.world.bot_id:
        raise ApiRefusal(403, 20012, "You are not authorized to perform this action on this application")
