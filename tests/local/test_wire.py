"""The gateway's and the HTTP API's own manners: resume, op 7, op 9, 429, 5xx, unknown routes, restarts."""

from __future__ import annotations

import asyncio
import json
from pathlib import Path

import aiohttp
import discord
import pytest

from bot.local import server
from bot.local.driver import Bench
from bot.local.server import LocalDiscord
from bot.local.world.ids import seconds_of
from tests.local.conftest import running
from tests.local.sample_bot import SampleBot, png


def trains(bot: SampleBot, local: LocalDiscord) -> discord.PartialMessageable:
    return bot.get_partial_messageable(Bench(local).channel("trains").id)


async def test_a_dropped_socket_is_resumed_and_nothing_is_lost(bench: Bench, bot: SampleBot) -> None:
    await bench.drop_socket()
    result = await bench.person("ada").slash("trains", "hand")
    assert result.message.content == "Your hand"
    await bench.until(lambda: bot.resumes == 1)


async def test_op_7_makes_the_client_come_back_and_resume(bench: Bench, bot: SampleBot) -> None:
    await bench.ask_to_reconnect()
    await bench.until(lambda: bot.resumes == 1)
    assert (await bench.person("ada").slash("trains", "hand")).acknowledged


async def test_op_9_makes_the_client_identify_anew(bench: Bench, bot: SampleBot, local: LocalDiscord) -> None:
    (before,) = local.gateway.sessions
    await bench.invalidate_session()
    await bench.until(lambda: local.gateway.sessions and before not in local.gateway.sessions, timeout=60)
    await bench.until(lambda: any(each.connection for each in local.gateway.sessions.values()))
    assert (await bench.person("ada").slash("trains", "hand")).acknowledged
    assert bot.resumes == 0


@pytest.mark.usefixtures("local")
async def test_a_wrong_token_is_refused() -> None:
    client = discord.Client(intents=discord.Intents.none())
    with pytest.raises(discord.LoginFailure):
        await client.start("wrong")
    await client.close()


async def test_privileged_intents_are_not_granted(local: LocalDiscord) -> None:
    client = discord.Client(intents=discord.Intents.all())
    with pytest.raises(discord.PrivilegedIntentsRequired):
        await client.start(local.token)
    await client.close()


async def test_a_sharded_client_logs_in(local: LocalDiscord) -> None:
    client = discord.AutoShardedClient(intents=discord.Intents(guilds=True), guild_ready_timeout=0.05)
    async with running(client, local):
        assert client.shard_count == 1
        assert len(client.guilds) == 1


@pytest.mark.parametrize("is_global", [False, True])
async def test_429_is_waited_for(bot: SampleBot, local: LocalDiscord, is_global: bool) -> None:
    fault = local.faults.rate_limit("POST", "/channels/*/messages", retry_after=0.05, is_global=is_global)
    sent = await trains(bot, local).send("x")
    assert fault.seen == 1
    assert sent.content == "x"


async def test_sends_are_limited_to_five_in_five_seconds(local: LocalDiscord, bot: SampleBot) -> None:
    url = f"{local.url}/api/v10/channels/{Bench(local).channel('trains').id}/messages"
    headers = {"Authorization": f"Bot {local.token}"}
    statuses = []
    async with aiohttp.ClientSession(headers=headers) as session:
        for number in range(6):
            async with session.post(url, json={"content": str(number)}) as response:
                statuses.append(response.status)
                body = await response.json(content_type="application/json")
                remaining = response.headers["X-RateLimit-Remaining"]
    assert statuses == [200] * 5 + [429]
    assert remaining == "0"
    assert body["retry_after"] <= 5
    assert bot.is_ready()


async def test_a_server_error_is_tried_again(bot: SampleBot, local: LocalDiscord) -> None:
    fault = local.faults.server_error("POST", "/channels/*/messages", status=502)
    sent = await trains(bot, local).send("x")
    assert fault.seen == 1
    assert [each.content for each in Bench(local).public("trains")] == ["x"]
    assert sent.content == "x"


async def test_a_lost_answer_is_an_error_although_the_message_is_there(bot: SampleBot, local: LocalDiscord) -> None:
    local.faults.drop("POST", "/channels/*/messages", after=True)
    with pytest.raises(aiohttp.ClientError):
        await trains(bot, local).send("x")
    assert [each.content for each in Bench(local).public("trains")] == ["x"]


async def test_any_refusal_can_be_called_up(bot: SampleBot, local: LocalDiscord) -> None:
    local.faults.refuse("POST", "/channels/*/messages", 403, 50013)
    with pytest.raises(discord.Forbidden) as refused:
        await trains(bot, local).send("x")
    assert refused.value.code == 50013
    await trains(bot, local).send("y")
    assert [each.content for each in Bench(local).public("trains")] == ["y"]


async def test_a_slow_answer_is_waited_for(bot: SampleBot, local: LocalDiscord) -> None:
    local.faults.slow("POST", "/channels/*/messages", 0.2)
    began = asyncio.get_running_loop().time()
    await trains(bot, local).send("x")
    assert asyncio.get_running_loop().time() - began >= 0.2


async def test_an_unknown_route_is_an_error_and_noted(bot: SampleBot, local: LocalDiscord) -> None:
    with pytest.raises(discord.NotFound):
        await bot.http.request(discord.http.Route("GET", "/guilds/1/templates"))
    assert local.api.unknown == ["GET /api/v10/guilds/1/templates"]


async def test_an_unknown_parameter_is_an_error(bot: SampleBot) -> None:
    with pytest.raises(discord.HTTPException) as refused:
        await bot.http.request(discord.http.Route("GET", "/users/@me"), params={"fast": "1"})
    assert refused.value.code == 50035


