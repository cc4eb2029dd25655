"""Who may do what where: roles, then the channel's overwrites."""

from __future__ import annotations

from enum import IntFlag

from bot.local.world.model import Channel, Guild, Member


class Permission(IntFlag):
    ADMINISTRATOR = 1 << 3
    MANAGE_CHANNELS = 1 << 4
    MANAGE_GUILD = 1 << 5
    ADD_REACTIONS = 1 << 6
    VIEW_CHANNEL = 1 << 10
    SEND_MESSAGES = 1 << 11
    MANAGE_MESSAGES = 1 << 13
    EMBED_LINKS = 1 << 14
    ATTACH_FILES = 1 << 15
    READ_MESSAGE_HISTORY = 1 << 16
    MENTION_EVERYONE = 1 << 17
    USE_EXTERNAL_EMOJIS = 1 << 18
    CHANGE_NICKNAME = 1 << 26
    USE_APPLICATION_COMMANDS = 1 << 31
    MANAGE_THREADS = 1 << 34
    CREATE_PUBLIC_THREADS = 1 << 35
    CREATE_PRIVATE_THREADS = 1 << 36
    SEND_MESSAGES_IN_THREADS = 1 << 38
    PIN_MESSAGES = 1 << 51


ALL = (1 << 53) - 1
EVERYONE = (
    Permission.ADD_REACTIONS
    | Permission.VIEW_CHANNEL
    | Permission.SEND_MESSAGES
    | Permission.EMBED_LINKS
    | Permission.ATTACH_FILES
    | Permission.READ_MESSAGE_HISTORY
    | Permission.USE_EXTERNAL_EMOJIS
    | Permission.CHANGE_NICKNAME
    | Permission.USE_APPLICATION_COMMANDS
    | Permission.CREATE_PUBLIC_THREADS
    | Permission.CREATE_PRIVATE_THREADS
    | Permission.SEND_MESSAGES_IN_THREADS
)
MODERATOR = (
    EVERYONE
    | Permission.MANAGE_CHANNELS
    | Permission.MANAGE_GUILD
    | Permission.MANAGE_MESSAGES
    | Permission.MANAGE_THREADS
    | Permission.PIN_MESSAGES
)
IN_A_DM = (
    Permission.ADD_REACTIONS
    | Permission.VIEW_CHANNEL
    | Permission.SEND_MESSAGES
    | Permission.EMBED_LINKS
    | Permission.ATTACH_FILES
    | Permission.READ_MESSAGE_HISTORY
    | Permission.USE_APPLICATION_COMMANDS
    | Permission.USE_EXTERNAL_EMOJIS
    | Permission.PIN_MESSAGES
)


def in_guild(guild: Guild, member: Member) -> int:
    """What the roles give, before any channel has its say."""
    if member.user_id == guild.owner_id:
        return ALL
    granted = guild.roles[guild.id].permissions
    for role_id in member.roles:
        granted |= guild.roles[role_id].permissions
    return ALL if granted & Permission.ADMINISTRATOR else granted


def in_channel(guild: Guild, member: Member, channel: Channel) -> int:
    """`channel` is the parent where a thread is meant."""
    granted = in_guild(guild, member)
    if granted == ALL:
        return ALL
    overwrites = {overwrite.id: overwrite for overwrite in channel.overwrites}
    everyone = overwrites.get(guild.id)
    if everyone:
        granted = granted & ~everyone.deny | everyone.allow
    theirs = [overwrites[role] for role in member.roles if role in overwrites]
    for overwrite in theirs:
        granted &= ~overwrite.deny
    for overwrite in theirs:
        granted |= overwrite.allow
    own = overwrites.get(member.user_id)
    if own:
        granted = granted & ~own.deny | own.allow
    return granted if granted & Permission.VIEW_CHANNEL else 0
