"""Things as Discord's JSON shows them. Keys that have no value are left out where Discord leaves them out."""

from __future__ import annotations

import copy
from urllib.parse import quote

from bot.local.world import components
from bot.local.world.errors import Json
from bot.local.world.ids import iso, seconds_of
from bot.local.world.limits import UPLOAD_BYTES
from bot.local.world.model import (
    Answer,
    Attachment,
    Channel,
    ChannelType,
    Command,
    Emoji,
    Guild,
    Interaction,
    InteractionType,
    Member,
    Message,
    MessageFlag,
    Role,
    Tag,
    User,
)
from bot.local.world.world import World


def user(person: User) -> Json:
    body: Json = {
        "id": str(person.id),
        "username": person.name,
        "discriminator": "0",
        "global_name": person.display,
        "avatar": None,
        "public_flags": 0,
        "flags": 0,
        "primary_guild": None,
    }
    if person.is_bot:
        body["bot"] = True
    return body


def member(world: World, of: Member) -> Json:
    return {"user": user(world.users[of.user_id]), **member_only(of)}


def member_only(of: Member) -> Json:
    """A member without its user, as it comes beside a message's author."""
    return {
        "nick": of.nick,
        "avatar": None,
        "banner": None,
        "communication_disabled_until": None,
        "roles": [str(role) for role in of.roles],
        "joined_at": iso(of.joined_at),
        "premium_since": None,
        "deaf": False,
        "mute": False,
        "pending": False,
        "flags": 0,
    }


def role(of: Role) -> Json:
    return {
        "id": str(of.id),
        "name": of.name,
        "color": of.colour,
        "colors": {"primary_color": of.colour, "secondary_color": None, "tertiary_color": None},
        "hoist": False,
        "icon": None,
        "unicode_emoji": None,
        "position": of.position,
        "permissions": str(of.permissions),
        "managed": False,
        "mentionable": False,
        "flags": 0,
    }


def guild(of: Guild) -> Json:
    return {
        "id": str(of.id),
        "name": of.name,
        "icon": None,
        "splash": None,
        "discovery_splash": None,
        "banner": None,
        "description": None,
        "owner_id": str(of.owner_id),
        "afk_channel_id": None,
        "afk_timeout": 300,
        "verification_level": 0,
        "default_message_notifications": 1,
        "explicit_content_filter": 0,
        "roles": [role(each) for each in of.roles.values()],
        "emojis": [],
        "stickers": [],
        "features": [],
        "mfa_level": 0,
        "application_id": None,
        "system_channel_id": None if of.system_channel_id is None else str(of.system_channel_id),
        "system_channel_flags": 0,
        "rules_channel_id": None,
        "public_updates_channel_id": None,
        "safety_alerts_channel_id": None,
        "vanity_url_code": None,
        "premium_tier": 0,
        "premium_subscription_count": 0,
        "premium_progress_bar_enabled": False,
        "preferred_locale": of.locale,
        "nsfw_level": 0,
        "max_members": 500000,
        "max_presences": None,
    }


def guild_create(world: World, of: Guild) -> Json:
    """What the gateway sends of a guild: with its channels, and of the members only the bot."""
    visible = [each for each in world.guild_channels(of.id) if world.sees(world.bot_id, each)]
    threads = [each for each in world.threads(of.id) if not each.archived and world.sees(world.bot_id, each)]
    return {
        **guild(of),
        "joined_at": iso(of.members[world.bot_id].joined_at),
        "large": False,
        "unavailable": False,
        "member_count": len(of.members),
        "members": [member(world, of.members[world.bot_id])],
        "channels": [channel(world, each) for each in visible],
        "threads": [channel(world, each) for each in threads],
        "voice_states": [],
        "presences": [],
        "stage_instances": [],
        "guild_scheduled_events": [],
        "soundboard_sounds": [],
    }


def channel(world: World, of: Channel) -> Json:
    body: Json = {"id": str(of.id), "type": int(of.type), "flags": of.flags}
    if of.last_message_id or of.type is not ChannelType.CATEGORY:
        body["last_message_id"] = str(of.last_message_id) if of.last_message_id else None
    if of.type is ChannelType.DM:
        others = [each for each in of.recipients if each != world.bot_id]
        return body | {"recipients": [user(world.users[each]) for each in others]}
    body |= {
        "guild_id": str(of.guild_id),
        "name": of.name,
        "parent_id": str(of.parent_id) if of.parent_id else None,
        "rate_limit_per_user": of.slow_seconds,
    }
    if of.is_thread:
        return body | _thread(world, of)
    if of.type is ChannelType.FORUM:
        body |= {
            "available_tags": [tag(each) for each in of.tags],
            "default_reaction_emoji": None,
            "default_sort_order": None,
            "default_forum_layout": 0,
        }
    return body | {
        "position": of.position,
        "topic": of.topic,
        "nsfw": False,
        "permission_overwrites": [
            {"id": str(each.id), "type": int(each.is_member), "allow": str(each.allow), "deny": str(each.deny)}
            for each in of.overwrites
        ],
    }


