"""What people call themselves and their tables: never a command to tap, never escaped where nothing is formatted."""

import pytest
import simcord

from bot.interactions.responder import written
from bot.text.commands import every_path, localised, with_mentions
from bot.text.labels import PAGE
from bot.text.names import name_of, safe_text
from data.languages import LANGUAGES
from tests.bot.conftest import Clock
from tests.bot.tapping import components
from tests.bot.town import Town

IDS = {path.split()[0]: 10**18 for path in every_path().values()}


@pytest.mark.parametrize("name", ["/claim", "/game cancel", "Ada /draw", "/gra nowa", "(/claim)"])
def test_a_name_is_no_command_to_tap(name: str) -> None:
    shown = name_of((name,), 0)
    for language in LANGUAGES:
        assert with_mentions(shown, language, IDS) == shown
        assert with_mentions(shown, language, {}) == shown
        assert localised(shown, language) == shown


def test_a_slash_between_words_stays_as_it_is() -> None:
    assert safe_text("AC/DC") == "AC/DC"


def test_commands_in_another_language_still_fit_a_message() -> None:
    words = "/draw " * (PAGE // 6)
    assert len(words) <= PAGE < len(localised(words, "pl"))
    assert len(written(words, "pl", IDS, {})) <= PAGE
    assert len(written(words, "pl", {}, {})) <= PAGE


@pytest.fixture
def town(simcord_env: simcord.Env, clock: Clock) -> Town:
    clock.now = lambda: simcord_env.now().timestamp()
    return Town(simcord_env)


async def test_a_table_s_name_is_plain_on_labels_and_found_as_it_is_written(town: Town) -> None:
    await town.begin("usa", name="Ann-Marie (1)")
    ada = town.people[0]
    offered = await ada.autocomplete(town.channel, "play", "game", "ann-marie (")
    assert len(offered) == 1
    assert "USA #1 (Ann-Marie (1))" in offered[0]["name"]
    empty = town.guild.create_text_channel("empty")
    answer = (await ada.slash(empty, "play")).response
    assert "USA #1 (Ann-Marie (1))" in [part.get("label") for part in components(answer)]


async def test_a_named_table_says_everywhere_which_game_it_is(town: Town) -> None:
    ada, bo = town.people
    await ada.slash(town.channel, "game new", title="nordic", name="Fjords")
    await ada.slash(town.channel, "game invite", member=bo)
    said = [message.content for message in town.channel.history()]
    for person, command in ((bo, "game join"), (bo, "game status"), (bo, "games"), (ada, "game options")):
        said.append((await person.slash(town.channel, command)).response.content)
    said.append((await ada.slash(town.channel, "game start")).response.content)
    said.append(town.channel.last_message.content)
    looks = ("game status", "games", "hand", "play", "board", "log")
    said += [(await ada.slash(town.channel, command)).response.content for command in looks]
    said += [message.content for user in town.users.values() for message in user.dm_channel.history()]
    assert [words for words in said if "Nordic Countries #1 (Fjords)" not in words] == []


@pytest.mark.parametrize(("language", "seats", "pace"), [("en", "3 players", "daily"), ("pl", "3 osoby", "dziennie")])
async def test_an_invitation_says_what_it_is_for_and_can_be_taken(
    town: Town, language: str, seats: str, pace: str
) -> None:
    ada, bo = town.people
    options = {"seats": 3, "pace": "daily", "language": language, "name": "Friday"}
    await ada.slash(town.channel, "game new", title="usa", **options)
    await ada.slash(town.channel, "game invite", member=bo)
    invitation = town.channel.last_message
    assert [user.id for user in invitation.mentions] == [bo.id]
    words = invitation.content.replace("\u00a0", " ")
    assert all(part in words for part in ("USA #1 (Friday)", seats, pace))
    await bo.click(invitation, custom_id="sm:1:-:join")
    assert bo.id in (await town.bot.tables.lobby(1)).humans
