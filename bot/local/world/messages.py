"""Messages: sending, editing, deleting, pinning, reacting, reading."""

from __future__ import annotations

from itertools import islice, takewhile

from bot.local.world import composing, errors, limits, payload
from bot.local.world.errors import ApiRefusal, InvalidForm, Json
from bot.local.world.ids import seconds_of
from bot.local.world.model import Channel, ChannelType, Message, MessageFlag, MessageType, Upload
from bot.local.world.permissions import Permission
from bot.local.world.shape import fields
from bot.local.world.world import World


def send(world: World, author_id: int, channel: Channel, body: Json, uploads: list[Upload]) -> Message:
    """A message in a channel from somebody who needs the permission to write there."""
    fields(composing.CREATE)(body, ())
    check_may_send(world, author_id, channel, bool(uploads), bool(body.get("embeds")))
    if (body.get("flags") or 0) & MessageFlag.EPHEMERAL:
        raise InvalidForm(("flags",), "BASE_TYPE_CHOICES", "Only answers to interactions can be ephemeral.")
    nonce = None if body.get("nonce") is None else str(body["nonce"])
    if nonce is not None and len(nonce) > 25:
        raise InvalidForm(("nonce",), "BASE_TYPE_BAD_LENGTH", "Must be 25 or fewer in length.")
    repeated = _sent_before(world, channel, nonce) if body.get("enforce_nonce") else None
    if repeated:
        return repeated
    message = Message(
        id=world.ids.next(),
        channel_id=channel.id,
        author_id=author_id,
        nonce=nonce,
        tts=bool(body.get("tts")),
        reference=_reference(world, author_id, channel, body),
    )
    if message.reference:
        message.type = MessageType.REPLY
    composing.fill(world, message, body, uploads, is_new=True)
    add(world, channel, message)
    if nonce is not None:
        _note_nonce(world, channel, nonce, message)
    return message


def _note_nonce(world: World, channel: Channel, nonce: str, message: Message) -> None:
    now = world.clock()
    for key in [*takewhile(lambda key: now - world.nonces[key][0] > limits.NONCE_LIVES, world.nonces)]:
        del world.nonces[key]
    world.nonces.pop((channel.id, nonce), None)
    world.nonces[(channel.id, nonce)] = (now, message.id)


def check_may_send(world: World, author_id: int, channel: Channel, has_files: bool, has_embeds: bool) -> None:
    if channel.type in (ChannelType.CATEGORY, ChannelType.FORUM):
        raise ApiRefusal(400, 50008, "Cannot send messages in a non-text channel")
    needed = Permission.SEND_MESSAGES_IN_THREADS if channel.is_thread else Permission.SEND_MESSAGES
    if has_files:
        needed |= Permission.ATTACH_FILES
    if has_embeds:
        needed |= Permission.EMBED_LINKS
    if channel.type is ChannelType.DM:
        _check_dm(world, author_id, channel)
        return
    world.require(author_id, channel, needed)
    if channel.locked and not world.permissions(author_id, channel) & Permission.MANAGE_THREADS:
        raise errors.thread_archived()


def _check_dm(world: World, author_id: int, channel: Channel) -> None:
    if author_id not in channel.recipients:
        raise errors.missing_access()
    other = next(each for each in channel.recipients if each != author_id)
    people = [world.users[each] for each in channel.recipients if each != world.bot_id]
    has_added = world.bot_id in channel.recipients and people[0].has_app
    if not has_added and not world.share_a_guild(author_id, other):
        raise errors.no_mutual_guilds()
    if not world.users[other].takes_dms:
        raise errors.closed_dms()


def _sent_before(world: World, channel: Channel, nonce: str | None) -> Message | None:
    if nonce is None:
        raise InvalidForm(("nonce",), "BASE_TYPE_REQUIRED", "enforce_nonce needs a nonce")
    sent_at, message_id = world.nonces.get((channel.id, nonce), (0.0, 0))
    if world.clock() - sent_at > limits.NONCE_LIVES:
        return None
    return world.messages.get(channel.id, message_id)


