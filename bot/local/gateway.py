"""The skin over the gateway: identify, heartbeat, dispatch by intents, resume, and compression as zlib-stream."""

from __future__ import annotations

import asyncio
import json
import secrets
import zlib
from collections import deque
from dataclasses import dataclass, field
from enum import IntEnum, IntFlag

from aiohttp import WSCloseCode, WSMsgType, web

from bot.local.faults import Faults
from bot.local.world import payload
from bot.local.world.errors import Json
from bot.local.world.model import GatewayEvent
from bot.local.world.world import World


class Op(IntEnum):
    DISPATCH = 0
    HEARTBEAT = 1
    IDENTIFY = 2
    PRESENCE = 3
    VOICE = 4
    RESUME = 6
    RECONNECT = 7
    MEMBERS = 8
    INVALID = 9
    HELLO = 10
    ACK = 11


HEARTBEAT_SECONDS = 41.25
NETWORK = 0.05
REMEMBERED = 1000
"""How many events a dropped session can be given again."""
RESUMABLE_FOR = 300.0
"""Seconds after which a dropped session is forgotten."""


class Intent(IntFlag):
    GUILDS = 1 << 0
    GUILD_MEMBERS = 1 << 1
    GUILD_PRESENCES = 1 << 8
    GUILD_MESSAGES = 1 << 9
    GUILD_REACTIONS = 1 << 10
    GUILD_TYPING = 1 << 11
    DM_MESSAGES = 1 << 12
    DM_REACTIONS = 1 << 13
    DM_TYPING = 1 << 14
    MESSAGE_CONTENT = 1 << 15


PRIVILEGED = Intent.GUILD_MEMBERS | Intent.GUILD_PRESENCES | Intent.MESSAGE_CONTENT
NEEDS: dict[str, tuple[int, int]] = {
    "CHANNEL": (Intent.GUILDS, 0),
    "THREAD": (Intent.GUILDS, 0),
    "MESSAGE_REACTION": (Intent.GUILD_REACTIONS, Intent.DM_REACTIONS),
    "MESSAGE": (Intent.GUILD_MESSAGES, Intent.DM_MESSAGES),
    "TYPING": (Intent.GUILD_TYPING, Intent.DM_TYPING),
    "INTERACTION": (0, 0),
}
"""The intent that an event needs in a guild and in a direct message, by how its name begins; 0 is none."""


@dataclass
class Session:
    id: str
    intents: int
    shard: list[int]
    sequence: int = 0
    sent: deque[tuple[int, str]] = field(default_factory=lambda: deque(maxlen=REMEMBERED))
    """Frames by sequence, as they went out: text takes a tenth of the room that it takes when parsed."""
    connection: Connection | None = None
    lost_at: float | None = None
    """When it was first seen without a connection."""

    def dispatch(self, name: str, data: object) -> None:
        self.sequence += 1
        frame = _text({"op": Op.DISPATCH, "t": name, "s": self.sequence, "d": data})
        self.sent.append((self.sequence, frame))
        if self.connection:
            self.connection.send_text(frame)


class Connection:
    """One socket. Frames go out in order through a queue, so that telling needs no waiting."""

    def __init__(self, socket: web.WebSocketResponse, compress: bool) -> None:
        self.socket = socket
        self._deflate = zlib.compressobj() if compress else None
        self._queue: asyncio.Queue[str] = asyncio.Queue()
        self._writer = asyncio.create_task(self._write())

    def send(self, frame: Json) -> None:
        self.send_text(_text(frame))

    def send_text(self, frame: str) -> None:
        self._queue.put_nowait(frame)

    def send_soon(self, frame: Json) -> None:
        """After a moment, as from afar: discord.py would take an instant answer to a heartbeat for a very late one."""
        asyncio.get_running_loop().call_later(NETWORK, self.send, frame)

    async def _write(self) -> None:
        while True:
            text = await self._queue.get()
            try:
                if self._deflate:
                    packed = self._deflate.compress(text.encode()) + self._deflate.flush(zlib.Z_SYNC_FLUSH)
                    await self.socket.send_bytes(packed)
                else:
                    await self.socket.send_str(text)
            except ConnectionError:
                return
            finally:
                self._queue.task_done()

    async def drain(self) -> None:
        if not self._writer.done():
            await self._queue.join()

    def stop(self) -> None:
        self._writer.cancel()


