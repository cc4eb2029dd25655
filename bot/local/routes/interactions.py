"""The answer to an interaction, and what its token may do afterwards."""

from __future__ import annotations

from bot.local.rate_limits import Limit
from bot.local.routes.table import Call, route
from bot.local.world import interactions, messages, payload
from bot.local.world.errors import Json
from bot.local.world.model import Interaction, Message

TOKEN = "/webhooks/{application_id}/{token}"
MESSAGE = TOKEN + "/messages/{message_id}"
FIVE_IN_TWO = Limit(5, 2.0)


@route(
    "POST",
    "/interactions/{interaction_id}/{token}/callback",
    query=("with_response",),
    by_token=True,
    is_limited=False,
)
def respond(call: Call) -> Json | None:
    answered = interactions.respond(
        call.world, call.id("interaction_id"), call.params["token"], call.json, call.uploads
    )
    wants_response = call.query.get("with_response", "").lower() in ("true", "1")
    return payload.callback(call.world, answered) if wants_response else None


@route("POST", TOKEN, query=("wait", "with_components", "thread_id"), by_token=True, limit=FIVE_IN_TWO)
def follow_up(call: Call) -> Json:
    body = {key: value for key, value in call.json.items() if key not in ("username", "avatar_url")}
    return payload.message(call.world, interactions.follow_up(call.world, _held(call), body, call.uploads))


@route("GET", MESSAGE, query=("thread_id",), by_token=True, limit=FIVE_IN_TWO)
def read(call: Call) -> Json:
    return payload.message(call.world, _message(call))


@route("PATCH", MESSAGE, query=("thread_id", "with_components"), by_token=True, limit=FIVE_IN_TWO)
def edit(call: Call) -> Json:
    edited = interactions.edit(call.world, _message(call), call.json, call.uploads)
    return payload.message(call.world, edited)


@route("DELETE", MESSAGE, query=("thread_id",), by_token=True, limit=FIVE_IN_TWO)
def delete(call: Call) -> None:
    messages.erase(call.world, _message(call))


def _held(call: Call) -> Interaction:
    return interactions.held(call.world, call.id("application_id"), call.params["token"])


def _message(call: Call) -> Message:
    held = _held(call)
    if call.params["message_id"] == "@original":
        return interactions.original(call.world, held)
    return interactions.own_message(call.world, held, call.id("message_id"))
