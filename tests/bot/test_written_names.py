"""What people call themselves and their tables: never a command to tap, never escaped where nothing is formatted."""

import pytest
import simcord

from bot.answering.replies import written
from bot.words.commands import every_path, localised, with_mentions
from bot.words.labels import PAGE
from bot.words.names import name_of, safe_text
from tests.bot.conftest import Clock
from tests.bot.tapping import components
from tests.bot.town import Town

IDS = {path.split()[0]: 10**18 for path in every_path().values()}


@pytest.mark.parametrize("name", ["/claim", "/game cancel", "Ada /draw", "/gra nowa", "(/claim)"])
def test_a_name_is_no_command_to_tap(name: str) -> None:
    shown = name_of((name,), 0)
    for language in ("en", "pl"):
        assert with_mentions(shown, language, IDS) == shown
        assert with_mentions(shown, language, {}) == shown
        assert localised(shown, language) == shown


def test_a_slash_between_words_stays_as_it_is() -> None:
    assert safe_text("AC/DC") == "AC/DC"


def test_commands_in_another_language_still_fit_a_message() -> None:
    words = "/draw " * (PAGE // 6)
    assert len(words) <= PAGE < len(localised(words, "pl"))
    assert len(written(words, "pl", IDS)) <= PAGE
    assert len(written(words, "pl", {})) <= PAGE


@pytest.fixture
def town(simcord_env: simcord.Env, clock: Clock) -> Town:
    clock.now = lambda: simcord_env.now().timestamp()
    return Town(simcord_env)


async def test_a_table_s_name_is_plain_on_labels_and_found_as_it_is_written(town: Town) -> None:
    await town.begin("usa", name="Ann-Marie (1)")
    ada = town.people[0]
    offered = await ada.autocomplete(town.channel, "play", "game", "ann-marie (")
    assert len(offered) == 1
    assert "Ann-Marie (1) #1" in offered[0]["name"]
    empty = town.guild.create_text_channel("empty")
    answer = (await ada.slash(empty, "play")).response
    assert "Ann-Marie (1) #1" in [part.get("label") for part in components(answer)]
