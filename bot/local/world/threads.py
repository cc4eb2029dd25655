"""Threads: opening, joining, archiving; and channels of a guild or between two people."""

from __future__ import annotations

from collections.abc import Sequence

from bot.local.world import composing, errors, limits, messages, payload, permissions
from bot.local.world.errors import ApiRefusal, InvalidForm, Json
from bot.local.world.ids import seconds_of
from bot.local.world.model import (
    Channel,
    ChannelFlag,
    ChannelType,
    Message,
    MessageFlag,
    MessageType,
    Overwrite,
    Tag,
    Upload,
)
from bot.local.world.permissions import Permission
from bot.local.world.shape import Check, boolean, fields, list_of, one_of, snowflake, text, whole
from bot.local.world.world import World

ARCHIVE_MINUTES = one_of(60, 1440, 4320, 10080)
FROM_MESSAGE: dict[str, Check] = {
    "name": text(1, 100),
    "auto_archive_duration": ARCHIVE_MINUTES,
    "rate_limit_per_user": whole(0, 21600),
}
WITHOUT_MESSAGE = FROM_MESSAGE | {"type": one_of(11, 12), "invitable": boolean}
POST = FROM_MESSAGE | {
    "type": one_of(11),
    "message": fields(composing.INTERACTION_MESSAGE | {"sticker_ids": list_of(snowflake, most=0)}),
    "applied_tags": list_of(snowflake, most=limits.APPLIED_TAGS),
}
"""In a forum, a thread begins with a message; its type need not be said."""
TAG = fields(
    {"id": snowflake, "name": text(1, 20), "moderated": boolean, "emoji_id": snowflake, "emoji_name": text(0, 100)},
    ["name"],
)
UPDATE_THREAD: dict[str, Check] = {
    "name": text(1, 100),
    "archived": boolean,
    "locked": boolean,
    "invitable": boolean,
    "auto_archive_duration": ARCHIVE_MINUTES,
    "rate_limit_per_user": whole(0, 21600),
    "applied_tags": list_of(snowflake, most=limits.APPLIED_TAGS),
    "flags": whole(0),
}
OVERWRITE = fields(
    {"id": snowflake, "type": one_of(0, 1), "allow": snowflake, "deny": snowflake},
    ["id", "type"],
)
UPDATE_CHANNEL: dict[str, Check] = {
    "name": text(1, 100),
    "position": whole(0),
    "topic": text(0, 1024),
    "nsfw": boolean,
    "rate_limit_per_user": whole(0, 21600),
    "parent_id": snowflake,
    "permission_overwrites": list_of(OVERWRITE, most=100),
    "available_tags": list_of(TAG, most=limits.FORUM_TAGS),
    "flags": whole(0),
}
CREATE_CHANNEL = UPDATE_CHANNEL | {"type": one_of(0, 4, 15)}


def open_thread(world: World, user_id: int, parent: Channel, body: Json, message: Message | None = None) -> Channel:
    """A new thread in a text channel; from a message it takes the message's id, as on Discord."""
    fields(FROM_MESSAGE if message else WITHOUT_MESSAGE, ["name"])(body, ())
    if parent.type is not ChannelType.TEXT:
        raise ApiRefusal(400, 50024, "Cannot execute action on this channel type")
    kind = ChannelType.PUBLIC_THREAD if message else ChannelType(body.get("type") or ChannelType.PRIVATE_THREAD)
    is_public = kind is ChannelType.PUBLIC_THREAD
    world.require(user_id, parent, Permission.CREATE_PUBLIC_THREADS if is_public else Permission.CREATE_PRIVATE_THREADS)
    if message and message.thread_id:
        raise errors.thread_exists()
    if message and message.is_ephemeral:
        raise errors.unknown_message()
    thread = Channel(
        id=message.id if message else world.ids.next(),
        type=kind,
        name=body["name"],
        guild_id=parent.guild_id,
        parent_id=parent.id,
        owner_id=user_id,
        members=[user_id],
        archive_minutes=body.get("auto_archive_duration") or 4320,
        archived_at=world.clock(),
        slow_seconds=body.get("rate_limit_per_user") or 0,
    )
    world.put(thread)
    world.tell("THREAD_CREATE", payload.channel(world, thread) | {"newly_created": True}, thread)
    _announce(world, user_id, parent, thread, message)
    return thread


