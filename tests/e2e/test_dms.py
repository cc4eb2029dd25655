"""Three people on no server, each at their own screen: a table in their direct messages with the bot."""

from __future__ import annotations

import re
from collections.abc import AsyncIterator
from pathlib import Path

import pytest
from playwright.async_api import Page, expect

from bot.client import Semafor
from bot.local.driver import Bench
from bot.local.server import LocalDiscord
from tests.e2e.conftest import OpenPage, picture_of
from tests.e2e.test_tables import PATIENCE, command, keep_two, newest, press
from tests.local.conftest import running

pytestmark = pytest.mark.e2e
CODE = re.compile(r"[A-Z2-9]{4}-[A-Z2-9]{4}-[A-Z2-9]{4}")


@pytest.fixture
async def table(local: LocalDiscord, tmp_path: Path) -> AsyncIterator[Bench]:
    async with running(Semafor(tmp_path / "games.db"), local):
        bench = Bench(local)
        for name in ("kim", "lou", "max"):
            bench.add_stranger(name)
        yield bench


async def seat_all(table: Bench, pages: dict[str, Page]) -> None:
    """Kim opens; Lou comes by the code, Max by an invitation; Kim starts."""
    kim, lou, max_ = pages.values()
    await command(kim, "/game new title:lantern seats:3")
    await expect(newest(kim, "Start")).to_contain_text("lobby", timeout=PATIENCE)
    found = CODE.search(await newest(kim, "Start").inner_text())
    assert found is not None
    await command(lou, f"/game join code:{found[0]}")
    await expect(newest(lou, "Leave")).to_contain_text("Lou", timeout=PATIENCE)
    await command(kim, f"/game invite member:{table.person('max').id}")
    await press(max_, "Join")
    await expect(newest(kim, "Start")).to_contain_text("Max", timeout=PATIENCE)
    await picture_of(kim, "dm-lobby")
    await press(kim, "Start")


async def test_three_people_on_no_server_play_in_their_own_dms(table: Bench, open_page: OpenPage) -> None:
    pages = {
        "kim": await open_page("kim", shows="#box"),
        "lou": await open_page("lou", shows="#box", width=390, height=844),
        "max": await open_page("max", shows="#box", dark=True),
    }
    for page in pages.values():
        await expect(page.locator("#side")).to_contain_text("On no server")
    await seat_all(table, pages)
    for page in pages.values():
        await keep_two(page)
    for turn in range(1, 4):
        for page in pages.values():
            await expect(page.locator(".message", has_text=f"turn {turn}").last).to_be_visible(timeout=PATIENCE)
        (called,) = [name for name in pages if table.person(name).pings()[-1].content.count(f"turn {turn} ")]
        await press(pages[called], "Play")
        await picture_of(pages[called], f"dm-panel-{called}")
        await press(pages[called], "Two from the deck")
    for name, page in pages.items():
        await expect(page.locator(".message", has_text="turn 4").last).to_be_visible(timeout=PATIENCE)
        await expect(page.locator(".message", has_text="turn 4").last.locator("img").first).to_be_visible()
        await picture_of(page, f"dm-board-{name}")
    hands = {name: table.person(name).dms() for name in pages}
    for name, seen in hands.items():
        (hand,) = [each for each in seen if "Hand:" in each.content and not each.is_ephemeral]
        secret = hand.content.splitlines()[-2]
        assert not [other for other in hands if other != name and secret in await pages[other].content()]
    assert table.discord.api.unknown == []
