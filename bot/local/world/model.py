"""The things in the world, as they are kept. What others see of them is in `payload`."""

from __future__ import annotations

from enum import IntEnum, IntFlag
from typing import ClassVar

import msgspec

from bot.local.world.errors import Json


class Thing(msgspec.Struct, kw_only=True, omit_defaults=True):
    """Something with an id that is kept in the store under its kind."""

    kind: ClassVar[str]
    id: int


class User(Thing):
    kind: ClassVar[str] = "user"
    name: str
    display: str
    is_bot: bool = False
    locale: str = "en-GB"
    takes_dms: bool = True
    has_app: bool = False
    """Whether this person has added the bot for themselves, wherever they are."""
    read: dict[int, int] = {}
    """The newest message read, by channel."""


class Role(msgspec.Struct, kw_only=True):
    id: int
    name: str
    permissions: int
    position: int = 0
    colour: int = 0


class Member(msgspec.Struct, kw_only=True, omit_defaults=True):
    user_id: int
    joined_at: float
    nick: str | None = None
    roles: list[int] = []


class Guild(Thing):
    kind: ClassVar[str] = "guild"
    name: str
    owner_id: int
    locale: str = "en-US"
    system_channel_id: int | None = None
    roles: dict[int, Role] = {}
    members: dict[int, Member] = {}


class ChannelType(IntEnum):
    TEXT = 0
    DM = 1
    CATEGORY = 4
    PUBLIC_THREAD = 11
    PRIVATE_THREAD = 12
    FORUM = 15


THREADS = (ChannelType.PUBLIC_THREAD, ChannelType.PRIVATE_THREAD)


class Overwrite(msgspec.Struct, kw_only=True):
    """Permissions given or taken in one channel, for a role (`is_member` false) or a member."""

    id: int
    is_member: bool = False
    allow: int = 0
    deny: int = 0


class Tag(msgspec.Struct, kw_only=True, omit_defaults=True):
    """What posts of a forum can be marked with."""

    id: int
    name: str
    moderated: bool = False
    """Only for whoever manages threads."""
    emoji_id: int | None = None
    emoji_name: str | None = None


class ChannelFlag(IntFlag):
    PINNED = 1 << 1
    REQUIRE_TAG = 1 << 4


class Channel(Thing):
    kind: ClassVar[str] = "channel"
    type: ChannelType
    name: str = ""
    guild_id: int | None = None
    parent_id: int | None = None
    position: int = 0
    topic: str | None = None
    overwrites: list[Overwrite] = []
    recipients: list[int] = []
    """The two people of a direct message."""
    last_message_id: int | None = None
    owner_id: int | None = None
    members: list[int] = []
    """Who has joined, in a thread."""
    archived: bool = False
    locked: bool = False
    archive_minutes: int = 4320
    archived_at: float = 0.0
    """When the thread was last archived or woken."""
    message_count: int = 0
    slow_seconds: int = 0
    flags: int = 0
    tags: list[Tag] = []
    """Of a forum: those that its posts may have."""
    applied: list[int] = []
    """Of a forum's post: those that it has."""

    @property
    def is_thread(self) -> bool:
        return self.type in THREADS


class MessageFlag(IntFlag):
    SUPPRESS_EMBEDS = 1 << 2
    HAS_THREAD = 1 << 5
    EPHEMERAL = 1 << 6
    LOADING = 1 << 7
    SUPPRESS_NOTIFICATIONS = 1 << 12
    IS_COMPONENTS_V2 = 1 << 15


class MessageType(IntEnum):
    DEFAULT = 0
    PINNED = 6
    THREAD_CREATED = 18
    REPLY = 19
    CHAT_INPUT_COMMAND = 20


class Attachment(msgspec.Struct, kw_only=True, omit_defaults=True):
    id: int
    filename: str
    size: int
    content_type: str
    width: int | None = None
    height: int | None = None
    description: str | None = None
    title: str | None = None


class Message(Thing):
    kind: ClassVar[str] = "message"
    channel_id: int
    author_id: int
    type: MessageType = MessageType.DEFAULT
    content: str = ""
    embeds: list[Json] = []
    components: list[Json] = []
    """As sent, with `attachment://` links, which become addresses only when somebody reads them."""
    attachments: list[Attachment] = []
    flags: int = 0
    mentions: list[int] = []
    mention_roles: list[int] = []
    mention_everyone: bool = False
    pinged: list[int] = []
    """Whom it called for when it was new; an edit, or an answer after "thinking…", calls nobody."""
    edited_at: float | None = None
    pinned: bool = False
    tts: bool = False
    reference: int | None = None
    nonce: str | None = None
    reader_id: int | None = None
    """The one person who sees it, if it is ephemeral."""
    interaction_id: int | None = None
    """The interaction whose token may edit it."""
    interaction_meta: Json | None = None
    reactions: dict[str, list[int]] = {}
    old_edits: list[float] = []
    thread_id: int | None = None

    @property
    def is_ephemeral(self) -> bool:
        return self.reader_id is not None

    @property
    def is_layout(self) -> bool:
        return bool(self.flags & MessageFlag.IS_COMPONENTS_V2)


class Command(Thing):
    kind: ClassVar[str] = "command"
    version: int
    body: Json
    """As registered, with defaults filled in."""
    guild_id: int | None = None

    @property
    def name(self) -> str:
        return str(self.body["name"])


class Emoji(Thing):
    kind: ClassVar[str] = "emoji"
    name: str
    animated: bool = False
    content_type: str = "image/png"


class InteractionType(IntEnum):
    COMMAND = 2
    COMPONENT = 3
    AUTOCOMPLETE = 4
    MODAL = 5


class Answer(IntEnum):
    """The types of callback with which an interaction is acknowledged."""

    SEND = 4
    DEFER = 5
    DEFER_UPDATE = 6
    UPDATE = 7
    CHOICES = 8
    MODAL = 9


class Interaction(Thing):
    kind: ClassVar[str] = "interaction"
    type: InteractionType
    token: str
    user_id: int
    channel_id: int
    data: Json
    made_at: float
    guild_id: int | None = None
    context: int = 0
    owners: dict[int, int] = {}
    """By whom the bot is there, by the kind of installation."""
    message_id: int | None = None
    """The message that was clicked."""
    name: str = ""
    """The command's full name, for the line above its answer."""
    nonce: str | None = None
    """What the page calls it."""
    answer: Answer | None = None
    """What it was acknowledged with."""
    response_id: int | None = None
    """The message that `@original` means."""
    failed: bool = False
    modal: Json | None = None
    choices: list[Json] | None = None
    parent_id: int | None = None
    """The interaction that opened this modal."""


class GatewayEvent(msgspec.Struct, kw_only=True):
    """Something that happened, in the words of the gateway. Names in lower case are for the page alone."""

    name: str
    data: Json
    channel_id: int | None = None
    reader_id: int | None = None
    author_id: int | None = None


class Upload(msgspec.Struct, kw_only=True):
    """A file that came with a request: `index` is the n of its field `files[n]`."""

    index: int
    filename: str
    content: bytes
    content_type: str = "application/octet-stream"


KINDS: tuple[type[Thing], ...] = (User, Guild, Channel, Message, Command, Emoji, Interaction)
