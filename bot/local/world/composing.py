"""What a message may be made of: checks on its body, its files and whom it pings."""

from __future__ import annotations

import copy
import re

from bot.local.world import components, errors, limits
from bot.local.world.errors import ApiRefusal, InvalidForm, Json
from bot.local.world.model import Attachment, Channel, Message, MessageFlag, Upload
from bot.local.world.permissions import Permission
from bot.local.world.pictures import sniff
from bot.local.world.shape import Check, anything, boolean, fields, list_of, one_of, snowflake, text, whole
from bot.local.world.world import World

_PICTURE = fields({"url": text(1, 2048), "proxy_url": text(), "width": whole(0), "height": whole(0)})
EMBED = fields(
    {
        "type": text(0, 100),
        "flags": whole(0),
        "url": text(0, 2048),
        "title": text(0, 256),
        "color": whole(0, 0xFFFFFF),
        "timestamp": text(0, 64),
        "description": text(0, 4096),
        "author": fields({"name": text(1, 256), "url": text(0, 2048), "icon_url": text(0, 2048)}, ["name"]),
        "image": _PICTURE,
        "thumbnail": _PICTURE,
        "footer": fields({"text": text(1, 2048), "icon_url": text(0, 2048)}, ["text"]),
        "fields": list_of(
            fields({"name": text(1, 256), "value": text(1, 1024), "inline": boolean}, ["name", "value"]), most=25
        ),
    }
)
ALLOWED_MENTIONS = fields(
    {
        "parse": list_of(one_of("users", "roles", "everyone")),
        "users": list_of(snowflake, most=100),
        "roles": list_of(snowflake, most=100),
        "replied_user": boolean,
    }
)
ATTACHMENT = fields(
    {
        "id": snowflake,
        "filename": text(1, 1024),
        "description": text(0, 1024),
        "title": text(0, 1024),
        "is_spoiler": boolean,
        **dict.fromkeys(("size", "url", "proxy_url", "spoiler", "height", "width", "content_type"), anything),
    },
    ["id"],
)
EDIT: dict[str, Check] = {
    "content": text(0, limits.CONTENT),
    "embeds": list_of(EMBED, most=limits.EMBEDS),
    "allowed_mentions": ALLOWED_MENTIONS,
    "components": list_of(anything, most=limits.LAYOUT_COMPONENTS),
    "flags": whole(0),
    "attachments": list_of(ATTACHMENT, most=limits.ATTACHMENTS),
}
INTERACTION_MESSAGE = EDIT | {"tts": boolean}
REFERENCE = fields(
    {
        "type": one_of(0),
        "message_id": snowflake,
        "channel_id": snowflake,
        "guild_id": snowflake,
        "fail_if_not_exists": boolean,
    },
    ["message_id"],
)
CREATE = INTERACTION_MESSAGE | {
    "sticker_ids": list_of(snowflake, most=0),
    "message_reference": REFERENCE,
    "nonce": anything,
    "enforce_nonce": boolean,
}
_MAY_SET = MessageFlag.SUPPRESS_EMBEDS | MessageFlag.SUPPRESS_NOTIFICATIONS | MessageFlag.IS_COMPONENTS_V2
_USER_MENTION = re.compile(r"<@!?(\d+)>")
_ROLE_MENTION = re.compile(r"<@&(\d+)>")


def fill(world: World, message: Message, body: Json, uploads: list[Upload], *, is_new: bool) -> None:
    """Write the body of a create or edit request onto `message`; raises before anything of it has changed."""
    flags = _flags(message, body, is_new)
    is_layout = bool(flags & MessageFlag.IS_COMPONENTS_V2)
    content = body["content"] or "" if "content" in body else message.content
    embeds = copy.deepcopy(body["embeds"] or []) if "embeds" in body else message.embeds
    parts = message.components
    if "components" in body or is_layout != message.is_layout:
        parts = components.check_message(body.get("components") or [], is_layout)
        components.check_emojis(parts, world.emojis)
    if is_layout and (content or embeds):
        raise InvalidForm(
            ("content" if content else "embeds",),
            "MESSAGE_CANNOT_USE_LEGACY_FIELDS_WITH_COMPONENTS_V2",
            "The fields content and embeds can't be used beside components V2",
        )
    _check_embeds(embeds)
    attachments = _attachments(world, message, body, uploads)
    _check_links(attachments, parts, embeds)
    if not (content or embeds or attachments or parts):
        raise errors.empty_message()
    gone = {each.id for each in message.attachments} - {each.id for each in attachments}
    message.flags, message.content, message.embeds = flags, content, [_rich(each) for each in embeds]
    message.components, message.attachments = parts, attachments
    for file_id in gone:
        world.drop_file(file_id)
    for upload, attachment in zip(uploads, attachments[len(attachments) - len(uploads) :], strict=True):
        world.put_file(attachment.id, upload.content)
    if is_new or "content" in body or "components" in body:
        _mention(world, message, body)


def _flags(message: Message, body: Json, is_new: bool) -> int:
    asked = body.get("flags") or 0
    kept = message.flags & ~MessageFlag.LOADING
    if asked & ~(_MAY_SET | MessageFlag.EPHEMERAL):
        raise InvalidForm(("flags",), "BASE_TYPE_CHOICES", "A flag that a bot may not set.")
    if is_new:
        return int(kept | (asked & _MAY_SET))
    layout = (kept | asked) & MessageFlag.IS_COMPONENTS_V2
    embeds = (asked if "flags" in body else kept) & MessageFlag.SUPPRESS_EMBEDS
    return int(kept & ~MessageFlag.SUPPRESS_EMBEDS | layout | embeds)


