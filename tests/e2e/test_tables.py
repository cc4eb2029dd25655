"""Two people at their own screens and the real bot: a ticket game and Metro, by commands and by buttons."""

from __future__ import annotations

import asyncio
import time
from collections.abc import AsyncIterator
from pathlib import Path

import pytest
from playwright.async_api import Locator, Page, expect

from bot.client import Semafor
from bot.local.driver import Bench
from bot.local.server import LocalDiscord
from bot.text.emojis import without_emojis
from tests.e2e.conftest import OpenPage, picture_of
from tests.local.conftest import running

pytestmark = pytest.mark.e2e
PATIENCE = 60_000


@pytest.fixture
async def table(local: LocalDiscord, tmp_path: Path) -> AsyncIterator[Bench]:
    async with running(Semafor(tmp_path / "games.db"), local):
        yield Bench(local)


async def go(page: Page, place: str) -> None:
    await page.locator("#side .station", has_text=place).first.click()
    await expect(page.locator("#place h1")).to_contain_text(place)


async def command(page: Page, text: str) -> None:
    """Type a command with its options and run it."""
    await page.locator("#box").fill(text)
    await expect(page.locator(".command").first).to_be_visible()
    await page.keyboard.press("Enter")
    run = page.get_by_role("button", name="Run")
    if await run.count():
        await run.click()


def newest(page: Page, label: str) -> Locator:
    """The newest message with such a button."""
    return page.locator(".message", has=page.get_by_role("button", name=label, exact=True)).last


async def press(page: Page, label: str) -> None:
    button = newest(page, label).get_by_role("button", name=label, exact=True)
    await expect(button).to_be_visible(timeout=PATIENCE)
    await button.click()


async def lobby_of_two(open_page: OpenPage, title: str) -> tuple[Page, Page]:
    """Ada opens a table by command, Bo joins by its button, Ada starts."""
    ada, bo = await open_page("ada"), await open_page("bo", width=390, height=844)
    await go(ada, "trains")
    await command(ada, f"/game new title:{title} seats:2")
    await expect(newest(ada, "Join")).to_contain_text("lobby")
    await picture_of(ada, f"{title}-lobby")
    await bo.locator("#menu").click()
    await go(bo, "trains")
    await press(bo, "Join")
    await expect(bo.locator(".message.private").last).to_contain_text("your seat is")
    await expect(newest(ada, "Start")).to_contain_text("Bo")
    await press(ada, "Start")
    return ada, bo


async def keep_two(page: Page, choose: str = "Choose", keep: str = "Keep A, B") -> None:
    await press(page, choose)
    for letter in "AB":
        await press(page, f"☐ {letter}")
        await expect(page.get_by_role("button", name=f"☑ {letter}").last).to_be_visible(timeout=PATIENCE)
    await press(page, keep)


async def whose_turn(bench: Bench, people: dict[str, Page]) -> tuple[str, Page]:
    """Who has been rung last."""
    await asyncio.sleep(0.3)
    rung = bench.public("trains")[-1].pinged
    return next((name, page) for name, page in people.items() if bench.person(name).id in rung)


async def test_several_turns_of_a_ticket_game(table: Bench, open_page: OpenPage) -> None:
    ada, bo = await lobby_of_two(open_page, "usa")
    people = {"ada": ada, "bo": bo}
    for page in people.values():
        await keep_two(page)
    await expect(newest(ada, "Play")).to_contain_text("your turn", timeout=PATIENCE)
    for turn in range(1, 5):
        name, page = await whose_turn(table, people)
        if turn % 2:
            await press(page, "Play")
            await picture_of(page, f"usa-panel-{name}")
            await press(page, "Two from the deck")
        else:
            await command(page, "/draw card:blind second:blind")
        await expect(ada.locator(".message", has_text=f"turn {turn + 1}").last).to_be_visible(timeout=PATIENCE)
    await picture_of(ada, "usa-board")
    await check_dms(table, ada, bo)


def secret_of(bench: Bench) -> str:
    """What Ada's newest message says of her hand."""
    return plain(bench.person("ada").dms()[-1].content.splitlines()[1])


async def check_dms(bench: Bench, ada: Page, bo: Page) -> None:
    """Ada reads her hand; nothing of it is on Bo's screen."""
    await go(ada, "Semafor")
    hand = ada.locator(".message", has_text="Hand:").last
    await expect(hand).to_be_visible()
    await picture_of(ada, "dm")
    async with asyncio.timeout(60):  # her last turn may still be on its way
        while (secret := secret_of(bench)) not in plain(await hand.inner_text()):
            await asyncio.sleep(0.1)
    assert secret not in plain(await bo.inner_text("body"))
    assert not [each for each in bench.person("bo").dms() if secret in plain(each.content)]


def plain(words: str) -> str:
    """Without emojis, and with one space between words."""
    return " ".join(without_emojis(words).split())


async def test_several_turns_of_metro(table: Bench, open_page: OpenPage) -> None:
    ada, bo = await lobby_of_two(open_page, "metro")
    people = {"ada": ada, "bo": bo}
    await expect(newest(ada, "Play")).to_contain_text("your turn", timeout=PATIENCE)
    for turn in range(1, 5):
        _, page = await whose_turn(table, people)
        if turn == 2:
            await command(page, "/metro draw")
        else:
            await press(page, "Play")
        place = page.locator(".message.private").last.get_by_role("button", name="Place on")
        await expect(place).to_be_visible(timeout=PATIENCE)
        await picture_of(page, f"metro-panel-{turn}")
        await place.click()
        await expect(ada.locator(".message", has_text=f"turn {turn + 1}").last).to_be_visible(timeout=PATIENCE)
    assert await ada.locator(".message.private").count() > 0
    assert bo.url
    await picture_of(ada, "metro-board")


async def test_a_wrong_move_is_refused_in_words(table: Bench, open_page: OpenPage) -> None:
    ada, bo = await lobby_of_two(open_page, "metro")
    await expect(newest(ada, "Play")).to_contain_text("your turn", timeout=PATIENCE)
    name, _ = await whose_turn(table, {"ada": ada, "bo": bo})
    other = bo if name == "ada" else ada
    await command(other, "/metro draw")
    refused = f"Not your turn: {name.capitalize()} to move."
    await expect(other.locator(".message.private").last).to_contain_text(refused, timeout=PATIENCE)
    await picture_of(other, "refusal")


async def test_the_first_move_against_a_robot_takes_less_than_a_minute(table: Bench, open_page: OpenPage) -> None:
    began = time.monotonic()
    page = await open_page("dora", dark=True)
    await page.get_by_role("button", name="Zagraj od razu z robotem").click()
    await keep_two(page, choose="Wybierz", keep="Zachowaj A, B")
    await press(page, "Zagraj")
    await press(page, "Dwie ze stosu")
    await expect(page.locator(".message.private", has_text="Dobierasz").last).to_be_visible(timeout=PATIENCE)
    await picture_of(page, "robot-first-move-dark")
    assert time.monotonic() - began < 60
    assert table.discord.api.unknown == []