def tag(of: Tag) -> Json:
    emoji_id = str(of.emoji_id) if of.emoji_id else None
    return {
        "id": str(of.id),
        "name": of.name,
        "moderated": of.moderated,
        "emoji_id": emoji_id,
        "emoji_name": of.emoji_name,
    }


def _thread(world: World, of: Channel) -> Json:
    body: Json = {
        "owner_id": str(of.owner_id),
        "message_count": of.message_count,
        "total_message_sent": of.message_count,
        "member_count": min(len(of.members), 50),
        "thread_metadata": {
            "archived": of.archived,
            "archive_timestamp": iso(of.archived_at),
            "auto_archive_duration": of.archive_minutes,
            "locked": of.locked,
            "create_timestamp": iso(seconds_of(of.id)),
        },
    }
    if of.type is ChannelType.PRIVATE_THREAD:
        body["thread_metadata"]["invitable"] = True
    if world.bot_id in of.members:
        body["member"] = thread_member(of, world.bot_id)
    parent = world.channels.get(of.parent_id or 0)
    if parent is not None and parent.type is ChannelType.FORUM:
        body["applied_tags"] = [str(each) for each in of.applied]
    return body


def thread_member(of: Channel, user_id: int) -> Json:
    return {"id": str(of.id), "user_id": str(user_id), "join_timestamp": iso(seconds_of(of.id)), "flags": 0}


def attachment(world: World, channel_id: int, of: Attachment) -> Json:
    url = attachment_url(world, channel_id, of)
    body: Json = {
        "id": str(of.id),
        "filename": of.filename,
        "size": of.size,
        "url": url,
        "proxy_url": url,
        "content_type": of.content_type,
    }
    for key in ("width", "height", "description", "title"):
        if getattr(of, key) is not None:
            body[key] = getattr(of, key)
    return body


def attachment_url(world: World, channel_id: int, of: Attachment) -> str:
    return f"{world.cdn}/attachments/{channel_id}/{of.id}/{quote(of.filename)}"


def message(world: World, of: Message, *, with_reference: bool = True) -> Json:
    shown = copy.deepcopy(of.components)
    embeds = copy.deepcopy(of.embeds)
    used = _resolve_links(world, of, shown, embeds)
    body: Json = {
        "id": str(of.id),
        "channel_id": str(of.channel_id),
        "type": int(of.type),
        "author": user(world.users[of.author_id]),
        "content": of.content,
        "timestamp": iso(seconds_of(of.id)),
        "edited_timestamp": None if of.edited_at is None else iso(of.edited_at),
        "tts": of.tts,
        "mention_everyone": of.mention_everyone,
        "mentions": [user(world.users[each]) for each in of.mentions],
        "mention_roles": [str(each) for each in of.mention_roles],
        "attachments": [attachment(world, of.channel_id, each) for each in of.attachments if each.id not in used],
        "embeds": embeds,
        "components": shown,
        "pinned": of.pinned,
        "flags": of.flags,
    }
    if of.nonce is not None:
        body["nonce"] = of.nonce
    if of.reactions:
        body["reactions"] = [_reaction(world, name, who) for name, who in of.reactions.items()]
    if of.interaction_meta is not None:
        body |= {"interaction_metadata": of.interaction_meta, "webhook_id": str(world.bot_id)}
    if of.author_id == world.bot_id:
        body["application_id"] = str(world.bot_id)
    if of.thread_id in world.channels:
        body["thread"] = channel(world, world.channels[of.thread_id or 0])
    return body | (_reference(world, of) if with_reference else {})


def _reference(world: World, of: Message) -> Json:
    if of.reference is None:
        return {}
    link: Json = {"type": 0, "channel_id": str(of.channel_id), "message_id": str(of.reference)}
    where = world.channels[of.channel_id]
    if where.guild_id:
        link["guild_id"] = str(where.guild_id)
    target = world.messages.get(of.channel_id, of.reference)
    shown = message(world, target, with_reference=False) if target else None
    return {"message_reference": link, "referenced_message": shown}


def _reaction(world: World, name: str, who: list[int]) -> Json:
    emoji_name, _, emoji_id = name.partition(":")
    return {
        "emoji": {"id": emoji_id or None, "name": emoji_name},
        "count": len(who),
        "count_details": {"burst": 0, "normal": len(who)},
        "burst_colors": [],
        "me": world.bot_id in who,
        "me_burst": False,
    }


def message_event(world: World, of: Message) -> Json:
    """A message as the gateway sends it: with guild and the author as a member."""
    body = message(world, of)
    where = world.channels[of.channel_id]
    if where.guild_id:
        body["guild_id"] = str(where.guild_id)
        author = world.guilds[where.guild_id].members.get(of.author_id)
        if author and of.interaction_meta is None:
            body["member"] = member_only(author)
    return body


