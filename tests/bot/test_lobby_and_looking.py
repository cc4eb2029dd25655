"""Lobbies from opening to start, and all that can be looked at, over a simulated Discord."""

from typing import Any

import discord
import pytest
import simcord

import bot.tables.records
from bot.text.rules_pages import PAGES
from data.texts import text
from render.kit.theme import THEMES
from rules.catalog import find_game
from tests.bot.conftest import Clock
from tests.bot.tapping import components
from tests.bot.town import Town


@pytest.fixture
def town(simcord_env: simcord.Env, clock: Clock) -> Town:
    clock.now = lambda: simcord_env.now().timestamp()
    return Town(simcord_env, people=3)


@pytest.fixture(autouse=True)
def every_answer_is_shown(caplog: pytest.LogCaptureFixture) -> Any:
    """Discord has refused none of our answers."""
    yield
    logged = [*caplog.get_records("call"), *caplog.records]
    assert not [record for record in logged if record.name == "bot.interactions.responder"]


def ids(message: Any) -> list[str]:
    return [part["custom_id"] for row in message.components for part in row["components"]]


async def choose(person: Any, message: Any, value: str) -> Any:
    """Pick a value in whichever menu of a message has it."""
    for row in message.components:
        for part in row["components"]:
            if any(option["value"] == value for option in part.get("options", [])):
                return await person.select(message, [value], custom_id=part["custom_id"])
    raise AssertionError(value)


async def test_a_lobby_by_buttons(town: Town) -> None:
    ada, bo, cyd = town.people
    await ada.slash(town.channel, "game new", title="usa")
    lobby = town.channel.last_message
    for person in (bo, cyd):
        result = await person.click(lobby, custom_id="sm:1:-:join")
        assert "your seat" in result.response.content
    again = await bo.click(lobby, custom_id="sm:1:-:join")
    assert "You already have a seat" in again.response.content
    colours = (await bo.click(lobby, custom_id="sm:1:-:colour")).response
    assert "brown" in (await choose(bo, colours, "brown")).response.content
    options = (await ada.click(lobby, custom_id="sm:1:-:options")).response
    options = (await choose(ada, options, "pace=brisk")).response
    assert "brisk" in options.content
    await choose(ada, options, "language=pl")
    assert not ids((await bo.click(lobby, custom_id="sm:1:-:options")).response)
    which = (await ada.click(lobby, custom_id="sm:1:-:robot")).response
    await ada.click(which, custom_id="sm:1:-:robot:conductor")
    await cyd.click(lobby, custom_id="sm:1:-:leave")
    refused = await bo.click(lobby, custom_id="sm:1:-:start")
    assert "Only the host" in refused.response.content
    await ada.click(lobby, custom_id="sm:1:-:start")
    seats = await town.bot.store.seats(1)
    assert {seat.name for seat in seats} == {"ada", "bo", "Robot 1"}
    assert {seat.colour for seat in seats} >= {"brown"}
    assert "partia się zaczyna" in town.channel.last_message.content


async def test_a_lobby_by_commands(town: Town) -> None:
    ada, bo, cyd = town.people
    await ada.slash(town.channel, "game new", title="metro", variant="modules=1+2, hand=2")
    await bo.slash(town.channel, "game join")
    await ada.slash(town.channel, "game invite", member=cyd)
    invitation = town.channel.last_message
    assert [user.id for user in invitation.mentions] == [cyd.id]
    await ada.slash(town.channel, "game robot", strength="conductor")
    await ada.slash(town.channel, "game robot", strength="none")
    await ada.slash(town.channel, "game seats", order="bo, ada")
    refused = await ada.slash(town.channel, "game colour", colour="blue")
    assert "seat decides" in refused.response.content
    wrong = await ada.slash(town.channel, "game options", option="modules", value="5")
    assert "possible are" in wrong.response.content
    await ada.slash(town.channel, "game options", option="hand", value="1")
    await ada.slash(town.channel, "game start")
    snapshot = await town.bot.tables.snapshot(1, None)
    assert snapshot.names == ("bo", "ada")
    assert snapshot.view.options.hand == 1


