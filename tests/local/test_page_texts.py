"""The page's words: both languages say the same things, and every text that the page asks for is there."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

import aiohttp
import pytest

import bot.local.page
from bot.local.server import LocalDiscord

FILES = Path(bot.local.page.__file__).parent / "browser"
CATALOGUES: dict[str, dict[str, Any]] = {
    language: json.loads((FILES / f"{language}.json").read_text()) for language in ("en", "pl")
}


def placeholders(text: Any) -> set[str]:
    texts = text.values() if isinstance(text, dict) else [text]
    return {name for each in texts for name in re.findall(r"\{(\w+)\}", each)}


def test_both_languages_have_the_same_texts_with_the_same_placeholders() -> None:
    english, polish = CATALOGUES["en"], CATALOGUES["pl"]
    assert english.keys() == polish.keys()
    assert {key: placeholders(text) for key, text in english.items()} == {
        key: placeholders(text) for key, text in polish.items()
    }


def test_every_text_that_the_page_uses_is_there_and_none_is_idle() -> None:
    source = "\n".join(path.read_text() for path in FILES.glob("*.js"))
    used = set(re.findall(r"\bt\(\s*\"(\w+)\"", source))
    for pair in re.findall(r"t\([\w.]+(?: [<>] \d+)? \? \"(\w+)\" : \"(\w+)\"", source):
        used |= set(pair)
    used |= {"theme_auto", "theme_light", "theme_dark"}
    assert used == set(CATALOGUES["en"])


def test_plurals_have_every_form() -> None:
    forms = {"en": {"one", "other"}, "pl": {"one", "few", "many", "other"}}
    for language, catalogue in CATALOGUES.items():
        for key, text in catalogue.items():
            assert not isinstance(text, dict) or text.keys() == forms[language], key


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
