"""Who waits for the lease, who keeps it, and what is trusted after a while without beats."""

import asyncio
from collections.abc import Coroutine
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import discord
import pytest

from bot import lease as under_test
from bot.cli import run
from bot.cli.config import read_config
from bot.cli.speech import BadInput, Occupied
from bot.client import AnotherAnswers, Semafor
from bot.lease import BEAT, LOOK, PATIENCE, SURE, LeaseKeeper
from bot.store.protocol import BadStore, LeaseHeld, LostLease, StoreFailing
from bot.store.rows import LeaseRow


class PaperLease:
    """A lease whose other holder beats, dies and goes as it is told to."""

    def __init__(self, other: bool = False) -> None:
        self.row = LeaseRow(holder="another", epoch=1, beat=0) if other else None
        self.epoch: int | None = None
        self.asked: list[LeaseRow | None] = []
        self.failure: Exception | None = None

    async def look(self) -> LeaseRow | None:
        return self.row

    async def take(self, over: LeaseRow | None = None) -> LeaseRow:
        self.asked.append(over)
        if self.failure is not None:
            raise self.failure
        if self.row is not None and self.row.holder is not None and over != self.row:
            raise LeaseHeld(self.row)
        self.epoch = 1 if self.row is None else self.row.epoch + 1
        self.row = LeaseRow(holder="we", epoch=self.epoch, beat=0)
        return self.row

    async def beat(self) -> None:
        if self.failure is not None:
            raise self.failure
        assert self.row is not None
        if self.row.epoch != self.epoch:
            self.epoch = None
            raise LostLease
        self.row = LeaseRow(holder="we", epoch=self.row.epoch, beat=self.row.beat + 1)

    async def release(self) -> None:
        self.epoch = None

    def taken_by_another(self) -> None:
        assert self.row is not None
        self.row = LeaseRow(holder="another", epoch=self.row.epoch + 1, beat=0)


class Seconds:
    def __init__(self) -> None:
        self.now = 100.0

    def __call__(self) -> float:
        return self.now


def kept(lease: PaperLease) -> tuple[LeaseKeeper, Seconds]:
    seconds = Seconds()
    return LeaseKeeper(lease, seconds), seconds


@pytest.fixture
def looks(monkeypatch: pytest.MonkeyPatch) -> list[float]:
    """How long somebody slept between two looks."""
    slept: list[float] = []

    async def sleep(seconds: float, _stopping: asyncio.Event) -> None:
        slept.append(seconds)
        await asyncio.sleep(0)

    monkeypatch.setattr(under_test, "slept", sleep)
    return slept


def test_whoever_waits_takes_over_within_fifteen_seconds_and_nobody_trusts_longer_than_that() -> None:
    assert (PATIENCE + 2) * LOOK < 15.0
    assert 2 * BEAT <= SURE < PATIENCE * LOOK


async def test_somebody_who_no_longer_beats_is_followed_after_many_looks(looks: list[float]) -> None:
    lease = PaperLease(other=True)
    keeper, _ = kept(lease)
    other = lease.row
    await keeper.wait_until_taken(asyncio.Event())
    assert lease.epoch == 2
    assert lease.asked == [*[None] * (PATIENCE + 1), other]
    assert looks == [LOOK] * (PATIENCE + 1)


async def test_somebody_who_beats_now_and_then_is_left_alone(
    looks: list[float], monkeypatch: pytest.MonkeyPatch
) -> None:
    lease = PaperLease(other=True)
    keeper, _ = kept(lease)
    stopping = asyncio.Event()

    async def sleep(_seconds: float, _stopping: asyncio.Event) -> None:
        looks.append(LOOK)
        assert lease.row is not None
        if len(looks) % (PATIENCE - 1) == 0:
            lease.row = LeaseRow(holder="another", epoch=1, beat=lease.row.beat + 1)
        if len(looks) == 100:
            stopping.set()

    monkeypatch.setattr(under_test, "slept", sleep)
    await keeper.wait_until_taken(stopping)
    assert lease.epoch is None
    assert {*lease.asked} == {None}


async def test_a_full_disk_is_waited_for_and_a_damaged_file_is_not(looks: list[float]) -> None:
    lease = PaperLease()
    keeper, _ = kept(lease)
    stopping = asyncio.Event()
    lease.failure = BadStore("full")
    waiting = asyncio.create_task(keeper.wait_until_taken(stopping))
    while len(looks) < 3:
        await asyncio.sleep(0)
    lease.failure = None
    await waiting
    assert lease.epoch == 1
    lease.failure = BadStore("damaged")
    with pytest.raises(BadStore):
        await keeper.wait_until_taken(stopping)


