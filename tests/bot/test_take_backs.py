"""Moves are taken back: alone while nothing was seen, together otherwise. Nothing is lost, nobody is rung twice."""

from collections import Counter
from collections.abc import AsyncIterator
from itertools import islice
from pathlib import Path
from random import Random
from typing import Any

import pytest
from msgspec.structs import replace

from bot.errors import NotSeated, Refusal, StaleAction
from bot.outbox.compose import PostComposer
from bot.store.rows import UserSettings
from bot.store.sqlite import database
from bot.tables.records import record_from
from rules.game import Action, may_undo
from rules.record import replayed
from tests.bot.outside import PaperMail
from tests.bot.plain import ADA, BO, CHANNEL, next_action, start_table
from tests.bot.test_rings import NoPictures, begin
from tests.bot.test_tables import App


@pytest.fixture
async def app(tmp_path: Path) -> AsyncIterator[App]:
    app = await App(tmp_path / "semafor.db", PaperMail()).open()
    app.outbox.dispatcher.composer = PostComposer(app.tables, NoPictures())  # type: ignore[arg-type]
    yield app
    await app.close()


async def undoable_action(app: App, table_id: int) -> Action | None:
    """One that ends the turn of whoever is asked, and may be taken back."""
    cached = await app.tables.games.read(table_id)
    game, state = cached.game, cached.state
    turn = game.view_for(state, None).turn
    if turn == 0:
        return None
    for action in islice(game.legal_actions(state, min(game.to_act(state))), 400):
        step = game.apply(state, action)
        if may_undo(game, state, step) and game.view_for(step.state, None).turn > turn:
            return action  # type: ignore[no-any-return]
    return None


async def play_undoable(app: App, table_id: int) -> int:
    """Play on until somebody ends a turn with an action that may be taken back; who that is."""
    while (action := await undoable_action(app, table_id)) is None:
        assert await app.play_on(table_id, 1)
    user = (await app.tables.snapshot(table_id, None)).seats[action.player].user
    assert user is not None
    await app.tables.play(table_id, user, action)
    await app.told()
    return user


async def views(app: App, table_id: int) -> list[Any]:
    cached = await app.tables.games.read(table_id)
    readers = (None, *range(len(cached.seats)))
    return [cached.game.view_for(cached.state, reader) for reader in readers]


async def refused(app: App, table_id: int, user: int, number: int | None = None) -> str:
    before = await app.store.log(table_id)
    with pytest.raises(Refusal) as caught:
        await app.tables.take_backs.undo(table_id, user, number)
    assert await app.store.log(table_id) == before
    return caught.value.key


def other(user: int) -> int:
    return BO if user == ADA else ADA


def rung_for(app: App, since: int = 0) -> list[int]:
    return [user for user, _ in app.sender.rung[since:]]


# Undo


async def test_after_an_undo_everybody_sees_what_they_saw_before_and_the_log_has_it_all(app: App) -> None:
    game = await begin(app, "normal")
    while (action := await undoable_action(app, game)) is None:
        await app.play_on(game, 1)
    before, kept = await views(app, game), await app.store.actions(game)
    user = await play_undoable(app, game)
    await app.tables.take_backs.undo(game, user)
    await app.told()
    assert await views(app, game) == before
    assert await app.store.actions(game) == kept
    *_, move, back = await app.store.log(game)
    assert (move.player, move.undone, back.is_take_back) == (action.player, back.seq, True)
    assert [row.what for row in await app.store.audit(game)] == ["undone"]
    await app.tables.play(game, user, action)
    assert [row.seq for row in await app.store.log(game)] == list(range(1, back.seq + 2))


async def test_the_ping_that_an_undo_has_overtaken_is_struck_out_and_nobody_is_rung_again(app: App) -> None:
    game = await begin(app, "normal")
    user = await play_undoable(app, game)
    called = await app.store.message(game, "post")
    assert called is not None
    assert app.sender.rung[-1] == (other(user), called.message)
    rung = len(app.sender.rung)
    await app.tables.take_backs.undo(game, user)
    await app.told()
    struck = app.sender.messages[called.message]
    assert struck.rows == ()
    assert all(line.startswith("~~") and line.endswith("~~") for line in struck.text.splitlines() if line)
    note = await app.store.message(game, "post")
    assert note is not None
    assert note.message != called.message
    assert f"P{user} takes the last move back. " in app.sender.messages[note.message].text
    assert app.sender.messages[note.message].rows
    await play_undoable(app, game)
    assert rung_for(app, rung) == []
    assert app.sender.messages[note.message].rows == ()
    await app.play_on(game, 1)
    while (await app.tables.snapshot(game, None)).is_asked:
        await app.play_on(game, 1)
    await play_undoable(app, game)
    assert set(rung_for(app, rung)) == {ADA, BO}  # later turns ring as ever


