"""What the rules and the first steps name is there: every button and menu under its name, every command and option."""

import re
from collections.abc import Iterator
from functools import cache
from itertools import count
from typing import Any

import pytest
import simcord

from bot.games.catalog import face_of
from bot.games.done import done_page
from bot.games.page import Button, Menu, Row, Settings
from bot.games.tickets.atlas import atlas
from bot.outbox.lobby_posts import lobby_buttons
from bot.text.rules_pages import HELP_TOPICS, PAGES, help_text, rules_page
from data.languages import LANGUAGES, facts_of
from data.texts import text
from rules.catalog import TITLES
from tests.bot.tables import Table
from tests.bot.test_commands import payloads

PANELS = ("home", "claim", "tickets", "harbour", "exchange", "share", "train")
TABLES: dict[str, tuple[dict[str, str], ...]] = {
    "metro": ({"hand": "3", "direction": "free"}, {"modules": "1"}, {"modules": "2"}),
}
BOLD = re.compile(r"\*\*(.+?)\*\*")
SUB_COMMAND = 1
COMMAND = re.compile(r"(?<![\w/:])/([\w-]+)(?: ([\w-]+))?((?: [\w]+:)*)")


def labels(rows: tuple[Row, ...]) -> Iterator[str]:
    for row in rows:
        if isinstance(row, Menu):
            yield row.placeholder
        else:
            yield from (item.label for item in row if isinstance(item, Button))


def shown_to(table: Table, player: int, language: str) -> Iterator[str]:
    view, legal = table.view(player), table.legal(player)
    is_building = view.game != "metro" and "claim" in legal.kinds()
    kinds = {atlas(view.game).tracks[track].kind: track for track in legal.tracks()} if is_building else {}
    draft = face_of(view.game).draft
    drafts = [draft(page=panel) for panel in PANELS] + [draft(page="claim", track=track) for track in kinds.values()]
    for one in drafts:
        yield from labels(table.face.page(view, legal, one, Settings(), language, table.names).rows)


@cache
def everything_to_tap(title: str, language: str) -> frozenset[str]:
    """Whatever stands on a button or a menu in some games of a title, and on the posts around them."""
    posts = ("press.play", "press.choose", "press.hand", "press.board")
    found = {text(key, language) for key in posts} | set(labels(lobby_buttons(language, True)))
    for options in TABLES.get(title, ({}, {})):
        table = Table(title, 2, len(found), options)
        found |= set(labels(done_page(table.view(0), Settings(), language, table.names, undo=1).rows))
        for step in count():
            if not (asked := table.to_act()):
                break
            if step % 8 == 0 or getattr(table.view(None), "phase", "turn") != "turn":
                found |= set(shown_to(table, asked[0], language))
            table.play_on(1)
    return frozenset(found)


def is_there(name: str, shown: frozenset[str]) -> bool:
    """As a whole, or as the beginning of what changes with the game: `Claim for …` is `Claim for 2 red`."""
    wanted = re.compile(re.escape(name).replace("…", ".+").rstrip() + r"(?!\w)")
    return any(wanted.match(label) for label in shown)


def named_to_tap(title: str, page: int, language: str) -> list[str]:
    """Everything bold in the line that says how it is done here."""
    return BOLD.findall(rules_page(title, page, language).text.rsplit("\n", 1)[-1])


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("title", TITLES)
def test_rules_name_only_what_can_be_tapped(title: str, language: str) -> None:
    shown = everything_to_tap(title, language)
    named = [name for page in range(1, PAGES + 1) for name in named_to_tap(title, page, language)]
    assert len(named) > 8
    assert [name for name in named if not is_there(name, shown)] == []


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_first_steps_name_only_what_can_be_tapped(language: str) -> None:
    _semafor, *named = BOLD.findall(help_text(language))
    assert named
    assert [name for name in named if not is_there(name, everything_to_tap("usa", language))] == []


def test_something_that_is_not_there_is_found_out() -> None:
    shown = everything_to_tap("usa", "en")
    assert not is_there("Table", shown)
    assert not is_there("Blind", shown)
    assert not is_there("Play …", frozenset(("Play",)))
    assert is_there("Claim for …", shown)


def commands_named(words: str) -> Iterator[tuple[str, list[str]]]:
    """`/claim route: pay:` as its path and its options."""
    for group, leaf, options in COMMAND.findall(words):
        yield f"{group} {leaf}".strip(), re.findall(r"(\w+):", options)


def paths(found: list[dict[str, Any]], language: str) -> dict[str, set[str]]:
    """Every command in a language with the names of its options."""

    def name(part: dict[str, Any]) -> str:
        return str(part["name"] if language == "en" else part["name_localizations"][facts_of(language).locales[0]])

    known = {}
    for payload in found:
        leaves = [one for one in payload.get("options", []) if one["type"] == SUB_COMMAND]
        known[name(payload)] = {name(one) for one in payload.get("options", []) if one not in leaves}
        known |= {f"{name(payload)} {name(leaf)}": {name(one) for one in leaf.get("options", [])} for leaf in leaves}
    return known


def meant(path: str, known: dict[str, set[str]]) -> str:
    """A word behind a command without parts belongs to the sentence."""
    group = path.split()[0]
    has_parts = any(other.startswith(f"{group} ") for other in known)
    return path if has_parts else group


@pytest.mark.parametrize("language", LANGUAGES)
async def test_rules_and_first_steps_name_only_commands_that_exist(simcord_env: simcord.Env, language: str) -> None:
    known = paths(await payloads(simcord_env), language)
    pages = [rules_page(title, page, language).text for title in TITLES for page in range(1, PAGES + 1)]
    pages += [help_text(language, topic) for topic in HELP_TOPICS]
    named = [one for words in pages for one in commands_named(words)]
    assert len(named) > 100
    for path, options in named:
        command = meant(path, known)
        assert command in known, path
        assert set(options) <= known[command], (path, options)
