"""Discord's moods: whatever fails, the game goes on, nothing is lost and nothing is said twice."""

from collections.abc import Callable
from typing import Any

import discord
import pytest
import simcord

from bot.client import Semafor
from bot.errors import NoTable, Refusal
from bot.interactions.components import Tap
from bot.interactions.services import check_host
from bot.outbox import worker
from bot.outbox.post import MessageGone
from bot.outbox.sender import DiscordSender
from bot.store.timers import LogPacked
from tests.bot.conftest import Clock
from tests.bot.requests import request_of
from tests.bot.tapping import Tapper
from tests.bot.town import Town

FAULTS = [
    ("POST", "/interactions/*/*/callback", 500, 0),
    ("POST", "/interactions/*/*/callback", 404, 10062),
    ("POST", "/interactions/*/*/callback", 400, 40060),
    ("PATCH", "/webhooks/*", 500, 0),
    ("PATCH", "/webhooks/*", 404, 10015),
    ("PATCH", "/webhooks/*", 413, 40005),
    ("POST", "/channels/*/messages", 500, 0),
    ("POST", "/channels/*/messages", 429, 0),
    ("POST", "/channels/*/messages", 403, 50013),
    ("POST", "/channels/*/messages", 403, 50001),
    ("POST", "/channels/*/messages", 403, 0),
    ("POST", "/channels/*/messages", 404, 0),
    ("POST", "/channels/*/messages", 404, 10003),
    ("POST", "/channels/*/messages", 413, 40005),
    ("POST", "/channels/*/messages", 400, 50083),
    ("PATCH", "/channels/*/messages/*", 500, 0),
    ("PATCH", "/channels/*/messages/*", 404, 10008),
    ("PATCH", "/channels/*/messages/*", 429, 30046),
    ("PATCH", "/channels/*/messages/*", 403, 50013),
    ("PATCH", "/channels/*/messages/*", 404, 0),
    ("DELETE", "/channels/*/messages/*", 500, 0),
    ("DELETE", "/channels/*/messages/*", 404, 0),
    ("POST", "/users/@me/channels", 500, 0),
    ("POST", "/users/@me/channels", 403, 40003),
    ("POST", "/users/@me/channels", 404, 0),
    ("POST", "/users/@me/channels", 403, 50007),
    ("POST", "/users/@me/channels", 403, 50278),
]


@pytest.fixture
def town(simcord_env: simcord.Env, clock: Clock, monkeypatch: pytest.MonkeyPatch) -> Town:
    """Pauses of seconds would be waited for; longer ones pass with the clock that `told` advances."""
    monkeypatch.setattr(worker, "growing_pause", lambda tries, real=worker.growing_pause: 10 * real(tries))
    clock.now = lambda: simcord_env.now().timestamp()
    return Town(simcord_env)


def turns(town: Town) -> list[str]:
    """First lines of the posts in the channel, without who is called and until when."""
    lines = [message.content.split("\n")[0] for message in town.channel.history()]
    return [" · ".join(line.split(" · ")[1:3]) for line in lines if "your turn" in line]


async def told(town: Town) -> None:
    """Let every pause of the outbox pass."""
    for _ in range(6):
        await town.env.advance_time(900)


@pytest.mark.parametrize(("method", "path", "status", "code"), FAULTS)
@pytest.mark.parametrize("times", [1, 4])
async def test_a_failing_call_stops_nothing(
    town: Town, method: str, path: str, status: int, code: int, times: int
) -> None:
    game = await town.begin("usa")
    await town.play_by_commands(game, 3)
    town.env.inject_error(method, path, status=status, code=code, times=times)
    for _ in range(8):
        asked = await town.asked(game)
        await town.type_move(game, asked[0])
    await told(town)
    seq = await town.bot.store.last_seq(game)
    assert seq > 3
    assert await town.bot.store.items(game) == []
    assert len(set(turns(town))) == len(turns(town))
    snapshot = await town.bot.tables.snapshot(game, None)
    assert turns(town)[-1] == f"USA #{game} · turn {snapshot.view.turn}"
    assert await town.play_by_commands(game, 2) == 2


