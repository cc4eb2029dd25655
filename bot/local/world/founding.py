"""The world on the first day: the bot, a guild with a few channels, four people and a welcome."""

from __future__ import annotations

from collections.abc import Mapping

from bot.local.world.model import Channel, ChannelType, Guild, Member, Message, Role, User
from bot.local.world.permissions import EVERYONE, MODERATOR, Permission
from bot.local.world.world import World

PEOPLE = (("ada", "Ada", "en-GB"), ("bo", "Bo", "en-GB"), ("cyd", "Cyd", "pl"), ("dora", "Dora", "pl"))
CHANNELS = ("welcome", "trains", "slow-line", "station-bar")
PLAY_NOW = "play-now"
"""The custom id of the welcome's button; the page runs a command of the bot for whoever clicks it."""


def found(world: World, welcome: str, play: str, topics: Mapping[str, str]) -> None:
    """Fill an empty world; `welcome` is its first message, `play` stands on its button, `topics` are by channel."""
    bot = User(id=world.ids.next(), name="semafor", display="Semafor", is_bot=True)
    people = [User(id=world.ids.next(), name=name, display=shown, locale=locale) for name, shown, locale in PEOPLE]
    guild_id = world.ids.next()
    moderators = Role(id=world.ids.next(), name="Stationmasters", permissions=int(MODERATOR), position=1)
    bots_role = Role(
        id=world.ids.next(), name="Semafor", permissions=int(EVERYONE | Permission.MENTION_EVERYONE), position=2
    )
    guild = Guild(
        id=guild_id,
        name="Semafor Junction",
        owner_id=people[0].id,
        roles={
            guild_id: Role(id=guild_id, name="@everyone", permissions=int(EVERYONE)),
            moderators.id: moderators,
            bots_role.id: bots_role,
        },
    )
    now = world.clock()
    members = [Member(user_id=each.id, joined_at=now) for each in people]
    members[0].roles = [moderators.id]
    members.append(Member(user_id=bot.id, joined_at=now, roles=[bots_role.id]))
    guild.members = {each.user_id: each for each in members}
    for thing in (bot, *people, guild):
        world.put(thing)
    for position, name in enumerate(CHANNELS):
        world.put(
            Channel(
                id=world.ids.next(),
                type=ChannelType.TEXT,
                name=name,
                guild_id=guild_id,
                topic=topics.get(name),
                position=position,
            )
        )
    _welcome(world, guild, welcome, play)


def _welcome(world: World, guild: Guild, welcome: str, play: str) -> None:
    channel = world.guild_channels(guild.id)[0]
    button = {"type": 2, "id": 2, "style": 1, "label": play, "custom_id": PLAY_NOW}
    message = Message(
        id=world.ids.next(),
        channel_id=channel.id,
        author_id=world.bot_id,
        content=welcome,
        components=[{"type": 1, "id": 1, "components": [button]}],
    )
    channel.last_message_id = message.id
    world.put(channel)
    world.put(message)