async def test_options_are_offered_and_read_in_the_readers_language(town: Town) -> None:
    ada = town.people[0]
    await ada.slash(town.channel, "settings me", option="language", value="pl")
    offered = await ada.autocomplete(town.channel, "game new", "variant", "modul", title="metro")
    assert "moduły=1+2" in [one["name"] for one in offered]
    await ada.slash(town.channel, "game new", title="metro", variant="moduły=1+2")
    names = await ada.autocomplete(town.channel, "game options", "option", "")
    assert {"tempo": "pace", "moduły": "modules"}.items() <= {one["name"]: one["value"] for one in names}.items()
    values = await ada.autocomplete(town.channel, "game options", "value", "szyb", option="tempo")
    assert [(one["name"], one["value"]) for one in values] == [("szybkie", "brisk")]
    await ada.slash(town.channel, "game options", option="tempo", value="szybkie")
    table = await town.bot.store.table(1)
    assert (table.pace, table.variant) == ("brisk", {"modules": "1+2"})
    wrong = await ada.slash(town.channel, "game options", option="kierunek", value="w bok")
    assert "kierunek" in wrong.response.content
    assert "dowolny" in wrong.response.content


@pytest.mark.parametrize(
    ("options", "words"),
    [
        ({"title": "usa", "seats": 6}, "2 to 5 players"),
        ({"title": "usa", "seats": 2, "robots": 2}, "at most 1"),
        ({"title": "metro", "variant": "modules"}, "written like this"),
        ({"title": "metro", "variant": "modules=9"}, "possible are"),
        ({"title": "usa", "variant": "speed=3"}, "no option"),
    ],
)
async def test_what_can_not_be_played_is_explained(town: Town, options: dict[str, Any], words: str) -> None:
    result = await town.people[0].slash(town.channel, "game new", **options)
    assert words in result.response.content
    assert await town.bot.store.table_in(town.channel.id) is None


async def test_a_second_table_of_a_channel_goes_into_a_thread(town: Town) -> None:
    ada, bo, _ = town.people
    await ada.slash(town.channel, "game new", title="usa")
    refused = await bo.slash(town.channel, "game new", title="usa", place="here")
    assert "already" in refused.response.content
    await bo.slash(town.channel, "game new", title="nordic", name="Fjords")
    assert [thread.name for thread in town.channel.threads] == ["Nordic Countries · Fjords"]


async def test_what_can_no_longer_be_changed_says_why(town: Town) -> None:
    ada, bo, cyd = town.people
    await ada.slash(town.channel, "game new", title="usa")
    lobby = town.channel.last_message
    await bo.click(lobby, custom_id="sm:1:-:join")
    taken = await ada.slash(town.channel, "game invite", member=bo)
    assert taken.response.content == "That person already has a seat."
    left = await cyd.click(lobby, custom_id="sm:1:-:leave")
    assert left.response.content == "You have no seat at this table."
    await ada.click(lobby, custom_id="sm:1:-:start")
    for command in ("game leave", "game start"):
        refused = await cyd.slash(town.channel, command)
        assert refused.response.content == "The game is running; seats can't change now.", command
    looking = await cyd.slash(town.channel, "hand")
    assert looking.response.content.startswith("You have no seat at this table; this is what everybody may see.")
    other = town.guild.create_text_channel("other")
    await cyd.slash(other, "game new", title="usa")
    await cyd.slash(other, "game invite", member=bo)
    invitation = other.last_message
    await cyd.slash(other, "game leave")
    assert (await bo.click(invitation, custom_id="sm:2:-:join")).response.content == "This table is closed."


async def test_a_host_who_leaves_hands_the_table_on_and_the_last_one_closes_it(town: Town) -> None:
    ada, bo, _ = town.people
    await ada.slash(town.channel, "game new", title="usa")
    await bo.slash(town.channel, "game join")
    await ada.slash(town.channel, "game leave")
    assert (await town.bot.tables.lobby(1)).table.host == bo.id
    await bo.slash(town.channel, "game leave")
    assert (await town.bot.tables.lobby(1)).table.stage == "closed"


