"""Leaving, replacing, returning, by command and by button: what the table is told, and what nobody sees any more."""

from collections.abc import Callable, Sequence
from typing import Any

import discord
import pytest
import simcord

from bot.client import Semafor
from bot.errors import NotSeated, Refusal
from bot.interactions.components import TYPES, tap_in
from bot.outbox.post import Post
from bot.store.rows import ANYBODY
from tests.bot.conftest import Clock
from tests.bot.requests import request_of
from tests.bot.test_votes import ids, leave_server, moderator, stage
from tests.bot.town import Town


@pytest.fixture
def town(simcord_env: simcord.Env, clock: Clock) -> Town:
    clock.now = lambda: simcord_env.now().timestamp()
    return Town(simcord_env, people=3)


def newcomer(town: Town, name: str = "dan") -> Any:
    user = town.env.create_user(name)
    town.users[user.id] = user
    member = town.guild.add_member(user)
    town.by_id[member.id] = member
    return member


def dm(town: Town, person: Any) -> Any:
    """The one DM of the table."""
    (message,) = town.users[person.id].dm_channel.history()
    return message


def verbs(message: Any) -> list[str]:
    return [own.split(":")[3] for own in ids(message)]


def button(message: Any, verb: str, choice: str | None = None) -> str:
    return next(own for own in ids(message) if own.split(":")[3] == verb and choice in (None, *own.split(":")[4:5]))


def taps(message: Any) -> list[tuple[str, list[str]]]:
    """Every button, and every choice of every menu."""
    parts = [part for row in message.components for part in row["components"] if "custom_id" in part]
    return [
        (part["custom_id"], values)
        for part in parts
        for values in ([[option["value"]] for option in part["options"]] if part.get("options") else [[]])
    ]


async def press(town: Town, person: Any, custom_id: str, values: Sequence[str] = ()) -> Post:
    """As if the message that it was on had not changed since."""
    kind = TYPES[custom_id[:2]]
    tap = tap_in({"custom_id": custom_id, "component_type": kind, "values": [*values]})
    assert tap is not None
    services = town.bot.router.services
    services.allowance._taken.clear()
    return await town.bot.router.handle(request_of(town, person.id, tap, name=person.name))


async def seat_of(town: Town, table_id: int, person: Any) -> int:
    return next(seat.seat for seat in await town.bot.store.seats(table_id) if seat.user == person.id)


async def resign(town: Town, person: Any) -> Any:
    sure = (await person.slash(town.channel, "game resign")).response
    return (await person.click(sure, custom_id=button(sure, "resign", "yes"))).response


async def hand_over(town: Town, table_id: int, person: Any, heir: Any) -> int:
    """The seat goes from one person to another, who agrees by button."""
    seat = await seat_of(town, table_id, person)
    await person.slash(town.channel, "game replace", seat=seat + 1, member=heir)
    post = next(message for message in town.channel.history() if "take" in verbs(message))
    await heir.click(post, custom_id=button(post, "take"))
    return seat


async def shows_only_the_public_view(town: Town, table_id: int, former: Any, panel: Any) -> None:
    """Whatever a former player tries: nothing of a hand, nothing to tap a move with, nothing done."""
    seq = await town.bot.store.last_seq(table_id)
    public = await town.bot.tables.snapshot(table_id, None)
    for command in ("hand", "play", "draw", "claim", "tickets draw", "log", "since"):
        answer = (await former.slash(town.channel, command)).response
        assert "Hand:" not in answer.content, command
        assert "Your hand" not in answer.content, command
        assert not any(attachment.filename.startswith("hand") for attachment in answer.attachments), command
    for option, command in (("move", "play"), ("route", "claim"), ("card", "draw"), ("keep", "tickets keep")):
        assert not await former.autocomplete(town.channel, command, option, ""), command
    for own, values in taps(panel):
        try:
            post = await press(town, former, own, values)
        except Refusal:  # a sentence that says so, and nothing else
            continue
        assert "Hand:" not in post.text, own
        assert "hand" not in {attachment.name.split(".")[0] for attachment in post.files}, own
        assert post.decision is None, own
    for move in ("blind", "two blind"):
        await former.slash(town.channel, "play", move=move)
    assert await town.bot.store.last_seq(table_id) == seq
    snapshot = await town.bot.tables.snapshot(table_id, former.id)
    assert (snapshot.seat, snapshot.legal, snapshot.view) == (None, None, public.view)
    (message,) = town.users[former.id].dm_channel.history()
    assert "Hand:" not in message.content
    assert not message.attachments
    assert not message.components


