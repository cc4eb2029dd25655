"""A small bot with one of everything, as any discord.py program would be written."""

from __future__ import annotations

import io
import struct
import zlib
from typing import Any

import discord
from discord import app_commands


def png(width: int = 120, height: int = 80, colour: tuple[int, int, int] = (163, 64, 46)) -> bytes:
    def chunk(kind: bytes, data: bytes) -> bytes:
        return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))

    row = b"\0" + bytes(colour) * width
    header = struct.pack(">IIBBBBB", width, height, 8, 2, 0, 0, 0)
    body = chunk(b"IHDR", header) + chunk(b"IDAT", zlib.compress(row * height)) + chunk(b"IEND", b"")
    return b"\x89PNG\r\n\x1a\n" + body


def picture(name: str = "board.png", text: str = "A red board", **size: Any) -> discord.File:
    return discord.File(io.BytesIO(png(**size)), name, description=text)


CITIES = ("Duluth", "Denver", "Dallas", "Omaha", "Boston", "Miami")


class NameModal(discord.ui.Modal, title="A name for the table"):
    name: discord.ui.TextInput[Any] = discord.ui.TextInput(label="Name", max_length=32)
    speed: discord.ui.Label[Any] = discord.ui.Label(
        text="Speed",
        component=discord.ui.Select(options=[discord.SelectOption(label="Slow"), discord.SelectOption(label="Brisk")]),
    )

    async def on_submit(self, interaction: discord.Interaction) -> None:
        chosen = self.speed.component.values[0]  # type: ignore[attr-defined]
        await interaction.response.send_message(f"Named {self.name.value}, {chosen}", ephemeral=True)


class InviteModal(discord.ui.Modal, title="Invite"):
    whom: discord.ui.Label[Any] = discord.ui.Label(text="Whom", component=discord.ui.UserSelect(max_values=2))

    async def on_submit(self, interaction: discord.Interaction) -> None:
        people = self.whom.component.values  # type: ignore[attr-defined]
        await interaction.response.send_message("Invited " + ", ".join(each.display_name for each in people))


class Invite(discord.ui.View):
    @discord.ui.select(cls=discord.ui.UserSelect, custom_id="whom", placeholder="Whom?")
    async def whom(self, interaction: discord.Interaction, select: discord.ui.UserSelect[Any]) -> None:
        await interaction.response.edit_message(content=f"Invited {select.values[0].display_name}")

    @discord.ui.select(cls=discord.ui.ChannelSelect, custom_id="where", placeholder="Where?")
    async def where(self, interaction: discord.Interaction, select: discord.ui.ChannelSelect[Any]) -> None:
        await interaction.response.edit_message(content=f"In {select.values[0].name}")

    @discord.ui.button(label="Several", custom_id="several")
    async def several(self, interaction: discord.Interaction, button: discord.ui.Button[Any]) -> None:
        await interaction.response.send_modal(InviteModal())


class Panel(discord.ui.View):
    def __init__(self) -> None:
        super().__init__(timeout=None)
        self.count = 0

    @discord.ui.button(label="Count", custom_id="count", style=discord.ButtonStyle.primary)
    async def add(self, interaction: discord.Interaction, button: discord.ui.Button[Any]) -> None:
        self.count += 1
        await interaction.response.edit_message(content=f"Count is {self.count}", view=self)

    @discord.ui.button(label="Slow", custom_id="slow")
    async def slow(self, interaction: discord.Interaction, button: discord.ui.Button[Any]) -> None:
        await interaction.response.defer()
        await interaction.edit_original_response(content="Slow is done", attachments=[picture("slow.png")])

    @discord.ui.button(label="Whisper", custom_id="whisper")
    async def whisper(self, interaction: discord.Interaction, button: discord.ui.Button[Any]) -> None:
        await interaction.response.send_message(f"Only {interaction.user.display_name}", ephemeral=True, view=Panel())

    @discord.ui.button(label="Name", custom_id="name")
    async def name(self, interaction: discord.Interaction, button: discord.ui.Button[Any]) -> None:
        await interaction.response.send_modal(NameModal())

    @discord.ui.button(label="Silent", custom_id="silent", style=discord.ButtonStyle.danger)
    async def silent(self, interaction: discord.Interaction, button: discord.ui.Button[Any]) -> None:
        return

    @discord.ui.select(
        custom_id="colour",
        placeholder="Choose a colour",
        min_values=1,
        max_values=2,
        options=[discord.SelectOption(label=each, value=each.lower()) for each in ("Red", "Blue", "Green")],
    )
    async def colour(self, interaction: discord.Interaction, select: discord.ui.Select[Any]) -> None:
        await interaction.response.edit_message(content="Chosen: " + ", ".join(select.values))


