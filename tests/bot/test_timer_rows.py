"""Any order of moves, timers that fall due, crashes around a commit and restarts gives the posts of a quiet run."""

import asyncio
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, Literal

from hypothesis import given, settings
from hypothesis import strategies as st

from bot.tables.pace import AN_HOUR
from tests.bot.outside import PaperMail
from tests.bot.plain import CHANNEL, next_action
from tests.bot.test_clocks import START, begin
from tests.bot.test_scheduler import Timed

Trouble = Literal["none", "restart", "crash before", "crash after", "crash while sending"]
TROUBLES: tuple[Trouble, ...] = ("none", "restart", "crash before", "crash after", "crash while sending")
STEPS = st.lists(st.tuples(st.integers(1, 60), st.booleans(), st.sampled_from(TROUBLES)), min_size=3, max_size=7)


class PowerCut(OSError):
    pass


def cut_power(app: Timed, name: str, *, is_kept: bool) -> None:
    """The next call of one of the store's methods fails, before or after it has kept something."""
    method = getattr(app.store, name)

    async def failing(*values: Any, **more: Any) -> None:
        setattr(app.store, name, method)
        if is_kept:
            await method(*values, **more)
        raise PowerCut

    setattr(app.store, name, failing)


async def go_through(path: Path, steps: list[tuple[int, bool, Trouble]], consequence: str) -> tuple[object, ...]:
    """What the channel shows in the end, who was rung how often, and where the game stands."""
    app = Timed(path / "semafor.db", PaperMail())
    app.time = START
    await app.open()
    game = await begin(app, pace="daily", consequence=consequence)
    for hours, has_move, trouble in steps:
        if trouble.startswith("crash"):
            cut_power(app, "mark_sent" if "sending" in trouble else "save_clocks", is_kept="after" in trouble)
        await app.pass_time(hours * AN_HOUR)
        if trouble != "none":
            await app.reopen()
            await app.outbox.wake_all(is_anew=True)
            await app.pass_time(0)
        if has_move and (found := await next_action(app.tables, game)) is not None:
            await app.tables.play(game, *found)
            await app.told()
    waits = [(wait.seat, wait.since, wait.start, wait.rung) for wait in await app.store.waits(game)]
    timers = [(row.key, row.due) for row in await app.store.timers(game)]
    stands = (waits, timers, await app.store.last_seq(game), await app.store.items(game))
    await app.close()
    return app.sender.posts(CHANNEL), [user for user, _ in app.sender.rung], stands


@settings(max_examples=6, deadline=None)
@given(steps=STEPS, consequence=st.sampled_from(("ask", "turn")))
def test_crashes_and_restarts_change_no_post(steps: list[tuple[int, bool, Trouble]], consequence: str) -> None:
    quiet = [(hours, has_move, TROUBLES[0]) for hours, has_move, _ in steps]
    with TemporaryDirectory() as first, TemporaryDirectory() as second:
        expected = asyncio.run(go_through(Path(first), quiet, consequence))
        assert asyncio.run(go_through(Path(second), steps, consequence)) == expected