@pytest.mark.parametrize("title", ["usa", "nordic", "metro"])
async def test_a_restart_at_every_tap_changes_nothing(town: Town, make_bot: Callable[[], Semafor], title: str) -> None:
    game = await town.begin(title, robots=1)
    tapper = Tapper(town, game)
    for _ in range(25):
        asked = await town.asked(game)
        await tapper.tap(asked[-1])
        await town.bot.finish()
        await town.env.restart_bot(make_bot())
    assert await town.bot.store.last_seq(game) > 5
    assert len(set(turns(town))) == len(turns(town))


CLOSED = [50007, 50278]
NO_DM = "can't write to you directly"


@pytest.mark.parametrize("code", CLOSED)
async def test_closed_dms_are_known_before_the_deal_and_said_once(town: Town, code: int) -> None:
    town.env.inject_error("POST", "/users/@me/channels", status=403, code=code, times=None)
    ada, bo = town.people
    opened = await ada.slash(town.channel, "game new", title="usa", seats=2)
    joined = await bo.slash(town.channel, "game join")
    for result in (opened, joined):
        assert NO_DM in result.response.content
        assert "come by DM" not in result.response.content
    await ada.slash(town.channel, "game start")
    assert NO_DM not in (await ada.slash(town.channel, "play")).response.content
    hand = await ada.slash(town.channel, "hand")
    assert hand.ephemeral
    assert hand.response.attachments
    assert await town.play_by_commands(1, 6) == 6


@pytest.mark.parametrize(("status", "code"), [(403, 40003), (403, 0), (403, 40333), (404, 0), (404, 10003), (401, 0)])
@pytest.mark.parametrize("path", ["/users/@me/channels", "/channels/*/messages"])
async def test_a_passing_trouble_closes_nobodys_dms(town: Town, status: int, code: int, path: str) -> None:
    ada = town.people[0]
    town.people = [ada]
    town.env.inject_error("POST", path, status=status, code=code, times=3)
    await ada.slash(town.channel, "game new", title="usa", seats=2, robots=1)
    played = await ada.slash(town.channel, "play")
    assert NO_DM not in played.response.content
    await told(town)
    (hand,) = town.users[ada.id].dm_channel.history()
    assert "Hand" in hand.content
    seats = await town.bot.store.seats(1)
    assert [seat.dm for seat in seats if seat.user] == ["open"]
    table = await town.bot.store.table(1)
    assert table is not None
    assert table.blocked is None
    assert await town.bot.store.items(1) == []


async def test_dms_closed_at_the_deal_are_said_once_in_the_panel(town: Town) -> None:
    town.env.inject_error("POST", "/users/@me/channels", status=403, code=50007, times=None)
    ada = town.people[0]
    await ada.slash(town.channel, "game new", title="usa", seats=2, robots=1)
    said = [NO_DM in (await ada.slash(town.channel, "play")).response.content for _ in range(2)]
    assert said == [True, False]


async def test_a_dm_that_no_shared_server_lets_through_is_tried_again_next_time(town: Town) -> None:
    town.env.inject_error("POST", "/users/@me/channels", status=403, code=50278, times=1)
    ada = town.people[0]
    town.people = [ada]
    game = await town.begin("usa", robots=1)
    assert "away" in [seat.dm for seat in await town.bot.store.seats(game)]
    await town.play_by_commands(game, 2)
    (hand,) = town.users[ada.id].dm_channel.history()
    assert "Hand" in hand.content


async def test_dms_opened_in_the_lobby_are_tried_again_when_asked(town: Town) -> None:
    town.env.inject_error("POST", "/users/@me/channels", status=403, code=50007, times=3)
    ada, bo = town.people
    await ada.slash(town.channel, "game new", title="usa", seats=2)
    joined = (await bo.slash(town.channel, "game join")).response
    again = await bo.click(joined, custom_id="sm:1:-:dm_again")
    assert NO_DM in again.response.content
    at_last = await bo.click(again.response, custom_id="sm:1:-:dm_again")
    assert "Now I can write to you" in at_last.response.content
    await ada.slash(town.channel, "game start")
    (hand,) = town.users[bo.id].dm_channel.history()
    assert "Hand" in hand.content


