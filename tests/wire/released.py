"""Writes down a store as this code keeps it, for the tests of later code: `python -m tests.wire.released FOLDER NAME`.

Everything in it was played on the local Discord, whose own file is kept beside it: lobbies, games of every title at
every kind of pause, drafts, open votes, items that were not sent, games that are over and others that were stopped.
Once written a file is never changed: it is what people had on their disks.
"""

import asyncio
import gzip
import shutil
import sqlite3
import sys
import tempfile
from pathlib import Path
from random import Random

import msgspec
from msgspec.structs import replace

from bot.games.menus import OTHER
from bot.local.driver import Driver
from bot.local.world import components
from bot.local.world.model import Message
from tests.bot.town import typed
from tests.wire.station import Station, ok, station_at
from tests.wire.test_restarts import a_tunnel

GOLDEN = Path(__file__).parent.parent / "golden" / "released"
RELEASES = sorted(path.name.removesuffix(".discord.db.gz") for path in GOLDEN.glob("*.discord.db.gz"))
DRAFTING = {
    *("route", "city", "pay", "pass1", "pass2", "keep", "pieces", "harbour", "port", "port_pay"),
    *("column", "row", "go", "turn", "train", "space", "show", "give"),
}
"""Verbs of the panel that only change what is tapped together."""
MOST_TAPS = 40


class Scribe:
    """Plays at one station until there is something of everything."""

    def __init__(self, station: Station) -> None:
        self.station = station
        self.random = Random(1)
        self.opened = 0

    async def table(
        self, place: str, title: str, people: int = 2, robots: int = 0, *, posts: str = "normal", **options: str
    ) -> int:
        """A game that has begun in a channel of its own; they take turns in opening one."""
        self.opened += 1
        seated = self.station.people[:people]
        station, (host, *others) = self.station, seated[:: 1 if self.opened % 2 else -1]
        station.bench.add_channel(place)
        await ok(await host.slash(place, "game new", title=title, seats=people + robots, robots=robots, **options))
        table = await station.bot.store.table_in(station.bench.channel(place).id)
        assert table is not None
        if posts != "normal":
            await ok(await host.slash(place, "game options", option="posts", value=posts))
        for person in others:
            await ok(await person.slash(place, "game join"))
        if others:
            await ok(await host.slash(place, "game start"))
        await station.calm()
        return table.id

    async def move(self, place: str, table_id: int, person: Driver) -> None:
        snapshot = await self.station.snapshot(table_id, person)
        command, options = typed(await self.station.wish(table_id, person), snapshot.view)
        await ok(await person.slash(place, command, **options))
        await self.station.calm()

    async def moves(self, place: str, table_id: int, most: int) -> None:
        for _ in range(most):
            asked = await self.station.asked(table_id)
            if not asked:
                return
            await self.move(place, table_id, asked[0])

    async def to_turn(self, place: str, table_id: int, turn: int = 3) -> Driver:
        """Play until somebody's turn begins, a few turns into the game."""
        for _ in range(200):
            person = (await self.station.asked(table_id))[0]
            view = (await self.station.snapshot(table_id, person)).view
            if view.turn >= turn and getattr(view, "phase", "turn") == "turn":
                return person
            await self.move(place, table_id, person)
        raise AssertionError("never came to that turn")

    async def draft(self, place: str, table_id: int, person: Driver) -> None:
        """Tap something together in the panel, without confirming it; where there is nothing to, play on and see."""
        while not await self.has_drafted(place, table_id, person):
            await self.move(place, table_id, person)
            person = (await self.station.asked(table_id))[0]

    async def has_drafted(self, place: str, table_id: int, person: Driver) -> bool:
        panel: Message | None = (await ok(await person.slash(place, "play"))).message
        snapshot = await self.station.snapshot(table_id, person)
        for _ in range(MOST_TAPS):
            kept = await self.station.bot.store.draft(table_id, snapshot.seat or 0, snapshot.decision)
            if kept is not None and is_deep(msgspec.json.decode(kept)):
                return True
            panel = await self.touch(person, panel) if panel is not None else None
            assert (await self.station.snapshot(table_id, person)).seq == snapshot.seq
        return False

    async def touch(self, person: Driver, panel: Message) -> Message | None:
        parts = [each for each in components.walk(panel.components) if "custom_id" in each and not each.get("disabled")]
        usable = [each for each in parts if each["custom_id"].split(":")[3] in DRAFTING]
        menus = [each for each in usable if each["type"] != components.BUTTON]
        trains = [each for each in usable if each["custom_id"].endswith(":train")]
        if not usable:
            return None
        part = self.random.choice(trains or menus or usable)
        if part["type"] == components.BUTTON:
            return (await ok(await person.click(panel, custom_id=part["custom_id"]))).message
        values = [option["value"] for option in part["options"] if not option["value"].startswith(OTHER)]
        chosen = self.random.sample(values, max(1, part.get("min_values", 1)))
        return (await ok(await person.select(panel, *chosen, custom_id=part["custom_id"]))).message


