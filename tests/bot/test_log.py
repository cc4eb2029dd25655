"""`/log`: turns with their numbers and times, whoever changed the table, and pages worth turning."""

import re
from typing import Any

import discord
import pytest
import simcord

from bot.interactions.log_page import LINES_A_PAGE, audit_line, pages
from bot.store.rows import AuditRow
from bot.tables.lobby import A_WEEK
from data.languages import LANGUAGES
from tests.bot.conftest import Clock
from tests.bot.test_votes import ids
from tests.bot.town import Town

TURN = re.compile(r"^\*\*(\d+)\.\*\* <t:(\d+):f> · \S")


@pytest.fixture
def town(simcord_env: simcord.Env, clock: Clock) -> Town:
    clock.now = lambda: simcord_env.now().timestamp()
    return Town(simcord_env)


async def log(town: Town, person: Any, **options: Any) -> list[str]:
    answer = (await person.slash(town.channel, "log", **options)).response
    lines: list[str] = answer.content.splitlines()
    return lines[1:]


async def whole_log(town: Town, person: Any) -> list[str]:
    answer = (await person.slash(town.channel, "log", page=1)).response
    lines = answer.content.splitlines()[1:]
    while True:
        forth = [part for row in answer.components for part in row["components"]][1]
        if forth.get("disabled"):
            return lines
        answer = (await person.click(answer, custom_id=forth["custom_id"])).response
        lines += answer.content.splitlines()[1:]


@pytest.mark.parametrize("title", ["usa", "metro"])
async def test_every_turn_has_its_number_and_its_time_once(town: Town, title: str) -> None:
    game = await town.begin(title)
    await town.play_by_commands(game, 40)
    snapshot = await town.bot.tables.snapshot(game, None)
    ada = town.people[0]
    found = [TURN.match(line) for line in await whole_log(town, ada)]
    turns = [int(match[1]) for match in found if match]
    last = max(row.turn for row in await town.bot.store.actions(game))
    assert turns == list(range(1, last + 1))
    assert last >= snapshot.view.turn - 1
    assert {int(match[2]) for match in found if match} <= {int(row.at) for row in await town.bot.store.actions(game)}


async def test_the_moves_of_one_member_are_those_that_they_made(town: Town) -> None:
    game = await town.begin("metro")
    await town.play_by_commands(game, 12)
    ada, bo = town.people
    mine = [line for line in await log(town, ada, member=bo) if TURN.match(line)]
    assert mine
    assert [line for line in await log(town, ada) if TURN.match(line) and " · bo" in line] == mine
    stranger = town.guild.add_member(town.env.create_user("zed"))
    answer = (await ada.slash(town.channel, "log", member=stranger)).response
    assert "never sat" in answer.content


async def test_pages_of_a_members_moves_stay_theirs(town: Town) -> None:
    game = await town.begin("metro")
    await town.play_by_commands(game, 50)
    ada, bo = town.people
    answer = (await ada.slash(town.channel, "log", member=bo, page=1)).response
    heading, *first = answer.content.splitlines()
    assert " · bo" in heading
    forth = [part for row in answer.components for part in row["components"]][1]
    _, *second = (await ada.click(answer, custom_id=forth["custom_id"])).response.content.splitlines()
    turns = [int(match[1]) for match in map(TURN.match, [*first, *second]) if match]
    whole = {row.turn for row in await town.bot.store.actions(game) if row.player == 1}
    assert turns == sorted(whole) or turns == sorted({row.turn for row in await town.bot.store.actions(game)} - whole)


