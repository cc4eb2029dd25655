"""Plans at a table: carried out at once, dropped in silence, kept through a restart, and nobody else's business."""

from collections.abc import AsyncIterator, Callable
from pathlib import Path

import pytest
from msgspec.structs import replace

from bot.errors import NotSeated, Refusal
from bot.games.plans import MOST_WISHES, Done, Dropped, Outcome, Plan
from bot.store.items import HandChanged, TurnPosted
from bot.store.sqlite.store import SqliteStore
from bot.tables.plans import outcome_of as outcome_in
from bot.tables.plans import plan_of as plan_in
from bot.tables.writer import Tables
from tests.bot.plain import ADA, BO, next_action, start_table

CYD = BO + 1
BLIND = Plan(wishes=("blind:cards",))
SEED = "5eed" * 8


@pytest.fixture
async def tables(tmp_path: Path) -> AsyncIterator[Tables]:
    made = Tables(await SqliteStore.open(tmp_path / "semafor.db"), lambda: 1000.0, lambda: SEED)
    yield made
    await made.close()


async def plan_of(tables: Tables, table_id: int) -> tuple[Plan, Outcome | None]:
    row = (await tables.snapshot(table_id, BO)).plan
    assert row is not None
    return plan_in(row), outcome_in(row)


def setting(plan: Plan) -> Callable[[Plan], Plan]:
    return lambda _: plan


async def play_until_asked(tables: Tables, table_id: int, user: int) -> None:
    """By hand, as long as somebody else is asked."""
    for _ in range(60):
        found = await next_action(tables, table_id)
        assert found is not None
        if found[0] == user and (await tables.snapshot(table_id, None)).view.turn > 0:
            return
        await tables.play(table_id, *found)
        await tables.finish()
    raise AssertionError(f"{user} was never asked")


async def end_turn(tables: Tables, table_id: int, user: int) -> None:
    while (found := await next_action(tables, table_id)) is not None and found[0] == user:
        await tables.play(table_id, *found)
    await tables.finish()


async def items_of(tables: Tables, table_id: int) -> list[object]:
    return [row.item for row in await tables.store.items(table_id)]


async def test_a_plan_is_carried_out_at_once_and_the_next_player_is_called(tables: Tables) -> None:
    table_id = await start_table(tables, people=3)
    await play_until_asked(tables, table_id, ADA)
    await tables.plans.change(table_id, BO, setting(BLIND))
    before = await tables.snapshot(table_id, None)
    await end_turn(tables, table_id, ADA)
    after = await tables.snapshot(table_id, None)
    assert after.view.turn == before.view.turn + 2
    assert [after.seats[seat].user for seat in after.view.to_act] == [CYD]
    drawn = [action for action in await tables.kept_actions(table_id, before.seq, None, None) if action.player == 1]
    assert [type(action.events[0]).__name__ for action in drawn] == ["CardDrawn", "CardDrawn"]
    posted = [item for item in await items_of(tables, table_id) if isinstance(item, TurnPosted)]
    assert posted[-1] == TurnPosted(before.table.posted, after.seq), "one post for both turns, to the next player"
    assert HandChanged(1) in await items_of(tables, table_id)
    assert await plan_of(tables, table_id) == (replace(BLIND, begun=0), Done("blind:cards"))


async def test_a_plan_that_does_not_fit_is_dropped_and_its_owner_called(tables: Tables) -> None:
    table_id = await start_table(tables, people=3)
    await play_until_asked(tables, table_id, ADA)
    await tables.plans.change(table_id, BO, setting(Plan(wishes=("claim:nowhere",))))
    before = await tables.snapshot(table_id, None)
    await end_turn(tables, table_id, ADA)
    after = await tables.snapshot(table_id, None)
    assert [after.seats[seat].user for seat in after.view.to_act] == [BO]
    assert TurnPosted(before.table.posted, after.seq) in await items_of(tables, table_id)
    assert after.table.posted == after.seq
    assert (await plan_of(tables, table_id))[1] == Dropped()


