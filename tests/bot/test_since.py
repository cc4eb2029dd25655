"""What a player has missed: nothing of it is left out, nothing is told twice, and all of it fits a message."""

from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager, suppress
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from bot.errors import Refusal
from bot.games.story import DIGEST, digest
from bot.outbox.compose import PostComposer
from bot.store.sqlite.store import SqliteStore
from bot.tables.lobby import Lobby, add_robot, join
from bot.tables.seats import come_back, to_robot
from bot.tables.writer import Tables
from data.languages import LANGUAGES
from rules.catalog import all_titles, find_game
from tests.bot.plain import ADA, next_action, table_of
from tests.bot.tables import Table
from tests.soak.player import NoPictures

SHORT = ("lantern", "metro")
"""Titles of which a whole game is soon played."""


@asynccontextmanager
async def tables_at(folder: Path, seed: str) -> AsyncIterator[Tables]:
    store = await SqliteStore.open(folder / "semafor.db")
    try:
        yield Tables(store, lambda: 0.0, lambda: seed)
    finally:
        await store.close()


async def begin(tables: Tables, title: str, robots: Sequence[bool]) -> int:
    """A game with people and robots seated in this order."""
    lobby = Lobby(table=table_of(title, len(robots)))
    for number, is_robot in enumerate(robots):
        lobby = (
            add_robot(lobby, "conductor", f"Robot {number}") if is_robot else join(lobby, ADA + number, f"P{number}")
        )
    table = await tables.open_lobby(lobby)
    await tables.start(table.id)
    await tables.finish()
    return table.id


@st.composite
def seatings(draw: st.DrawFn) -> tuple[str, tuple[bool, ...]]:
    title = draw(st.sampled_from(SHORT))
    game = find_game(title)
    assert game is not None
    robots = draw(st.lists(st.booleans(), min_size=game.seats[0], max_size=game.seats[-1]))
    if all(robots):
        robots[draw(st.integers(0, len(robots) - 1))] = False
    return title, tuple(robots)


@settings(max_examples=6, deadline=None)
@given(seating=seatings(), seed=st.integers(0, 2**32))
async def test_nothing_is_missed_and_nothing_repeated(seating: tuple[str, tuple[bool, ...]], seed: int) -> None:
    """For any number of players and any order of robots: what each person is told at the beginning of each turn is,
    put together, all that others did until then, in order; what was taken back counts for nothing."""
    title, robots = seating
    with TemporaryDirectory() as folder:
        async with tables_at(Path(folder), str(seed)) as tables:
            game = await begin(tables, title, robots)
            told: dict[int, dict[int, list[int]]] = {}
            begun: dict[int, int] = {}
            random = Random(seed)
            while (found := await next_action(tables, game)) is not None:
                own = await tables.snapshot(game, found[0])
                assert own.seat is not None
                since = await tables.since(own, own.seat)
                if own.view.turn > 0 and not since.is_acting:
                    told.setdefault(own.seat, {})[own.view.turn] = [one.seq for one in since.actions]
                    begun[own.seat] = own.seq
                await tables.play(game, *found)
                if random.random() < 0.2:
                    with suppress(Refusal):  # as the rules have it
                        await tables.take_backs.undo(game, found[0])
                await tables.finish()
            log = await tables.store.actions(game)
    assert begun
    for seat, until in begun.items():
        in_all = [seq for seqs in told[seat].values() for seq in seqs]
        assert in_all == [row.seq for row in log if row.player != seat and row.seq <= until]


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("title", all_titles())
def test_each_player_has_one_line_however_much_they_did(title: str, language: str) -> None:
    """Even of a whole game, which nobody has missed, it stays a part of one message."""
    table = Table(title, find_game(title).seats[-1], 3)  # type: ignore[union-attr]
    while (asked := table.to_act()) and len(table.events) < 600:
        table.act(table.game.advise(table.view(asked[0]), table.legal(asked[0]), table.random))
    lines = digest(title, table.events, table.names, language)
    assert len("\n".join(lines)) <= DIGEST
    for name in table.names:
        assert sum(line.startswith(f"{name}:") for line in lines) == 1


def test_what_has_no_short_note_is_told_in_a_sentence() -> None:
    table = Table("world", 2, 1)
    player = table.to_act()[0]
    events = table.act(table.legal(player).pick(table.random))
    assert digest("world", events, table.names, "en", None)


async def test_a_call_tells_the_called_what_every_other_player_did(tmp_path: Path) -> None:
    """Also what an earlier post has told already, to somebody else."""
    async with tables_at(tmp_path, "three") as tables:
        game = await begin(tables, "usa", [False, False, False])
        while (await tables.snapshot(game, None)).view.turn < 7:
            found = await next_action(tables, game)
            assert found is not None
            before = (await tables.snapshot(game, None)).seq
            await tables.play(game, *found)
        snapshot = await tables.snapshot(game, None)
        (called,) = snapshot.view.to_act
        post = await PostComposer(tables, NoPictures()).post(game, before, snapshot.seq, is_plain=True)
        assert post is not None
        others = [seat.name for seat in snapshot.seats if seat.seat != called]
        lines = post.text.splitlines()[1:]
        assert [sum(name in line for line in lines) for name in others] == [1, 1]
        assert snapshot.seats[called].name not in "\n".join(lines)
        user = snapshot.seats[called].user
        assert user is not None
        hand = await PostComposer(tables, NoPictures()).hand(game, called, user, is_plain=True)
        assert hand is not None
        assert all(f"\n{name}:" in hand.text for name in others)


async def test_whoever_returns_is_told_what_a_robot_did_on_their_seat(tmp_path: Path) -> None:
    async with tables_at(tmp_path, "back") as tables:
        game = await begin(tables, "usa", [False, False])

        async def play_until(turn: int) -> None:
            while (await tables.snapshot(game, None)).view.turn < turn:
                found = await next_action(tables, game)
                assert found is not None
                await tables.play(game, *found)
                await tables.finish()

        await play_until(6)
        left = (await tables.snapshot(game, None)).seq
        await tables.seats.change(game, lambda sitting: to_robot(sitting, 0), "resigned")
        await tables.finish()
        await play_until(10)
        await tables.seats.change(game, lambda sitting: come_back(sitting, ADA, "P0"), "returned")
        own = await tables.snapshot(game, ADA)
        since = await tables.since(own, 0)
        assert since.after <= left
        told = {one.player for one in since.actions}
        assert told == {0, 1}
        assert not since.is_acting
        log = await tables.store.actions(game)
        assert [one.seq for one in since.actions] == [row.seq for row in log if row.seq > since.after]