async def test_the_dm_of_the_lobby_becomes_the_hand(town: Town) -> None:
    ada, bo = town.people
    await ada.slash(town.channel, "game new", title="usa", seats=3)
    joined = await bo.slash(town.channel, "game join")
    assert "come by DM" in joined.response.content
    before = {user: town.users[user].dm_channel.history() for user in (ada.id, bo.id)}
    assert all("Your hand will come here" in hello.content for (hello,) in before.values())
    await ada.slash(town.channel, "game start")
    for user, (hello,) in before.items():
        (hand,) = town.users[user].dm_channel.history()
        assert hand.id == hello.id
        assert "Hand" in hand.content
        assert hand.attachments


async def test_the_dm_of_a_lobby_follows_whoever_leaves_or_closes_it(town: Town) -> None:
    ada, bo = town.people
    await ada.slash(town.channel, "game new", title="usa", seats=3)
    await bo.slash(town.channel, "game join")
    await bo.slash(town.channel, "game leave")
    (left,) = town.users[bo.id].dm_channel.history()
    assert "free again" in left.content
    await ada.slash(town.channel, "game cancel")
    (closed,) = town.users[ada.id].dm_channel.history()
    assert "closed before it began" in closed.content
    assert "free again" in town.users[bo.id].dm_channel.history()[0].content


async def test_a_missing_permission_is_named_when_a_table_is_opened(simcord_env: simcord.Env) -> None:
    guild = simcord_env.create_guild()
    me = guild.me
    assert me is not None
    silent = discord.PermissionOverwrite(attach_files=False)
    channel = guild.create_text_channel("quiet", overwrites={guild.default_role: silent})
    ada = guild.add_member(simcord_env.create_user("ada"))
    result = await ada.slash(channel, "game new", title="usa", seats=2)
    bot = simcord_env.bot
    assert isinstance(bot, Semafor)
    if me.guild_permissions.administrator:
        pytest.skip("SimCord's bot is an administrator here")
    assert "Attach Files" in result.response.content
    assert await bot.store.table_in(channel.id) is None


async def test_a_doubled_a_stale_and_a_foreign_click_change_nothing(town: Town) -> None:
    game = await town.begin("usa")
    await town.play_by_commands(game, 2)
    ada, bo = town.people
    mine = (await town.asked(game))[0]
    other = bo if mine is ada else ada
    post = await Tapper(town, game).live_post()
    first, second = [(await mine.click(post, custom_id=f"sm:{game}:-:play")).response for _ in range(2)]
    blind = next(own for own in ids(first) if ":blind" in own and "blind2" not in own)
    before = await town.bot.store.last_seq(game)
    await mine.click(first, custom_id=blind)
    assert await town.bot.store.last_seq(game) == before + 1
    again = await mine.click(second, custom_id=blind)
    assert "settled already" in again.response.content
    assert await town.bot.store.last_seq(game) == before + 1
    foreign = await other.click(post, custom_id=f"sm:{game}:-:play")
    assert foreign.ephemeral
    assert await town.bot.store.last_seq(game) == before + 1


async def test_somebody_without_a_seat_sees_only_the_public_board(town: Town) -> None:
    game = await town.begin("usa")
    eve = town.guild.add_member(town.env.create_user("eve"))
    post = await Tapper(town, game).live_post()
    for verb in ("play", "hand"):
        result = await eve.click(post, custom_id=f"sm:{game}:-:{verb}")
        assert result.ephemeral
        assert "no seat" in result.response.content
    result = await eve.slash(town.channel, "draw", card="blind")
    assert "no seat" in result.response.content
    assert await town.bot.store.last_seq(game) == 0


async def test_another_servers_table_is_not_to_be_seen_from_here(town: Town) -> None:
    game = await town.begin("usa")
    elsewhere = town.env.create_guild("Elsewhere")
    channel = elsewhere.create_text_channel("trains")
    eve = elsewhere.add_member(town.env.create_user("eve"))
    for command in ("board", "hand", "log", "play"):
        result = await eve.slash(channel, command, game=f"#{game}")
        assert "no such game" in result.response.content
    forged = Tap(table_id=game, decision=None, verb="board", values=())
    elsewhere_too = {"guild": elsewhere.id, "channel": channel.id, "is_moderator": True, "is_manager": True}
    request = request_of(town, eve.id, forged, is_private=False, **elsewhere_too)
    with pytest.raises(NoTable):
        await town.bot.router.handle(request)
    with pytest.raises(Refusal):
        check_host(request.reader, (await town.bot.tables.lobby(game)).table)


