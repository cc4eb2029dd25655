"""A real browser on the page of a local Discord to which the sample bot is logged in."""

from __future__ import annotations

import os
from collections.abc import AsyncIterator, Awaitable, Callable
from pathlib import Path

import pytest
from playwright.async_api import Browser, ConsoleMessage, Page, async_playwright, expect

from bot.local.driver import Bench
from bot.local.server import LocalDiscord
from tests.local.conftest import running
from tests.local.sample_bot import SampleBot

CHROMIUM = os.environ.get("CHROMIUM", "/usr/bin/chromium")
FLAGS = (
    "--headless",
    "--no-sandbox",
    "--disable-gpu",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
)
PICTURES = Path(__file__).parent.parent.parent / "build" / "e2e"
expect.set_options(timeout=60_000)
OpenPage = Callable[..., Awaitable[Page]]


@pytest.fixture
async def local(tmp_path: Path) -> AsyncIterator[LocalDiscord]:
    async with LocalDiscord(tmp_path / "discord.db", port=0) as server:
        server.point_discord_py_here()
        yield server


@pytest.fixture
async def bench(local: LocalDiscord) -> AsyncIterator[Bench]:
    async with running(SampleBot(), local):
        yield Bench(local)


@pytest.fixture
async def browser() -> AsyncIterator[Browser]:
    async with async_playwright() as playwright:
        opened = await playwright.chromium.launch(executable_path=CHROMIUM, args=list(FLAGS))
        yield opened
        await opened.close()


@pytest.fixture
async def open_page(local: LocalDiscord, browser: Browser) -> AsyncIterator[OpenPage]:
    """Opens the page as a person; afterwards there must have been no error and no request to anywhere else.

    A picture that was replaced while the page was asking for it is no error, as long as the page shows the other one.
    """
    wrong: list[str] = []
    missing: list[tuple[Page, str]] = []

    def note(page: Page, said: ConsoleMessage) -> None:
        url = said.location["url"]
        if url.startswith(f"{local.url}/attachments/"):
            missing.append((page, url))
        else:
            wrong.append(said.text)

    async def open_as(
        person: str,
        *,
        width: int = 1280,
        height: int = 820,
        dark: bool = False,
        touch: bool = False,
        shows: str = ".message",
    ) -> Page:
        context = await browser.new_context(
            viewport={"width": width, "height": height},
            color_scheme="dark" if dark else "light",
            has_touch=touch,
            is_mobile=touch,
        )
        page = await context.new_page()
        page.set_default_timeout(60_000)
        page.on("pageerror", lambda error: wrong.append(f"error: {error}"))
        page.on("console", lambda said: note(page, said) if said.type == "error" else None)
        page.on("request", lambda request: None if request.url.startswith(local.url) else wrong.append(request.url))
        await page.goto(f"{local.url}/?as={person}")
        await page.wait_for_selector(shows)
        return page

    yield open_as
    assert not wrong
    assert not [url for page, url in missing if await page.locator(f"img[src='{url}']").count()]


async def picture_of(page: Page, name: str) -> None:
    """Leaves a screenshot to look at in build/e2e."""
    PICTURES.mkdir(parents=True, exist_ok=True)
    await page.screenshot(path=PICTURES / f"{name}.png")
