"""Whether somebody is still on a server: asked seldom, and in doubt they are."""

import asyncio
from types import SimpleNamespace
from typing import Any

import aiohttp
import discord
import pytest

from bot import members
from bot.members import DiscordMembers


def refusal(status: int, code: int) -> discord.HTTPException:
    response: Any = SimpleNamespace(status=status, reason="no")
    return discord.HTTPException(response, {"code": code, "message": "no"})


class Http:
    """Answers `get_member` as it is told to."""

    def __init__(self) -> None:
        self.asked = 0
        self.answer: Exception | None = None
        self.pause = 0.0

    async def get_member(self, guild: int, user: int) -> dict[str, Any]:
        self.asked += 1
        await asyncio.sleep(self.pause)
        if self.answer is not None:
            raise self.answer
        return {}


class Clock:
    time = 1000.0

    def __call__(self) -> float:
        return self.time


@pytest.fixture
def http() -> Http:
    return Http()


@pytest.fixture
def clock() -> Clock:
    return Clock()


@pytest.fixture
def known(http: Http, clock: Clock) -> DiscordMembers:
    return DiscordMembers(SimpleNamespace(http=http), clock)  # type: ignore[arg-type]


async def test_only_discord_saying_so_means_that_somebody_has_left(known: DiscordMembers, http: Http) -> None:
    http.answer = refusal(404, 10007)
    assert await known.left(1, [7]) == {7}
    for doubt in (refusal(500, 0), refusal(403, 50001), aiohttp.ClientError(), ConnectionResetError(104, "reset")):
        http.answer = doubt
        assert await known.left(1, [7], is_anew=True) == frozenset()


async def test_a_discord_that_does_not_answer_holds_nothing_up(
    known: DiscordMembers, http: Http, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(members, "PATIENCE", 0.01)
    http.pause = 60.0
    assert await asyncio.wait_for(known.left(1, [7]), 30) == frozenset()


async def test_whoever_is_there_is_asked_about_once_an_hour(known: DiscordMembers, http: Http, clock: Clock) -> None:
    for _ in range(3):
        await known.left(1, [7, 8])
    assert http.asked == 2
    clock.time += members.KNOWN_FOR
    await known.left(1, [7])
    assert http.asked == 3
    await known.left(1, [7], is_anew=True)
    assert http.asked == 4


async def test_whoever_is_gone_is_soon_asked_about_again(known: DiscordMembers, http: Http, clock: Clock) -> None:
    http.answer = refusal(404, 10007)
    assert await known.left(1, [7]) == {7}
    http.answer = None
    clock.time += members.GONE_FOR
    assert await known.left(1, [7]) == frozenset()


async def test_not_everybody_is_remembered(known: DiscordMembers, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(members, "KEPT", 10)
    await known.left(1, range(50))
    assert len(known._known) == 10