async def test_a_moderator_may_close_a_lobby_and_others_may_not(town: Town) -> None:
    ada, bo, _ = town.people
    role = town.guild.create_role("Mods", permissions=discord.Permissions(manage_channels=True))
    mod = town.guild.add_member(town.env.create_user("mod"), roles=[role])
    await ada.slash(town.channel, "game new", title="usa")
    assert "Only the host" in (await bo.slash(town.channel, "game cancel")).response.content
    await mod.slash(town.channel, "game cancel")
    assert (await town.bot.tables.lobby(1)).table.stage == "closed"


async def test_everything_can_be_looked_at(town: Town) -> None:
    game = await town.begin("usa")
    await town.play_by_commands(game, 8)
    ada = town.people[0]
    for command, options, words in [
        ("game status", {}, "points"),
        ("hand", {}, "Hand"),
        ("board", {}, "wagons"),
        ("board", {"view": "text"}, "wagons"),
        ("board", {"zoom": "mine"}, "wagons"),
        ("log", {}, "page 1 of"),
        ("games", {}, "USA #1"),
        ("games", {"scope": "server"}, "USA #1"),
        ("rules", {}, "USA"),
        ("rules", {"title": "metro"}, "Metro"),
        ("help", {}, "Semafor"),
        ("settings me", {}, "settings"),
    ]:
        result = await ada.slash(town.channel, command, **options)
        assert words in result.response.content, command
        assert result.ephemeral
        own = ids(result.response)
        assert len(set(own)) == len(own)


async def test_pages_are_turned(town: Town) -> None:
    game = await town.begin("usa")
    await town.play_by_commands(game, 40)
    ada = town.people[0]
    log = (await ada.slash(town.channel, "log")).response
    back = await ada.click(log, custom_id=next(own for own in ids(log) if ":log:" in own))
    assert "page 2 of 3" in back.response.content
    rules = (await ada.slash(town.channel, "rules", title="usa")).response
    second = await ada.click(rules, custom_id="sm:0:-:page:usa.2")
    assert "2/8" in second.response.content


async def test_settings_are_kept_and_obeyed(town: Town) -> None:
    ada, bo, _ = town.people
    page = (await ada.slash(town.channel, "settings me")).response
    polish = await choose(ada, page, "language=pl")
    assert "ustawienia" in polish.response.content
    assert "ustawienia" in (await ada.slash(town.channel, "settings me")).response.content
    refused = await bo.slash(town.channel, "settings server")
    assert "Manage Server" in refused.response.content
    wrong = await bo.slash(town.channel, "settings me", option="theme", value="pink")
    assert "possible are" in wrong.response.content


@pytest.mark.parametrize("theme", THEMES)
async def test_every_theme_can_be_chosen(town: Town, theme: str) -> None:
    ada = town.people[0]
    page = (await ada.slash(town.channel, "settings me")).response
    chosen = await choose(ada, page, f"theme={theme}")
    assert text(f"setting.theme.{theme}", "en") in chosen.response.content
    assert (await town.bot.store.user(ada.id)).theme == theme


async def test_a_dm_on_my_turn_is_the_ping(town: Town) -> None:
    ada, bo, _ = town.people
    town.people = [ada, bo]
    for person in (ada, bo):
        await person.slash(town.channel, "settings me", option="dm_on_turn", value="on")
    game = await town.begin("usa")
    await town.play_by_commands(game, 2)
    assert not town.channel.last_message.mentions
    asked = (await town.asked(game))[0]
    hands = town.users[asked.id].dm_channel.history()
    assert len(hands) == 1
    assert "your turn" in hands[0].content


async def test_only_moderators_open_tables_where_the_server_says_so(town: Town) -> None:
    ada = town.people[0]
    role = town.guild.create_role("Boss", permissions=discord.Permissions(manage_guild=True))
    boss = town.guild.add_member(town.env.create_user("boss"), roles=[role])
    await boss.slash(town.channel, "settings server", option="opening", value="moderators")
    refused = await ada.slash(town.channel, "game new", title="usa")
    assert "only moderators" in refused.response.content


