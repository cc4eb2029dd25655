"""The wrong game is met with the right door, a missing table with the ways to one; never with an error."""

from typing import Any

import pytest
import simcord

from bot.games.mistakes import OptionElsewhere
from bot.games.refusals import refused
from bot.games.tickets.typed import parse_claim, parse_draw, parse_ticket_draw
from tests.bot.conftest import Clock
from tests.bot.tables import NAMES, Table
from tests.bot.tapping import components
from tests.bot.town import Town


@pytest.fixture
def town(simcord_env: simcord.Env, clock: Clock) -> Town:
    clock.now = lambda: simcord_env.now().timestamp()
    return Town(simcord_env)


def verbs(message: Any) -> list[str]:
    return [part["custom_id"].split(":")[3] for part in components(message) if "custom_id" in part]


def labels(message: Any) -> list[str]:
    return [part["label"] for part in components(message) if "label" in part]


async def on_turn(town: Town, title: str) -> tuple[int, Any]:
    game = await town.begin(title)
    while (await town.bot.tables.snapshot(game, None)).view.turn == 0:
        await town.type_move(game, (await town.asked(game))[0])
    return game, (await town.asked(game))[0]


METRO = [("draw", {"card": "red"}), ("claim", {"route": "omaha"}), ("tickets draw", {}), ("game pass", {})]
FLEET = [("fleet pieces", {"wagons": 20}), ("fleet exchange", {"direction": "ships", "count": 1})]
TILES = [("metro place", {"square": "C4"}), ("metro draw", {}), ("metro share", {"give": "10", "take": "open"})]


@pytest.mark.parametrize(("command", "options"), [*METRO, *FLEET])
async def test_a_command_of_the_ticket_games_at_metro(town: Town, command: str, options: dict[str, Any]) -> None:
    game, asked = await on_turn(town, "metro")
    before = await town.bot.store.last_seq(game)
    answer = (await asked.slash(town.channel, command, **options)).response
    assert "Metro" in answer.content.splitlines()[0]
    assert labels(answer)[0] == "Draw a tile"
    assert labels(answer)[1].startswith("Place on")
    assert await town.bot.store.last_seq(game) == before
    drawn = (await asked.click(answer, custom_id=components(answer)[0]["custom_id"])).response
    assert "draw another tile" in drawn.content


@pytest.mark.parametrize(("command", "options"), [*TILES, *FLEET])
async def test_a_command_of_metro_or_world_at_another_table(town: Town, command: str, options: dict[str, Any]) -> None:
    game, asked = await on_turn(town, "usa")
    before = await town.bot.store.last_seq(game)
    answer = (await asked.slash(town.channel, command, **options)).response
    assert "USA" in answer.content.splitlines()[0]
    assert {"blind", "draw", "route"} <= set(verbs(answer))
    assert await town.bot.store.last_seq(game) == before


async def test_the_rest_of_a_claim_is_kept_when_an_option_is_another_game_s(town: Town) -> None:
    game, asked = await on_turn(town, "usa")
    snapshot = await town.bot.tables.snapshot(game, asked.id)
    while not (snapshot.legal is not None and snapshot.legal.tracks()):  # type: ignore[attr-defined]
        await town.type_move(game, asked)
        asked = (await town.asked(game))[0]
        snapshot = await town.bot.tables.snapshot(game, asked.id)
    track = snapshot.legal.tracks()[0]  # type: ignore[attr-defined]
    before = await town.bot.store.last_seq(game)
    answer = (await asked.slash(town.channel, "claim", route=track, passenger1="red")).response
    assert answer.content.startswith("USA has no passengers, so passenger1: is left out.")
    assert {"claim", "home"} <= set(verbs(answer))
    assert await town.bot.store.last_seq(game) == before
    confirm = next(part["custom_id"] for part in components(answer) if part["custom_id"].split(":")[3] == "claim")
    assert "You claim" in (await asked.click(answer, custom_id=confirm)).response.content


async def test_long_tickets_are_germany_s(town: Town) -> None:
    _, asked = await on_turn(town, "usa")
    answer = (await asked.slash(town.channel, "tickets draw", long=2)).response
    assert "one pile of tickets" in answer.content
    assert "mix" in verbs(answer)


def test_a_refill_is_world_s_and_the_card_stays_within_reach() -> None:
    table = Table("usa", 2, seed=3).play_until(lambda t: t.view(0).phase == "turn")
    player = table.to_act()[0]
    view, legal = table.view(player), table.legal(player)
    card = next(card for card in view.row if card and card != "loco")
    for typed, verb in ((card, "draw"), ("blind", "blind")):
        with pytest.raises(OptionElsewhere) as error:
            parse_draw(view, legal, typed, refill="ships")
        told = refused(error.value, view, legal, NAMES, "pl")
        assert "uzupełnij:" in told.words
        assert [way.verb for way in told.instead] == [verb]