async def test_a_player_resigns_after_a_question_and_a_robot_plays_on(town: Town) -> None:
    game = await town.begin("usa")
    await town.play_by_commands(game, 5)
    (person,) = await town.asked(game)
    sure = await person.slash(town.channel, "game resign")
    assert sure.ephemeral
    assert await town.asked(game) == [person]
    kept = await person.click(sure.response, custom_id=button(sure.response, "resign", "no"))
    assert "keep your seat" in kept.response.content
    left = await resign(town, person)
    assert "A robot has your seat" in left.content
    await town.bot.tables.finish()
    assert person not in await town.asked(game)
    lines = [message for message in town.channel.history() if "A robot takes over the seat" in message.content]
    assert [(person.name in line.content, list(line.mentions)) for line in lines] == [(True, [])]
    town.people.remove(person)
    assert await town.play_by_commands(game, 6) == 6


async def test_whoever_leaves_a_running_game_is_asked_as_with_resign(town: Town) -> None:
    game = await town.begin("usa")
    ada, bo, _ = town.people
    sure = (await bo.slash(town.channel, "game leave")).response
    assert verbs(sure) == ["resign", "resign"]
    assert "seats can't change" in (await newcomer(town).slash(town.channel, "game leave")).response.content
    late = await press(town, ada, f"sm:{game}:-:leave")
    assert [b.verb for row in late.rows for b in row] == ["resign", "resign"]  # type: ignore[union-attr]
    assert all(seat.robot is None for seat in await town.bot.store.seats(game))


async def test_a_second_yes_changes_nothing_more(town: Town) -> None:
    game = await town.begin("usa")
    bo = town.people[1]
    sure = (await bo.slash(town.channel, "game resign")).response
    await bo.click(sure, custom_id=button(sure, "resign", "yes"))
    with pytest.raises(NotSeated):
        await press(town, bo, f"sm:{game}:-:resign:yes")
    assert len([row for row in await town.bot.store.seatings(game) if row.robot]) == 1


async def test_what_a_player_leaves_behind_shows_nothing_any_more(town: Town) -> None:
    game = await town.begin("usa")
    await town.play_by_commands(game, 7)
    (person,) = await town.asked(game)
    panel = (await person.slash(town.channel, "play")).response
    assert "hand" in panel.content.casefold()
    await resign(town, person)
    await town.bot.tables.finish()
    assert "left this seat" in dm(town, person).content
    await shows_only_the_public_view(town, game, person, panel)


async def test_a_seat_goes_to_a_member_who_agrees_with_all_that_it_holds(town: Town) -> None:
    game = await town.begin("usa")
    await town.play_by_commands(game, 7)
    (person,) = await town.asked(game)
    held = await town.bot.tables.snapshot(game, person.id)
    panel = (await person.slash(town.channel, "play")).response
    dan, seat = newcomer(town), await seat_of(town, game, person)
    asked = await person.slash(town.channel, "game replace", seat=seat + 1, member=dan)
    assert "Nothing changes until" in asked.response.content
    post = town.channel.last_message
    assert [user.id for user in post.mentions] == [dan.id]
    for other in (town.people[0], newcomer(town, "eva")):
        if other is not person:
            refused = (await other.click(post, custom_id=button(post, "take"))).response
            assert "not offered" in refused.content or "already" in refused.content
    assert (await town.bot.tables.snapshot(game, person.id)).seat == seat
    taken = (await dan.click(post, custom_id=button(post, "take"))).response
    assert "Its hand is yours now" in taken.content
    assert not ids(next(message for message in town.channel.history() if message.id == post.id))
    new = await town.bot.tables.snapshot(game, dan.id)
    assert (new.seat, new.view.hand, new.is_asked) == (seat, held.view.hand, True)
    assert "Hand:" in dm(town, dan).content
    await shows_only_the_public_view(town, game, person, panel)
    live = next(message for message in town.channel.history() if "play" in verbs(message))
    assert live.content.startswith(f"<@{dan.id}>")
    assert "hand" in (await dan.click(live, custom_id=button(live, "play"))).response.content.casefold()
    assert any("dan takes over the seat" in message.content for message in town.channel.history())
    log = (await dan.slash(town.channel, "log")).response.content
    assert f"dan takes over the seat of {person.name}" in log


