"""Reminders, nudges and sleep as people meet them: in the channel, by buttons and by commands, in every language."""

from typing import Any

import pytest
import simcord

from bot.outbox.clock_posts import reminder_buttons
from tests.bot.conftest import Clock
from tests.bot.town import Town

AN_HOUR = 3600


@pytest.fixture
def town(simcord_env: simcord.Env, clock: Clock) -> Town:
    clock.now = lambda: simcord_env.now().timestamp()
    return Town(simcord_env, people=3)


async def pass_hours(town: Town, hours: int) -> None:
    for _ in range(hours // 4):
        await town.env.advance_time(4 * AN_HOUR)


async def silent_table(town: Town, **options: Any) -> tuple[int, Any, list[Any]]:
    """A game, whom it waits for, and the others."""
    game = await town.begin("metro", **options)
    (asked,) = await town.asked(game)
    return game, asked, [person for person in town.people if person is not asked]


def ids(message: Any) -> list[str]:
    rows = message.components
    if rows and not isinstance(rows[0], dict):
        rows = [row.to_dict() for row in rows]
    return [part["custom_id"] for row in rows for part in row["components"]]


def found(town: Town, words: str) -> Any:
    """The one message with these words."""
    (message,) = [message for message in town.channel.history() if words in message.content]
    return message


async def decide(town: Town, table_id: int, ask: Any, button: str, others: list[Any]) -> None:
    """By the host if they are among those asked, else by all of them."""
    table = await town.bot.store.table(table_id)
    assert table is not None
    host = [person for person in others if person.id == table.host]
    for person in host or others:
        await person.click(ask, custom_id=button)


async def test_a_turns_post_says_until_when_and_status_and_games_since_when(town: Town) -> None:
    game, asked, (other, _) = await silent_table(town)
    post = found(town, "your turn")
    (clock,) = await town.bot.tables.clocks.clocks(game)
    assert clock.until is not None
    assert post.content.splitlines()[0].endswith(f"until <t:{int(clock.until)}:R>")
    status = (await other.slash(town.channel, "game status")).response
    assert f"Waiting for {asked.name} since <t:{int(clock.since)}:R>" in status.content
    assert f"Time is up <t:{int(clock.until)}:R>" in status.content
    assert f"sm:{game}:-:nudge" in ids(status)
    assert f"since <t:{int(clock.since)}:R>" in (await other.slash(town.channel, "games")).response.content
    assert f"sm:{game}:-:nudge" not in ids((await asked.slash(town.channel, "game status")).response)


@pytest.mark.parametrize(
    ("language", "first", "second"), [("en", "for 20 hours", "for 1 day"), ("pl", "od 20 godzin", "od 1 dnia")]
)
async def test_a_reminder_rings_once_replaces_the_last_one_and_goes_with_the_move(
    town: Town, language: str, first: str, second: str
) -> None:
    game, asked, _ = await silent_table(town, language=language)
    await pass_hours(town, 20)
    reminder = found(town, first)
    assert [user.id for user in reminder.mentions] == [asked.id]
    assert ids(reminder) == [f"sm:{game}:-:{verb}" for verb in ("play", "mute", f"away:~{language}")]
    await pass_hours(town, 24)
    assert not [message for message in town.channel.history() if first in message.content]
    assert [user.id for user in found(town, second).mentions] == [asked.id]
    await town.type_move(game, asked)
    assert not [message for message in town.channel.history() if second in message.content]
    assert await town.bot.store.items(game) == []


async def test_a_muted_turn_is_quiet_and_says_until_when(town: Town) -> None:
    game, asked, (other, _) = await silent_table(town)
    await pass_hours(town, 20)
    reminder = found(town, "has been waiting")
    refused = await other.click(reminder, custom_id=f"sm:{game}:-:mute")
    assert "Nobody is waiting for you" in refused.response.content
    answer = await asked.click(reminder, custom_id=f"sm:{game}:-:mute")
    assert "no more reminders" in answer.response.content
    assert "Time is up" in answer.response.content
    await pass_hours(town, 28)
    assert not [message for message in town.channel.history() if "has been waiting" in message.content]


async def test_the_others_are_asked_once_and_a_robot_plays_the_turn(town: Town) -> None:
    game, asked, others = await silent_table(town)
    await pass_hours(town, 96)
    ask = found(town, "is silent")
    assert {user.id for user in ask.mentions} == {person.id for person in others}
    assert [each.rpartition(".")[0] for each in ids(ask)] == [f"sm:{game}:-:ask:{a}" for a in ("turn", "seat", "wait")]
    button = next(each for each in ids(ask) if ":ask:turn" in each)
    own = await asked.click(ask, custom_id=button)
    assert "your own turn" in own.response.content
    await decide(town, game, ask, button, others)
    assert ids(found(town, "is silent")) == []
    post = town.channel.last_message
    assert f"A robot plays this turn (seat: {asked.name})." in post.content
    log = (await others[0].slash(town.channel, "log")).response.content
    assert f"a robot plays this turn (seat: {asked.name})" in log


async def test_a_robot_keeps_the_seat_when_the_others_say_so(town: Town) -> None:
    game, asked, others = await silent_table(town)
    await pass_hours(town, 96)
    ask = found(town, "is silent")
    button = next(each for each in ids(ask) if ":ask:seat" in each)
    await decide(town, game, ask, button, others)
    assert f"until {asked.name} returns" in found(town, "is silent").content
    seats = await town.bot.store.seats(game)
    assert [seat.user for seat in seats if seat.robot] == [None]
    assert asked.id not in [seat.user for seat in seats]


async def test_a_table_asleep_is_woken_by_command_and_button(town: Town) -> None:
    game, asked, (other, _) = await silent_table(town)
    await pass_hours(town, 192)
    notice = found(town, "nobody has moved")
    assert not notice.mentions
    assert "/game revive" in notice.content
    assert "asleep" in (await other.slash(town.channel, "games")).response.content
    outsider = town.guild.add_member(town.env.create_user("zoe"))
    assert "no seat" in (await outsider.click(notice, custom_id=f"sm:{game}:-:wake")).response.content
    assert "awake again" in (await other.slash(town.channel, "game revive")).response.content
    assert "not asleep" in (await asked.slash(town.channel, "game revive")).response.content
    assert not [message for message in town.channel.history() if "nobody has moved" in message.content]
    assert "awake again" in found(town, "was asleep").content
    assert await town.bot.store.items(game) == []


async def test_a_nudge_rings_the_one_who_is_waited_for_once_a_day(town: Town) -> None:
    game, asked, (other, _) = await silent_table(town)
    post = found(town, "your turn")
    button = f"sm:{game}:-:nudge"
    assert button in ids(post)
    assert "only just been pinged" in (await other.click(post, custom_id=button)).response.content
    await pass_hours(town, 4)
    assert "The table waits for you" in (await asked.click(post, custom_id=button)).response.content
    assert asked.name in (await other.click(post, custom_id=button)).response.content
    nudge = found(town, "nudges you")
    assert [user.id for user in nudge.mentions] == [asked.id]
    assert "today already" in (await other.click(post, custom_id=button)).response.content
    assert len([message for message in town.channel.history() if "nudges you" in message.content]) == 1


async def test_a_table_alone_with_robots_has_nobody_to_nudge(town: Town) -> None:
    await town.people[0].slash(town.channel, "game new", title="metro", seats=2, robots=1)
    assert not any("nudge" in each for message in town.channel.history() for each in ids(message))


async def test_a_pace_of_ones_own_is_three_menus(town: Town) -> None:
    ada = town.people[0]
    await ada.slash(town.channel, "game new", title="metro", seats=3)
    page = (await ada.slash(town.channel, "game options", option="pace", value="own")).response
    assert any("option__reminder" in each for each in ids(page))
    page = (await ada.slash(town.channel, "game options", option="reminder", value="6h")).response
    assert any("option__deadline" in each for each in ids(page))
    page = (await ada.slash(town.channel, "game options", option="deadline", value="2d")).response
    assert any("option__consequence" in each for each in ids(page))
    page = (await ada.slash(town.channel, "game options", option="consequence", value="turn")).response
    assert "own pace (reminders: 6\u00a0h; deadline: 2\u00a0days, then a robot plays the turn)" in page.content
    refused = (await ada.slash(town.channel, "game options", option="reminder", value="2d")).response
    assert "before the deadline" in refused.content


def test_buttons_of_a_reminder_are_in_the_tables_language() -> None:
    assert [button.label for button in reminder_buttons("pl")] == ["Zagraj", "Wycisz do końca tury", "Urlop…"]


async def test_whoever_is_reminded_can_say_that_they_are_away(town: Town) -> None:
    """The form speaks to them, the table is told, and the clock stands still."""
    game, asked, _ = await silent_table(town)
    await pass_hours(town, 20)
    reminder = found(town, "has been waiting for you")
    form = await asked.click(reminder, custom_id=f"sm:{game}:-:away:~en")
    (before,) = await town.bot.tables.clocks.clocks(game)
    answer = (await asked.submit_modal(form, {"away": "3 days"})).response
    assert "You are away until <t:" in answer.content
    assert found(town, f"{asked.name} is away until <t:").content
    (after,) = await town.bot.tables.clocks.clocks(game)
    assert before.until is not None
    assert after.until is not None
    assert after.until >= before.until + 3 * 24 * AN_HOUR