def open_post(world: World, user_id: int, forum: Channel, body: Json, uploads: list[Upload]) -> Channel:
    """A new thread in a forum, with the message that begins it; both have the same id, as on Discord."""
    fields(POST, ["name", "message"])(body, ())
    world.require(user_id, forum, Permission.SEND_MESSAGES)
    if not isinstance(body["message"], dict):
        raise InvalidForm(("message",), "BASE_TYPE_REQUIRED", "This field is required")
    wanted = [int(each) for each in body.get("applied_tags") or []]
    _check_tags(world, user_id, forum, wanted)
    if forum.flags & ChannelFlag.REQUIRE_TAG and not wanted:
        raise ApiRefusal(400, 40067, "A tag is required to create a forum post in this channel")
    if uploads:
        world.require(user_id, forum, Permission.ATTACH_FILES)
    thread_id = world.ids.next()
    thread = Channel(
        id=thread_id,
        type=ChannelType.PUBLIC_THREAD,
        name=body["name"],
        guild_id=forum.guild_id,
        parent_id=forum.id,
        owner_id=user_id,
        members=[user_id],
        archive_minutes=body.get("auto_archive_duration") or 4320,
        archived_at=world.clock(),
        slow_seconds=body.get("rate_limit_per_user") or 0,
        applied=wanted,
    )
    world.put(thread)
    world.messages.open(thread.id)
    starter = Message(id=thread_id, channel_id=thread_id, author_id=user_id)
    try:
        composing.fill(world, starter, body["message"], uploads, is_new=True)
    except ApiRefusal:
        world.drop(thread)  # before anybody has heard of it
        raise
    world.tell("THREAD_CREATE", payload.channel(world, thread) | {"newly_created": True}, thread)
    messages.add(world, thread, starter)
    forum.last_message_id = thread.id
    world.put(forum)
    return thread


def _check_tags(world: World, user_id: int, forum: Channel, wanted: Sequence[int]) -> None:
    known = {each.id: each for each in forum.tags}
    moderates = world.permissions(user_id, forum) & Permission.MANAGE_THREADS
    for each in wanted:
        if each not in known:
            raise InvalidForm(("applied_tags",), "INVALID_FORUM_TAG", "A tag that the forum has not.")
        if known[each].moderated and not moderates:
            raise errors.missing_permissions()


def _tags_from(world: World, forum: Channel, given: list[Json]) -> list[Tag]:
    """What keeps its id stays the same tag; the rest is new."""
    known, names = {each.id for each in forum.tags}, [each["name"].casefold() for each in given]
    if len(set(names)) != len(names):
        raise InvalidForm(("available_tags",), "FORUM_TAG_NAME_ALREADY_EXISTS", "Tag names must be unique")
    for place, each in enumerate(given):
        if each.get("id") and int(each["id"]) not in known:
            raise InvalidForm(("available_tags", place, "id"), "INVALID_FORUM_TAG", "No tag of this forum.")
    return [
        Tag(
            id=int(each["id"]) if each.get("id") else world.ids.next(),
            name=each["name"],
            moderated=bool(each.get("moderated")),
            emoji_id=int(each["emoji_id"]) if each.get("emoji_id") else None,
            emoji_name=each.get("emoji_name"),
        )
        for each in given
    ]


def _announce(world: World, user_id: int, parent: Channel, thread: Channel, message: Message | None) -> None:
    if message:
        message.thread_id = thread.id
        message.flags |= MessageFlag.HAS_THREAD
        world.put(message)
        messages.tell(world, "MESSAGE_UPDATE", message)
    elif thread.type is ChannelType.PUBLIC_THREAD:
        note = Message(
            id=world.ids.next(),
            channel_id=parent.id,
            author_id=user_id,
            type=MessageType.THREAD_CREATED,
            content=thread.name,
            thread_id=thread.id,
        )
        messages.add(world, parent, note)


