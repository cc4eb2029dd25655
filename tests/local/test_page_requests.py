"""What reaches the page's own addresses: anything malformed is refused in words, and no other site may frame it."""

from __future__ import annotations

import json
from collections.abc import AsyncIterator, Iterator
from typing import Any

import aiohttp
import pytest

from bot.local.driver import Bench, Result
from bot.local.page import ASKED, POLICY
from bot.local.server import LocalDiscord
from bot.local.world import components

BROKEN = [
    b"",
    b"{",
    b"\xff\xfe",
    b"null",
    b"[]",
    b'"text"',
    b'{"user": 5}',
    b'{"user": "ada", "extra": 1}',
    b"[" * 100_000,
    b'{"user": "ada", "channel": NaN}',
    b'{"user": "ada", "channel": ' + b"9" * 5000 + b"}",
]
ODD: list[Any] = [None, True, [], {}, [None], [[]], [{}], "", "x", "\ud800", "9" * 5000, -1, 2**70, 1.5, float("inf")]


@pytest.fixture
async def session() -> AsyncIterator[aiohttp.ClientSession]:
    async with aiohttp.ClientSession(headers={"Content-Type": "application/json"}) as opened:
        yield opened


async def answer_to(session: aiohttp.ClientSession, url: str, body: bytes) -> Any:
    async with session.post(url, data=body) as response:
        assert response.status == 200
        return await response.json()


@pytest.mark.parametrize("action", sorted(ASKED))
@pytest.mark.parametrize("body", BROKEN, ids=range(len(BROKEN)))
async def test_a_broken_request_is_refused(
    local: LocalDiscord, session: aiohttp.ClientSession, action: str, body: bytes
) -> None:
    assert "refused" in await answer_to(session, f"{local.url}/page/do/{action}", body)


async def sound_requests(bench: Bench) -> list[tuple[str, dict[str, Any]]]:
    """Each action of the page with all its fields filled in as the page does; the message goes last."""
    ada = bench.person("ada")
    table = await (await ada.slash("trains", "game new", title="usa")).settled()
    invitation = await (await ada.slash("trains", "invite")).settled()
    naming = await ada.click(table, custom_id="name")
    inviting = await ada.click(invitation, custom_id="several")
    named = dict(zip(field_ids(naming), ("Tom", ["Brisk"]), strict=True))
    (whom,) = field_ids(inviting)
    bo = str(bench.person("bo").id)
    here = {"user": "ada", "channel": str(table.channel_id)}
    at_table = here | {"message": str(table.id)}
    at_invitation = here | {"message": str(invitation.id), "nonce": "n"}
    return [
        ("say", here | {"content": "Hello", "reply_to": str(table.id)}),
        ("use", here | {"name": "game new", "values": {"title": "usa", "seats": 3}, "nonce": "n"}),
        ("use", here | {"name": "who", "values": {"member": bo}, "nonce": "n"}),
        ("ask", here | {"name": "claim", "values": {"route": "de", "pay": "x"}, "focused": "route", "nonce": "n"}),
        ("press", at_table | {"custom_id": "colour", "values": ["red"], "nonce": "n"}),
        ("press", at_invitation | {"custom_id": "whom", "values": [bo]}),
        ("submit", {"user": "ada", "interaction": str(naming.interaction.id), "values": named}),
        ("submit", {"user": "ada", "interaction": str(inviting.interaction.id), "values": {whom: [bo]}}),
        ("react", at_table | {"emoji": "x"}),
        ("read", at_table),
        ("dm", {"user": "ada", "other": bo}),
        ("settings", {"user": "ada", "locale": "pl", "takes_dms": True}),
        ("delete", at_table),
    ]


def field_ids(opened: Result) -> list[str]:
    assert opened.modal
    return [each["custom_id"] for each in components.walk(opened.modal["components"]) if "custom_id" in each]


def spoilt(body: dict[str, Any]) -> Iterator[dict[str, Any]]:
    """The body with something odd in each place, one at a time."""
    for name, value in body.items():
        for odd in ODD:
            yield body | {name: odd}
            if isinstance(value, dict):
                yield from (body | {name: value | {inner: odd}} for inner in value)
            if isinstance(value, list):
                yield body | {name: [odd]}


async def test_whatever_stands_in_a_field_is_taken_or_refused(
    bench: Bench, session: aiohttp.ClientSession, caplog: pytest.LogCaptureFixture
) -> None:
    requests = await sound_requests(bench)
    assert {action for action, _ in requests} == ASKED.keys()
    for action, body in requests:
        for odd in spoilt(body):
            await answer_to(session, f"{bench.discord.url}/page/do/{action}", json.dumps(odd).encode())
        await bench.breathe()
    assert [each for each in caplog.records if each.levelname == "ERROR"] == []


async def test_what_the_page_asks_is_taken(bench: Bench, session: aiohttp.ClientSession) -> None:
    refused = {}
    for action, body in await sound_requests(bench):
        said = await answer_to(session, f"{bench.discord.url}/page/do/{action}", json.dumps(body).encode())
        if "refused" in said:
            refused[action] = said
    assert refused == {}


@pytest.mark.parametrize("query", ["channel=x", "channel=1&before=x", f"channel={'9' * 5000}", "channel=-1", ""])
async def test_odd_addresses_are_refused(local: LocalDiscord, session: aiohttp.ClientSession, query: str) -> None:
    for path in ("messages", "commands"):
        async with session.get(f"{local.url}/page/{path}?{query}") as response:
            assert response.status == 200
            assert "refused" in await response.json()


async def test_a_broken_request_of_the_bot_is_refused_as_discord_does(
    local: LocalDiscord, session: aiohttp.ClientSession
) -> None:
    channel = next(iter(local.world.channels))
    local.api.limits.is_on = False
    for body in BROKEN[1:]:
        async with session.post(
            f"{local.url}/api/v10/channels/{channel}/messages",
            data=body,
            headers={"Authorization": f"Bot {local.token}"},
        ) as response:
            assert response.status == 400
            assert (await response.json())["code"] in (50035, 50109)


@pytest.mark.parametrize("path", ["/", "/page/app.js", "/page/words", "/page/none", "/embed/avatars/1.png", "/api/x"])
async def test_no_other_page_may_frame_anything_here(
    local: LocalDiscord, session: aiohttp.ClientSession, path: str
) -> None:
    async with session.get(local.url + path) as response:
        assert "frame-ancestors 'none'" in response.headers["Content-Security-Policy"]
        assert response.headers["X-Content-Type-Options"] == "nosniff"


async def test_only_the_second_view_may_stand_in_a_frame_and_only_in_our_own(
    local: LocalDiscord, session: aiohttp.ClientSession
) -> None:
    async with session.get(f"{local.url}/?as=bo&second") as response:
        policy = response.headers["Content-Security-Policy"]
    assert policy == POLICY.replace("frame-ancestors 'none'", "frame-ancestors 'self'")