async def test_a_post_that_was_not_sent_yet_is_not_sent_any_more(app: App) -> None:
    game = await begin(app, "normal")
    while await undoable_action(app, game) is None:
        await app.play_on(game, 1)
    live, rung = await app.store.message(game, "post"), len(app.sender.rung)
    wake, app.tables.on_items = app.tables.on_items, lambda _: None
    user = await play_undoable(app, game)
    await app.tables.take_backs.undo(game, user)
    app.tables.on_items = wake
    app.outbox.wake(game)
    await app.told()
    assert await app.store.message(game, "post") == live
    assert live is not None
    assert app.sender.messages[live.message].rows
    assert rung_for(app, rung) == []
    await play_undoable(app, game)
    assert rung_for(app, rung) == [other(user)]


async def test_a_quiet_tables_short_line_goes_and_does_not_come_again(app: App) -> None:
    game = await begin(app, "quiet")
    user = await play_undoable(app, game)
    line, rung = await app.store.message(game, "ping"), len(app.sender.rung)
    assert line is not None
    await app.tables.take_backs.undo(game, user)
    await app.told()
    assert line.message not in app.sender.messages
    assert await app.store.message(game, "ping") is None
    await play_undoable(app, game)
    assert rung_for(app, rung) == []


async def test_a_dm_that_has_rung_for_a_turn_does_not_ring_for_it_again(app: App) -> None:
    for user in (ADA, BO):
        await app.store.save_user(user, UserSettings(dm_on_turn=True))
    game = await begin(app, "normal")
    user = await play_undoable(app, game)
    rung = len(app.sender.rung)
    await app.tables.take_backs.undo(game, user)
    await app.told()
    await play_undoable(app, game)
    assert rung_for(app, rung) == []


async def test_a_second_click_on_the_same_undo_takes_nothing_more_back(app: App) -> None:
    game = await begin(app, "normal")
    user = await play_undoable(app, game)
    number = await app.tables.take_backs.undoable(game, user)
    await app.tables.take_backs.undo(game, user, number)
    assert await refused(app, game, user, number) == "refuse.undo_done"


async def test_what_was_seen_what_others_followed_and_what_is_not_ones_own_stays(app: App) -> None:
    game = await begin(app, "normal")
    assert await refused(app, game, ADA) == "refuse.undo_nothing"
    with pytest.raises(NotSeated):
        await app.tables.take_backs.undo(game, 99)
    user = await play_undoable(app, game)
    number = await app.tables.take_backs.undoable(game, user)
    assert await app.tables.take_backs.undoable(game, other(user)) is None
    assert await refused(app, game, other(user)) == "refuse.undo_since"
    await play_undoable(app, game)
    assert await refused(app, game, user, number) == "refuse.undo_since"
    while (await app.store.actions(game))[-1].undoable:
        await app.play_on(game, 1)
    last = (await app.store.actions(game))[-1]
    assert await refused(app, game, (ADA, BO)[last.player]) == "refuse.undo_seen"


async def test_somebody_who_has_moved_and_taken_it_back_has_acted_since(app: App) -> None:
    game = await begin(app, "normal")
    first = await play_undoable(app, game)
    while await undoable_action(app, game) is None:
        await app.tables.take_backs.undo(game, first)
        first = await play_undoable(app, game)
        await app.play_on(game, 1)
    last = (await app.store.actions(game))[-1]
    second = await play_undoable(app, game)
    assert (ADA, BO)[last.player] != second or not last.undoable
    await app.tables.take_backs.undo(game, second)
    assert await app.tables.take_backs.undoable(game, (ADA, BO)[last.player]) is None


async def test_no_undo_is_offered_where_a_robot_comes_next(app: App) -> None:
    game = await start_table(app.tables, people=1, robots=1)
    for _ in range(40):
        await app.play_on(game, 1)
        assert await app.tables.take_backs.undoable(game, ADA) is None or await next_action(app.tables, game)
    last_robot = max(row.seq for row in await app.store.actions(game) if row.player == 1)
    own = max(row.seq for row in await app.store.actions(game) if row.player == 0 and row.seq < last_robot)
    assert await refused(app, game, ADA, own) in ("refuse.undo_since", "refuse.undo_later")