async def test_a_lobby_nobody_starts_is_warned_and_closed(town: Town) -> None:
    ada = town.people[0]
    await ada.slash(town.channel, "game new", title="usa", seats=3)
    for _ in range(6 * 4 + 1):
        await town.env.advance_time(6 * 3600)
    warnings = [m for m in town.channel.history() if ada.id in [user.id for user in m.mentions]]
    assert len(warnings) == 1
    for _ in range(4):
        await town.env.advance_time(6 * 3600)
    table = await town.bot.store.table(1)
    assert table is not None
    assert table.stage == "closed"
    assert "is closed" in town.channel.history()[0].content


async def test_names_neither_ping_nor_format(simcord_env: simcord.Env, clock: Clock) -> None:
    guild = simcord_env.create_guild()
    channel = guild.create_text_channel("trains")
    mal = guild.add_member(simcord_env.create_user("mal", global_name="@everyone **x** <@1> `"))
    await mal.slash(channel, "game new", title="usa", seats=2, robots=1)
    for message in channel.history():
        assert not message.mention_everyone
        assert "@everyone" not in message.content
        assert "**x**" not in message.content
    assert clock() > 0


async def test_a_table_against_a_robot_begins_at_once(town: Town) -> None:
    ada = town.people[0]
    result = await ada.slash(town.channel, "game new", title="usa", seats=2, robots=1)
    assert "begins at once" in result.response.content
    table = await town.bot.store.table_in(town.channel.id)
    assert table is not None
    assert table.stage == "running"
    town.people = [ada]
    await town.play_by_commands(table.id)
    assert (await town.bot.tables.lobby(table.id)).table.stage == "over"


async def test_a_game_that_robots_begin_says_so_and_calls_the_first_person(town: Town) -> None:
    ada = town.people[0]
    await ada.slash(town.channel, "game new", title="metro", seats=6)
    for _ in range(5):
        await ada.slash(town.channel, "game robot", strength="conductor")
    await ada.slash(town.channel, "game seats", order="rotate")
    await ada.slash(town.channel, "game start")
    _, first, *_, last = [message.content for message in town.channel.history()]
    assert "Order:" in first
    assert "your turn" in last
    assert all(not content.startswith(",") for content in (first, last))


async def test_quiet_tables_have_one_message_and_a_ping_that_goes_away(town: Town) -> None:
    ada, bo = town.people
    await ada.slash(town.channel, "game new", title="usa", seats=2)
    await ada.slash(town.channel, "game options", option="posts", value="quiet")
    await bo.slash(town.channel, "game join")
    await ada.slash(town.channel, "game start")
    await town.play_by_commands(1, 14)
    messages = town.channel.history()
    assert len(messages) == 3
    assert messages[-1].mentions


async def test_a_table_in_a_thread_wakes_it_before_posting(town: Town) -> None:
    ada, bo = town.people
    await ada.slash(town.channel, "game new", title="usa", seats=2, place="thread")
    thread = town.channel.threads[0]
    town.channel = thread
    await bo.slash(thread, "game join")
    await ada.slash(thread, "game start")
    await town.play_by_commands(1, 2)
    thread_now = town.bot.get_channel(thread.id)
    assert isinstance(thread_now, discord.Thread)
    await thread_now.edit(archived=True)
    found = await town.asked(1)
    for _ in range(2):
        await town.users[found[0].id].slash("play", move="blind")
    assert await town.bot.store.items(1) == []
    assert "turn 2" in thread.history()[-1].content


async def test_a_deleted_post_is_replaced(town: Town) -> None:
    game = await town.begin("usa")
    await town.play_by_commands(game, 1)
    post = await Tapper(town, game).live_post()
    await post.delete()
    await town.play_by_commands(game, 3)
    await told(town)
    assert await town.bot.store.items(game) == []
    assert await Tapper(town, game).live_post()


