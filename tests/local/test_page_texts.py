"""The page's words and files: every text that the page asks for is there, and nothing else is served."""

from __future__ import annotations

import re
from pathlib import Path

import aiohttp
import pytest

import bot.local.page
from bot.local.page import page_words
from bot.local.server import LocalDiscord
from bot.local.world.founding import CHANNELS
from data.languages import LANGUAGES
from data.texts import catalogue, introduced, text

FILES = Path(bot.local.page.__file__).parent / "browser"


def test_every_text_that_the_page_uses_is_there_and_none_is_idle() -> None:
    source = "\n".join(path.read_text() for path in FILES.glob("*.js"))
    used = set(re.findall(r"\bt\(\s*\"(\w+)\"", source))
    for pair in re.findall(r"t\([\w.]+(?: [<>] \d+)? \? \"(\w+)\" : \"(\w+)\"", source):
        used |= set(pair)
    used |= set(re.findall(r"\"(why_\w+)\"", source))
    used |= {"theme_auto", "theme_light", "theme_dark"} | {f"topic_{name}" for name in CHANNELS}
    assert used == set(page_words("en"))


async def test_the_page_is_given_its_texts_in_every_language(local: LocalDiscord) -> None:
    async with aiohttp.ClientSession() as session, session.get(f"{local.url}/page/words") as response:
        words = await response.json()
    assert list(words) == list(LANGUAGES)
    for language in LANGUAGES:
        assert words[language]["words"] == page_words(language)
        assert words[language]["words"]["send"] == text("page.send", language)
        assert words[language]["name"] == introduced(language)


async def test_the_welcome_is_the_one_of_the_catalogue(local: LocalDiscord) -> None:
    (welcome,) = [message for channel in local.world.channels for message in local.world.messages.at_hand(channel)]
    assert welcome.content == text("page.welcome", "en")
    assert welcome.components[0]["components"][0]["label"] == text("page.play_now", "en")


def test_every_emoji_of_the_bot_is_drawn_by_the_page() -> None:
    drawn = set(re.findall(r'"(\W)": "', (FILES / "icons.js").read_text()))
    entries = [entry for language in LANGUAGES for entry in catalogue(language).values()]
    sent = {letter for entry in entries for letter in str(entry) if ord(letter) >= 0x1F000}
    assert sent <= drawn


@pytest.mark.parametrize("name", sorted(path.name for path in FILES.iterdir()))
async def test_every_file_of_the_page_is_served(local: LocalDiscord, name: str) -> None:
    async with aiohttp.ClientSession() as session, session.get(f"{local.url}/page/{name}") as response:
        assert response.status == 200
        assert "default-src 'self'" in response.headers["Content-Security-Policy"]
        assert await response.read() == (FILES / name).read_bytes()


async def test_nothing_else_is_served(local: LocalDiscord) -> None:
    async with aiohttp.ClientSession() as session:
        for path in ("/page/..%2fserver.py", "/page/server.py", "/page/none.js", "/attachments/1/2/x.png"):
            async with session.get(local.url + path) as response:
                assert response.status == 404