async def test_an_opening_choice_may_be_thought_over(app: App) -> None:
    game = await begin(app, "normal")
    await app.play_on(game, 1)
    seen = await views(app, game)
    post = await app.store.message(game, "post")
    await app.tables.take_backs.undo(game, ADA)
    await app.told()
    assert await views(app, game) != seen
    assert await app.store.message(game, "post") == post
    assert post is not None
    assert "P11 …" in app.sender.messages[post.message].text
    await app.play_on(game, 2)
    before, rung = await app.store.message(game, "post"), len(app.sender.rung)
    await app.tables.take_backs.undo(game, BO)  # the first turn had begun
    await app.told()
    assert (await app.tables.snapshot(game, None)).view.turn == 0
    assert before is not None
    assert app.sender.messages[before.message].text.startswith("~~")
    await app.play_on(game, 1)
    assert rung_for(app, rung) == []


async def test_buttons_made_before_a_take_back_are_stale(app: App) -> None:
    game = await begin(app, "normal")
    user = await play_undoable(app, game)
    found = await next_action(app.tables, game)
    assert found is not None
    await app.tables.take_backs.undo(game, user)
    await play_undoable(app, game)
    with pytest.raises(StaleAction):
        await app.tables.play(game, *found)


# Rollback


async def roll_back(app: App, table_id: int, turn: int) -> None:
    await app.tables.votes.propose(table_id, ADA, [ADA, BO], "rollback", {"turn": str(turn)})
    await app.told()
    await app.tables.votes.answer(table_id, BO, True)
    await app.told()


async def test_the_table_goes_back_together_to_the_beginning_of_a_turn(app: App) -> None:
    game = await begin(app, "normal")
    while (await app.tables.snapshot(game, None)).view.turn < 4:
        await app.play_on(game, 1)
    fourth = await views(app, game)
    await app.play_on(game, 12)
    called, rung = await app.store.message(game, "post"), len(app.sender.rung)
    assert called is not None
    await roll_back(app, game, 4)
    assert await views(app, game) == fourth
    vote = await app.store.vote(game)
    assert vote is not None
    assert vote.result == "yes"
    assert app.sender.messages[called.message].text.startswith("~~")
    post = await app.store.message(game, "post")
    assert post is not None
    assert "turn 4 begins again" in app.sender.messages[post.message].text
    asked = [(ADA, BO)[seat] for seat in (await app.tables.snapshot(game, None)).view.to_act]
    assert Counter(rung_for(app, rung)) == Counter([BO, *asked])  # the vote asks, then the turn
    assert [row.what for row in await app.store.audit(game)] == ["proposed.rollback", "rolled_back"]
    rung = len(app.sender.rung)
    while (await app.tables.snapshot(game, None)).view.turn < 6:
        await app.play_on(game, 1)
    assert len(rung_for(app, rung)) == 2  # turns that come again are new ones


async def test_after_a_rollback_dms_ring_for_the_turns_that_come_again(app: App) -> None:
    for user in (ADA, BO):
        await app.store.save_user(user, UserSettings(dm_on_turn=True))
    game = await begin(app, "normal")
    while (await app.tables.snapshot(game, None)).view.turn < 4:
        await app.play_on(game, 1)
    await roll_back(app, game, 3)
    rung = len(app.sender.rung)
    while (await app.tables.snapshot(game, None)).view.turn < 4:
        await app.play_on(game, 1)
    asked = [(ADA, BO)[seat] for seat in (await app.tables.snapshot(game, None)).view.to_act]
    assert rung_for(app, rung) == asked


async def test_a_proposal_says_what_was_learnt_and_never_what_it_was(app: App) -> None:
    game = await begin(app, "normal")
    while (await app.tables.snapshot(game, None)).view.turn < 6:
        await app.play_on(game, 1)
    learnt = await app.tables.take_backs.revealed_since(game, 2)
    assert learnt
    await app.tables.votes.propose(game, ADA, [ADA, BO], "rollback", {"turn": "2"})
    await app.told()
    vote = await app.store.vote(game)
    assert vote is not None
    message = await app.store.message(game, f"vote:{vote.id}")
    assert message is not None
    words = app.sender.messages[message.message].text
    assert "Shown since then" in words
    for count in learnt.values():
        assert str(count) in words
    assert not await app.tables.take_backs.revealed_since(game, 7)
    await app.play_on(game, 1)
    await app.tables.votes.answer(game, BO, False)
    await app.told()
    assert "the game goes on as it stands" in app.sender.messages[message.message].text