def _reference(world: World, author_id: int, channel: Channel, body: Json) -> int | None:
    link = body.get("message_reference")
    if not link:
        return None
    target = world.messages.get(channel.id, int(link["message_id"]))
    if target is None or target.is_ephemeral:
        if link.get("fail_if_not_exists") is False:
            return None
        raise InvalidForm(("message_reference",), "REPLIES_UNKNOWN_MESSAGE", "Unknown message")
    world.require(author_id, channel, Permission.READ_MESSAGE_HISTORY)
    return target.id


def add(world: World, channel: Channel, message: Message) -> None:
    """Put a finished message into its channel and tell everybody who sees it."""
    if channel.archived:
        _wake(world, channel)
    message.pinged = _called_for(world, channel, message)
    world.put(message)
    if not message.is_ephemeral:
        channel.last_message_id = message.id
        if channel.is_thread:
            channel.message_count += 1
        world.put(channel)
    author = world.users[message.author_id]
    if not author.is_bot:
        author.read = {**author.read, channel.id: message.id}
        world.put(author)
    tell(world, "MESSAGE_CREATE", message)


def _called_for(world: World, channel: Channel, message: Message) -> list[int]:
    if message.is_ephemeral or message.flags & MessageFlag.SUPPRESS_NOTIFICATIONS:
        return []
    guild = world.guild_of(channel)
    if guild is None:
        return [each for each in channel.recipients if each != message.author_id]
    called = set(message.mentions)
    for member in guild.members.values():
        if message.mention_everyone or set(member.roles) & set(message.mention_roles):
            called.add(member.user_id)
    called -= {message.author_id}
    return sorted(each for each in called if world.sees(each, channel))


def _wake(world: World, thread: Channel) -> None:
    """A message in an archived thread takes it out of the archive."""
    if thread.locked:
        raise errors.thread_archived()
    thread.archived = False
    thread.archived_at = world.clock()
    world.put(thread)
    world.tell("THREAD_UPDATE", payload.channel(world, thread), thread)


def tell(world: World, name: str, message: Message) -> None:
    channel = world.channels[message.channel_id]
    data = payload.message_event(world, message)
    world.tell(name, data, channel, reader=message.reader_id, author=message.author_id)


def edit(world: World, author_id: int, message: Message, body: Json, uploads: list[Upload]) -> Message:
    """An edit by the channel's route: one's own messages, and never an ephemeral one."""
    fields(composing.EDIT | {"tts": composing.CREATE["tts"]})(body, ())
    channel = world.channels[message.channel_id]
    if channel.type is not ChannelType.DM:
        world.require(author_id, channel, 0)
    if message.is_ephemeral:
        raise errors.unknown_message()
    if message.author_id != author_id:
        raise errors.not_the_author()
    if channel.archived:
        raise errors.thread_archived()
    _count_old_edit(world, message)
    return apply_edit(world, message, body, uploads)


def apply_edit(world: World, message: Message, body: Json, uploads: list[Upload]) -> Message:
    was_thinking = bool(message.flags & MessageFlag.LOADING)
    composing.fill(world, message, body, uploads, is_new=False)
    if not was_thinking:
        message.edited_at = world.clock()
    world.put(message)
    tell(world, "MESSAGE_UPDATE", message)
    return message


def _count_old_edit(world: World, message: Message) -> None:
    now = world.clock()
    if now - seconds_of(message.id) <= limits.OLD_MESSAGE:
        return
    recent = [each for each in message.old_edits if now - each < limits.OLD_EDITS_WITHIN]
    if len(recent) >= limits.OLD_EDITS:
        raise errors.too_many_old_edits()
    message.old_edits = [*recent, now]


def delete(world: World, author_id: int, message: Message) -> None:
    channel = world.channels[message.channel_id]
    if message.is_ephemeral:
        raise errors.unknown_message()
    if message.author_id != author_id:
        if channel.type is ChannelType.DM:
            raise ApiRefusal(403, 50003, "Cannot execute action on a DM channel")
        world.require(author_id, channel, Permission.MANAGE_MESSAGES)
    erase(world, message)