async def test_whoever_asks_too_often_waits(town: Town) -> None:
    await town.begin("usa")
    ada = town.people[0]
    answers = [(await ada.slash(town.channel, "board")).response.content for _ in range(14)]
    assert "slower" in answers[-1]
    await town.env.advance_time(61)
    assert "slower" not in (await ada.slash(town.channel, "board")).response.content


async def test_whoever_taps_very_fast_goes_on_without_pictures_and_is_never_stopped(town: Town) -> None:
    game = await town.begin("usa")
    ada = town.people[0]
    pages = [(await ada.slash(town.channel, "play")).response for _ in range(40)]
    assert pages[0].attachments
    assert not pages[-1].attachments
    assert "next picture" in pages[-1].content
    assert pages[-1].components
    assert "slower" in (await ada.slash(town.channel, "board")).response.content
    await town.type_move(game, ada)
    assert ada not in await town.asked(game)
    await town.env.advance_time(61)
    assert (await ada.slash(town.channel, "board")).response.attachments


async def test_autocomplete_offers_what_is_legal_and_payable(town: Town) -> None:
    game = await town.begin("usa")
    await town.play_by_commands(game, 12)
    asked = (await town.asked(game))[0]
    snapshot = await town.bot.tables.snapshot(game, asked.id)
    found = await asked.autocomplete(town.channel, "claim", "route", "")
    assert {choice["value"] for choice in found} - {"…"} <= set(snapshot.legal.tracks())  # type: ignore[union-attr]
    assert len(found) <= 25
    cards = await asked.autocomplete(town.channel, "draw", "card", "")
    assert cards
    other = next(person for person in town.people if person is not asked)
    nothing = await other.autocomplete(town.channel, "claim", "route", "")
    assert len(nothing) == 1
    games = await asked.autocomplete(town.channel, "hand", "game", "")
    assert games[0]["value"] == f"#{game}"


async def test_play_now_from_the_first_steps(town: Town) -> None:
    ada = town.people[0]
    first = (await ada.slash(town.channel, "help")).response
    page = (await ada.click(first, custom_id="sm:0:-:play_now")).response
    result = await ada.click(page, custom_id="sm:0:-:play_now:usa.1.apprentice")
    assert "begins at once" in result.response.content
    assert len(town.channel.threads) == 1
    table = await town.bot.store.table(1)
    assert table is not None
    assert table.stage == "running"


async def test_only_free_colours_are_offered(town: Town) -> None:
    ada, bo, _ = town.people
    await ada.slash(town.channel, "game new", title="usa")
    await bo.slash(town.channel, "game join")
    offered = await bo.autocomplete(town.channel, "game colour", "colour", "")
    assert [one["value"] for one in offered] == ["violet", "lime", "brown"]
    await bo.slash(town.channel, "settings me", option="language", value="pl")
    (lime,) = await bo.autocomplete(town.channel, "game colour", "colour", "limon")
    assert lime["value"] == "lime"
    assert "limonkowy" in (await bo.slash(town.channel, "game colour", colour=lime["name"])).response.content
    assert "lime" not in [one["value"] for one in await ada.autocomplete(town.channel, "game colour", "colour", "")]
    taken = await ada.slash(town.channel, "game colour", colour="lime")
    assert "taken" in taken.response.content


async def test_no_colour_is_offered_where_the_seat_decides_it(town: Town) -> None:
    ada = town.people[0]
    await ada.slash(town.channel, "game new", title="metro")
    assert await ada.autocomplete(town.channel, "game colour", "colour", "") == []


async def test_rules_open_at_the_topic_and_offer_their_topics(town: Town) -> None:
    ada = town.people[0]
    offered = await ada.autocomplete(town.channel, "rules", "topic", "", title="metro")
    assert len(offered) == PAGES
    place = next(one for one in offered if one["name"] == "Where a tile may go")
    for topic in (place["value"], place["name"], "where"):
        assert "3/8" in (await ada.slash(town.channel, "rules", title="metro", topic=topic)).response.content
    assert "3/8" in (await ada.slash(town.channel, "rules", topic="paying")).response.content
    tunnels = (await ada.slash(town.channel, "rules", topic="tunnel")).response.content
    assert "Nordic" in tunnels
    assert "4/8" in tunnels
    unknown = (await ada.slash(town.channel, "rules", title="usa", topic="xyzzy")).response.content
    assert unknown.startswith("No page says anything about “xyzzy”")
    assert "1/8" in unknown
    await town.begin("germany")
    assert "Germany" in (await ada.slash(town.channel, "rules", topic="passengers")).response.content