async def test_going_back_deals_nothing_anew(app: App) -> None:
    game = await begin(app, "normal")
    while (await app.tables.snapshot(game, None)).view.turn < 2:
        await app.play_on(game, 1)
    played: list[tuple[int, Action]] = []
    after = await app.store.last_seq(game)
    while (await app.tables.snapshot(game, None)).view.turn < 5:
        found = await next_action(app.tables, game)
        assert found is not None
        played.append(found[:2])
        await app.play_on(game, 1)
    seen = await views(app, game)
    events = [row.events for row in await app.store.actions(game, after)]
    await roll_back(app, game, 2)
    again = await app.store.last_seq(game)
    for user, action in played:
        await app.tables.play(game, user, action)
    assert await views(app, game) == seen
    assert [row.events for row in await app.store.actions(game, again)] == events


# Both


@pytest.mark.parametrize("title", ["usa", "nordic", "germany", "world", "metro", "lantern"])
async def test_random_games_with_random_take_backs_come_to_the_same_end(app: App, title: str) -> None:
    game, random = await start_table(app.tables, title), Random(title)
    app.tables.on_items = lambda _: None
    undone = rolled = moves = 0
    while (found := await next_action(app.tables, game)) is not None and moves < 120:
        await app.tables.play(game, *found)
        moves += 1
        number = await app.tables.take_backs.undoable(game, found[0])
        if number is not None and (undone == 0 or random.random() < 0.3):
            await app.tables.take_backs.undo(game, found[0], number)
            undone += 1
        view = (await app.tables.snapshot(game, None)).view
        if view.turn > 2 and not view.is_over and (rolled == 0 or random.random() < 0.05):
            turn = str(random.randint(1, view.turn - 1))
            await app.tables.votes.propose(game, ADA, [ADA, BO], "rollback", {"turn": turn})
            await app.tables.votes.answer(game, BO, True)
            rolled += 1
    assert rolled
    live = await app.tables.games.read(game)
    record = record_from(live.table, live.seats, await app.store.log(game))
    assert record.undone
    assert replayed(record)[1] == live.state
    assert replayed(record_from(live.table, live.seats, await app.store.actions(game)))[1] == live.state
    app.tables.games.forget(game)
    live = replace(live, seats=await app.store.seats(game))
    again = await app.tables.games.read(game)
    assert replace(again, views=live.views) == live
    async with app.store._writing() as db:
        await db.execute("DELETE FROM snapshots")
    app.tables.games.forget(game)
    again = await app.tables.games.read(game)
    assert replace(again, views=live.views) == live


@pytest.mark.parametrize(
    "statement", ["BEGIN", "UPDATE actions", "INSERT INTO actions", "INSERT INTO snapshots", "COMMIT"]
)
async def test_a_crash_in_the_middle_of_a_take_back_leaves_all_or_nothing(
    app: App, statement: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    game = await begin(app, "normal")
    user = await play_undoable(app, game)
    before = await views(app, game), await app.store.log(game), await app.store.items(game)

    class Cut(database.Writing):
        """The power goes at one statement."""

        async def execute(self, sql: str, *values: Any) -> None:
            self.last_until(sql)
            await super().execute(sql, *values)

        async def executemany(self, sql: str, *values: Any) -> None:
            self.last_until(sql)
            await super().executemany(sql, *values)

        def last_until(self, sql: str) -> None:
            if sql.startswith(statement):
                raise OSError("the power is cut")

    monkeypatch.setattr(database, "Writing", Cut)
    with pytest.raises(OSError, match="power"):
        await app.tables.take_backs.undo(game, user)
    monkeypatch.undo()
    assert (await views(app, game), await app.store.log(game), await app.store.items(game)) == before
    await app.tables.take_backs.undo(game, user)
    await app.told()
    assert await app.store.items(game) == []


async def test_what_was_taken_back_before_a_crash_is_told_after_it_once(app: App) -> None:
    game = await begin(app, "normal")
    user = await play_undoable(app, game)
    app.tables.on_items = lambda _: None
    await app.tables.take_backs.undo(game, user)
    rung = len(app.sender.rung)
    await app.close()
    await app.open()
    app.outbox.dispatcher.composer = PostComposer(app.tables, NoPictures())  # type: ignore[arg-type]
    await app.outbox.wake_all()
    await app.told()
    notes = [words for words in app.sender.posts(CHANNEL) if "takes the last move back" in words]
    assert len(notes) == 1
    assert rung_for(app, rung) == []