def is_deep(draft: dict[str, object]) -> bool:
    """Whether it holds more than the page that is open, in whichever game."""
    return any(draft.get(field) for field in ("track", "city", "square", "kept", "space")) or draft["page"] == "train"


async def lobbies(scribe: Scribe) -> None:
    ada, bo, cyd, dora = scribe.station.people
    for place in ("lobby", "lobby-metro", "closed-lobby"):
        scribe.station.bench.add_channel(place)
    await ok(await ada.slash("lobby", "game new", title="usa", seats=4, robots=1, name="Friday *night*"))
    await ok(await bo.slash("lobby", "game join"))
    await ok(await ada.slash("lobby", "game invite", member=cyd))
    await ok(await ada.slash("lobby", "game colour", colour="violet"))
    await ok(await dora.slash("lobby-metro", "game new", title="metro", seats=3, variant="modules=1+2", language="pl"))
    await ok(await bo.slash("lobby-metro", "game join"))
    await ok(await bo.slash("closed-lobby", "game new", title="world"))
    await ok(await bo.slash("closed-lobby", "game cancel"))


async def finished(scribe: Scribe) -> None:
    for title, people, robots in (("usa", 1, 1), ("nordic", 2, 0), ("germany", 1, 2), ("world", 1, 1), ("metro", 2, 0)):
        game = await scribe.table(f"over-{title}", title, people, robots)
        await scribe.moves(f"over-{title}", game, 2000)
        assert (await scribe.station.snapshot(game)).view.is_over
    game = await scribe.table("over-shares", "metro", 2, variant="modules=1+2")
    await scribe.moves("over-shares", game, 2000)


async def stopped(scribe: Scribe) -> None:
    ada, bo, *_ = scribe.station.people
    game = await scribe.table("stopped", "usa")
    await scribe.moves("stopped", game, 6)
    await ok(await ada.slash("stopped", "game cancel"))
    await ok(await bo.slash("stopped", "game vote", answer="yes"))


async def pauses(scribe: Scribe) -> None:
    station = scribe.station
    game = await scribe.table("opening-usa", "usa", 3)
    await scribe.moves("opening-usa", game, 1)
    await scribe.draft("opening-usa", game, (await station.asked(game))[0])

    game = await scribe.table("opening-world", "world")
    await scribe.moves("opening-world", game, 1)

    game = await scribe.table("second-card", "usa")
    person = await scribe.to_turn("second-card", game)
    await ok(await person.slash("second-card", "draw", card="blind"))

    game = await scribe.table("ticket-choice", "germany", 3)
    person = await scribe.to_turn("ticket-choice", game)
    await ok(await person.slash("ticket-choice", "tickets draw", long=2))
    await scribe.draft("ticket-choice", game, person)

    game = await scribe.table("tunnel", "nordic")
    await reach_tunnel(scribe, "tunnel", game)

    game = await scribe.table("drawn-tile", "metro")
    person = await scribe.to_turn("drawn-tile", game)
    await ok(await person.slash("drawn-tile", "metro draw"))
    await scribe.draft("drawn-tile", game, person)


async def reach_tunnel(scribe: Scribe, place: str, table_id: int) -> None:
    """`a_tunnel` plays in the channel that its module names."""
    import tests.wire.test_restarts as restarts

    usual, restarts.PLACE = restarts.PLACE, place
    try:
        await a_tunnel(scribe.station, table_id)
    finally:
        restarts.PLACE = usual


DRAFTS = [("usa", 2, 1), ("nordic", 3, 0), ("germany", 2, 0), ("world", 2, 0)]
METROS = ["modules=1+2", "modules=3+4", "hand=3"]


async def drafts(scribe: Scribe) -> None:
    for title, people, robots in DRAFTS:
        place = f"draft-{title}"
        game = await scribe.table(place, title, people, robots)
        person = await scribe.to_turn(place, game, 40)
        await scribe.draft(place, game, person)
    for variant in METROS:
        place = "metro-" + variant.replace("=", "-").replace("+", "-")
        game = await scribe.table(place, "metro", 2, variant=variant)
        person = await scribe.to_turn(place, game, 12)
        await scribe.draft(place, game, person)


async def quiet_and_voting(scribe: Scribe) -> None:
    ada, *_ = scribe.station.people
    game = await scribe.table("quiet", "usa", 2, posts="quiet")
    await scribe.to_turn("quiet", game)
    game = await scribe.table("voting", "germany", 3)
    await scribe.to_turn("voting", game)
    await ok(await ada.slash("voting", "game cancel"))