def archive_idle(world: World) -> None:
    """Archive the threads in which nothing has been said for as long as each allows."""
    for thread in [each for each in world.channels.values() if each.is_thread and not each.archived]:
        last = max([thread.archived_at, *(_last_words(thread))])
        if world.clock() - last >= thread.archive_minutes * 60:
            _set_archived(world, thread, True)
            world.tell("THREAD_UPDATE", payload.channel(world, thread), thread)


def _last_words(thread: Channel) -> list[float]:
    return [seconds_of(thread.last_message_id)] if thread.last_message_id else []


def _set_archived(world: World, thread: Channel, archived: bool) -> None:
    if thread.archived != archived:
        thread.archived = archived
        thread.archived_at = world.clock()
        world.put(thread)


def update(world: World, user_id: int, channel: Channel, body: Json) -> Channel:
    if channel.is_thread:
        return _update_thread(world, user_id, channel, body)
    if channel.type is ChannelType.DM:
        raise ApiRefusal(403, 50003, "Cannot execute action on a DM channel")
    fields(UPDATE_CHANNEL)(body, ())
    world.require(user_id, channel, Permission.MANAGE_CHANNELS)
    if body.get("name") is not None:
        channel.name = body["name"]
    if "topic" in body:
        channel.topic = body["topic"]
    if body.get("position") is not None:
        channel.position = body["position"]
    if body.get("rate_limit_per_user") is not None:
        channel.slow_seconds = body["rate_limit_per_user"]
    if "parent_id" in body:
        channel.parent_id = None if body["parent_id"] is None else int(body["parent_id"])
    if body.get("permission_overwrites") is not None:
        channel.overwrites = [overwrite(each) for each in body["permission_overwrites"]]
    if channel.type is not ChannelType.FORUM and (body.get("available_tags") or body.get("flags")):
        raise ApiRefusal(400, 50024, "Cannot execute action on this channel type")
    if body.get("available_tags") is not None:
        channel.tags = _tags_from(world, channel, body["available_tags"])
    if body.get("flags") is not None:
        channel.flags = body["flags"] & ChannelFlag.REQUIRE_TAG
    world.put(channel)
    world.tell("CHANNEL_UPDATE", payload.channel(world, channel), channel)
    return channel


def _update_thread(world: World, user_id: int, thread: Channel, body: Json) -> Channel:
    fields(UPDATE_THREAD)(body, ())
    world.require(user_id, thread, 0)
    granted = world.permissions(user_id, thread)
    moderates = bool(granted & Permission.MANAGE_THREADS)
    only_waking = set(body) <= {"archived"} and body.get("archived") is False and not thread.locked
    if not moderates and not only_waking and (user_id != thread.owner_id or "locked" in body or thread.locked):
        raise errors.missing_permissions()
    if thread.archived and body.get("archived") is not False:
        raise errors.thread_archived()
    if body.get("applied_tags") is not None:
        forum = world.channels.get(thread.parent_id or 0)
        if forum is None or forum.type is not ChannelType.FORUM:
            raise ApiRefusal(400, 50024, "Cannot execute action on this channel type")
        wanted = [int(each) for each in body["applied_tags"]]
        _check_tags(world, user_id, forum, wanted)
        if forum.flags & ChannelFlag.REQUIRE_TAG and not wanted:
            raise ApiRefusal(400, 40067, "A tag is required to create a forum post in this channel")
        thread.applied = wanted
    if body.get("archived") is not None:
        _set_archived(world, thread, body["archived"])
    if body.get("name") is not None:
        thread.name = body["name"]
    if body.get("locked") is not None:
        thread.locked = body["locked"]
    if body.get("auto_archive_duration") is not None:
        thread.archive_minutes = body["auto_archive_duration"]
    if body.get("rate_limit_per_user") is not None:
        thread.slow_seconds = body["rate_limit_per_user"]
    world.put(thread)
    world.tell("THREAD_UPDATE", payload.channel(world, thread), thread)
    return thread


