"""The skin for the browser: the page's own files, one socket per person watched, and what the page asks for."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Callable, Mapping
from pathlib import Path

from aiohttp import WSCloseCode, web

from bot.local.faults import Faults
from bot.local.http_api import answer, read_body
from bot.local.person import Person, user_shown
from bot.local.store import WorldStore
from bot.local.world import errors, payload
from bot.local.world.errors import ApiRefusal, Json
from bot.local.world.founding import PLAY_NOW
from bot.local.world.model import Channel, GatewayEvent, Message
from bot.local.world.shape import Check, anything, boolean, fields, list_of, mapping, model, snowflake, text
from bot.local.world.world import World
from data.languages import LANGUAGES, facts_of
from data.texts import Entry, catalogue, introduced

FILES = Path(__file__).parent / "browser"
PLAY_COMMAND: tuple[str, Json] = ("game new", {"title": "usa", "seats": 2, "robots": 1})
"""What the welcome's button does for whoever presses it."""
PLAY_CHANNEL = "trains"
TYPES = {
    ".html": "text/html",
    ".css": "text/css",
    ".js": "text/javascript",
    ".svg": "image/svg+xml",
}
POLICY = (
    "default-src 'self'; connect-src 'self' ws://127.0.0.1:* ws://localhost:*; img-src 'self' data:; "
    "base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
)
"""Some browsers do not count the socket as 'self'."""
SECOND_POLICY = POLICY.replace("frame-ancestors 'none'", "frame-ancestors 'self'")
"""Of the view beside the first, which stands in a frame of our own page."""
PLACE: dict[str, Check] = {"user": text(1, 100), "channel": snowflake}
ASKED: dict[str, dict[str, Check]] = {
    "say": PLACE | {"content": text(), "reply_to": snowflake},
    "use": PLACE | {"name": text(1, 100), "values": mapping(anything), "nonce": text(1, 100)},
    "ask": PLACE | {"name": text(1, 100), "values": mapping(anything), "focused": text(), "nonce": text(1, 100)},
    "press": PLACE | {"message": snowflake, "custom_id": text(), "values": list_of(text()), "nonce": text(1, 100)},
    "submit": {"user": text(1, 100), "interaction": snowflake, "values": mapping(anything), "nonce": text(1, 100)},
    "delete": PLACE | {"message": snowflake},
    "react": PLACE | {"message": snowflake, "emoji": text(1, 100)},
    "read": PLACE | {"message": snowflake},
    "dm": {"user": text(1, 100), "other": snowflake},
    "settings": {"user": text(1, 100), "locale": text(), "takes_dms": boolean, "has_app": boolean},
}
"""What the page may ask for, and with which fields."""
MAY_BE_LEFT_OUT = ("reply_to", "values", "nonce", "locale", "takes_dms", "has_app")
FOR_BOTS_ONLY = ("INTERACTION_CREATE", "MESSAGE_REACTION_ADD", "MESSAGE_REACTION_REMOVE")


class Watcher:
    """A browser that looks through one person's eyes."""

    def __init__(self, person: Person, socket: web.WebSocketResponse) -> None:
        self.person = person
        self.socket = socket
        self._queue: asyncio.Queue[str] = asyncio.Queue()
        self.writer = asyncio.create_task(self._write())

    def send(self, name: str, data: object) -> None:
        self._queue.put_nowait(json.dumps({"t": name, "d": data}, ensure_ascii=False))

    async def _write(self) -> None:
        while True:
            text = await self._queue.get()
            try:
                await self.socket.send_str(text)
            except ConnectionError:
                return