async def test_only_what_comes_after_a_plan_was_made_calls_it_off(tables: Tables) -> None:
    table_id = await start_table(tables, people=2)
    await play_until_asked(tables, table_id, ADA)
    while True:  # until Ada has claimed something in her last turn
        await play_until_asked(tables, table_id, ADA)
        found = await next_action(tables, table_id)
        assert found is not None
        if type(found[1]).__name__ == "ClaimRoute":
            break
        await end_turn(tables, table_id, ADA)
    track = found[1].track  # type: ignore[attr-defined]
    city = track.split("-")[0]
    stopping = Plan(wishes=("blind:cards",), conditions=(f"city:{city}",))
    await tables.plans.change(table_id, BO, setting(stopping))
    await end_turn(tables, table_id, ADA)
    assert (await plan_of(tables, table_id))[1] == Dropped(condition=f"city:{city}")
    await play_until_asked(tables, table_id, ADA)
    await tables.plans.change(table_id, BO, setting(stopping))
    own = await tables.snapshot(table_id, ADA)
    assert own.legal is not None
    blind = next(action for action in own.legal if type(action).__name__ == "DrawBlind")
    await tables.play(table_id, ADA, blind)
    await tables.play(table_id, ADA, blind)
    await tables.finish()
    assert (await plan_of(tables, table_id))[1] == Done("blind:cards")


async def test_a_plan_can_be_made_only_by_who_sits_there_and_is_not_asked(tables: Tables) -> None:
    table_id = await start_table(tables, people=2)
    with pytest.raises(Refusal) as early:
        await tables.plans.change(table_id, ADA, setting(BLIND))
    assert early.value.key == "refuse.plan_not_yet"
    await play_until_asked(tables, table_id, ADA)
    with pytest.raises(Refusal) as now:
        await tables.plans.change(table_id, ADA, setting(BLIND))
    assert now.value.key == "refuse.plan_now"
    with pytest.raises(NotSeated):
        await tables.plans.change(table_id, 99, setting(BLIND))
    with pytest.raises(Refusal) as full:
        await tables.plans.change(table_id, BO, setting(Plan(wishes=("blind:cards",) * (MOST_WISHES + 1))))
    assert full.value.key == "refuse.plan_full"
    assert await tables.store.plans(table_id) == []


async def test_a_plan_without_wishes_is_none(tables: Tables) -> None:
    table_id = await start_table(tables, people=2)
    await play_until_asked(tables, table_id, ADA)
    await tables.plans.change(table_id, BO, setting(BLIND))
    await tables.plans.change(table_id, BO, setting(Plan()))
    assert await tables.store.plans(table_id) == []
    await end_turn(tables, table_id, ADA)
    assert list((await tables.snapshot(table_id, None)).view.to_act) == [1]


async def test_a_plan_is_carried_out_after_a_restart(tmp_path: Path) -> None:
    store = await SqliteStore.open(tmp_path / "semafor.db")
    first = Tables(store, lambda: 1000.0, lambda: SEED)
    table_id = await start_table(first, people=2)
    await play_until_asked(first, table_id, ADA)
    await first.plans.change(table_id, BO, setting(BLIND))
    first.robots.wake = lambda _: None  # type: ignore[method-assign]  # the power goes before the plan comes to it
    await end_turn(first, table_id, ADA)
    assert list((await first.snapshot(table_id, None)).view.to_act) == [1]
    await first.close()
    again = Tables(await SqliteStore.open(tmp_path / "semafor.db"), lambda: 1000.0)
    await again.wake_robots()
    await again.finish()
    assert list((await again.snapshot(table_id, None)).view.to_act) == [0]
    assert (await plan_of(again, table_id))[1] == Done("blind:cards")
    await again.close()


async def test_whoever_acts_by_hand_has_no_plan_any_more(tables: Tables) -> None:
    table_id = await start_table(tables, people=2)
    await play_until_asked(tables, table_id, ADA)
    await tables.plans.change(table_id, BO, setting(Plan(wishes=("claim:nowhere",))))
    await end_turn(tables, table_id, ADA)
    assert len(await tables.store.plans(table_id)) == 1
    await end_turn(tables, table_id, BO)
    assert await tables.store.plans(table_id) == []


async def test_what_the_channel_may_know_does_not_tell_of_a_plan(tables: Tables) -> None:
    """What a plan has done is told like what was done by hand; one that waits changes nothing that others see."""
    table_id = await start_table(tables, people=2)
    await play_until_asked(tables, table_id, ADA)
    before = [await tables.snapshot(table_id, user) for user in (None, ADA)]
    items = await items_of(tables, table_id)
    await tables.plans.change(table_id, BO, setting(BLIND))
    assert [await tables.snapshot(table_id, user) for user in (None, ADA)] == before
    assert await items_of(tables, table_id) == items
    planned = await tables.kept_actions(table_id, 0, None, None)
    await end_turn(tables, table_id, ADA)
    told = (await tables.kept_actions(table_id, 0, None, None))[len(planned) :]
    by_plan = [event for action in told if action.player == 1 for event in action.events]
    assert all("plan" not in repr(event).lower() for event in by_plan)