class Gateway:
    def __init__(self, world: World, faults: Faults, token: str) -> None:
        self.world = world
        self.faults = faults
        self.token = token
        self.allows_privileged = False
        self.sessions: dict[str, Session] = {}
        world.listeners.append(self._hear)

    # Events

    def _hear(self, event: GatewayEvent) -> None:
        if not event.name.isupper():
            return
        repeats = 1
        if event.name == "INTERACTION_CREATE" and self.faults.duplicate_next_interaction:
            self.faults.duplicate_next_interaction, repeats = False, 2
        for session in self.sessions.values():
            if self._is_for(session, event):
                for _ in range(repeats):
                    session.dispatch(event.name, self._shown(session, event))

    def _is_for(self, session: Session, event: GatewayEvent) -> bool:
        if event.name == "INTERACTION_CREATE":
            guild = self.world.guilds.get(int(event.data.get("guild_id", 0)))
            is_there = guild is None or bool(event.data["authorizing_integration_owners"])
            return is_there and self._shard_of(session, guild.id if guild else None)
        if event.reader_id is not None:
            return False  # an ephemeral message is told to its reader only
        guild = event.data.get("guild_id")
        needed = next((need for start, need in NEEDS.items() if event.name.startswith(start)), (0, 0))
        intent = needed[0] if guild else needed[1]
        if intent and not session.intents & intent:
            return False
        channel = self.world.channels.get(event.channel_id or 0)
        if channel and not self.world.sees(self.world.bot_id, channel):
            return False
        return self._shard_of(session, int(guild) if guild else None)

    def _shard_of(self, session: Session, guild_id: int | None) -> bool:
        shard, count = session.shard
        return shard == ((guild_id >> 22) % count if guild_id else 0)

    def _shown(self, session: Session, event: GatewayEvent) -> Json:
        """Without the content intent, others' words are blank unless they are for the bot."""
        if event.name not in ("MESSAGE_CREATE", "MESSAGE_UPDATE") or session.intents & Intent.MESSAGE_CONTENT:
            return event.data
        mentioned = any(int(each["id"]) == self.world.bot_id for each in event.data.get("mentions", []))
        if event.author_id == self.world.bot_id or mentioned or "guild_id" not in event.data:
            return event.data
        return event.data | {"content": "", "embeds": [], "attachments": [], "components": []}

    # Sockets

    async def connect(self, request: web.Request) -> web.StreamResponse:
        compress = request.query.get("compress")
        version, encoding = request.query.get("v", "10"), request.query.get("encoding", "json")
        socket = web.WebSocketResponse(max_msg_size=2**20, heartbeat=None)
        await socket.prepare(request)
        if version != "10":
            await socket.close(code=4012, message=b"Invalid API version.")
            return socket
        if encoding != "json" or compress not in (None, "zlib-stream"):
            await socket.close(code=4002, message=b"Only json and zlib-stream are spoken here.")
            return socket
        connection = Connection(socket, compress == "zlib-stream")
        connection.send({"op": Op.HELLO, "d": {"heartbeat_interval": int(HEARTBEAT_SECONDS * 1000)}})
        try:
            await self._listen(connection)
        finally:
            connection.stop()
            for session in self.sessions.values():
                if session.connection is connection:
                    session.connection = None
        return socket

    async def _listen(self, connection: Connection) -> None:
        session: Session | None = None
        while True:
            try:
                message = await connection.socket.receive(timeout=HEARTBEAT_SECONDS * 1.5)
            except TimeoutError:
                await connection.socket.close(code=4009, message=b"Session timed out.")
                return
            if message.type is not WSMsgType.TEXT:
                return
            frame = _parsed(message.data)
            if frame is None:
                await connection.socket.close(code=4002, message=b"Error while decoding payload.")
                return
            session = await self._obey(connection, session, frame)

    async def _obey(self, connection: Connection, session: Session | None, frame: Json) -> Session | None:
        match frame["op"]:
            case Op.HEARTBEAT:
                connection.send_soon({"op": Op.ACK})
            case Op.IDENTIFY if session is None:
                return await self._identify(connection, frame["d"])
            case Op.IDENTIFY:
                await connection.socket.close(code=4005, message=b"Already authenticated.")
            case Op.RESUME:
                return self._resume(connection, frame["d"])
            case Op.MEMBERS if session:
                self._members(session, frame["d"])
            case Op.PRESENCE | Op.VOICE if session:
                pass  # presence and voice change nothing that anybody sees here
            case Op.PRESENCE | Op.VOICE | Op.MEMBERS:
                await connection.socket.close(code=4003, message=b"Not authenticated.")
            case _:
                await connection.socket.close(code=4001, message=b"Unknown opcode.")
        return session

    async def _identify(self, connection: Connection, asked: Json) -> Session | None:
        if asked.get("token") != self.token:
            await connection.socket.close(code=4004, message=b"Authentication failed.")
            return None
        intents = int(asked["intents"])
        if intents & PRIVILEGED and not self.allows_privileged:
            await connection.socket.close(code=4014, message=b"Disallowed intent(s).")
            return None
        shard = list(asked.get("shard") or [0, 1])
        for old in [each for each in self.sessions.values() if each.shard == shard and each.connection is None]:
            del self.sessions[old.id]
        session = Session(secrets.token_hex(16), intents, shard, connection=connection)
        self.sessions[session.id] = session
        session.dispatch("READY", self._ready(session))
        for guild in self.world.guilds.values():
            if self.world.bot_id in guild.members and self._shard_of(session, guild.id) and intents & Intent.GUILDS:
                session.dispatch("GUILD_CREATE", payload.guild_create(self.world, guild))
        return session

    def _ready(self, session: Session) -> Json:
        there = [guild for guild in self.world.guilds.values() if self.world.bot_id in guild.members]
        mine = [guild for guild in there if self._shard_of(session, guild.id)]
        return {
            "v": 10,
            "user": payload.user(self.world.bot) | {"verified": True, "mfa_enabled": False, "email": None, "flags": 0},
            "guilds": [{"id": str(guild.id), "unavailable": True} for guild in mine],
            "session_id": session.id,
            "resume_gateway_url": self.world.cdn.replace("http://", "ws://", 1) + "/gateway",
            "shard": session.shard,
            "application": {"id": str(self.world.bot_id), "flags": 0},
            "private_channels": [],
            "presences": [],
            "relationships": [],
            "session_type": "normal",
        }

    def _resume(self, connection: Connection, asked: Json) -> Session | None:
        session = self.sessions.get(str(asked.get("session_id")))
        sequence = asked.get("seq") or 0
        oldest = session.sent[0][0] if session and session.sent else 0
        if session is None or asked.get("token") != self.token or sequence < oldest - 1:
            connection.send({"op": Op.INVALID, "d": False})
            return None
        session.connection, session.lost_at = connection, None
        for number, frame in list(session.sent):
            if number > sequence:
                connection.send_text(frame)
        session.dispatch("RESUMED", {"_trace": []})
        return session

    def _members(self, session: Session, asked: Json) -> None:
        guild = self.world.guild(int(asked["guild_id"]))
        wanted = _ids(asked.get("user_ids"))
        query = str(asked.get("query") or "").lower()
        found = [
            each
            for each in guild.members.values()
            if each.user_id in wanted or (not wanted and self.world.users[each.user_id].name.startswith(query))
        ]
        chunk: Json = {
            "guild_id": str(guild.id),
            "members": [payload.member(self.world, each) for each in found],
            "chunk_index": 0,
            "chunk_count": 1,
            "not_found": [str(each) for each in wanted - set(guild.members)],
        }
        session.dispatch("GUILD_MEMBERS_CHUNK", chunk | ({"nonce": asked["nonce"]} if asked.get("nonce") else {}))

    def forget_lost(self) -> None:
        """Sessions that nobody has come back to for long can't be resumed any more."""
        now = self.world.clock()
        for session in list(self.sessions.values()):
            if session.connection is None:
                session.lost_at = session.lost_at or now
                if now - session.lost_at > RESUMABLE_FOR:
                    del self.sessions[session.id]

    # Faults

    async def drop_sockets(self, code: int = 4000) -> None:
        """Cut every connection; sessions stay and can be resumed."""
        for session in list(self.sessions.values()):
            if session.connection:
                await session.connection.socket.close(code=code)

    async def ask_to_reconnect(self) -> None:
        for session in self.sessions.values():
            if session.connection:
                session.connection.send({"op": Op.RECONNECT, "d": None})

    async def invalidate(self, resumable: bool = False) -> None:
        for session in list(self.sessions.values()):
            if session.connection:
                session.connection.send({"op": Op.INVALID, "d": resumable})
            if not resumable:
                del self.sessions[session.id]

    async def stop(self) -> None:
        for session in list(self.sessions.values()):
            if session.connection:
                await session.connection.drain()
                await session.connection.socket.close(code=WSCloseCode.GOING_AWAY)
        self.sessions.clear()


def _text(frame: Json) -> str:
    return json.dumps(frame, ensure_ascii=False)


def _ids(value: object) -> set[int]:
    """Of one id, of a list of them, or of none."""
    several = value if isinstance(value, list) else [] if value is None else [value]
    return {int(str(each)) for each in several}


def _parsed(text: str) -> Json | None:
    try:
        frame = json.loads(text)
    except (ValueError, RecursionError):
        return None
    return frame if isinstance(frame, dict) and isinstance(frame.get("op"), int) else None
