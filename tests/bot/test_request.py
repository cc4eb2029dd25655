"""A request looks each thing up once, for itself alone."""

from collections import Counter
from typing import Any

import pytest
import simcord
from msgspec.structs import replace

from bot.errors import NoTable
from bot.interactions.components import Tap
from bot.interactions.request import Request
from bot.store.sqlite.store import SqliteStore
from tests.bot.requests import request_of
from tests.bot.town import Town

READS = ("table", "seats", "guild")


@pytest.fixture
def reads(monkeypatch: pytest.MonkeyPatch) -> Counter[str]:
    """How often each of these was read from the store."""
    found: Counter[str] = Counter()

    def count(name: str) -> None:
        read = getattr(SqliteStore, name)

        async def counted(store: SqliteStore, *asked: Any) -> Any:
            found[name] += 1
            return await read(store, *asked)

        monkeypatch.setattr(SqliteStore, name, counted)

    for name in READS:
        count(name)
    return found


def about(town: Town, table_id: int) -> Request:
    return request_of(town, town.people[0].id, Tap(table_id=table_id, decision=None, verb="play", values=()))


async def ask_everything(request: Request) -> list[Any]:
    return [
        await request.table(),
        await request.seats(),
        await request.server(),
        await request.snapshot(),
        await request.public_snapshot(),
    ]


async def test_each_thing_is_read_once(simcord_env: simcord.Env, reads: Counter[str]) -> None:
    town = Town(simcord_env)
    request = about(town, await town.begin("usa"))
    reads.clear()
    first = await ask_everything(request)
    again = await ask_everything(request)
    assert all(one is other for one, other in zip(first, again, strict=True))
    assert reads == dict.fromkeys(READS, 1)


async def test_two_requests_share_nothing_that_was_read(simcord_env: simcord.Env, reads: Counter[str]) -> None:
    town = Town(simcord_env)
    table_id = await town.begin("usa")
    reads.clear()
    await ask_everything(about(town, table_id))
    await ask_everything(about(town, table_id))
    assert reads == dict.fromkeys(READS, 2)


async def test_what_has_changed_is_found_by_whoever_asks_anew(simcord_env: simcord.Env) -> None:
    town = Town(simcord_env)
    table_id = await town.begin("usa")
    asked = (await town.asked(table_id))[0]
    request = about(town, table_id)
    before = await request.snapshot()
    await town.type_move(table_id, asked)
    assert (await request.snapshot()).seq == before.seq
    assert (await request.anew().snapshot()).seq == before.seq + 1


async def test_another_table_is_looked_up_for_itself(simcord_env: simcord.Env) -> None:
    town = Town(simcord_env)
    request = about(town, await town.begin("usa"))
    table = await request.table()
    await request.snapshot()
    elsewhere = request.at(replace(table, id=table.id + 1))
    assert (await elsewhere.table()).id == table.id + 1
    with pytest.raises(NoTable):
        await elsewhere.snapshot()