async def test_the_json_has_no_charset_and_needs_a_token(local: LocalDiscord) -> None:
    async with aiohttp.ClientSession() as session, session.get(f"{local.url}/api/v10/users/@me") as response:
        assert response.status == 401
        assert response.headers["Content-Type"] == "application/json"


async def test_other_sites_cannot_use_the_page(local: LocalDiscord) -> None:
    url = f"{local.url}/page/do/say"
    async with aiohttp.ClientSession() as session:
        for headers in ({"Origin": "http://evil.example"}, {"Host": "evil.example"}):
            async with session.post(url, json={"user": "ada"}, headers=headers) as response:
                assert response.status == 403


async def test_a_taken_port_is_no_obstacle(
    tmp_path: Path, local: LocalDiscord, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked = LocalDiscord(tmp_path / "asked.db", port=local.port)
    with pytest.raises(OSError, match="in use"):
        await asked.start()
    assert not asked.store.is_open, "an open store would keep the program from ending"
    monkeypatch.setattr(server, "DEFAULT_PORT", local.port)
    async with LocalDiscord(tmp_path / "usual.db", port=local.port) as usual:
        assert usual.port != local.port


@pytest.mark.parametrize(
    ("frame", "code"),
    [
        ({"op": 2, "d": {"token": "wrong", "intents": 0}}, 4004),
        ({"op": 8, "d": {}}, 4003),
        ({"op": 99, "d": {}}, 4001),
        ("no json", 4002),
    ],
)
async def test_a_rude_client_is_shown_out_with_the_right_code(local: LocalDiscord, frame: object, code: int) -> None:
    url = f"{local.url}/gateway?v=10&encoding=json"
    async with aiohttp.ClientSession() as session, session.ws_connect(url) as socket:
        assert (await socket.receive_json())["op"] == 10
        await socket.send_str(frame if isinstance(frame, str) else json.dumps(frame))
        await socket.receive()
        assert socket.close_code == code


async def test_without_compression_frames_are_text(local: LocalDiscord) -> None:
    async with aiohttp.ClientSession() as session, session.ws_connect(f"{local.url}/gateway?v=10") as socket:
        await socket.receive_json()
        await socket.send_json({"op": 2, "d": {"token": local.token, "intents": 0, "properties": {}}})
        ready = await socket.receive_json()
        assert (ready["t"], ready["s"]) == ("READY", 1)
        assert ready["d"]["resume_gateway_url"]
        await socket.send_json({"op": 1, "d": 1})
        assert await socket.receive_json() == {"op": 11}


def test_it_listens_on_the_loopback_address_only(tmp_path: Path) -> None:
    with pytest.raises(ValueError, match="loopback"):
        LocalDiscord(tmp_path / "x.db", host="0.0.0.0")


async def test_a_restart_keeps_the_world_and_buttons_go_on_working(tmp_path: Path) -> None:
    path = tmp_path / "discord.db"
    async with LocalDiscord(path, port=0) as first:
        first.point_discord_py_here()
        async with running(SampleBot(), first):
            ada = Bench(first).person("ada")
            message = await (await ada.slash("trains", "game new", title="usa")).settled()
            private = (await ada.slash("trains", "hand")).message
            sent = await (await ada.slash("trains", "write")).settled()
            commands = {each.id: each.name for each in first.world.commands.values()}
    async with LocalDiscord(path, port=0) as second:
        second.point_discord_py_here()
        async with running(SampleBot(), second):
            bench = Bench(second)
            ada = bench.person("ada")
            assert [each.id for each in ada.sees("trains")] == [message.id, private.id, sent.id]
            kept = bench.world.message(message.channel_id, message.id)
            assert kept == message
            assert await second.store.file(second.world, kept.attachments[0].id) == png()
            assert {each.id: each.name for each in second.world.commands.values()} == commands
            clicked = await ada.click(kept, label="Count")
            assert clicked.message.content.startswith("Count is")
            assert len(ada.dms()) == 1


async def test_ids_tell_the_real_time(bench: Bench) -> None:
    result = await bench.person("ada").slash("trains", "hand")
    assert abs(discord.utils.utcnow().timestamp() - seconds_of(result.message.id)) < 5


async def test_members_can_be_fetched_one_by_one(bench: Bench, bot: SampleBot) -> None:
    bo = bench.person("bo")
    member = await bot.guilds[0].fetch_member(bo.id)
    assert member.display_name == "Bo"
    assert (await bot.fetch_user(bo.id)).name == "bo"
    (queried,) = await bot.guilds[0].query_members(user_ids=[bo.id])
    assert queried.id == bo.id
    with pytest.raises(discord.NotFound):
        await bot.guilds[0].fetch_member(5)


async def test_whoever_hangs_up_in_mid_request_is_no_error(
    local: LocalDiscord, bench: Bench, caplog: pytest.LogCaptureFixture
) -> None:
    trains = bench.channel("trains")
    _, writer = await asyncio.open_connection(local.host, local.port)
    head = (
        f"POST /api/v10/channels/{trains.id}/messages HTTP/1.1\r\nHost: {local.host}:{local.port}\r\n"
        f"Authorization: Bot {local.token}\r\nContent-Type: multipart/form-data; boundary=edge\r\n"
        "Content-Length: 10000\r\n\r\n--edge\r\n"
        'Content-Disposition: form-data; name="files[0]"; filename="a"\r\n\r\nhalf'
    )
    writer.write(head.encode())
    await writer.drain()
    await bench.until(lambda: local.api.busy)
    writer.transport.abort()
    await bench.until(lambda: not local.api.busy)
    await asyncio.sleep(0.05)
    assert [each.getMessage() for each in caplog.records if each.levelname == "ERROR"] == []
    assert not bench.public("trains")