class Pages(discord.ui.LayoutView):
    """Components V2."""

    def __init__(self) -> None:
        super().__init__(timeout=None)
        button: discord.ui.Button[Any] = discord.ui.Button(label="Open", custom_id="open")
        section: discord.ui.Section[Any] = discord.ui.Section("### USA #12\nYour turn for 3 hours", accessory=button)
        gallery: discord.ui.MediaGallery[Any] = discord.ui.MediaGallery()
        gallery.add_item(media="attachment://board.png", description="The board of USA #12")
        self.add_item(
            discord.ui.Container(
                discord.ui.TextDisplay("## Your games"),
                section,
                discord.ui.Separator(),
                gallery,
                discord.ui.ActionRow(discord.ui.Button(label="Next", custom_id="next")),
                accent_colour=0xA3402E,
            )
        )


class SampleBot(discord.Client):
    def __init__(self, **options: Any) -> None:
        super().__init__(intents=discord.Intents(guilds=True), guild_ready_timeout=0.05, **options)
        self.tree = app_commands.CommandTree(self)
        self.resumes = 0
        self.seen: list[int] = []
        """The ids of the interactions that arrived."""
        add_commands(self.tree)

    async def setup_hook(self) -> None:
        self.add_view(Panel())
        await self.tree.sync()

    async def on_interaction(self, interaction: discord.Interaction) -> None:
        self.seen.append(interaction.id)

    async def on_resumed(self) -> None:
        self.resumes += 1


def add_commands(tree: app_commands.CommandTree[Any]) -> None:
    add_playing(tree)
    add_talking(tree)


def add_playing(tree: app_commands.CommandTree[Any]) -> None:
    game = app_commands.Group(name="game", description="The table")

    @game.command(name="new", description="Open a table here")
    @app_commands.choices(
        title=[app_commands.Choice(name="USA", value="usa"), app_commands.Choice(name="Metro", value="metro")]
    )
    async def new(
        interaction: discord.Interaction, title: str, seats: app_commands.Range[int, 2, 6] = 2, robots: int = 0
    ) -> None:
        await interaction.response.defer(thinking=True)
        text = f"{title} for {seats}, {robots} robots"
        await interaction.edit_original_response(content=text, attachments=[picture()], view=Panel())

    tree.add_command(game)

    @tree.command(description="Claim a route")
    async def claim(interaction: discord.Interaction, route: str, pay: str | None = None) -> None:
        await interaction.response.send_message(f"{route} for {pay}", silent=True)

    @claim.autocomplete("route")
    async def routes(_: discord.Interaction, current: str) -> list[app_commands.Choice[str]]:
        fitting = [each for each in CITIES if each.lower().startswith(current.lower())]
        return [app_commands.Choice(name=each, value=each.lower()) for each in fitting]

    @tree.command(description="Find a city, or none")
    @app_commands.autocomplete(city=routes)
    async def find(interaction: discord.Interaction, city: str | None = None) -> None:
        await interaction.response.send_message(f"Found: {city}")

    @tree.command(description="Your hand, for your eyes only")
    async def hand(interaction: discord.Interaction) -> None:
        await interaction.response.send_message(
            "Your hand", ephemeral=True, file=picture("hand.png", "Three red cards"), view=Panel()
        )


def add_talking(tree: app_commands.CommandTree[Any]) -> None:
    @tree.command(description="A direct message")
    async def write(interaction: discord.Interaction) -> None:
        await interaction.response.defer(ephemeral=True, thinking=True)
        try:
            await interaction.user.send("A letter for you", view=Panel())
        except discord.Forbidden as refused:
            await interaction.followup.send(f"Refused: {refused.code}")
        else:
            await interaction.followup.send("Sent")

    @tree.command(description="Your running games")
    async def games(interaction: discord.Interaction) -> None:
        await interaction.response.send_message(view=Pages(), file=picture())

    @tree.command(description="Invite somebody")
    async def invite(interaction: discord.Interaction) -> None:
        await interaction.response.send_message("Whom?", view=Invite())

    @tree.command(description="Never answers")
    async def sleep(interaction: discord.Interaction) -> None:
        assert not interaction.response.is_done()

    @tree.command(description="Opens a thread")
    async def thread(interaction: discord.Interaction, name: str) -> None:
        assert isinstance(interaction.channel, discord.TextChannel)
        opened = await interaction.channel.create_thread(name=name, type=discord.ChannelType.public_thread)
        await opened.send(f"Welcome, {interaction.user.mention}")
        await interaction.response.send_message(opened.mention, ephemeral=True)

    @tree.command(description="Who is that?")
    async def who(interaction: discord.Interaction, member: discord.Member) -> None:
        locale = interaction.locale.value
        await interaction.response.send_message(f"{member.display_name} {locale} {interaction.guild_locale}")