async def test_after_a_beat_nobody_looks_and_after_a_pause_somebody_does() -> None:
    lease = PaperLease()
    keeper, seconds = kept(lease)
    await keeper.take()
    seconds.now += SURE - 0.1
    assert keeper.is_sure
    assert await keeper.is_held()
    assert lease.row is not None
    assert lease.row.beat == 0
    seconds.now += 60.0
    assert not keeper.is_sure
    assert await keeper.is_held()
    assert keeper.is_sure
    seconds.now += 60.0
    lease.taken_by_another()
    assert not await keeper.is_held()
    assert keeper.lost.is_set()


async def test_on_a_full_disk_a_look_is_enough_as_long_as_nobody_came(caplog: pytest.LogCaptureFixture) -> None:
    lease = PaperLease()
    keeper, seconds = kept(lease)
    await keeper.take()
    lease.failure = StoreFailing("full")
    for _ in range(3):
        seconds.now += 60.0
        assert await keeper.is_held()
        assert not keeper.is_sure
    assert len(caplog.records) == 1
    lease.taken_by_another()
    assert not await keeper.is_held()


class Network:
    """Stands for what a client would have sent."""

    def __init__(self) -> None:
        self.sent = 0

    async def __call__(self, *_args: Any, **_options: Any) -> None:
        self.sent += 1


async def test_a_client_sends_and_takes_up_nothing_once_another_answers(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    lease = PaperLease()
    keeper, seconds = kept(lease)
    await keeper.take()
    client = Semafor(tmp_path / "semafor.db", keeper=keeper)
    network = client._request = Network()  # type: ignore[assignment]
    taken: list[object] = []
    monkeypatch.setattr(client, "_take_interaction", taken.append)
    await client.http.request(SimpleNamespace())  # type: ignore[arg-type]
    client._read_interaction("at once")
    seconds.now += 60.0
    client._read_interaction("after a look")
    assert client.looking is not None
    await client.looking
    assert (network.sent, taken) == (1, ["at once", "after a look"])
    seconds.now += 60.0
    lease.taken_by_another()
    client._read_interaction("of another's")
    await client.looking
    with pytest.raises(AnotherAnswers):
        await client.http.request(SimpleNamespace())  # type: ignore[arg-type]
    assert (network.sent, taken) == (1, ["at once", "after a look"])


@pytest.mark.parametrize("failure", [LostLease(), AnotherAnswers(), KeyError("a bug")])
async def test_an_event_that_finds_another_at_work_is_no_trouble_and_a_bug_is(
    failure: Exception, tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    async def wake_all(*, is_anew: bool) -> None:
        assert is_anew
        raise failure

    client = Semafor(tmp_path / "semafor.db")
    client.app = SimpleNamespace(outbox=SimpleNamespace(wake_all=wake_all))  # type: ignore[assignment]
    client.loop = asyncio.get_running_loop()
    await client._run_event(client.on_ready, "on_ready")
    assert len(caplog.records) == isinstance(failure, KeyError)


async def served(config: Any, monkeypatch: pytest.MonkeyPatch, **ways: Any) -> Coroutine[Any, Any, int]:
    lease = ways.pop("lease")
    monkeypatch.setattr(run, "lease_of", lambda *_: lease)
    for name, value in ways.items():
        monkeypatch.setattr(run, name, value)
    return run.serve(config, "x" * 60)


async def test_a_run_that_must_not_wait_says_who_plays_there(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    environment = {"SEMAFOR_DB": str(tmp_path / "s.db"), "DISCORD_TOKEN": "x" * 60, "SEMAFOR_STANDBY": "no"}
    with pytest.raises(Occupied, match="another") as refused:
        await (await served(read_config(environment), monkeypatch, lease=PaperLease(other=True)))
    assert refused.value.exit_code == 3
    with pytest.raises(BadInput, match="neither yes nor no"):
        read_config({**environment, "SEMAFOR_STANDBY": "perhaps"})


@pytest.mark.usefixtures("looks")
async def test_whoever_lost_the_lease_waits_for_it_again_with_a_new_client(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    lease = PaperLease(other=True)
    made: list[object] = []

    class Client:
        def __init__(self, _db: Path, *, keeper: LeaseKeeper, pictures: object, **_options: object) -> None:
            self.keeper = keeper
            made.append(pictures)

        async def start(self, _token: str) -> None:
            if len(made) == 1:
                lease.taken_by_another()
                self.keeper.lost.set()
                lease.epoch = None
                await asyncio.Event().wait()
            raise discord.LoginFailure("no")

        async def close(self) -> None:
            pass

    class Warm:
        def wake(self) -> None:
            pass

        def close(self) -> None:
            pass

    async def is_ready(*_: object) -> None:
        pass

    config = read_config({"SEMAFOR_DB": str(tmp_path / "s.db"), "DISCORD_TOKEN": "x" * 60})
    parts = {"Semafor": Client, "get_warm": Warm, "bring_up_to_date": is_ready}
    with pytest.raises(BadInput):
        await (await served(config, monkeypatch, lease=lease, **parts))
    assert [type(pictures) for pictures in made] == [Warm, Warm]