async def test_an_offer_is_declined_or_withdrawn(town: Town) -> None:
    game = await town.begin("usa")
    bo, dan = town.people[1], newcomer(town)
    seat = await seat_of(town, game, bo)
    await bo.slash(town.channel, "game replace", seat=seat + 1, member=dan)
    post = town.channel.last_message
    no = await dan.click(post, custom_id=button(post, "decline"))
    assert "don't take" in no.response.content
    settled = next(message for message in town.channel.history() if message.id == post.id)
    assert "no longer offered" in settled.content
    with pytest.raises(Refusal, match="not_offered"):
        await press(town, dan, f"sm:{game}:-:take:{seat}")
    opened = (await bo.slash(town.channel, "game replace", seat=seat + 1)).response
    assert (await town.bot.store.seats(game))[seat].offered == ANYBODY
    await bo.click(opened, custom_id=button(opened, "withdraw"))
    assert (await town.bot.store.seats(game))[seat].offered is None
    assert "No seat of this game" in (await dan.slash(town.channel, "game join")).response.content


async def test_an_open_seat_is_listed_and_joined(town: Town) -> None:
    game = await town.begin("usa")
    await town.play_by_commands(game, 4)
    bo, dan = town.people[1], newcomer(town)
    left = await resign(town, bo)
    seat = next(row.seat for row in await town.bot.store.seatings(game) if row.robot)
    assert "Nothing is open" in (await dan.slash(town.channel, "games", scope="open")).response.content
    await bo.click(left, custom_id=button(left, "substitute"))
    listed = (await dan.slash(town.channel, "games", scope="open")).response
    assert f"seat {seat + 1}" in listed.content
    joined = (await dan.click(listed, custom_id=button(listed, "take"))).response
    assert "Its hand is yours" in joined.content
    assert (await town.bot.store.seats(game))[seat].user == dan.id
    refused = (await bo.slash(town.channel, "game return")).response
    assert "Somebody else has taken your seat" in refused.content


async def test_an_offer_ends_with_its_game(town: Town) -> None:
    town.people = town.people[:2]
    game = await town.begin("usa")
    ada, bo = town.people
    await bo.slash(town.channel, "game replace", seat=await seat_of(town, game, bo) + 1)
    assert any("take" in verbs(message) for message in town.channel.history())
    await ada.slash(town.channel, "game cancel")
    await bo.slash(town.channel, "game vote", answer="yes")
    assert await stage(town, game) == "closed"
    assert not any("take" in verbs(message) for message in town.channel.history())
    assert await town.bot.store.items(game) == []


async def test_lobbies_with_room_are_listed_as_open(town: Town) -> None:
    ada, bo, _ = town.people
    await ada.slash(town.channel, "game new", title="usa", seats=3)
    listed = (await bo.slash(town.channel, "games", scope="open")).response
    assert "lobby · 1 of 3" in listed.content
    assert "your seat is" in (await bo.click(listed, custom_id=button(listed, "join"))).response.content
    assert "Nothing is open" in (await bo.slash(town.channel, "games", scope="open")).response.content


