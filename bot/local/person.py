"""A person at a client: everything that somebody can do and see, for the page and for tests alike."""

from __future__ import annotations

from collections.abc import Mapping
from itertools import islice

from bot.local.world import commands, components, errors, interactions, messages, payload, threads
from bot.local.world.errors import InvalidForm, Json
from bot.local.world.model import (
    Channel,
    ChannelType,
    Command,
    Interaction,
    Message,
    Upload,
    User,
)
from bot.local.world.permissions import Permission
from bot.local.world.world import World


class Person:
    def __init__(self, world: World, user_id: int) -> None:
        self.world = world
        self.user: User = world.user(user_id)

    @property
    def id(self) -> int:
        return self.user.id

    # Seeing

    def channels(self) -> list[Channel]:
        """In the order of the list: the guild's channels, then threads, then direct messages."""
        mine = [each for each in self.world.channels.values() if self.world.sees(self.id, each)]
        return sorted(mine, key=lambda each: (each.type, each.position, each.id))

    def messages(self, channel: Channel, before: int | None = None, limit: int = 50) -> list[Message]:
        """The newest that this person sees, oldest first, with the ephemeral ones meant for this person."""
        self.world.require(self.id, channel, 0)
        return [*islice(self.world.visible_messages(self.id, channel.id, before), limit)][::-1]

    def unread(self, channel: Channel) -> tuple[bool, int]:
        """Whether there is something new, and how often it calls this person, looking back no further than memory."""
        mark = self.user.read.get(channel.id, 0)
        new = 0
        mentions = 0
        for message in reversed(self.world.messages.at_hand(channel.id)):
            if message.id <= mark:
                break
            if message.author_id == self.id or message.reader_id not in (None, self.id):
                continue
            new += 1
            mentions += self.id in message.pinged
        return new > 0, mentions

    # Doing

    def read(self, channel: Channel, message_id: int) -> None:
        if message_id > self.user.read.get(channel.id, 0):
            self.user.read = {**self.user.read, channel.id: message_id}
            self.world.put(self.user)
            self.world.tell("read", {"user_id": str(self.id)}, None)

    def say(
        self, channel: Channel, content: str, reply_to: int | None = None, files: list[Upload] | None = None
    ) -> Message:
        body: Json = {"content": content}
        if reply_to is not None:
            body["message_reference"] = {"message_id": str(reply_to)}
        return messages.send(self.world, self.id, channel, body, files or [])

    def delete(self, message: Message) -> None:
        """Delete a message, or dismiss an ephemeral one."""
        if message.is_ephemeral:
            if message.reader_id != self.id:
                raise errors.unknown_message()
            messages.erase(self.world, message)
        else:
            messages.delete(self.world, self.id, message)

    def react(self, message: Message, emoji: str) -> None:
        """Add the reaction, or take it back."""
        if self.id in message.reactions.get(emoji, []):
            messages.unreact(self.world, self.id, message, emoji)
        else:
            messages.react(self.world, self.id, message, emoji)

    def open_dm(self, other_id: int) -> Channel:
        return threads.open_dm(self.world, self.id, other_id)

    def set_up(self, *, locale: str | None = None, takes_dms: bool | None = None, has_app: bool | None = None) -> None:
        if locale is not None:
            if locale not in commands.LOCALES:
                raise InvalidForm(("locale",), "BASE_TYPE_CHOICES", "Not a locale of Discord.")
            self.user.locale = locale
        if takes_dms is not None:
            self.user.takes_dms = takes_dms
        if has_app is not None:
            self.user.has_app = has_app
            self.world.tell("commands", {})
        self.world.put(self.user)
        self.world.tell("user", user_shown(self.user), None)

    def commands(self, channel: Channel) -> list[Command]:
        return commands.usable(self.world, self.user, channel)

    def find_command(self, channel: Channel, name: str) -> tuple[Command, list[str]]:
        """`game new` is the subcommand `new` of the command `game`."""
        first, *rest = name.split() or [""]
        for command in self.commands(channel):
            if command.name == first and command.body["type"] == commands.CHAT:
                commands.leaf(command, rest)
                return command, rest
        raise errors.unknown_command()

    def use(self, channel: Channel, name: str, values: Mapping[str, object], nonce: str | None = None) -> Interaction:
        command, names = self.find_command(channel, name)
        return interactions.begin_command(self.world, self.user, channel, command, names, values, nonce=nonce)

    def ask_choices(
        self, channel: Channel, name: str, values: Mapping[str, object], focused: str, nonce: str | None = None
    ) -> Interaction:
        command, names = self.find_command(channel, name)
        return interactions.begin_command(
            self.world, self.user, channel, command, names, values, focused=focused, nonce=nonce
        )

    def press(
        self, message: Message, custom_id: str, values: list[str] | None = None, nonce: str | None = None
    ) -> Interaction:
        return interactions.begin_component(self.world, self.user, message, custom_id, values or [], nonce)

    def submit(self, opened_by: int, values: Mapping[str, object], nonce: str | None = None) -> Interaction:
        return interactions.begin_modal(self.world, self.user, opened_by, values, nonce)

    # Showing

    def message_shown(self, message: Message) -> Json:
        body = payload.message_event(self.world, message)
        body["pinged"] = self.id in message.pinged
        body["reacted"] = [emoji for emoji, who in message.reactions.items() if self.id in who]
        return body

    def channel_shown(self, channel: Channel) -> Json:
        body = payload.channel(self.world, channel)
        granted = self.world.permissions(self.id, channel)
        is_new, mentions = self.unread(channel)
        needed = Permission.SEND_MESSAGES_IN_THREADS if channel.is_thread else Permission.SEND_MESSAGES
        body |= {"can_send": bool(granted & needed), "unread": is_new, "mentions": mentions}
        body["read"] = str(self.user.read.get(channel.id, 0))
        if channel.type is ChannelType.DM:
            others = [each for each in channel.recipients if each != self.id]
            body["recipients"] = [user_shown(self.world.users[each]) for each in others]
        return body

    def call_count(self) -> int:
        """How often this person is called for in all channels, for the mark beside the name."""
        return sum(self.unread(channel)[1] for channel in self.channels())


def user_shown(user: User) -> Json:
    own: Json = {"locale": user.locale, "takes_dms": user.takes_dms, "has_app": user.has_app}
    return payload.user(user) | own


def find_component(message: Message, *, custom_id: str | None = None, label: str | None = None) -> Json:
    """The component with this id, or the one that shows this label."""
    for each in components.walk(message.components):
        if "custom_id" not in each:
            continue
        if (custom_id is not None and each["custom_id"] == custom_id) or (
            label is not None and each.get("label") == label
        ):
            return each
    shown = [
        each.get("label") or each["custom_id"] for each in components.walk(message.components) if "custom_id" in each
    ]
    raise LookupError(f"no component {custom_id or label!r}; there are {shown}")
