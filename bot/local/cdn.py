"""Files: attachments, emojis and the default faces of people."""

from __future__ import annotations

from aiohttp import web

from bot.local.store import WorldStore
from bot.local.world.shape import is_snowflake
from bot.local.world.world import World

FOREVER = "private, max-age=31536000, immutable"
FACE = (
    '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 40 40" width="128" height="128">'
    '<rect width="40" height="40" fill="{colour}"/><circle cx="20" cy="15" r="7" fill="#fff" opacity=".85"/>'
    '<path d="M6 40a14 14 0 0 1 28 0z" fill="#fff" opacity=".85"/></svg>'
)
COLOURS = ("#a3402e", "#2f6f6b", "#8a6a1f", "#4b5a8c", "#6b4a7d", "#3f7046")


class Cdn:
    def __init__(self, world: World, store: WorldStore) -> None:
        self._world = world
        self._store = store

    def enlist(self, app: web.Application) -> None:
        app.router.add_get("/attachments/{channel}/{file}/{name}", self._attachment)
        app.router.add_get("/emojis/{file}.{kind}", self._emoji)
        app.router.add_get("/embed/avatars/{number}.png", self._face)

    async def _attachment(self, request: web.Request) -> web.Response:
        channel, file_id = request.match_info["channel"], request.match_info["file"]
        if not is_snowflake(channel) or not is_snowflake(file_id):
            raise web.HTTPNotFound
        found = await self._store.attachment(self._world, int(channel), int(file_id))
        if found is None:
            raise web.HTTPNotFound
        return _file(await self._content(found.id), found.content_type)

    async def _emoji(self, request: web.Request) -> web.Response:
        asked = request.match_info["file"]
        emoji = self._world.emojis.get(int(asked)) if is_snowflake(asked) else None
        if emoji is None:
            raise web.HTTPNotFound
        return _file(await self._content(emoji.id), emoji.content_type)

    async def _content(self, file_id: int) -> bytes:
        content = await self._store.file(self._world, file_id)
        if content is None:
            raise web.HTTPNotFound
        return content

    async def _face(self, request: web.Request) -> web.Response:
        asked = request.match_info["number"]
        if not is_snowflake(asked):
            raise web.HTTPNotFound
        colour = COLOURS[int(asked) % len(COLOURS)]
        return _file(FACE.format(colour=colour).encode(), "image/svg+xml")


def _file(content: bytes, content_type: str) -> web.Response:
    """Only pictures are shown in the browser; anything else is handed over as a download."""
    headers = {"Cache-Control": FOREVER, "Content-Type": content_type}
    if not content_type.startswith("image/"):
        headers["Content-Disposition"] = "attachment"
    return web.Response(body=content, headers=headers)
