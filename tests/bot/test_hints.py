"""Hints where the table has agreed on them: what a robot would do and why, in the reader's language, to them alone."""

from typing import Any

import pytest
import simcord

from bot.games.catalog import face_of
from bot.games.hints import hint_line
from bot.tables.thinking import hinted
from data.languages import LANGUAGES
from rules.catalog import TITLES, find_game
from rules.chance import Chance
from tests.bot.test_votes import ids
from tests.bot.town import Town
from tests.rules.test_reasons import moments


@pytest.fixture
def town(simcord_env: simcord.Env) -> Town:
    return Town(simcord_env)


def verbs(message: Any) -> list[str]:
    return [own.split(":")[3] for own in ids(message)]


@pytest.mark.parametrize("title", ["usa", "metro"])
async def test_whoever_is_asked_may_ask_the_coach(town: Town, title: str) -> None:
    ada, bo = town.people
    await ada.slash(town.channel, "game new", title=title, seats=2)
    await ada.slash(town.channel, "game options", option="help", value="coach")
    assert "help: with a coach" in town.channel.last_message.content
    await bo.slash(town.channel, "game join")
    await ada.slash(town.channel, "game start")
    await town.play_by_commands(1, 4)
    (person,) = await town.asked(1)
    panel = (await person.slash(town.channel, "play")).response
    seq = await town.bot.store.last_seq(1)
    told = await person.click(panel, custom_id=next(own for own in ids(panel) if own.split(":")[3] == "hint"))
    assert "**Hint**: " in told.response.content
    assert "Why: " in told.response.content
    typed = (await person.slash(town.channel, "play", hint=True)).response
    assert told.response.content.splitlines()[0] == typed.content.splitlines()[0]
    assert await town.bot.store.last_seq(1) == seq
    other = next(one for one in town.people if one is not person)
    waiting = (await other.slash(town.channel, "play", hint=True)).response
    assert "Hint" not in waiting.content


async def test_there_is_no_hint_where_none_was_agreed_on(town: Town) -> None:
    await town.begin("usa")
    await town.play_by_commands(1, 4)
    (person,) = await town.asked(1)
    panel = (await person.slash(town.channel, "play")).response
    assert "hint" not in verbs(panel)
    refused = (await person.slash(town.channel, "play", hint=True)).response
    assert "no hints at this table" in refused.content


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("title", TITLES)
def test_every_move_and_reason_has_its_words(title: str, language: str) -> None:
    game = find_game(title)
    assert game is not None
    given = {"modules": "1+2"} if title == "metro" else {}
    face, names = face_of(title), ("Ada", "Bo", "Cyd")
    seen = set[str]()
    for number, (state, action) in enumerate(moments(game, 2, given, 5)):
        if number % 4 > 1:
            continue
        view = game.view_for(state, action.player)
        words = face.move_words(view, action, language)
        assert words[0] == words[0].lower()
        seen.add(words)
        for reason in game.reasons(view, action):
            assert face.reason_words(view, reason, names, language)
    assert len(seen) > 10


def test_a_hint_is_one_line_and_the_same_each_time() -> None:
    game = find_game("usa")
    assert game is not None
    state = game.setup(game.options({}), 2, Chance("hint"))
    view, legal = game.view_for(state, 0), game.legal_actions(state, 0)
    first, again = (hint_line(game, view, hinted(game, view, legal), ("Ada", "Bo"), "en") for _ in range(2))
    assert first == again
    assert first.startswith("**Hint**: keep ")
    assert "\n" not in first