@pytest.mark.parametrize("count", range(1, 80))
def test_no_page_is_nearly_empty(count: int) -> None:
    lines = [f"line {number}" for number in range(count)]
    found = pages(lines, 1800)
    assert [line for page in found for line in page] == lines
    assert len(found) == -(-count // LINES_A_PAGE)
    assert min(map(len, found)) >= min(count, LINES_A_PAGE // 2)


def test_long_lines_make_more_pages_and_lose_nothing() -> None:
    lines = [f"{number} " + "x" * 400 for number in range(12)]
    found = pages(lines, 1800)
    assert [line for page in found for line in page] == lines
    assert all(len("\n".join(page)) <= 1800 for page in found)
    assert min(map(len, found)) >= 3


async def test_who_changes_a_table_is_written_down(town: Town) -> None:
    ada, bo = town.people
    role = town.guild.create_role("Mods", permissions=discord.Permissions(manage_channels=True))
    mod = town.guild.add_member(town.env.create_user("mod"), roles=[role])
    await ada.slash(town.channel, "game new", title="metro", seats=4)
    await ada.slash(town.channel, "game options", option="pace", value="brisk")
    await mod.slash(town.channel, "game options", option="modules", value="1+2")
    await ada.slash(town.channel, "game robot", strength="conductor")
    await ada.slash(town.channel, "game robot", strength="none")
    await bo.slash(town.channel, "game join")
    await ada.slash(town.channel, "game seats", order="bo, ada")
    await ada.slash(town.channel, "game leave")
    lines = [line.split(" · ", 1)[1] for line in await log(town, bo)]
    assert lines == [
        "ada changes the table: brisk pace.",
        "mod (moderator) changes the table: modules: 1+2.",
        "ada seats a robot: Robot 1.",
        "ada sends a robot away: Robot 1.",
        "ada changes the table: seats as listed.",
        "ada changes the order of seats: bo, ada.",
        "bo takes over as host.",
    ]


async def test_who_stops_a_game_is_written_down_and_its_moves_are_shown_no_more(town: Town) -> None:
    game = await town.begin("usa")
    await town.play_by_commands(game, 6)
    ada, bo = town.people
    await ada.slash(town.channel, "game cancel")
    await bo.slash(town.channel, "game vote", answer="no")
    during = await whole_log(town, bo)
    assert any("ada starts the game" in line for line in during)
    assert [line.split(" · ", 1)[1] for line in during[-2:]] == [
        "ada proposes to stop the game.",
        "bo disagrees.",
    ]
    await ada.slash(town.channel, "game cancel")
    await bo.slash(town.channel, "game vote", answer="yes")
    after = await log(town, bo)
    assert "The table agreed" in after[-1]
    assert not any(TURN.match(line) for line in after)


async def test_a_moderator_who_stops_a_game_is_named(town: Town) -> None:
    await town.begin("usa")
    role = town.guild.create_role("Mods", permissions=discord.Permissions(manage_channels=True))
    mod = town.guild.add_member(town.env.create_user("mod"), roles=[role])
    sure = (await mod.slash(town.channel, "game cancel")).response
    await mod.click(sure, custom_id=ids(sure)[0])
    assert "mod (moderator) stops the game" in (await log(town, town.people[1]))[-1]


async def test_a_lobby_that_nobody_starts_is_closed_by_nobody(town: Town, clock: Clock) -> None:
    ada = town.people[0]
    await ada.slash(town.channel, "game new", title="usa")
    now = clock()
    clock.now = lambda: now + A_WEEK + 1
    assert town.bot.app is not None
    town.bot.app.scheduler.wake()
    await town.bot.app.scheduler.wait_until_done()
    assert "nobody has started" in (await log(town, ada))[-1]


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize(
    "what",
    [
        "option",
        "robot_added",
        "robot_removed",
        "order",
        "host",
        "started",
        "closed",
        "proposed.stop",
        "opposed",
        "stopped",
    ],
)
def test_names_in_the_log_are_harmless(what: str, language: str) -> None:
    evil = "@everyone **[x](http://x)**"
    about = {"option": "modules", "value": "1+2", "robot": evil, "order": f"{evil}, {evil}"}
    line = audit_line(AuditRow(user=1, name=evil, what=what, about=about), language)
    assert "@everyone" not in line
    assert "](http" not in line
    assert "{" not in line
