"""What one claim costs: a tap on [Claim] is answered with few looks into the store, few views, few files."""

import sys
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from types import FrameType
from typing import Any

import pytest
import simcord
from msgspec.structs import replace

from bot.store.sqlite.store import SqliteStore
from rules.tickets.engine import TicketGame
from tests.bot.test_drafts import id_of, play_until_a_claim
from tests.bot.town import Town

BOT = Path(sys.modules["bot"].__file__ or "").parent.as_posix() + "/"


class Costs:
    def __init__(self) -> None:
        self.reads: Counter[str] = Counter()
        self.views: Counter[int | None] = Counter()
        self.files: set[str] = set()


@contextmanager
def counted(monkeypatch: pytest.MonkeyPatch) -> Iterator[Costs]:
    """All that is read, viewed and run on the event loop's thread meanwhile."""
    costs = Costs()
    rows, view_for = SqliteStore._rows, TicketGame.view_for

    async def counted_rows(store: SqliteStore, sql: str, *values: Any) -> Any:
        costs.reads[sql.split(" WHERE ")[0]] += 1
        return await rows(store, sql, *values)

    def counted_view(game: Any, state: Any, player: int | None) -> Any:
        costs.views[player] += 1
        return view_for(game, state, player)

    def met(frame: FrameType, _event: str, _arg: Any) -> None:
        if (name := frame.f_code.co_filename).startswith(BOT):
            costs.files.add(name.removeprefix(BOT))

    before = sys.getprofile()
    with monkeypatch.context() as patch:
        patch.setattr(SqliteStore, "_rows", counted_rows)
        patch.setattr(TicketGame, "view_for", counted_view)
        sys.setprofile(met)
        try:
            yield costs
        finally:
            sys.setprofile(before)


async def test_a_claim_by_tap_is_answered_with_few_reads_views_and_files(
    simcord_env: simcord.Env, monkeypatch: pytest.MonkeyPatch
) -> None:
    town = Town(simcord_env)
    table_id = await town.begin("usa")
    for each in town.people:
        await town.bot.tables.people.change(each.id, lambda settings: replace(settings, led=True))
    person, _, track = await play_until_a_claim(town, table_id)
    opened = await person.slash(town.channel, "play")
    page = await person.select(opened.response, [track], custom_id=id_of(opened.response, "route"))
    app = town.bot.app
    assert app is not None
    await app.tables.wait_until_sent(table_id)

    app.tables.on_items = lambda _: None  # what others are told is counted by itself
    with counted(monkeypatch) as answering:
        receipt = await person.click(page.response, custom_id=id_of(page.response, "claim"))
    assert receipt.response.content.startswith("You claim")
    app.tables.on_items = app.outbox.wake
    with counted(monkeypatch) as sending:
        app.outbox.wake(table_id)
        await app.tables.wait_until_sent(table_id)
    assert "claims" in town.channel.last_message.content

    assert answering.reads.total() <= 8, answering.reads
    assert (answering.views + sending.views).total() <= 3, (answering.views, sending.views)
    assert len(answering.files) <= 53, sorted(answering.files)
    assert sending.reads.total() <= 57, sending.reads
