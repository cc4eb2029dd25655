"""The skin over HTTP: finds the route, checks token, query and rate limit, reads the body, answers as Discord does."""

from __future__ import annotations

import asyncio
import json
import logging
import re
import socket
import struct
from collections import Counter
from collections.abc import Awaitable, Callable

from aiohttp import web

from bot.local.faults import Fault, Faults
from bot.local.rate_limits import RateLimits, Verdict
from bot.local.routes import channels, commands, interactions, messages, people  # noqa: F401  (they enlist)
from bot.local.routes.table import ROUTES, Body, Call, Reply, Route
from bot.local.store import WorldStore
from bot.local.world import errors
from bot.local.world.errors import ApiRefusal, InvalidForm, Json
from bot.local.world.model import Upload
from bot.local.world.world import World

BASE = "/api/v10"
log = logging.getLogger(__name__)


class HttpApi:
    def __init__(self, world: World, store: WorldStore, faults: Faults, token: str) -> None:
        self.world = world
        self.store = store
        self.faults = faults
        self.token = token
        self.limits = RateLimits(world.clock)
        self.busy = 0
        """Requests that are being answered."""
        self.rationed: Counter[str] = Counter()
        """By route: requests that count among the fifty a second, as answers to interactions don't."""
        self.unknown: list[str] = []
        """Requests that no route takes, for tests to look at."""

    def enlist(self, app: web.Application) -> None:
        for each in ROUTES:
            path = BASE + each.path
            app.router.add_route(each.method, path, self._handler(each))
        app.router.add_route("*", "/api/{tail:.*}", self._no_route)

    def _handler(self, route: Route) -> Callable[[web.Request], Awaitable[web.StreamResponse]]:
        async def handle(request: web.Request) -> web.StreamResponse:
            self.busy += 1
            try:
                return await self._handle(request, route)
            except ConnectionResetError:  # whoever asked has hung up and hears no answer
                return web.Response(status=499)
            finally:
                self.busy -= 1

        return handle

    async def _no_route(self, request: web.Request) -> web.StreamResponse:
        self.unknown.append(f"{request.method} {request.path}")
        log.error("The local Discord has no route %s %s", request.method, request.path)
        return answer(404, errors.not_found().body())

    async def _handle(self, request: web.Request, route: Route) -> web.StreamResponse:
        path = request.path.removeprefix(BASE)
        fault = self.faults.take(request.method, path)
        if fault and not fault.after:
            spoilt = await self._spoil(request, fault)
            if spoilt is not None:
                return spoilt
        verdict = Verdict({})
        try:
            self._authorise(request, route)
            self.rationed[f"{route.method} {route.path}"] += not route.by_token
            verdict = self._count(request, route)
            if verdict.retry_after is not None:
                return limited(verdict)
            reply = route.handler(await self._call(request, route))
            response = _answer_to(reply, verdict)
        except ApiRefusal as refusal:
            response = answer(refusal.status, refusal.body(), verdict.headers)
        await self.store.save(self.world)
        if fault and fault.after:
            return await self._spoil(request, fault) or response
        return response

    def _authorise(self, request: web.Request, route: Route) -> None:
        given = request.headers.get("Authorization")
        if given != f"Bot {self.token}" and not (route.by_token and given is None):
            raise errors.unauthorized()

    def _count(self, request: web.Request, route: Route) -> Verdict:
        if not route.is_limited:
            return Verdict({})
        major = [request.match_info.get(name, "") for name in ("channel_id", "guild_id", "token")]
        return self.limits.take(route.bucket, "+".join(major), route.limit, counts_globally=not route.by_token)

    async def _call(self, request: web.Request, route: Route) -> Call:
        for name in request.query:
            if name not in route.query:
                raise InvalidForm((name,), "UNKNOWN_FIELD", "The local Discord does not know this parameter.")
        body, uploads = await read_body(request)
        return Call(self.world, request.match_info, request.query, body, uploads)

    async def _spoil(self, request: web.Request, fault: Fault) -> web.StreamResponse | None:
        """What the fault answers; None where it only waits."""
        if fault.delay:
            await asyncio.sleep(fault.delay)
        if fault.released:
            await fault.released.wait()
        if fault.status is None:
            return None
        if fault.status == 0:
            if request.transport:
                cut(request.transport, fault.is_reset)
            return web.Response()
        if fault.status == 429:
            return limited(Verdict({}, fault.retry_after, fault.is_global))
        if fault.code:
            return answer(fault.status, {"message": fault.message, "code": fault.code})
        return answer(fault.status, {"message": f"{fault.status}: {fault.message}", "code": 0})


def cut(transport: asyncio.Transport, is_reset: bool) -> None:
    own = transport.get_extra_info("socket")
    if is_reset and own is not None:
        own.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
    transport.abort()


def _answer_to(reply: Body, verdict: Verdict) -> web.Response:
    if reply is None:
        return web.Response(status=204, headers=verdict.headers)
    if isinstance(reply, Reply):
        return answer(reply.status, reply.body, verdict.headers)
    return answer(200, reply, verdict.headers)


def answer(status: int, body: object, headers: dict[str, str] | None = None) -> web.Response:
    """JSON whose Content-Type names no charset: discord.py takes any other for text."""
    content = json.dumps(body, ensure_ascii=False).encode()
    return web.Response(status=status, body=content, headers={"Content-Type": "application/json", **(headers or {})})


def limited(verdict: Verdict) -> web.Response:
    """429; without a `Via` header discord.py would think that it is banned."""
    retry_after = verdict.retry_after or 0.0
    headers = {
        **verdict.headers,
        "Via": "1.1 local",
        "Retry-After": str(max(1, round(retry_after))),
        "X-RateLimit-Scope": "global" if verdict.is_global else "user",
    }
    if verdict.is_global:
        headers["X-RateLimit-Global"] = "true"
    body: Json = {
        "message": "You are being rate limited.",
        "retry_after": retry_after,
        "global": verdict.is_global,
        "code": 0,
    }
    return answer(429, body, headers)


async def read_body(request: web.Request) -> tuple[object, list[Upload]]:
    kind = request.headers.get("Content-Type", "").partition(";")[0].strip().lower()
    if kind == "multipart/form-data":
        return await _read_multipart(request)
    raw = await request.read()
    if not raw:
        return None, []
    if kind != "application/json":
        raise ApiRefusal(400, 50109, "The request body contains invalid JSON.")
    return _json(raw), []


async def _read_multipart(request: web.Request) -> tuple[object, list[Upload]]:
    body: object = {}
    uploads: list[Upload] = []
    async for part in await request.multipart():
        name = getattr(part, "name", None) or ""
        content = bytes(await part.read())  # type: ignore[union-attr]
        numbered = re.fullmatch(r"files\[(\d+)\]", name)
        if name == "payload_json":
            body = _json(content)
        elif numbered:
            filename = getattr(part, "filename", None) or "file"
            uploads.append(Upload(index=int(numbered[1]), filename=filename, content=content))
        else:
            raise InvalidForm((name,), "UNKNOWN_FIELD", "The local Discord does not know this part.")
    return body, uploads


def _json(raw: bytes) -> object:
    """What can't be written down again (half a surrogate pair, no number) would trip up whoever hears of it."""
    try:
        value = json.loads(raw)
        json.dumps(value, ensure_ascii=False, allow_nan=False).encode()
    except (ValueError, RecursionError) as wrong:
        raise ApiRefusal(400, 50109, "The request body contains invalid JSON.") from wrong
    return value