class LocalPage:
    def __init__(self, world: World, store: WorldStore, faults: Faults) -> None:
        self.world = world
        self.store = store
        self.faults = faults
        self.watchers: list[Watcher] = []
        self._calls_told: dict[int, int] = {}
        world.listeners.append(self._hear)

    def enlist(self, app: web.Application) -> None:
        app.router.add_get("/", self._index)
        app.router.add_get("/page/socket", self._socket)
        app.router.add_get("/page/messages", self._messages)
        app.router.add_get("/page/commands", self._commands)
        app.router.add_get("/page/words", self._words)
        app.router.add_post("/page/do/{action}", self._do)
        app.router.add_get("/page/{name}", self._file)
        app.router.add_get("/favicon.ico", self._favicon)

    async def stop(self) -> None:
        for watcher in list(self.watchers):
            watcher.writer.cancel()
            await watcher.socket.close(code=WSCloseCode.GOING_AWAY)

    # Files

    async def _index(self, request: web.Request) -> web.Response:
        return _page_file("index.html", SECOND_POLICY if "second" in request.query else POLICY)

    async def _favicon(self, request: web.Request) -> web.Response:
        return _page_file("signal.svg")

    async def _file(self, request: web.Request) -> web.Response:
        return _page_file(request.match_info["name"])

    async def _words(self, request: web.Request) -> web.Response:
        return answer(200, {language: spoken_page(language) for language in LANGUAGES})

    # Events

    def _hear(self, event: GatewayEvent) -> None:
        if event.name in FOR_BOTS_ONLY:
            return
        for watcher in self.watchers:
            if self._is_for(watcher.person, event):
                watcher.send(event.name, self._shown(watcher.person, event))
        if event.name in ("MESSAGE_CREATE", "MESSAGE_UPDATE", "MESSAGE_DELETE", "read"):
            self._tell_calls()

    def _is_for(self, person: Person, event: GatewayEvent) -> bool:
        if event.reader_id is not None and event.reader_id != person.id:
            return False
        channel = self.world.channels.get(event.channel_id or 0)
        return channel is None or self.world.sees(person.id, channel)

    def _shown(self, person: Person, event: GatewayEvent) -> Json:
        channel = self.world.channels.get(event.channel_id or 0)
        if event.name in ("MESSAGE_CREATE", "MESSAGE_UPDATE", "message"):
            message = self.world.messages.get(event.channel_id or 0, int(event.data["id"]))
            return person.message_shown(message) if message else event.data
        if channel and event.name.startswith(("CHANNEL_", "THREAD_")):
            return person.channel_shown(channel)
        return event.data

    def _tell_calls(self) -> None:
        """How many mentions wait for each person, told when it changes; counted only while somebody watches."""
        if not self.watchers:
            return
        people = [each for each in self.world.users.values() if not each.is_bot]
        calls = {each.id: Person(self.world, each.id).call_count() for each in people}
        if calls != self._calls_told:
            self._calls_told = calls
            for watcher in self.watchers:
                watcher.send("calls", {str(user_id): count for user_id, count in calls.items()})

    async def _socket(self, request: web.Request) -> web.StreamResponse:
        person = self._person(request.query.get("user", ""))
        socket = web.WebSocketResponse(heartbeat=30)
        await socket.prepare(request)
        watcher = Watcher(person, socket)
        watcher.send("hello", self._hello(person))
        self.watchers.append(watcher)
        try:
            async for _ in socket:
                pass
        finally:
            self.watchers.remove(watcher)
            watcher.writer.cancel()
        return socket

    def _hello(self, person: Person) -> Json:
        people = [each for each in self.world.users.values() if not each.is_bot]
        guild = next(iter(self.world.guilds.values()))
        if not person.channels():
            person.open_dm(self.world.bot_id)  # who is on no server begins there
        return {
            "you": user_shown(person.user),
            "bot": user_shown(self.world.bot),
            "people": [user_shown(each) for each in people],
            "calls": {str(each.id): Person(self.world, each.id).call_count() for each in people},
            "guild": payload.guild(guild) | {"members": [str(each) for each in guild.members]},
            "channels": [person.channel_shown(each) for each in person.channels()],
            "emojis": [payload.emoji(self.world, each) for each in self.world.emojis.values()],
            "play": {"custom_id": PLAY_NOW, "channel": PLAY_CHANNEL},
        }

    # What the page asks

    async def _messages(self, request: web.Request) -> web.Response:
        def find() -> Json:
            person = self._person(request.query.get("user", ""))
            before = _whole(request.query, "before") if "before" in request.query else None
            found = person.messages(self._channel(request.query), before, limit=51)
            more = len(found) > 50
            return {"messages": [person.message_shown(each) for each in found[-50:]], "more": more}

        return await self._answer(find)

    async def _commands(self, request: web.Request) -> web.Response:
        def find() -> list[Json]:
            person = self._person(request.query.get("user", ""))
            offered = person.commands(self._channel(request.query))
            return [payload.command(each, self.world.bot_id) for each in offered if each.body["type"] == 1]

        return await self._answer(find)

    async def _do(self, request: web.Request) -> web.Response:
        name = request.match_info["action"]
        if name not in ASKED:
            raise web.HTTPNotFound

        def act(given: object) -> object:
            asked = model(given)
            required = [each for each in ASKED[name] if each not in MAY_BE_LEFT_OUT]
            fields(ASKED[name], required)(asked, ())
            return getattr(self, "_do_" + name)(self._person(asked["user"]), asked)

        try:
            asked, _ = await read_body(request)
        except ApiRefusal as refusal:
            return answer(200, {"refused": refusal.body()})
        return await self._answer(lambda: act(asked))

    async def _answer(self, work: Callable[[], object]) -> web.Response:
        """A refusal is an ordinary answer here, or the browser would log every one as an error."""
        try:
            body = work()
        except ApiRefusal as refusal:
            body = {"refused": refusal.body()}
        await self.store.save(self.world)
        return answer(200, body if body is not None else {})

    def _do_say(self, person: Person, asked: Json) -> Json:
        reply_to = int(asked["reply_to"]) if asked.get("reply_to") else None
        return person.message_shown(person.say(self._channel(asked), asked["content"], reply_to))

    def _do_use(self, person: Person, asked: Json) -> Json:
        begun = person.use(self._channel(asked), asked["name"], asked.get("values") or {}, asked.get("nonce"))
        return {"id": str(begun.id)}

    def _do_ask(self, person: Person, asked: Json) -> Json:
        begun = person.ask_choices(
            self._channel(asked), asked["name"], asked.get("values") or {}, asked["focused"], asked.get("nonce")
        )
        return {"id": str(begun.id)}

    def _do_press(self, person: Person, asked: Json) -> Json:
        message = self._message(asked)
        if asked["custom_id"] == PLAY_NOW and message.interaction_id is None:
            return self._play_now(person, asked.get("nonce"))
        begun = person.press(message, asked["custom_id"], asked.get("values"), asked.get("nonce"))
        return {"id": str(begun.id)}

    def _play_now(self, person: Person, nonce: str | None) -> Json:
        name, values = PLAY_COMMAND
        channel = next((each for each in person.channels() if each.name == PLAY_CHANNEL), None)
        if channel is None:
            raise errors.unknown_channel()
        begun = person.use(channel, name, values, nonce)
        return {"id": str(begun.id), "go_to": str(channel.id), "name": name}

    def _do_submit(self, person: Person, asked: Json) -> Json:
        begun = person.submit(int(asked["interaction"]), asked.get("values") or {}, asked.get("nonce"))
        return {"id": str(begun.id)}

    def _do_delete(self, person: Person, asked: Json) -> None:
        person.delete(self._message(asked))

    def _do_react(self, person: Person, asked: Json) -> None:
        person.react(self._message(asked), asked["emoji"])

    def _do_read(self, person: Person, asked: Json) -> None:
        person.read(self._channel(asked), int(asked["message"]))

    def _do_dm(self, person: Person, asked: Json) -> Json:
        return person.channel_shown(person.open_dm(int(asked["other"])))

    def _do_settings(self, person: Person, asked: Json) -> Json:
        person.set_up(locale=asked.get("locale"), takes_dms=asked.get("takes_dms"), has_app=asked.get("has_app"))
        return user_shown(person.user)

    def _person(self, user_id: str) -> Person:
        people = [each for each in self.world.users.values() if not each.is_bot]
        found = next((each for each in people if user_id in (str(each.id), each.name)), people[0])
        return Person(self.world, found.id)

    def _channel(self, asked: Mapping[str, object]) -> Channel:
        return self.world.channel(_whole(asked, "channel"))

    def _message(self, asked: Json) -> Message:
        return self.world.message(_whole(asked, "channel"), _whole(asked, "message"))


def spoken_page(language: str) -> Json:
    """What the page needs to speak a language and to offer it."""
    locales = list(facts_of(language).locales)
    return {"name": introduced(language), "locales": locales, "words": page_words(language)}


def page_words(language: str) -> dict[str, Entry]:
    """The page's own texts by their short names."""
    found = catalogue(language).items()
    return {key.removeprefix("page."): entry for key, entry in found if key.startswith("page.")}


def _whole(asked: Mapping[str, object], name: str) -> int:
    value = asked.get(name, "")
    snowflake(value, (name,))
    return int(str(value))


def _page_file(name: str, policy: str = POLICY) -> web.Response:
    path = FILES / name
    if path.suffix not in TYPES or path.name != name or not path.is_file():
        raise web.HTTPNotFound
    headers = {
        "Content-Type": f"{TYPES[path.suffix]}; charset=utf-8",
        "Cache-Control": "no-cache",
        "Content-Security-Policy": policy,
    }
    return web.Response(body=path.read_bytes(), headers=headers)