def _resolve_links(world: World, of: Message, shown: list[Json], embeds: list[Json]) -> set[int]:
    """Turn `attachment://` into addresses in place; gives the attachments that are shown that way."""
    used: set[int] = set()
    by_name = {each.filename: each for each in of.attachments}
    by_url = {attachment_url(world, of.channel_id, each): each for each in of.attachments}
    links = list(components.media_links(shown))
    for embed in embeds:
        links += [embed[key] for key in ("image", "thumbnail", "video") if key in embed]
    for link in links:
        url = str(link.get("url", ""))
        found = by_name.get(url.removeprefix("attachment://")) if url.startswith("attachment://") else by_url.get(url)
        if of.is_layout:
            link["id"] = str(found.id if found else of.id)
        if found is None:
            link["proxy_url"] = url
            continue
        used.add(found.id)
        link["url"] = link["proxy_url"] = attachment_url(world, of.channel_id, found)
        link["content_type"] = found.content_type
        if of.is_layout:
            link["attachment_id"] = str(found.id)
        if found.width:
            link |= {"width": found.width, "height": found.height}
    return used


def command(of: Command, application_id: int) -> Json:
    body = {
        "id": str(of.id),
        "application_id": str(application_id),
        "version": str(of.version),
        **of.body,
    }
    if of.guild_id:
        body["guild_id"] = str(of.guild_id)
    return body


def emoji(world: World, of: Emoji) -> Json:
    return {
        "id": str(of.id),
        "name": of.name,
        "roles": [],
        "user": user(world.bot),
        "require_colons": True,
        "managed": False,
        "animated": of.animated,
        "available": True,
    }


def interaction(world: World, of: Interaction) -> Json:
    where = world.channels[of.channel_id]
    app_permissions = world.permissions(world.bot_id, where)
    body: Json = {
        "id": str(of.id),
        "application_id": str(world.bot_id),
        "type": int(of.type),
        "token": of.token,
        "version": 1,
        "data": of.data,
        "channel_id": str(where.id),
        "channel": channel(world, where) | {"permissions": str(world.permissions(of.user_id, where))},
        "app_permissions": str(app_permissions),
        "locale": world.users[of.user_id].locale,
        "context": of.context,
        "authorizing_integration_owners": owners(of),
        "attachment_size_limit": UPLOAD_BYTES,
        "entitlements": [],
    }
    if of.guild_id:
        home = world.guilds[of.guild_id]
        own = member(world, home.members[of.user_id]) | {"permissions": str(world.permissions(of.user_id, where))}
        body |= {
            "guild_id": str(home.id),
            "guild": {"id": str(home.id), "locale": home.locale, "features": []},
            "guild_locale": home.locale,
            "member": own,
        }
    else:
        body["user"] = user(world.users[of.user_id])
    if of.message_id:
        clicked = world.messages.get(of.channel_id, of.message_id)
        if clicked:
            body["message"] = message(world, clicked)
    return body


def owners(of: Interaction) -> Json:
    return {str(kind): str(owner) for kind, owner in of.owners.items()}


def interaction_metadata(world: World, of: Interaction) -> Json:
    """What a message says about the interaction that it answers."""
    body: Json = {
        "id": str(of.id),
        "type": int(of.type),
        "user": user(world.users[of.user_id]),
        "authorizing_integration_owners": owners(of),
    }
    if of.type is InteractionType.COMMAND:
        body |= {"name": of.name, "command_type": int(of.data.get("type", 1))}
    elif of.type is InteractionType.COMPONENT and of.message_id:
        body["interacted_message_id"] = str(of.message_id)
    elif of.parent_id and of.parent_id in world.interactions:
        body["triggering_interaction_metadata"] = interaction_metadata(world, world.interactions[of.parent_id])
    return body


def callback(world: World, of: Interaction) -> Json:
    """The answer to an interaction callback, as `with_response` asks for it."""
    inner: Json = {"id": str(of.id), "type": int(of.type)}
    body: Json = {"interaction": inner}
    response = world.messages.get(of.channel_id, of.response_id)
    if response is None:
        return body
    inner |= {
        "response_message_id": str(response.id),
        "response_message_loading": bool(response.flags & MessageFlag.LOADING),
        "response_message_ephemeral": response.is_ephemeral,
        "channel_id": str(of.channel_id),
    }
    if of.guild_id:
        inner["guild_id"] = str(of.guild_id)
    if of.answer in (Answer.SEND, Answer.UPDATE):
        body["resource"] = {"type": of.answer, "message": message(world, response)}
    return body


def application(world: World, flags: int) -> Json:
    return {
        "id": str(world.bot_id),
        "name": world.bot.display,
        "icon": None,
        "description": "",
        "summary": "",
        "type": None,
        "bot_public": True,
        "bot_require_code_grant": False,
        "verify_key": "0" * 64,
        "flags": flags,
        "rpc_origins": [],
        "redirect_uris": [],
        "interactions_endpoint_url": None,
        "role_connections_verification_url": None,
        "integration_types_config": {"0": {}, "1": {}},
        "approximate_guild_count": len(world.guilds),
        "approximate_user_install_count": sum(each.has_app for each in world.users.values()),
        "approximate_user_authorization_count": 0,
        "explicit_content_filter": 0,
        "eligible_oauth2_scopes": [],
        "flags_new": str(flags),
        "team": None,
        "bot": user(world.bot),
        "owner": user(next(each for each in world.users.values() if not each.is_bot)),
    }
