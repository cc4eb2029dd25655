"""The table in which the routes enlist, and what each gets and gives."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import TypeAlias

from bot.local.rate_limits import Limit
from bot.local.world.errors import Json
from bot.local.world.model import Channel, Message, Upload
from bot.local.world.shape import Check, fields, model, snowflake
from bot.local.world.world import World

PLENTY = Limit(50, 1.0)


@dataclass
class Call:
    """One request of the bot."""

    world: World
    params: Mapping[str, str]
    query: Mapping[str, str]
    body: object = None
    uploads: list[Upload] = field(default_factory=list)

    def id(self, name: str) -> int:
        return number(self.params[name], name)

    def query_id(self, name: str) -> int | None:
        return number(self.query[name], name) if name in self.query else None

    def form(self, known: Mapping[str, Check], required: tuple[str, ...] = ()) -> Json:
        asked = {} if self.body is None else self.json
        fields(known, required)(asked, ())
        return dict(asked)

    @property
    def json(self) -> Json:
        return model(self.body)

    @property
    def channel(self) -> Channel:
        return self.world.channel(self.id("channel_id"))

    @property
    def message(self) -> Message:
        return self.world.message(self.id("channel_id"), self.id("message_id"))


@dataclass(frozen=True)
class Reply:
    status: int
    body: Json


Body: TypeAlias = Json | list[Json] | Reply | None
"""What a route gives: 200 with its JSON, another status, or 204 with nothing."""
Handler = Callable[[Call], Body]


@dataclass(frozen=True)
class Route:
    method: str
    path: str
    handler: Handler
    query: frozenset[str]
    limit: Limit
    by_token: bool
    """Whether the interaction's token in the path is all the authorisation it needs."""
    is_limited: bool

    @property
    def bucket(self) -> str:
        return f"{self.method} {self.path}"


ROUTES: list[Route] = []


def route(
    method: str,
    path: str,
    *,
    query: tuple[str, ...] = (),
    limit: Limit = PLENTY,
    by_token: bool = False,
    is_limited: bool = True,
) -> Callable[[Handler], Handler]:
    def enlist(handler: Handler) -> Handler:
        ROUTES.append(Route(method, path, handler, frozenset(query), limit, by_token, is_limited))
        return handler

    return enlist


def number(value: str, name: str) -> int:
    snowflake(value, (name,))
    return int(value)