def overwrite(given: Json) -> Overwrite:
    return Overwrite(
        id=int(given["id"]),
        is_member=given["type"] == 1,
        allow=int(given.get("allow") or 0),
        deny=int(given.get("deny") or 0),
    )


def remove(world: World, user_id: int, channel: Channel) -> None:
    """Delete a channel or a thread; a direct message is only closed, which changes nothing that others see."""
    if channel.type is ChannelType.DM:
        world.require(user_id, channel, 0)
        return
    world.require(user_id, channel, Permission.MANAGE_THREADS if channel.is_thread else Permission.MANAGE_CHANNELS)
    erase(world, channel)


def erase(world: World, channel: Channel) -> None:
    for thread in [each for each in world.channels.values() if each.is_thread and each.parent_id == channel.id]:
        erase(world, thread)
    data = payload.channel(world, channel)
    world.drop(channel)
    world.tell("THREAD_DELETE" if channel.is_thread else "CHANNEL_DELETE", data, None)


def create_channel(world: World, user_id: int, guild_id: int, body: Json) -> Channel:
    fields(CREATE_CHANNEL, ["name"])(body, ())
    guild = world.guild(guild_id)
    if user_id and not permissions.in_guild(guild, world.member(guild_id, user_id)) & Permission.MANAGE_CHANNELS:
        raise errors.missing_permissions()
    channel = Channel(
        id=world.ids.next(),
        type=ChannelType(body.get("type") or 0),
        name=body["name"],
        guild_id=guild_id,
        topic=body.get("topic"),
        parent_id=int(body["parent_id"]) if body.get("parent_id") else None,
        position=body.get("position") or len(world.guild_channels(guild_id)),
        overwrites=[overwrite(each) for each in body.get("permission_overwrites") or []],
        flags=(body.get("flags") or 0) & ChannelFlag.REQUIRE_TAG,
    )
    channel.tags = _tags_from(world, channel, body.get("available_tags") or [])
    world.put(channel)
    world.tell("CHANNEL_CREATE", payload.channel(world, channel), channel)
    return channel


def join(world: World, thread: Channel, user_id: int) -> None:
    _require_thread(thread)
    if thread.archived:
        raise errors.thread_archived()
    if user_id not in thread.members:
        thread.members = [*thread.members, user_id]
        _tell_members(world, thread, added=[user_id])


def leave(world: World, thread: Channel, user_id: int) -> None:
    _require_thread(thread)
    if user_id in thread.members:
        thread.members = [each for each in thread.members if each != user_id]
        _tell_members(world, thread, removed=[user_id])


def _require_thread(thread: Channel) -> None:
    if not thread.is_thread:
        raise InvalidForm((), "CHANNEL_TYPE", "Not a thread.")


def _tell_members(world: World, thread: Channel, added: Sequence[int] = (), removed: Sequence[int] = ()) -> None:
    world.put(thread)
    data: Json = {
        "id": str(thread.id),
        "guild_id": str(thread.guild_id),
        "member_count": len(thread.members),
        "added_members": [payload.thread_member(thread, each) for each in added],
        "removed_member_ids": [str(each) for each in removed],
    }
    world.tell("THREAD_MEMBERS_UPDATE", data, thread)


def open_dm(world: World, one: int, other: int) -> Channel:
    """The direct messages of two people, opened if need be; it can be opened even where nothing may be sent."""
    if one == other:
        raise ApiRefusal(400, 50033, "Invalid Recipient(s)")
    found = world.dm_between(one, other)
    if found:
        return found
    world.user(other)
    channel = Channel(id=world.ids.next(), type=ChannelType.DM, recipients=[one, other])
    world.put(channel)
    world.tell("CHANNEL_CREATE", payload.channel(world, channel), channel)
    return channel