async def test_a_player_comes_back_to_the_seat_that_a_robot_keeps(town: Town) -> None:
    game = await town.begin("usa")
    await town.play_by_commands(game, 4)
    bo = town.people[1]
    seat = await seat_of(town, game, bo)
    left = await resign(town, bo)
    back = (await bo.click(left, custom_id=button(left, "return"))).response
    assert "Its hand is yours now" in back.content
    own = await town.bot.tables.snapshot(game, bo.id)
    assert own.seat == seat
    assert "Hand:" in dm(town, bo).content
    assert "already" in (await bo.slash(town.channel, "game return")).response.content
    rows = [(row.user, bool(row.robot)) for row in await town.bot.store.seatings(game) if row.seat == seat]
    assert rows == [(bo.id, False), (None, True), (bo.id, False)]
    log = (await bo.slash(town.channel, "log")).response.content
    assert "bo leaves the seat to a robot: Robot \\(bo\\)" in log
    assert "bo takes the seat back" in log


async def test_a_host_who_leaves_hands_that_over_too(town: Town) -> None:
    game = await town.begin("usa")
    ada = town.people[0]
    await resign(town, ada)
    table = await town.bot.store.table(game)
    assert table is not None
    assert table.host in [person.id for person in town.people[1:]]
    heir = town.by_id[table.host]
    assert f"{heir.name} takes over as host" in (await heir.slash(town.channel, "log")).response.content


async def test_the_last_person_may_end_it_or_let_robots_finish(town: Town) -> None:
    ada = town.people[0]
    town.people = [ada]
    game = await town.begin("usa", robots=1)
    sure = (await ada.slash(town.channel, "game resign")).response
    assert "last person" in sure.content
    await ada.click(sure, custom_id=button(sure, "resign", "yes"))
    await town.bot.tables.finish()
    assert await stage(town, game) == "over"
    assert await town.bot.store.items(game) == []
    again = await town.begin("usa", robots=1)
    sure = (await ada.slash(town.channel, "game resign")).response
    await ada.click(sure, custom_id=button(sure, "stop", "yes"))
    assert await stage(town, again) == "closed"


async def advance(town: Town, seconds: float) -> None:
    await town.env.advance_time(seconds)
    assert town.bot.app is not None
    await town.bot.app.scheduler.wait_until_done()
    await town.bot.tables.finish()


async def late_player(town: Town, game: int) -> tuple[Any, int]:
    """Whose time has just run out, in the first turn; the others are asked what is to become of it."""
    await town.play_by_commands(game, 3)
    (person,) = await town.asked(game)
    (clock,) = await town.bot.tables.clocks.clocks(game)
    assert clock.until is not None
    await advance(town, clock.until - town.bot.tables.now() + 60)
    return person, clock.seat


async def test_the_host_frees_a_seat_when_its_time_is_up(town: Town) -> None:
    game = await town.begin("usa", pace="brisk")
    await town.play_by_commands(game, 3)
    (person,) = await town.asked(game)
    (clock,) = await town.bot.tables.clocks.clocks(game)
    table = await town.bot.store.table(game)
    assert table is not None
    assert clock.until is not None
    host = moderator(town) if table.host == person.id else town.by_id[table.host]
    early = (await host.slash(town.channel, "game kick", seat=clock.seat + 1)).response
    assert "still has time" in early.content
    assert "<t:" in early.content
    assert (await town.bot.store.seats(game))[clock.seat].user == person.id
    await advance(town, clock.until - town.bot.tables.now() + 60)
    freed = (await host.slash(town.channel, "game kick", seat=clock.seat + 1)).response
    assert "A robot plays on" in freed.content
    await town.bot.tables.finish()
    assert (await town.bot.store.seats(game))[clock.seat].offered == ANYBODY
    assert person not in await town.asked(game)
    back = (await person.slash(town.channel, "game return")).response
    assert "Its hand is yours" in back.content
    assert (await town.bot.store.seats(game))[clock.seat].offered is None


