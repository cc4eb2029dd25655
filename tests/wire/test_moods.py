"""Discord's moods that only a real socket can show: deadlines, refused connections, broken events, limits."""

import asyncio
import signal
import socket
import sqlite3
import sys
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, closing
from pathlib import Path
from typing import Any

import pytest

from bot.attachment import Attachment
from bot.cli import run
from bot.client import Semafor
from bot.local.driver import Bench
from bot.local.server import LocalDiscord
from bot.local.world import limits
from bot.local.world.permissions import Permission
from data.texts import text
from tests.bot.conftest import SmallPictures
from tests.wire.station import PLACE, Station, ok, rings, station_at, verbs
from tests.wire.test_faults import POSTS, a_turn, one_new_post, two_cards

DEADLINE = 1.5
"""Half of what Discord gives; an answer that is in time here is in time there."""
GRACE = 10.0
"""After these seconds Docker kills what it has asked to stop."""


@pytest.fixture(autouse=True)
def strict(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(limits, "ACKNOWLEDGE_WITHIN", DEADLINE)


class SlowPictures(SmallPictures):
    """Each takes longer than Discord waits."""

    async def _attempted(self, kind: str, about: str, *order: object) -> Attachment | None:
        await asyncio.sleep(DEADLINE + 0.5)
        return await super()._attempted(kind, about, *order)


async def acknowledged(person: Any, command: str) -> None:
    result = await person.slash(PLACE, command)
    assert result.acknowledged
    assert not result.failed
    await result.settled(30)


async def test_an_answer_is_acknowledged_in_time_however_long_its_picture_takes(folder: Path) -> None:
    async with station_at(folder, make_pictures=SlowPictures) as station:
        ada = station.people[0]
        await ok(await ada.slash(PLACE, "game new", title="usa", seats=2, robots=1))
        await asyncio.gather(acknowledged(ada, "board"), acknowledged(ada, "hand"))


async def test_an_answer_is_acknowledged_in_time_while_somebody_elses_move_is_kept(station: Station) -> None:
    game, person, _ = await a_turn(station)
    async with station.bot.tables.lock(game):
        result = await person.slash(PLACE, "draw", card="blind")
        assert result.acknowledged
        await asyncio.sleep(DEADLINE + 0.3)
        assert not result.failed
    await result.settled()
    assert "draw" in result.message.content


async def test_choices_are_offered_in_time_while_somebody_elses_move_is_kept(station: Station) -> None:
    game, person, _ = await a_turn(station)
    async with station.bot.tables.lock(game):
        assert await person.autocomplete(PLACE, "draw", "card", "")


def free_port() -> int:
    with socket.socket() as found:
        found.bind(("127.0.0.1", 0))
        port: int = found.getsockname()[1]
        return port


@asynccontextmanager
async def supervised(discord: LocalDiscord, db: Path) -> AsyncIterator[list[Semafor]]:
    """The bot as `semafor run` keeps it alive; every client that was made for it."""
    made: list[Semafor] = []

    def make() -> Semafor:
        made.append(Semafor(db, pictures=SmallPictures(), guild_ready_timeout=0.05))
        return made[-1]

    stopping = asyncio.Event()
    task = asyncio.create_task(run.supervise(make, discord.token, stopping))
    try:
        yield made
    finally:
        stopping.set()
        await asyncio.wait_for(task, 60)


async def ready(made: list[Semafor], count: int) -> None:
    async with asyncio.timeout(60):
        while len(made) < count or not made[-1].is_ready():
            await asyncio.sleep(0.02)


async def opens_a_table(bench: Bench) -> None:
    result = await bench.person("ada").slash(PLACE, "game new", title="usa", seats=2)
    assert "is open" in (await result.settled()).content


async def test_a_discord_that_is_not_there_yet_is_waited_for(folder: Path) -> None:
    discord = LocalDiscord(folder / "discord.db", port=free_port())
    discord.point_discord_py_here()
    async with supervised(discord, folder / "semafor.db") as made:
        await asyncio.sleep(0.3)
        async with discord:
            discord.point_discord_py_here()
            await ready(made, 2)
            await opens_a_table(Bench(discord))


@pytest.mark.parametrize("path", ["/gateway/bot", "/users/@me"])
async def test_a_first_connection_that_fails_is_followed_by_another(folder: Path, path: str) -> None:
    async with LocalDiscord(folder / "discord.db", port=0) as discord:
        discord.point_discord_py_here()
        discord.faults.refuse("GET", path, 503, 0)
        async with supervised(discord, folder / "semafor.db") as made:
            await ready(made, 2)
            await opens_a_table(Bench(discord))


async def test_a_first_socket_that_is_refused_is_followed_by_another(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with LocalDiscord(folder / "discord.db", port=0) as discord:
        discord.point_discord_py_here()
        closed, refused = free_port(), [True]
        real = Semafor.connect

        async def connect(client: Semafor, *, reconnect: bool = True) -> None:
            if refused:
                refused.clear()
                raise ConnectionRefusedError(f"nobody listens at {closed}")
            await real(client, reconnect=reconnect)

        monkeypatch.setattr(Semafor, "connect", connect)
        async with supervised(discord, folder / "semafor.db") as made:
            await ready(made, 2)
            await opens_a_table(Bench(discord))


async def test_an_event_that_can_not_be_read_costs_one_reconnection(folder: Path) -> None:
    async with LocalDiscord(folder / "discord.db", port=0) as discord:
        discord.point_discord_py_here()
        async with supervised(discord, folder / "semafor.db") as made:
            await ready(made, 1)
            bench = Bench(discord)
            await opens_a_table(bench)
            discord.world.tell("GUILD_ROLE_CREATE", {"guild_id": str(bench.guild.id), "role": "nonsense"})
            await ready(made, 2)
            joined = await bench.person("bo").slash(PLACE, "game join")
            assert "your seat" in (await joined.settled()).content
            assert made[0].is_closed()


def has_connected(db: Path) -> bool:
    """Whether a bot with this store has told its Discord about its commands."""
    try:
        with closing(sqlite3.connect(f"file:{db}?mode=ro", uri=True)) as kept:
            return kept.execute("SELECT 1 FROM facts WHERE name = 'commands'").fetchone() is not None
    except sqlite3.OperationalError:
        return False


async def test_sigterm_ends_the_process_in_time(tmp_path: Path) -> None:
    """`semafor run` itself, on its own local Discord."""
    environment = {"SEMAFOR_DB": str(tmp_path / "semafor.db"), "SEMAFOR_PORT": str(free_port()), "PATH": "/usr/bin"}
    arguments = ("-m", "bot", "run")
    process = await asyncio.create_subprocess_exec(
        sys.executable, *arguments, env=environment, stdout=asyncio.subprocess.PIPE, stderr=asyncio.subprocess.PIPE
    )
    try:
        assert process.stdout is not None
        await asyncio.wait_for(process.stdout.readline(), 30)
        async with asyncio.timeout(60):
            while not has_connected(tmp_path / "semafor.db"):
                await asyncio.sleep(0.05)
        process.send_signal(signal.SIGTERM)
        _, said = await asyncio.wait_for(process.communicate(), GRACE)
    finally:
        if process.returncode is None:
            process.kill()
            await process.wait()
    assert process.returncode == 0, said
    assert b"Traceback" not in said


async def test_a_post_too_large_goes_without_its_picture(station: Station) -> None:
    _, person, following = await a_turn(station)
    posts = station.bench.public(PLACE)
    station.bench.faults.refuse("POST", POSTS, 413, 40005)
    await two_cards(person)
    await one_new_post(station, len(posts), following, rings(posts)[following.id])
    assert not station.live_post().attachments


async def test_an_answer_too_large_goes_without_its_picture(station: Station) -> None:
    _, person, _ = await a_turn(station)
    station.bench.faults.refuse("PATCH", "/webhooks/*/*/messages/@original", 413, 40005)
    shown = await (await ok(await person.slash(PLACE, "hand"))).settled()
    assert "Hand" in shown.content
    assert not shown.attachments


async def test_a_post_too_old_to_edit_is_replaced_without_ringing(
    station: Station, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(limits, "OLD_EDITS", 0)
    game = await station.begin("usa")
    await station.bench.advance(2 * limits.OLD_MESSAGE)
    old = station.live_post()
    await station.type_move(game, (await station.asked(game))[0])
    await station.told()
    new = station.live_post()
    assert new.id != old.id
    assert "✓" in new.content
    assert not new.pinged
    assert old.id not in [post.id for post in station.bench.public(PLACE)]


@pytest.mark.parametrize(
    ("what", "name"),
    [
        (Permission.SEND_MESSAGES, "Send Messages"),
        (Permission.ATTACH_FILES, "Attach Files"),
        (Permission.READ_MESSAGE_HISTORY, "Read Message History"),
        (Permission.CREATE_PUBLIC_THREADS, "Create Public Threads"),
        (Permission.SEND_MESSAGES_IN_THREADS, "Send Messages in Threads"),
    ],
)
async def test_the_missing_permission_is_named_when_a_table_is_opened(
    station: Station, what: Permission, name: str
) -> None:
    station.bench.forbid(PLACE, what)
    place = {"place": "thread"} if "Thread" in name else {}
    ada = station.people[0]
    refused = await (await ok(await ada.slash(PLACE, "game new", title="usa", **place))).settled()
    assert name in refused.content
    ada.speak("pl")
    refused = await (await ok(await ada.slash(PLACE, "game new", title="usa", **place))).settled()
    assert name not in refused.content
    assert text(f"permission.{what.name.lower()}", "pl") in refused.content
    ada.speak("en-GB")
    assert await station.bot.store.tables_of(ada.id) == []
    station.bench.allow_again(PLACE)
    opened = await (await ok(await ada.slash(PLACE, "game new", title="usa", **place))).settled()
    assert "is open" in opened.content


async def in_thread(station: Station) -> tuple[int, Any]:
    ada, bo = station.people
    await ok(await ada.slash(PLACE, "game new", title="usa", seats=2, place="thread"))
    (table,) = await station.bot.store.tables_of(ada.id)
    await ok(await bo.slash(table.channel, "game join"))
    await ok(await ada.slash(table.channel, "game start"))
    await station.calm()
    return table.id, station.bench.channel(table.channel)


async def test_an_archived_thread_is_woken_by_whatever_the_bot_tells(station: Station) -> None:
    game, thread = await in_thread(station)
    await station.bench.advance(8 * 86400)
    assert thread.archived
    first = (await station.asked(game))[0]
    await ok(await first.slash(PLACE, "play", game=f"#{game}", move="A B"))
    await station.told()
    assert not thread.archived
    assert "✓" in station.live_post(thread.id).content


async def test_a_locked_thread_is_a_missing_permission_and_waits(station: Station) -> None:
    game, thread = await in_thread(station)
    thread.locked = thread.archived = True
    station.discord.world.put(thread)
    first = (await station.asked(game))[0]
    await ok(await first.slash(PLACE, "play", game=f"#{game}", move="A B"))
    await station.calm()
    table = await station.bot.store.table(game)
    assert table is not None
    assert table.blocked == "permission"
    thread.locked = thread.archived = False
    station.discord.world.put(thread)
    second = (await station.asked(game))[0]
    await ok(await second.slash(thread.id, "tickets keep", keep="A B"))
    await station.told()
    assert "play" in verbs(station.bench.public(thread.id)[-1])
    table = await station.bot.store.table(game)
    assert table is not None
    assert table.blocked is None
