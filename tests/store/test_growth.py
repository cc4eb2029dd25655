"""However many tables are kept, what is asked at each turn is found by an index."""

from pathlib import Path

import pytest

from bot.store.rows import UserSettings
from bot.store.sqlite.store import SqliteStore

HOT: dict[str, tuple[object, ...]] = {
    "table": (1,),
    "table_in": (1,),
    "tables_of": (1,),
    "finished_of": (1,),
    "tables_at": ("running", 1),
    "hosts": (1,),
    "seats": (1,),
    "seatings": (1,),
    "invited": (1,),
    "audit": (1,),
    "log": (1,),
    "last_action": (1, 0, 1, 1),
    "snapshot": (1,),
    "last_seq": (1,),
    "vote": (1,),
    "plans": (1,),
    "draft": (1, 0, 0),
    "note": (1, 1),
    "items": (1,),
    "waits": (1,),
    "timers": (1,),
    "next_timer": (1.0,),
    "due_timers": (1.0,),
    "message": (1, "post"),
    "messages_in": (1,),
    "tables_without_clocks": (),
    "uncounted": (),
    "results_of": (1, 1),
    "standings": (1, "usa", [1]),
    "rating_history": (1, 1, "usa"),
    "last_names": ([1], 1),
    "stopped_games": (1,),
    "user": (1,),
    "users": ([1, 2],),
    "guild": (1,),
    "fact": ("x",),
}
"""What is asked in play, by lists of suggestions, by the scheduler and at each start, with something to ask for."""
SMALL = ("SCAN CONSTANT ROW", "SCAN letters")
"""What waits to be sent is a handful, however many tables there are."""


@pytest.mark.parametrize("method", HOT)
async def test_nothing_that_grows_is_read_as_a_whole(tmp_path: Path, method: str) -> None:
    store = await SqliteStore.open(tmp_path / "semafor.db")
    try:
        await store.save_user(1, UserSettings())
        asked: list[tuple[str, tuple[object, ...]]] = []
        rows = store._rows

        async def noted(sql: str, *values: object) -> object:
            asked.append((sql, values))
            return await rows(sql, *values)  # type: ignore[arg-type]

        store._rows = noted  # type: ignore[method-assign, assignment]
        await getattr(store, method)(*HOT[method])
        assert asked
        for sql, values in asked:
            plan = await store._reader.execute_fetchall(f"EXPLAIN QUERY PLAN {sql}", values)
            scans = [row[3] for row in plan if row[3].startswith("SCAN") and row[3] not in SMALL]
            assert scans == []
    finally:
        await store.close()
