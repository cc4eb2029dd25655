"""The optional port on which whoever runs the bot looks at it: alive, ready, and figures for Prometheus.

It listens on this machine alone, and is loaded only where it is asked for.
"""

import asyncio
import logging
from collections.abc import Mapping
from typing import get_args

import aiohttp
from aiohttp import web
from prometheus_client import CollectorRegistry, Counter, Gauge, Histogram, ProcessCollector, generate_latest
from prometheus_client.exposition import CONTENT_TYPE_LATEST

from bot import figures
from bot.figures import LABELS, Count, Duration
from bot.health import Health
from bot.store.protocol import StoreError
from bot.store.rows import Stage

LONGEST_LOOK = 5.0
"""Seconds that a page may wait for the database."""
BUCKETS = (0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 5.0, 10.0, 30.0, 60.0, 300.0)
COUNTED: Mapping[Count, str] = {
    "interactions": "Commands, taps, forms and lists of suggestions, by what became of them.",
    "pictures": "Pictures that were asked for: drawn, left out because too many waited, or failed.",
    "posts": "Tries to send an item of the outbox, by what became of them.",
    "discord_responses": "Answers of Discord to our requests, by status; 429 is a rate limit.",
}
TIMED: Mapping[Duration, str] = {
    "acknowledge": "From an interaction to Discord's receipt of its acknowledgement; Discord waits for three seconds.",
    "answer": "From an interaction to its answer.",
    "turn": "From the wish to move to the move kept in the database.",
    "picture": "Waiting for a picture and drawing it.",
    "timer_late": "How late reminders, deadlines and the like were begun.",
    "robot": "Thinking of one robot about one decision.",
}
log = logging.getLogger(__name__)


class Metrics:
    """Listens to what is counted, and looks up the rest when it is asked for."""

    def __init__(self) -> None:
        self.registry = CollectorRegistry()
        ProcessCollector(registry=self.registry)
        self._counters = {
            figure: Counter(f"semafor_{figure}", about, LABELS[figure], registry=self.registry)
            for figure, about in COUNTED.items()
        }
        self._durations = {
            figure: Histogram(f"semafor_{figure}_seconds", about, buckets=BUCKETS, registry=self.registry)
            for figure, about in TIMED.items()
        }
        self._tables = self._gauge("tables", "Tables by stage.", "stage")
        self._items = self._gauge("outbox_items", "What waits to be sent.")
        self._oldest_item = self._gauge("outbox_oldest_seconds", "For how long the oldest of it has waited.")
        self._waiting = self._gauge("pictures_waiting", "Pictures that wait for a free worker.")
        self._overdue = self._gauge("timers_overdue", "Timers that have fallen due and are not done.")
        self._ready = self._gauge("ready", "1 while this process answers; 0 while it waits or something is wrong.")

    def _gauge(self, name: str, about: str, *labels: str) -> Gauge:
        return Gauge(f"semafor_{name}", about, labels, registry=self.registry)

    def count(self, figure: Count, labels: tuple[str, ...]) -> None:
        self._counters[figure].labels(*labels).inc()

    def took(self, figure: Duration, seconds: float) -> None:
        self._durations[figure].observe(max(seconds, 0.0))

    async def page(self, health: Health) -> bytes:
        self._ready.set(float(await health.is_ready()))
        app = None if health.client is None else health.client.app
        if app is not None:
            self._waiting.set(app.pictures.waiting)
            census, now = await app.store.census(app.tables.now()), app.tables.now()
            for stage in get_args(Stage):
                self._tables.labels(stage).set(census.tables.get(stage, 0))
            self._items.set(census.items)
            self._oldest_item.set(0.0 if census.oldest_item is None else max(now - census.oldest_item, 0.0))
            self._overdue.set(census.overdue)
        return generate_latest(self.registry)


class MetricsServer:
    def __init__(self, host: str, port: int, health: Health) -> None:
        self.host = host
        self.port = port
        self.health = health
        self.metrics = Metrics()
        self._runner: web.AppRunner | None = None

    async def start(self) -> None:
        """Raises OSError where the port is taken."""
        app = web.Application()
        app.router.add_get("/healthz", self._healthz)
        app.router.add_get("/readyz", self._readyz)
        app.router.add_get("/metrics", self._metrics)
        self._runner = web.AppRunner(app, access_log=None, shutdown_timeout=1.0)
        await self._runner.setup()
        await web.TCPSite(self._runner, self.host, self.port).start()
        self.port = self._runner.addresses[0][1]
        figures.listen(self.metrics)
        self.health.trace = trace()

    async def stop(self) -> None:
        figures.listen(None)
        if self._runner is not None:
            await self._runner.cleanup()

    async def _healthz(self, _: web.Request) -> web.Response:
        """The event loop turns; a process that waits for another to end is alive too."""
        return web.json_response({"status": "standby" if self.health.stands_by else "ok"})

    async def _readyz(self, _: web.Request) -> web.Response:
        """Whether this process answers people now."""
        trouble = "standby" if self.health.stands_by else await self.health.trouble()
        return web.json_response({"status": trouble or "ok"}, status=200 if trouble is None else 503)

    async def _metrics(self, _: web.Request) -> web.Response:
        try:
            async with asyncio.timeout(LONGEST_LOOK):
                page = await self.metrics.page(self.health)
        except (StoreError, TimeoutError) as error:
            log.warning("figures could not be looked up: %s", type(error).__name__)
            page = generate_latest(self.metrics.registry)
        return web.Response(body=page, headers={"Content-Type": CONTENT_TYPE_LATEST})


def trace() -> aiohttp.TraceConfig:
    """Counts Discord's answers, also those that discord.py deals with by itself."""

    async def count(_session: object, _context: object, end: aiohttp.TraceRequestEndParams) -> None:
        status = end.response.status
        figures.count("discord_responses", "429" if status == 429 else f"{status // 100}xx")

    config = aiohttp.TraceConfig()
    config.on_request_end.append(count)
    return config
