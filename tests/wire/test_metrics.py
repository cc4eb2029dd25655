"""What whoever runs the bot can look at: figures, health, and a log without secrets."""

import io
import json
import logging
import re
import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import aiohttp
import pytest
from prometheus_client.parser import text_string_to_metric_families

from bot import figures
from bot.cli.config import PLAIN, JsonLines, read_config, set_up_logging
from bot.cli.speech import BadInput
from bot.health import Health
from bot.metrics import COUNTED, TIMED, MetricsServer
from tests.wire.station import PLACE, Finger, Station, ok, station_at

COLOURS = ("red", "blue", "green", "yellow", "black", "white", "orange", "pink", "locomotive")
LABEL = re.compile(r"[a-z_]{1,16}|429|[1-5]xx")


async def asked(server: MetricsServer, path: str) -> tuple[int, str]:
    async with aiohttp.ClientSession() as session:
        answer = await session.get(f"http://127.0.0.1:{server.port}{path}")
        return answer.status, await answer.text()


def samples(page: str) -> dict[str, float]:
    """By name and labels."""
    return {
        sample.name + "".join(f"|{value}" for key, value in sorted(sample.labels.items()) if key != "le"): sample.value
        for family in text_string_to_metric_families(page)
        for sample in family.samples
    }


async def test_figures_tell_what_was_played_and_name_nobody(folder: Path) -> None:
    health = Health(None)
    server = MetricsServer("127.0.0.1", 0, health)
    await server.start()
    try:
        assert await asked(server, "/readyz") == (503, '{"status": "not started"}')
        async with station_at(folder, http_trace=health.trace) as station:
            health.watch(station.bot)
            game = await station.begin("lantern", robots=1)
            for _ in range(4):
                await station.type_move(game, (await station.asked(game))[0])
            await ok(await station.people[0].slash(PLACE, "game start"))
            await station.calm()
            station.bench.faults.rate_limit("POST", "/channels/*/messages", retry_after=0.01)
            await ok(await station.people[0].slash(PLACE, "game new", title="usa", seats=2, place="thread"))
            await station.calm()
            assert await asked(server, "/readyz") == (200, '{"status": "ok"}')
            _, page = await asked(server, "/metrics")
        found = samples(page)
        assert found["semafor_interactions_total|command|answered"] >= 6
        assert found["semafor_interactions_total|command|refused"] >= 1
        assert found["semafor_turn_seconds_count"] >= 4
        assert found["semafor_acknowledge_seconds_count"] == found["semafor_answer_seconds_count"] >= 7
        assert found["semafor_robot_seconds_count"] >= 1
        assert found["semafor_posts_total|sent"] >= 5
        assert found["semafor_discord_responses_total|429"] >= 1
        assert found["semafor_tables|running"] == 1
        assert (found["semafor_outbox_items"], found["semafor_ready"]) == (0, 1)
        assert found["semafor_pictures_waiting"] == found["semafor_timers_overdue"] == 0
        values = {
            value
            for family in text_string_to_metric_families(page)
            for each in family.samples
            for key, value in each.labels.items()
            if key != "le"
        }
        assert all(LABEL.fullmatch(value) for value in values), values
        assert len(found) < 200
    finally:
        await server.stop()


async def test_somebody_who_waits_is_alive_and_not_ready() -> None:
    health = Health(None)
    health.stands_by = True
    server = MetricsServer("127.0.0.1", 0, health)
    await server.start()
    try:
        assert await asked(server, "/healthz") == (200, '{"status": "standby"}')
        assert await asked(server, "/readyz") == (503, '{"status": "standby"}')
        status, page = await asked(server, "/metrics")
        assert (status, samples(page)["semafor_ready"]) == (200, 0)
    finally:
        await server.stop()
    assert figures._listener is None


async def test_a_store_that_fails_leaves_the_other_figures(station: Station, monkeypatch: pytest.MonkeyPatch) -> None:
    from bot.store.protocol import StoreFailing

    async def failing(_now: float) -> None:
        raise StoreFailing("full")

    health = Health(None)
    health.watch(station.bot)
    monkeypatch.setattr(station.bot.store, "census", failing)
    server = MetricsServer("127.0.0.1", 0, health)
    await server.start()
    try:
        status, page = await asked(server, "/metrics")
        assert (status, "semafor_turn_seconds" in page) == (200, True)
    finally:
        await server.stop()