async def test_a_game_outlives_its_channel(town: Town) -> None:
    game = await town.begin("usa")
    await town.play_by_commands(game, 3)
    channel = town.bot.get_channel(town.channel.id)
    assert isinstance(channel, discord.TextChannel)
    await channel.delete()
    asked = (await town.asked(game))[0]
    for _ in range(2):
        result = await town.users[asked.id].slash("play", move="blind")
        assert "You draw" in result.response.content
    assert await town.bot.store.items(game) == []
    assert (await town.bot.tables.lobby(game)).table.blocked == "gone"
    games = await town.users[asked.id].slash("games")
    assert f"USA #{game}" in games.response.content


def ids(message: Any) -> list[str]:
    return [part["custom_id"] for row in message.components for part in row["components"]]


async def threaded(town: Town, title: str = "metro") -> tuple[int, Any]:
    """A game in a thread of its own, and that thread."""
    ada, bo = town.people
    await ada.slash(town.channel, "game new", title=title, seats=2, place="thread")
    thread = town.channel.threads[0]
    town.channel = thread
    await bo.slash(thread, "game join")
    await ada.slash(thread, "game start")
    table = await town.bot.store.table_in(thread.id)
    assert table is not None
    return table.id, thread


async def is_archived(town: Town, thread: Any) -> tuple[bool, bool]:
    now = await town.bot.fetch_channel(thread.id)
    assert isinstance(now, discord.Thread)
    return now.archived, now.locked


async def test_a_finished_games_own_thread_is_put_away_after_a_day_and_never_locked(town: Town) -> None:
    game, thread = await threaded(town)
    await town.play_by_commands(game)
    for _ in range(3):
        await town.env.advance_time(6 * 3600)
    assert await is_archived(town, thread) == (False, False)
    for _ in range(3):
        await town.env.advance_time(6 * 3600)
    assert await is_archived(town, thread) == (True, False)
    assert await town.bot.store.timers(game) == []
    assert await town.bot.store.items(game) == []


async def test_a_thread_with_another_table_in_it_is_not_put_away(town: Town) -> None:
    game, thread = await threaded(town)
    await town.play_by_commands(game)
    await town.people[0].slash(thread, "game new", title="usa", place="here")
    for _ in range(6):
        await town.env.advance_time(6 * 3600)
    assert await is_archived(town, thread) == (False, False)


async def test_a_channel_that_was_there_before_the_game_is_never_put_away(town: Town) -> None:
    game = await town.begin("metro")
    await town.play_by_commands(game)
    assert [row.timer for row in await town.bot.store.timers(game)] == [LogPacked()]


async def test_a_thread_that_is_gone_or_closed_to_us_is_not_put_away_for_ever(town: Town) -> None:
    game, thread = await threaded(town)
    await town.play_by_commands(game)
    await (await town.bot.fetch_channel(thread.id)).delete()  # type: ignore[union-attr]
    for _ in range(6):
        await town.env.advance_time(6 * 3600)
    assert await town.bot.store.items(game) == []
    assert await town.bot.store.timers(game) == []


@pytest.mark.parametrize(("title", "robots"), [("usa", 0), ("usa", 1), ("world", 0)])
async def test_the_opening_post_shows_everybodys_choice_at_last(town: Town, title: str, robots: int) -> None:
    game = await town.begin(title, robots=robots)
    opening = await Tapper(town, game).live_post()
    while (await town.bot.tables.snapshot(game, None)).view.turn == 0:
        await town.type_move(game, (await town.asked(game))[0])
    now = next(message for message in town.channel.history() if message.id == opening.id)
    seats = await town.bot.store.seats(game)
    assert now.content.splitlines()[-1].count("✓") == len(seats)
    assert "…" not in now.content.splitlines()[-1]
    assert not now.components
    assert "✓" not in town.channel.last_message.content
    assert await town.bot.store.items(game) == []


async def test_too_many_edits_without_a_time_to_wait_make_a_message_too_old() -> None:
    """What discord.py does with a 429 that names no `retry_after`."""

    async def edit() -> None:
        raise KeyError("retry_after")

    with pytest.raises(MessageGone):
        await DiscordSender(discord.Client(intents=discord.Intents.none()))._trying(1, edit)
