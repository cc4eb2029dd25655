"""The world itself: everything there is, how to look it up, and who hears what happens."""

from __future__ import annotations

import secrets
from collections.abc import Callable, Iterator, Mapping
from typing import TypeVar

from bot.local.world import errors, permissions
from bot.local.world.conversations import Conversations
from bot.local.world.errors import Json
from bot.local.world.ids import Clock, Snowflakes
from bot.local.world.model import (
    Channel,
    ChannelType,
    Command,
    Emoji,
    GatewayEvent,
    Guild,
    Interaction,
    InteractionType,
    Member,
    Message,
    Thing,
    User,
)
from bot.local.world.permissions import Permission

F = TypeVar("F")


class World:
    """One bot, one or more guilds, and the people in them. `bot_id` is also the id of its application."""

    def __init__(self, clock: Clock) -> None:
        self.clock = clock
        self.ids = Snowflakes(clock)
        self.bot_id = 0
        self.cdn = ""
        """Where files are served, such as `http://127.0.0.1:8666`."""
        self.users: dict[int, User] = {}
        self.guilds: dict[int, Guild] = {}
        self.channels: dict[int, Channel] = {}
        self.messages = Conversations()
        self.commands: dict[int, Command] = {}
        self.emojis: dict[int, Emoji] = {}
        self.interactions: dict[int, Interaction] = {}
        self.by_token: dict[str, Interaction] = {}
        self.files: dict[int, bytes] = {}
        """The content of new files, until the store has it."""
        self.nonces: dict[tuple[int, str], tuple[float, int]] = {}
        """When a message with this nonce was sent to a channel, and which it is; oldest first."""
        self.listeners: list[Callable[[GatewayEvent], None]] = []
        self.unsaved: dict[tuple[str, int], Thing | None] = {}
        self.dropped_files: set[int] = set()

    # Changing

    def put(self, thing: Thing) -> None:
        """Take a new or changed thing in, and note that it is to be saved."""
        self.place(thing)
        if not isinstance(thing, Interaction) or thing.type is not InteractionType.AUTOCOMPLETE:
            self.unsaved[(thing.kind, thing.id)] = thing

    def place(self, thing: Thing) -> None:
        match thing:
            case Message():
                self.messages.place(thing)
            case Interaction():
                self.interactions[thing.id] = thing
                self.by_token[thing.token] = thing
            case User():
                self.users[thing.id] = thing
                if thing.is_bot:
                    self.bot_id = thing.id
            case Guild():
                self.guilds[thing.id] = thing
            case Channel():
                self.channels[thing.id] = thing
            case Command():
                self.commands[thing.id] = thing
            case Emoji():
                self.emojis[thing.id] = thing
        self.ids.last = max(self.ids.last, thing.id)

    def drop(self, thing: Thing) -> None:
        match thing:
            case Message():
                self.messages.drop(thing)
                for attachment in thing.attachments:
                    self.drop_file(attachment.id)
            case Interaction():
                self.interactions.pop(thing.id, None)
                self.by_token.pop(thing.token, None)
            case Channel():
                for message in self.history(thing.id):
                    self.drop(message)
                self.messages.close(thing.id)
                self.channels.pop(thing.id, None)
            case Command():
                self.commands.pop(thing.id, None)
            case Emoji():
                self.emojis.pop(thing.id, None)
                self.drop_file(thing.id)
        self.unsaved[(thing.kind, thing.id)] = None

    def saved(self, things: Mapping[tuple[str, int], Thing | None]) -> None:
        """The store has these as they were when it took them; what is old need not stay in memory."""
        for (kind, key), thing in things.items():
            if kind == Message.kind and thing is None:
                self.messages.erased(key)
        unsaved = {key for kind, key in self.unsaved if kind == Message.kind}
        for channel_id in {each.channel_id for each in things.values() if isinstance(each, Message)}:
            self.messages.put_away(channel_id, unsaved)

    def put_file(self, file_id: int, content: bytes) -> None:
        self.files[file_id] = content

    def drop_file(self, file_id: int) -> None:
        self.files.pop(file_id, None)
        self.dropped_files.add(file_id)

    def tell(
        self,
        name: str,
        data: Json,
        channel: Channel | None = None,
        reader: int | None = None,
        author: int | None = None,
    ) -> None:
        event = GatewayEvent(
            name=name,
            data=data,
            channel_id=channel.id if channel else None,
            reader_id=reader,
            author_id=author,
        )
        for listener in list(self.listeners):
            listener(event)

    def new_token(self) -> str:
        return secrets.token_urlsafe(48)

    # Looking up

    @property
    def bot(self) -> User:
        return self.users[self.bot_id]

    def user(self, user_id: int) -> User:
        return _found(self.users.get(user_id), errors.unknown_user())

    def guild(self, guild_id: int) -> Guild:
        return _found(self.guilds.get(guild_id), errors.unknown_guild())

    def member(self, guild_id: int, user_id: int) -> Member:
        return _found(self.guild(guild_id).members.get(user_id), errors.unknown_member())

    def channel(self, channel_id: int) -> Channel:
        return _found(self.channels.get(channel_id), errors.unknown_channel())

    def message(self, channel_id: int, message_id: int) -> Message:
        return _found(self.messages.get(channel_id, message_id), errors.unknown_message())

    def history(self, channel_id: int) -> list[Message]:
        """All of it, oldest first."""
        return [*self.messages.backwards(channel_id)][::-1]

    def guild_of(self, channel: Channel) -> Guild | None:
        return None if channel.guild_id is None else self.guilds[channel.guild_id]

    def guild_channels(self, guild_id: int) -> list[Channel]:
        mine = [channel for channel in self.channels.values() if channel.guild_id == guild_id and not channel.is_thread]
        return sorted(mine, key=lambda channel: (channel.position, channel.id))

    def threads(self, guild_id: int) -> list[Channel]:
        return [channel for channel in self.channels.values() if channel.guild_id == guild_id and channel.is_thread]

    def dm_between(self, one: int, other: int) -> Channel | None:
        pair = {one, other}
        return next((each for each in self.channels.values() if set(each.recipients) == pair), None)

    def share_a_guild(self, one: int, other: int) -> bool:
        return any(one in guild.members and other in guild.members for guild in self.guilds.values())

    def visible_messages(self, user_id: int, channel_id: int, before: int | None = None) -> Iterator[Message]:
        """Newest first."""
        for message in self.messages.backwards(channel_id, before):
            if message.reader_id in (None, user_id):
                yield message

    # Permissions

    def permissions(self, user_id: int, channel: Channel) -> int:
        """What a user may do in a channel or thread; 0 for one that the user can't see."""
        if channel.type is ChannelType.DM:
            return int(permissions.IN_A_DM) if user_id in channel.recipients else 0
        guild = self.guilds[channel.guild_id or 0]
        member = guild.members.get(user_id)
        if member is None:
            return 0
        parent = self.channels.get(channel.parent_id or 0, channel) if channel.is_thread else channel
        granted = permissions.in_channel(guild, member, parent)
        moderates = granted & Permission.MANAGE_THREADS
        if channel.type is ChannelType.PRIVATE_THREAD and user_id not in channel.members and not moderates:
            return 0
        return granted

    def sees(self, user_id: int, channel: Channel) -> bool:
        return bool(self.permissions(user_id, channel) & Permission.VIEW_CHANNEL)

    def require(self, user_id: int, channel: Channel, needed: int) -> None:
        granted = self.permissions(user_id, channel)
        if not granted & Permission.VIEW_CHANNEL:
            raise errors.missing_access()
        if needed & ~granted:
            raise errors.missing_permissions()


def _found(thing: F | None, refusal: errors.ApiRefusal) -> F:
    if thing is None:
        raise refusal
    return thing
