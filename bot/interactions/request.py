"""One interaction, whatever its kind: who asks, from where, with what, and about which table."""

import discord
import msgspec
from msgspec.structs import replace

from bot.errors import NoTable
from bot.games.page import Draft
from bot.interactions.components import NO_TAP, Tap
from bot.store.protocol import StoreReader
from bot.store.rows import GuildSettings, SeatRow, TableRow, UserSettings
from bot.tables.audit import Author
from bot.tables.snapshot import GameSnapshot
from bot.tables.writer import Tables
from bot.text.slash import Interaction
from data.languages import FALLBACK, spoken_in


class Reader(msgspec.Struct, frozen=True, kw_only=True):
    """Who asks, from where, and how they want to be answered."""

    user: int
    name: str
    guild: int | None
    """None in a DM, and where somebody has brought the bot along to a server that it is not on."""
    channel: int
    language: str
    guild_spoken: str
    """What the server's Discord speaks; the server may have set another language."""
    settings: UserSettings
    is_moderator: bool
    """May manage the channel: has a host's rights at the table there, and at no other."""
    is_manager: bool
    """May manage the server."""
    member: discord.Member | None = None
    """With the roles of this moment; None in a DM."""
    table_at: int | None = None
    """The channel of the table that is meant, once `is_moderator` speaks of that one; else it is the reader's own."""


class Loaded(msgspec.Struct, kw_only=True):
    """What was looked up for one request."""

    table: TableRow | None = None
    seats: tuple[SeatRow, ...] | None = None
    own: GameSnapshot | None = None
    public: GameSnapshot | None = None
    draft: Draft | None = None
    server: GuildSettings | None = None


class Request(msgspec.Struct, frozen=True, kw_only=True, eq=False):
    """A command, a tap, a form or an autocomplete on its way to a handler.

    Each thing that it is about is looked up when a handler first wants it, and once. No other request sees it: what has
    changed since is found by the next one, and, within this one, by whoever asks `anew`.
    """

    interaction: Interaction
    tables: Tables
    reader: Reader
    tap: Tap = NO_TAP
    """The button, menu or form; of a command, nothing."""
    is_private: bool = False
    """Whether it was tapped in a private message of ours, which its answer then changes."""
    knows_code: bool = False
    """Whether it names the table by the code that invites to it."""
    table_id: int = 0
    loaded: Loaded = msgspec.field(default_factory=Loaded)

    @property
    def user(self) -> int:
        return self.reader.user

    @property
    def language(self) -> str:
        return self.reader.language

    @property
    def author(self) -> Author:
        return Author(user=self.reader.user, name=self.reader.name)

    @property
    def salt(self) -> str:
        """What Discord has just given to this command or tap, and nobody could know before: its number."""
        return str(self.interaction.id)

    @property
    def choice(self) -> str | None:
        """What a button stands for, or the first that was chosen in a menu."""
        return self.tap.values[0] if self.tap.values else None

    @property
    def store(self) -> StoreReader:
        return self.tables.store

    def at(self, table: TableRow) -> "Request":
        """The same request about another table."""
        return replace(self, table_id=table.id, loaded=Loaded(table=table, server=self.loaded.server))

    def anew(self) -> "Request":
        """The same request after something has changed at its table."""
        return replace(self, loaded=Loaded(server=self.loaded.server))

    async def find_table(self) -> TableRow | None:
        if self.loaded.table is None and self.table_id:
            self.loaded.table = await self.store.table(self.table_id)
        return self.loaded.table

    async def table(self) -> TableRow:
        table = await self.find_table()
        if table is None:
            raise NoTable
        return table

    async def seats(self) -> tuple[SeatRow, ...]:
        """As the store has them: a snapshot's may not know yet whom DMs reach."""
        if self.loaded.seats is None:
            self.loaded.seats = await self.store.seats(self.table_id)
        return self.loaded.seats

    async def snapshot(self) -> GameSnapshot:
        """The running game as the reader may see it."""
        if self.loaded.own is None:
            self.loaded.own = await self.tables.snapshot(self.table_id, self.user)
        return self.loaded.own

    async def public_snapshot(self) -> GameSnapshot:
        """The running game as the channel may see it."""
        if self.loaded.public is None:
            self.loaded.public = await self.tables.snapshot(self.table_id, None)
        return self.loaded.public

    async def server(self) -> GuildSettings:
        """The settings of the server that the reader asks from."""
        if self.loaded.server is None:
            self.loaded.server = await self.store.guild(self.reader.guild or 0)
        return self.loaded.server

    async def server_language(self) -> str:
        return (await self.server()).language or self.reader.guild_spoken


async def read_request(interaction: Interaction, tables: Tables, tap: Tap = NO_TAP) -> Request:
    """What somebody asks. What their Discord speaks is kept: DMs come unasked."""
    settings = await tables.store.user(interaction.user.id)
    client_language = spoken(interaction.locale)
    if settings.spoken != client_language:
        settings = await tables.people.change(
            interaction.user.id, lambda before: replace(before, spoken=client_language)
        )
    return Request(
        interaction=interaction,
        tables=tables,
        reader=reader_of(interaction, settings),
        tap=tap,
        is_private=is_in_private(interaction),
        table_id=tap.table_id,
    )


def reader_of(interaction: Interaction, settings: UserSettings) -> Reader:
    rights = interaction.permissions
    guild = own_server(interaction)
    in_guild = guild is not None
    return Reader(
        user=interaction.user.id,
        name=interaction.user.display_name,
        guild=guild,
        channel=interaction.channel_id or 0,
        language=settings.language or spoken(interaction.locale),
        guild_spoken=spoken(interaction.guild_locale),
        settings=settings,
        is_moderator=in_guild and (rights.manage_channels or rights.administrator),
        is_manager=in_guild and server_rights(interaction).manage_guild,
        member=interaction.user if in_guild and isinstance(interaction.user, discord.Member) else None,
    )


def own_server(interaction: Interaction) -> int | None:
    """The server that somebody asks from, where the bot was invited to it: it can't post on any other."""
    is_brought_along = interaction.is_user_integration() and not interaction.is_guild_integration()
    return None if is_brought_along else interaction.guild_id


def server_rights(interaction: Interaction) -> discord.Permissions:
    """By roles alone: what a channel adds for itself is no right over the server."""
    member = interaction.user
    return member.guild_permissions if isinstance(member, discord.Member) else discord.Permissions.none()


def spoken(locale: discord.Locale | None) -> str:
    """Our language for one of Discord's."""
    return spoken_in(locale.value) if locale else FALLBACK


def is_in_private(interaction: Interaction) -> bool:
    return interaction.message is not None and interaction.message.flags.ephemeral
