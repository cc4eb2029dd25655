"""A real game in a real browser: the bot itself, its pictures, and a robot at the table."""

from __future__ import annotations

from collections.abc import AsyncIterator
from pathlib import Path

import pytest
from playwright.async_api import Locator, Page, expect

from bot.client import Semafor
from bot.local.driver import Bench, words
from bot.local.server import LocalDiscord
from tests.e2e.conftest import OpenPage, picture_of
from tests.local.conftest import running

pytestmark = pytest.mark.e2e


@pytest.fixture
async def table(local: LocalDiscord, tmp_path: Path) -> AsyncIterator[Bench]:
    async with running(Semafor(tmp_path / "games.db"), local):
        yield Bench(local)


def newest(page: Page, label: str) -> Locator:
    """The newest message that has this button."""
    return page.locator(".message", has=page.get_by_role("button", name=label, exact=True)).last


async def test_from_the_first_button_to_the_second_turn(table: Bench, open_page: OpenPage) -> None:
    page = await open_page("ada")
    await page.get_by_role("button", name="Play now against a robot").click()
    await newest(page, "Tick…").get_by_role("button", name="Tick…", exact=True).click()
    form = page.get_by_role("dialog")
    await expect(form.locator("label.choice")).to_have_count(3)
    tickets = await form.locator("label.choice").all_inner_texts()
    await form.get_by_role("checkbox").first.check()
    await form.get_by_role("button", name="Submit").click()
    await expect(form.get_by_role("alert")).to_be_visible()
    await form.get_by_role("checkbox").nth(1).focus()
    await page.keyboard.press("Space")
    await picture_of(page, "tickets-form")
    await form.get_by_role("button", name="Submit").click()
    await expect(newest(page, "Play")).to_contain_text("@Ada, your turn")
    await picture_of(page, "turn")
    first = await newest(page, "Play").get_attribute("id")
    await newest(page, "Play").get_by_role("button", name="Play", exact=True).click()
    await newest(page, "Two from the deck").get_by_role("button", name="Two from the deck").click()
    await expect(page.locator(f"#{first} ~ .message", has_text="@Ada, your turn")).to_be_visible()
    await picture_of(page, "second-turn")
    snapshot = "\n".join(words(each) for each in table.person("bo").sees("trains"))
    cities = [
        ticket.strip().removeprefix(f"{letter} · ").rsplit(" ", 1)[0]
        for letter, ticket in zip("ABC", tickets, strict=True)
    ]
    assert table.person("ada").mention in snapshot
    assert [name for name in cities if name in snapshot] == [], "Ada's tickets are Ada's alone"
    assert table.discord.api.unknown == []