async def test_help_offers_its_topics(town: Town) -> None:
    ada = town.people[0]
    offered = await ada.autocomplete(town.channel, "help", "topic", "")
    assert [one["name"] for one in offered] == ["First steps", "All commands"]
    shown = await ada.slash(town.channel, "help", topic=offered[1]["value"])
    assert "/claim" in shown.response.content or "</claim:" in shown.response.content


async def test_two_threads_have_two_names(town: Town) -> None:
    ada = town.people[0]
    for _ in range(3):
        await ada.slash(town.channel, "game new", title="metro", place="thread")
    assert sorted(thread.name for thread in town.channel.threads) == [
        "Metro · ada",
        "Metro · ada (2)",
        "Metro · ada (3)",
    ]
    for _ in range(2):
        await ada.slash(town.channel, "game new", title="usa", place="thread", name="Friday")
    assert {"USA · Friday", "USA · Friday (2)"} <= {thread.name for thread in town.channel.threads}


async def test_the_rules_at_a_table_are_those_it_began_with(town: Town, monkeypatch: pytest.MonkeyPatch) -> None:
    with monkeypatch.context() as patch:
        patch.setattr(bot.tables.records, "find_game", lambda title, version=None: find_game(title, version or 1))
        await town.begin("usa")
    ada, told = town.people[0], "began under earlier rules"
    rules = (await ada.slash(town.channel, "rules", topic="rulings")).response
    assert "6/8" in rules.content
    assert told in rules.content
    back = (await ada.click(rules, custom_id="sm:0:-:page:usa.5.1")).response
    assert "5/8" in back.content
    again = (await ada.click(back, custom_id="sm:0:-:page:usa.6.1")).response
    assert told in again.content
    assert told not in (await ada.slash(town.channel, "rules", title="germany", topic="rulings")).response.content


async def test_from_the_board_in_words_there_is_a_way_back(town: Town) -> None:
    game = await town.begin("usa")
    person = (await town.asked(game))[0]
    board = (await person.slash(town.channel, "board")).response
    words = (await person.click(board, custom_id=own_id(board, "board_text"))).response
    assert [file.filename for file in words.attachments] == ["board.txt"]
    assert {"play", "board"} == {custom_id.split(":")[3] for custom_id in ids(words)}
    back = (await person.click(words, custom_id=own_id(words, "board"))).response
    assert [file.filename for file in back.attachments] == ["board.png"]
    assert own_id(back, "board_text")


def own_id(message: Any, verb: str) -> str:
    return next(custom_id for custom_id in ids(message) if custom_id.split(":")[3] == verb)


async def test_titles_and_colours_of_the_last_game_are_offered_first(town: Town) -> None:
    ada, bo, cyd = town.people
    await ada.slash(town.channel, "game new", title="lantern", seats=3)
    for person in (bo, cyd):
        await person.slash(town.channel, "game join")
    worn = (await bo.autocomplete(town.channel, "game colour", "colour", ""))[-1]["value"]
    await bo.slash(town.channel, "game colour", colour=worn)
    await ada.slash(town.channel, "game start")
    first = (await bo.slash(town.channel, "help")).response
    which = (await bo.click(first, custom_id="sm:0:-:new_table")).response
    (menu,) = (part for part in components(which) if part.get("options"))
    assert menu["options"][0]["value"] == "lantern"
    other = town.guild.create_text_channel("other")
    await ada.slash(other, "game new", title="usa")
    await bo.slash(other, "game join")
    free = [one["value"] for one in await bo.autocomplete(other, "game colour", "colour", "")]
    assert free[0] == worn
    assert sorted(free) == sorted(set(free))
