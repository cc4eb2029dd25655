"""The whole bot over a real socket, with real pictures: the local Discord knows nonces, resumes and permissions."""

from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from bot.client import Semafor
from bot.local.driver import Bench
from bot.local.server import LocalDiscord
from tests.local.conftest import running

PLACE = "trains"


@pytest.fixture
async def bench(tmp_path: Path) -> AsyncIterator[Bench]:
    async with LocalDiscord(tmp_path / "discord.db", port=0) as server:
        server.point_discord_py_here()
        client = Semafor(tmp_path / "semafor.db", new_seed=lambda: "over the wire")
        async with running(client, server):
            found = Bench(server)
            found.client = client  # type: ignore[attr-defined]
            yield found


def client_of(bench: Bench) -> Semafor:
    client: Semafor = bench.client  # type: ignore[attr-defined]
    return client


async def told(bench: Bench, table_id: int = 1) -> None:
    """Everything that was kept has been told. A busy machine takes its time: pictures are drawn for real."""
    for _ in range(1200):
        await bench.breathe()
        app = client_of(bench).app
        assert app is not None
        if not await app.store.items(table_id):
            return
    raise AssertionError(f"not told: {await app.store.items(table_id)}")


@pytest.fixture
def place(bench: Bench) -> int:
    return bench.add_channel(PLACE).id


async def open_against_robot(bench: Bench, place: int) -> None:
    ada = bench.add_person("zofia")
    result = await ada.slash(place, "game new", title="usa", seats=2, robots=1)
    await result.settled()
    await told(bench)


async def move(bench: Bench, place: int, text: str = "blind") -> str:
    zofia = bench.person("zofia")
    result = await zofia.slash(place, "play", move=text)
    return (await result.settled()).content


async def choose_tickets(bench: Bench, place: int) -> None:
    zofia = bench.person("zofia")
    await (await zofia.slash(place, "tickets keep", keep="A B")).settled()
    await told(bench)


async def test_a_turn_over_the_wire_has_its_picture_and_its_ping(bench: Bench, place: int) -> None:
    await open_against_robot(bench, place)
    await choose_tickets(bench, place)
    post = bench.public(place)[-1]
    board = post.attachments[0]
    assert (board.filename, board.content_type) == ("board.png", "image/png")
    assert board.size > 20_000
    assert board.description
    assert len(post.pinged) == 1
    hand = bench.person("zofia").dms()[-1]
    assert hand.attachments[0].filename == "hand.png"
    assert hand.attachments[0].description


async def test_a_lost_gateway_comes_back(bench: Bench, place: int) -> None:
    await open_against_robot(bench, place)
    await choose_tickets(bench, place)
    await bench.drop_socket()
    await bench.until(lambda: client_of(bench).is_ready(), 20)
    for attempt in range(40):
        result = await bench.person("zofia").slash(place, "play", move="blind")
        if result.acknowledged:
            break
        await bench.breathe()
        assert attempt < 39
    assert "You draw" in (await result.settled()).content


async def test_a_channel_that_is_closed_to_the_bot_is_told_about_once_it_is_open(bench: Bench, place: int) -> None:
    await open_against_robot(bench, place)
    await choose_tickets(bench, place)
    bench.forbid(place)
    assert "You draw" in await move(bench, place)
    assert "You draw" in await move(bench, place)
    await bench.breathe()
    table = await client_of(bench).store.table(1)
    assert table is not None
    before = len(bench.public(place))
    bench.allow_again(place)
    await move(bench, place)
    await move(bench, place)
    await told(bench)
    assert len(bench.public(place)) > before
    table = await client_of(bench).store.table(1)
    assert table is not None
    assert table.blocked is None


async def test_a_player_with_closed_dms_plays_on(bench: Bench, place: int) -> None:
    zofia = bench.add_person("zofia")
    zofia.close_dms()
    await (await zofia.slash(place, "game new", title="usa", seats=2, robots=1)).settled()
    await told(bench)
    await choose_tickets(bench, place)
    assert not zofia.dms()
    hand = await (await zofia.slash(place, "hand")).settled()
    assert hand.is_ephemeral
    assert "Hand" in hand.content
    assert "You draw" in await move(bench, place)


async def test_polish_is_spoken_to_poles(bench: Bench, place: int) -> None:
    jan = bench.add_person("janek", locale="pl")
    answer = await (await jan.slash(place, "game new", title="usa", seats=2, robots=1)).settled()
    assert "się zaczyna" in answer.content