async def second_thoughts(scribe: Scribe) -> None:
    """Plans that wait, notes, take-backs, pauses, seats that changed hands and others that are offered."""
    station = scribe.station
    ada, bo, cyd, dora = station.people
    game = await scribe.table("planned", "usa", 3)
    asked = await scribe.to_turn("planned", game)
    for person in (each for each in (ada, bo, cyd) if each is not asked):
        await ok(await person.slash("planned", "plan set", first="blind:cards", then="blind:cards"))
        await ok(await person.slash("planned", "note", text="through the north; watch Dallas"))

    game = await scribe.table("planned-metro", "metro", 3)
    asked = await scribe.to_turn("planned-metro", game)
    for person in (each for each in (ada, bo, cyd) if each is not asked):
        await ok(await person.slash("planned-metro", "note", text="mind the gap"))

    game = await scribe.table("taken-back", "metro")
    person = await scribe.to_turn("taken-back", game)
    while not any(row.is_take_back for row in await station.bot.store.log(game)):
        await scribe.move("taken-back", game, person)
        await ok(await person.slash("taken-back", "game undo"))
        await station.calm()
        person = (await station.asked(game))[0]

    game = await scribe.table("paused", "nordic")
    await scribe.to_turn("paused", game)
    await ok(await (await host_of(scribe, game)).slash("paused", "game pause"))

    game = await scribe.table("resigned", "germany", 3)
    await scribe.to_turn("resigned", game)
    host = await host_of(scribe, game)
    leaving = next(each for each in (ada, bo, cyd) if each is not host)
    await ok(await leaving.slash("resigned", "game resign"))
    await station.calm()

    game = await scribe.table("offered", "world")
    await scribe.to_turn("offered", game)
    host = await host_of(scribe, game)
    seat = next(each.seat for each in await station.bot.store.seats(game) if each.user == host.id)
    await ok(await host.slash("offered", "game replace", seat=seat + 1, member=dora))
    await ok(await cyd.slash("trains", "settings me", option="quiet", value="22-8"))


async def host_of(scribe: Scribe, table_id: int) -> Driver:
    table = await scribe.station.bot.store.table(table_id)
    assert table is not None
    return next(person for person in scribe.station.people if person.id == table.host)


async def untold(scribe: Scribe) -> None:
    """What the last run has kept but not told any more."""
    station = scribe.station
    ada, _, cyd, _ = station.people
    blocked = await scribe.table("blocked", "usa")
    await scribe.to_turn("blocked", blocked)
    station.bench.forbid("blocked")
    await scribe.moves("blocked", blocked, 3)
    turn = await scribe.table("untold-turn", "usa")
    await scribe.to_turn("untold-turn", turn)
    vote = await scribe.table("untold-vote", "world")
    await scribe.to_turn("untold-vote", vote)
    await station.calm()
    station.bot.tables.on_items = lambda _: None
    await scribe.moves("untold-turn", turn, 5)
    await ok(await ada.slash("untold-vote", "game cancel"))
    await ok(await cyd.slash("lobby", "game join"))
    games = {game for game, _ in await station.bot.store.tables_with_items()}
    assert {blocked, turn, vote} < games


PARTS = (lobbies, finished, stopped, pauses, drafts, quiet_and_voting, second_thoughts, untold)


async def write(folder: Path) -> None:
    async with station_at(folder, people=4) as station:
        ada, bo, *_ = station.people
        await ok(await ada.slash("trains", "settings me", option="dm_on_turn", value="on"))
        await ok(await bo.slash("trains", "settings me", option="language", value="pl"))
        await ok(await bo.slash("trains", "settings me", option="theme", value="dark"))
        await ok(await ada.slash("trains", "settings server", option="pace", value="relaxed"))
        await make_room(station)
        scribe = Scribe(station)
        for part in PARTS:
            await part(scribe)
            print(part.__name__, flush=True)


async def make_room(station: Station) -> None:
    """There is more going on here than a server usually allows."""
    guild = station.bench.guild.id
    settings = await station.bot.store.guild(guild)
    await station.bot.store.save_guild(guild, replace(settings, tables=50, tables_each=30))


def pack(source: Path, target: Path) -> None:
    """One file without its write-ahead log, as small as it gets and the same whenever it is packed again."""
    db = sqlite3.connect(source)
    db.execute("PRAGMA journal_mode = DELETE")
    db.execute("VACUUM")
    db.close()
    with target.open("wb") as out, gzip.GzipFile(filename="", fileobj=out, mode="wb", mtime=0) as packed:
        packed.write(source.read_bytes())


def unpack(packed: Path, target: Path) -> None:
    with gzip.open(packed) as source, target.open("wb") as out:
        shutil.copyfileobj(source, out)


def main(folder: Path, name: str) -> None:
    with tempfile.TemporaryDirectory() as made:
        asyncio.run(write(Path(made)))
        pack(Path(made) / "semafor.db", folder / f"{name}.db.gz")
        pack(Path(made) / "discord.db", folder / f"{name}.discord.db.gz")


if __name__ == "__main__":
    main(Path(sys.argv[1]), sys.argv[2])