async def test_others_free_a_late_players_seat_together_and_a_move_saves_it(town: Town) -> None:
    game = await town.begin("usa", pace="brisk")
    person, seat = await late_player(town, game)
    table = await town.bot.store.table(game)
    assert table is not None
    others = [one for one in town.people if one is not person]
    proposer = next(one for one in others if one.id != table.host)
    answer = (await proposer.slash(town.channel, "game kick", seat=seat + 1)).response
    assert "Silence counts as agreement" in answer.content
    while person in await town.asked(game):
        await town.type_move(game, person)
    for one in others:
        await one.slash(town.channel, "game vote", answer="yes")
    assert (await town.bot.store.seats(game))[seat].user == person.id


async def test_nobody_is_thrown_out_before_their_time_is_up(town: Town) -> None:
    game = await town.begin("usa")
    ada, bo, _ = town.people
    seat = await seat_of(town, game, bo)
    for command, options in (("game kick", {}), ("game replace", {"strength": "conductor"}), ("game replace", {})):
        answer = (await ada.slash(town.channel, command, seat=seat + 1, **options)).response
        assert "bo" in answer.content, command
        assert (await town.bot.store.seats(game))[seat].user == bo.id, command
        assert (await town.bot.store.seats(game))[seat].offered is None, command
    own = await seat_of(town, game, ada)
    assert "your own seat" in (await ada.slash(town.channel, "game kick", seat=own + 1)).response.content
    assert "seats 1 to 3" in (await ada.slash(town.channel, "game kick", seat=6)).response.content


async def test_the_seat_of_somebody_who_left_the_server_is_freed_at_once(town: Town) -> None:
    game = await town.begin("usa")
    ada, bo, cyd = town.people
    seat = await seat_of(town, game, bo)
    await leave_server(town, bo)
    freed = (await ada.slash(town.channel, "game kick", seat=seat + 1)).response
    assert "A robot plays on" in freed.content
    row = (await town.bot.store.seats(game))[seat]
    assert (row.robot, row.offered) == ("conductor", ANYBODY)
    town.people = [ada, cyd]
    assert await town.play_by_commands(game, 4) == 4


async def test_others_than_the_host_free_a_seat_by_vote(town: Town) -> None:
    game = await town.begin("usa")
    ada, bo, cyd = town.people
    seat = await seat_of(town, game, bo)
    await leave_server(town, bo)
    proposed = (await cyd.slash(town.channel, "game kick", seat=seat + 1)).response
    assert "Asked: ada" in proposed.content
    post = next(message for message in town.channel.history() if "vote" in verbs(message))
    assert [user.id for user in post.mentions] == [ada.id]
    assert "bo" in post.content
    agreed = (await ada.slash(town.channel, "game vote", answer="yes")).response
    assert "a robot takes the seat" in agreed.content
    assert (await town.bot.store.seats(game))[seat].robot


async def test_a_moderator_gives_a_robots_seat_to_a_member(town: Town) -> None:
    town.people = town.people[:2]
    game = await town.begin("usa", robots=1)
    mod, dan = moderator(town), newcomer(town)
    seat = next(seat.seat for seat in await town.bot.store.seats(game) if seat.robot)
    await mod.slash(town.channel, "game replace", seat=seat + 1, member=dan)
    joined = (await dan.slash(town.channel, "game join")).response
    assert "Its hand is yours" in joined.content
    log = (await dan.slash(town.channel, "log")).response.content
    assert "mod (moderator)" in log.replace("\\", "")


async def test_guests_neither_offer_nor_free_seats(town: Town) -> None:
    game = await town.begin("usa")
    dan = newcomer(town)
    seats = await town.bot.store.seats(game)
    for command, options in (("game kick", {"seat": 1}), ("game replace", {"seat": 1}), ("game resign", {})):
        answer = (await dan.slash(town.channel, command, **options)).response
        assert "no seat" in answer.content or "Only the host" in answer.content, command
    assert "no seat in this game" in (await dan.slash(town.channel, "game return")).response.content
    assert await town.bot.store.seats(game) == seats


async def test_seats_are_suggested_by_number_and_name(town: Town) -> None:
    await town.begin("usa")
    ada = town.people[0]
    found = await ada.autocomplete(town.channel, "game kick", "seat", "")
    assert len(found) == 3
    assert {choice["value"] for choice in found} == {1, 2, 3}