def erase(world: World, message: Message) -> None:
    channel = world.channels[message.channel_id]
    world.drop(message)
    data: Json = {"id": str(message.id), "channel_id": str(channel.id)}
    if channel.guild_id:
        data["guild_id"] = str(channel.guild_id)
    world.tell("MESSAGE_DELETE", data, channel, reader=message.reader_id, author=message.author_id)


def history(
    world: World,
    user_id: int,
    channel: Channel,
    *,
    before: int | None = None,
    after: int | None = None,
    around: int | None = None,
    limit: int = 50,
) -> list[Message]:
    """Newest first, as Discord gives it; ephemeral messages are in nobody's history."""
    world.require(user_id, channel, 0)
    if not world.permissions(user_id, channel) & Permission.READ_MESSAGE_HISTORY:
        return []
    if after is not None:
        return _newer(world, channel, after, limit)
    if around is not None:
        newer = _newer(world, channel, around, limit // 2)
        return newer + _older(world, channel, around + 1, limit - len(newer))
    return _older(world, channel, before, limit)


def _newer(world: World, channel: Channel, after: int, limit: int) -> list[Message]:
    newer = [*takewhile(lambda each: each.id > after, world.messages.backwards(channel.id))]
    shown = [each for each in newer if not each.is_ephemeral]
    return shown[max(0, len(shown) - limit) :]


def _older(world: World, channel: Channel, before: int | None, limit: int) -> list[Message]:
    older = world.messages.backwards(channel.id, before)
    return [*islice((each for each in older if not each.is_ephemeral), limit)]


def set_pinned(world: World, user_id: int, message: Message, pinned: bool) -> None:
    channel = world.channels[message.channel_id]
    world.require(user_id, channel, Permission.PIN_MESSAGES)
    if message.is_ephemeral:
        raise errors.unknown_message()
    message.pinned = pinned
    world.put(message)
    tell(world, "MESSAGE_UPDATE", message)
    if pinned:
        note = Message(
            id=world.ids.next(),
            channel_id=channel.id,
            author_id=user_id,
            type=MessageType.PINNED,
            reference=message.id,
        )
        add(world, channel, note)


def react(world: World, user_id: int, message: Message, emoji: str) -> None:
    channel = world.channels[message.channel_id]
    needed = Permission.READ_MESSAGE_HISTORY
    if emoji not in message.reactions:
        needed |= Permission.ADD_REACTIONS
    world.require(user_id, channel, needed)
    who = message.reactions.get(emoji, [])
    if user_id not in who:
        message.reactions = {**message.reactions, emoji: [*who, user_id]}
        _tell_reaction(world, "MESSAGE_REACTION_ADD", user_id, message, emoji)


def unreact(world: World, user_id: int, message: Message, emoji: str) -> None:
    who = [each for each in message.reactions.get(emoji, []) if each != user_id]
    rest = {name: people for name, people in message.reactions.items() if name != emoji}
    message.reactions = {**rest, emoji: who} if who else rest
    _tell_reaction(world, "MESSAGE_REACTION_REMOVE", user_id, message, emoji)


def _tell_reaction(world: World, name: str, user_id: int, message: Message, emoji: str) -> None:
    world.put(message)
    channel = world.channels[message.channel_id]
    shown, _, emoji_id = emoji.partition(":")
    data: Json = {
        "user_id": str(user_id),
        "channel_id": str(channel.id),
        "message_id": str(message.id),
        "emoji": {"id": emoji_id or None, "name": shown},
        "burst": False,
        "type": 0,
    }
    guild = world.guild_of(channel)
    if guild:
        data |= {"guild_id": str(guild.id), "member": payload.member(world, guild.members[user_id])}
    world.tell(name, data, channel, author=user_id)
    world.tell("message", payload.message_event(world, message), channel, reader=message.reader_id)