def test_an_option_of_another_game_hides_no_real_refusal() -> None:
    """And what it says by leaving something out is no mistake at all."""
    table = Table("usa", 2, seed=3).play_until(lambda t: t.view(0).phase == "turn" and len(t.view(0).owners) > 3)
    player = table.to_act()[0]
    view, legal = table.view(player), table.legal(player)
    taken = next(iter(view.owners))
    assert parse_claim(view, legal, taken, "red1", "red").actions[0] not in legal
    track = legal.tracks()[0]
    assert parse_claim(view, legal, track, passenger1="none").actions[0] in legal
    assert parse_ticket_draw(view, legal, 0).actions[0] in legal


async def test_where_no_table_is_one_can_be_opened(town: Town) -> None:
    ada = town.people[0]
    for command in ("draw", "play", "board", "game join"):
        answer = (await ada.slash(town.channel, command)).response
        assert "no table here" in answer.content
        assert "</game new:" in answer.content
        assert labels(answer) == ["Open a table"]
    which = (await ada.click(answer, custom_id="sm:0:-:new_table")).response
    opened = (await ada.select(which, ["metro"], custom_id="sn:0:-:new")).response
    assert "Metro #1 is open" in opened.content
    waiting = (await ada.slash(town.channel, "play")).response
    assert labels(waiting) == ["Add a robot", "Invite", "Rules", "Leave", "Metro #1"]
    assert "more player is needed" in waiting.content
    other = (await town.people[1].slash(town.channel, "play")).response
    assert labels(other) == ["Join", "Rules", "Metro #1"]
    joined = await town.people[1].click(other, custom_id="sm:1:-:join")
    assert "your seat" in joined.response.content
    seated = (await town.people[1].slash(town.channel, "play")).response
    assert labels(seated) == ["Invite", "Rules", "Leave", "Metro #1"]
    assert "ada starts it" in seated.content
    ready = (await ada.slash(town.channel, "play")).response
    assert labels(ready) == ["Start", "Add a robot", "Invite", "Rules", "Leave", "Metro #1"]


async def test_a_lobby_elsewhere_is_left_alone_by_the_one_here(town: Town) -> None:
    ada, bo = town.people
    await ada.slash(town.channel, "game new", title="usa")
    elsewhere = town.guild.create_text_channel("elsewhere")
    await bo.slash(elsewhere, "game new", title="metro")
    answer = (await bo.slash(elsewhere, "hand", game="#1")).response
    assert "not begun" in answer.content
    assert "sm:1:-:join" in [part.get("custom_id") for part in components(answer)]


async def test_where_no_table_is_the_reader_s_own_games_are_linked(town: Town) -> None:
    ada = town.people[0]
    game = await town.begin("usa")
    elsewhere = town.guild.create_text_channel("elsewhere")
    answer = (await ada.slash(elsewhere, "draw")).response
    links = [part for part in components(answer) if part.get("url")]
    assert [part["label"] for part in links] == [f"USA #{game}"]
    assert f"/{town.channel.id}/" in links[0]["url"]


async def test_the_first_steps_are_three_lines_and_three_buttons(town: Town) -> None:
    ada = town.people[0]
    first = (await ada.slash(town.channel, "help")).response
    assert len(first.content.splitlines()) == 3
    assert labels(first) == ["Open a table", "Play against robots", "Rules"]
    assert "</game new:" in first.content
    which = (await ada.click(first, custom_id="sm:0:-:new_table")).response
    assert "Which game" in which.content


async def test_play_now_is_played_here_where_threads_are_not_possible(
    town: Town, monkeypatch: pytest.MonkeyPatch
) -> None:
    from bot.errors import Refusal
    from bot.interactions import opening

    def no_threads(_interaction: Any) -> Any:
        raise Refusal("refuse.no_threads")

    monkeypatch.setattr(opening, "parent_of", no_threads)
    ada = town.people[0]
    first = (await ada.slash(town.channel, "help")).response
    page = (await ada.click(first, custom_id="sm:0:-:play_now")).response
    result = await ada.click(page, custom_id="sm:0:-:play_now:usa.1.apprentice")
    assert "begins at once" in result.response.content
    assert not town.channel.threads
    table = await town.bot.store.table_in(town.channel.id)
    assert table is not None
    assert table.stage == "running"


async def test_commands_in_public_posts_can_be_tapped_too(town: Town) -> None:
    await town.begin("usa")
    await town.people[0].slash(town.channel, "game cancel")
    vote = town.bot.command_ids["game"]
    assert any(f"</game vote:{vote}>" in message.content for message in town.channel.history())