async def test_a_seat_is_taken_over_after_a_restart_by_the_old_button(
    town: Town, make_bot: Callable[[], Semafor]
) -> None:
    game = await town.begin("usa")
    bo, dan = town.people[1], newcomer(town)
    seat = await seat_of(town, game, bo)
    await bo.slash(town.channel, "game replace", seat=seat + 1, member=dan)
    post = town.channel.last_message
    await town.bot.finish()
    await town.env.restart_bot(make_bot())
    await dan.click(post, custom_id=button(post, "take"))
    assert (await town.bot.store.seats(game))[seat].user == dan.id
    assert "Hand:" in dm(town, dan).content


@pytest.mark.parametrize(("pace", "days"), [("brisk", 1), ("relaxed", 7), ("none", 3)])
async def test_silence_ends_a_game_when_the_post_says_so(town: Town, pace: str, days: int) -> None:
    game = await town.begin("usa", pace=pace)
    ada, bo, _ = town.people
    await ada.slash(town.channel, "game cancel")
    post = next(message for message in town.channel.history() if "vote" in verbs(message))
    vote = await town.bot.store.vote(game)
    assert vote is not None
    assert vote.due is not None
    assert vote.due == vote.at + days * 86400
    assert f"<t:{int(vote.due)}:R>" in post.content
    await bo.slash(town.channel, "game vote", answer="yes")
    await advance(town, vote.due - town.bot.tables.now() - 60)
    assert await stage(town, game) == "running"
    await advance(town, 120)
    assert await stage(town, game) == "closed"


async def test_a_moderator_who_plays_may_ask_or_end(town: Town) -> None:
    role = town.guild.create_role("Mods", permissions=discord.Permissions(manage_channels=True))
    mod = town.guild.add_member(town.env.create_user("mod"), roles=[role])
    town.people, town.by_id[mod.id] = [town.people[0], mod], mod
    game = await town.begin("usa")
    asked = (await mod.slash(town.channel, "game cancel")).response
    assert "Asked: ada" in asked.content
    assert await stage(town, game) == "running"
    await mod.click(asked, custom_id=button(asked, "stop", "yes"))
    assert await stage(town, game) == "closed"
    again = await town.begin("usa")
    own = (await town.people[0].slash(town.channel, "game cancel")).response
    assert not ids(own)
    with pytest.raises(Refusal):
        await press(town, newcomer(town), f"sm:{again}:-:stop:yes")
    await press(town, town.people[0], f"sm:{again}:-:stop:yes")
    assert await stage(town, again) == "running"


async def test_a_seat_is_handed_on_from_the_status_page(town: Town) -> None:
    game = await town.begin("usa")
    bo = town.people[1]
    seat = next(row.seat for row in await town.bot.store.seats(game) if row.user == bo.id)
    page = (await bo.slash(town.channel, "game status")).response
    assert not [own for own in ids(page) if own.split(":")[3] == "kick"]
    whom = (await bo.click(page, custom_id=button(page, "hand_on"))).response
    assert any(own.startswith("su:") for own in ids(whom))
    await bo.click(whom, custom_id=button(whom, "hand_on", str(ANYBODY)))
    assert (await town.bot.store.seats(game))[seat].offered == ANYBODY


async def test_a_late_players_seat_is_freed_from_the_status_page(town: Town) -> None:
    game = await town.begin("usa", pace="brisk")
    person, seat = await late_player(town, game)
    table = await town.bot.store.table(game)
    assert table is not None
    proposer = next(one for one in town.people if one is not person and one.id != table.host)
    page = (await proposer.slash(town.channel, "game status")).response
    answer = (await proposer.click(page, custom_id=button(page, "kick", str(seat)))).response
    assert "Silence counts as agreement" in answer.content
    own = (await person.slash(town.channel, "game status")).response
    assert not [each for each in ids(own) if each.split(":")[3] == "kick"]