def _check_embeds(embeds: list[Json]) -> None:
    length = 0
    for embed in embeds:
        length += len(embed.get("title") or "") + len(embed.get("description") or "")
        length += len((embed.get("footer") or {}).get("text") or "") + len(
            (embed.get("author") or {}).get("name") or ""
        )
        length += sum(len(field["name"]) + len(field["value"]) for field in embed.get("fields") or [])
    if length > limits.EMBED_TEXT:
        raise InvalidForm(("embeds",), "MAX_EMBED_SIZE_EXCEEDED", "Embed size exceeds maximum size of 6000")


def _rich(embed: Json) -> Json:
    return {**{key: value for key, value in embed.items() if value is not None}, "type": embed.get("type") or "rich"}


def _attachments(world: World, message: Message, body: Json, uploads: list[Upload]) -> list[Attachment]:
    """What stays, then what is new in the order of the uploads."""
    for upload in uploads:
        if len(upload.content) > limits.UPLOAD_BYTES:
            raise errors.too_large()
    named: dict[int, Json] = {int(each["id"]): each for each in body.get("attachments") or []}
    kept = list(message.attachments)
    if body.get("attachments") is not None:
        kept = [each for each in kept if each.id in named]
    known = {each.id for each in kept} | {upload.index for upload in uploads}
    for wanted in named:
        if wanted not in known:
            raise InvalidForm(("attachments",), "MESSAGE_ATTACHMENT_NOT_FOUND", f"Attachment {wanted} not found")
    new = [_attachment(world, upload, named.get(upload.index, {})) for upload in uploads]
    if len(kept) + len(new) > limits.ATTACHMENTS:
        raise ApiRefusal(400, 30015, "Maximum number of attachments in a message reached (10)")
    return kept + new


def _attachment(world: World, upload: Upload, named: Json) -> Attachment:
    content_type, size = sniff(upload.content) or (upload.content_type, None)
    filename = re.sub(r"[^\w.\-]", "_", str(named.get("filename") or upload.filename))
    if named.get("is_spoiler") and not filename.startswith("SPOILER_"):
        filename = "SPOILER_" + filename
    return Attachment(
        id=world.ids.next(),
        filename=filename,
        size=len(upload.content),
        content_type=content_type,
        width=size[0] if size else None,
        height=size[1] if size else None,
        description=named.get("description") or None,
        title=named.get("title") or None,
    )


def _check_links(attachments: list[Attachment], parts: list[Json], embeds: list[Json]) -> None:
    names = {each.filename for each in attachments}
    links = list(components.media_links(parts))
    links += [embed[key] for embed in embeds for key in ("image", "thumbnail") if embed.get(key)]
    for link in links:
        url = str(link["url"])
        if url.startswith("attachment://"):
            if url.removeprefix("attachment://") not in names:
                raise InvalidForm(
                    ("components",),
                    "UNFURLED_MEDIA_ITEM_REFERENCED_ATTACHMENT_NOT_FOUND",
                    f"The attachment {url} was not found",
                )
        elif not url.startswith(("http://", "https://")):
            raise InvalidForm(("components",), "URL_TYPE_INVALID_SCHEME", "Scheme must be http, https or attachment.")


def text_of(message: Message) -> str:
    """All that can mention somebody: the content, or the texts of a layout."""
    texts = [each["content"] for each in components.walk(message.components) if each["type"] == components.TEXT_DISPLAY]
    return "\n".join([message.content, *texts])


def _mention(world: World, message: Message, body: Json) -> None:
    """Who is pinged: those named in the text whom `allowed_mentions` lets through."""
    allowed: Json | None = body.get("allowed_mentions")
    channel = world.channels[message.channel_id]
    said = text_of(message)
    people = [int(each) for each in _USER_MENTION.findall(said)]
    roles = [int(each) for each in _ROLE_MENTION.findall(said)]
    everyone = "@everyone" in said or "@here" in said
    if allowed is not None:
        _check_allowed(allowed)
        parse = allowed.get("parse") or []
        if "users" not in parse:
            chosen = {int(each) for each in allowed.get("users") or []}
            people = [each for each in people if each in chosen]
        if "roles" not in parse:
            chosen = {int(each) for each in allowed.get("roles") or []}
            roles = [each for each in roles if each in chosen]
        everyone = everyone and "everyone" in parse
    may_call_all = world.permissions(message.author_id, channel) & Permission.MENTION_EVERYONE
    replied = _replied_author(world, message, allowed)
    message.mentions = list(dict.fromkeys(each for each in [*people, *replied] if _can_hear(world, channel, each)))
    message.mention_roles = list(dict.fromkeys(roles))
    message.mention_everyone = bool(everyone and may_call_all)


def _check_allowed(allowed: Json) -> None:
    for key in ("users", "roles"):
        if key in (allowed.get("parse") or []) and allowed.get(key):
            raise InvalidForm(
                ("allowed_mentions",),
                "MESSAGE_ALLOWED_MENTIONS_PARSE_EXCLUSIVE",
                f'parse:["{key}"] and {key}: [ids...] are mutually exclusive.',
            )


def _replied_author(world: World, message: Message, allowed: Json | None) -> list[int]:
    target = world.messages.get(message.channel_id, message.reference)
    wanted = allowed is None or allowed.get("replied_user") is True
    return [target.author_id] if target and wanted else []


def _can_hear(world: World, channel: Channel, user_id: int) -> bool:
    return user_id in world.users and (user_id in channel.recipients or channel.guild_id is not None)