def test_every_figure_is_explained_in_the_readme() -> None:
    text = (Path(__file__).parents[2] / "README.md").read_text()
    named = [f"semafor_{name}_total" for name in COUNTED] + [f"semafor_{name}_seconds" for name in TIMED]
    others = ["tables", "outbox_items", "outbox_oldest_seconds", "pictures_waiting", "timers_overdue", "ready"]
    assert [name for name in [*named, *(f"semafor_{each}" for each in others)] if f"`{name}`" not in text] == []


@pytest.mark.parametrize("typed", ["0.0.0.0:9464", "example.org:80", "here", "127.0.0.1:99999", ":x"])
def test_the_port_is_of_this_machine_alone(typed: str, tmp_path: Path) -> None:
    environment = {"SEMAFOR_DB": str(tmp_path / "s.db"), "SEMAFOR_METRICS": typed}
    with pytest.raises(BadInput, match="SEMAFOR_METRICS"):
        read_config(environment)
    assert read_config({**environment, "SEMAFOR_METRICS": "9464"}).metrics == ("127.0.0.1", 9464)
    assert read_config({**environment, "SEMAFOR_METRICS": "[::1]:1"}).metrics == ("::1", 1)


@pytest.mark.parametrize(
    ("typed", "level", "is_json"),
    [("", "INFO", False), ("json", "INFO", True), ("debug", "DEBUG", False), ("WARNING, json", "WARNING", True)],
)
def test_a_log_has_a_level_and_a_form(typed: str, level: str, is_json: bool, tmp_path: Path) -> None:
    config = read_config({"SEMAFOR_DB": str(tmp_path / "s.db"), "SEMAFOR_LOG": typed})
    assert (config.log_level, config.is_json) == (level, is_json)


@contextmanager
def logged() -> Iterator[dict[str, io.StringIO]]:
    """All that is logged at DEBUG, as the bot would write it: in both forms."""
    root = logging.getLogger()
    before = root.level, {name: logging.getLogger(name).level for name in ("discord", "discord.gateway", "aiosqlite")}
    forms = {"text": (io.StringIO(), PLAIN), "json": (io.StringIO(), JsonLines())}
    handlers = []
    for stream, formatter in forms.values():
        handlers.append(logging.StreamHandler(stream))
        handlers[-1].setFormatter(formatter)
        root.addHandler(handlers[-1])
    set_up_logging("DEBUG")
    root.setLevel("DEBUG")
    try:
        yield {form: stream for form, (stream, _) in forms.items()}
    finally:
        for handler in handlers:
            root.removeHandler(handler)
        root.setLevel(before[0])
        for name, level in before[1].items():
            logging.getLogger(name).setLevel(level)


async def test_no_line_of_the_log_holds_a_secret_in_either_form(folder: Path) -> None:
    with logged() as logs:
        async with station_at(folder) as station:
            game = await station.begin("lantern", robots=1)
            finger = Finger(station, game)
            for _ in range(6):
                await station.type_move(game, (await station.asked(game))[0])
            for person in 4 * station.people:
                await finger.tap(person)
            logging.getLogger("bot.tests").debug("all of it is heard")
            secrets = [station.discord.token, *await hidden(station, game)]
            interactions = [each.token for each in station.bench.world.interactions.values()]
    for form, stream in logs.items():
        lines = stream.getvalue().splitlines()
        assert any("all of it is heard" in line for line in lines), form
        told = [line for line in lines for secret in (*secrets, *interactions) if secret in line]
        assert told == []
        hands = [line for line in lines if sum(colour in line for colour in COLOURS) > 1]
        assert hands == []
    assert all({"at", "level", "from", "says"} <= {*json.loads(line)} for line in logs["json"].getvalue().splitlines())


async def hidden(station: Station, table_id: int) -> list[str]:
    """The seed, the secret behind it, and everybody's tickets as they are kept."""
    with sqlite3.connect(station.db) as db:
        seed, deal = db.execute("SELECT seed, deal FROM tables WHERE id = ?", (table_id,)).fetchone()
    tickets = []
    for person in station.people:
        view = (await station.snapshot(table_id, person)).view
        tickets += [standing.ticket for standing in view.tickets]
    assert tickets
    return [seed, json.loads(deal)["secret"], *tickets]
