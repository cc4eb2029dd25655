"""The schema as numbered scripts; the table `migrations` says how many of them a database has seen."""

from pathlib import Path

import asyncpg

from bot.store.protocol import BadStore

SCRIPTS = sorted((Path(__file__).parent / "migrations").glob("*.sql"))
LEASES = next(script for script in SCRIPTS if script.name.endswith("_leases.sql"))
OURS = 0x5E3AF0
"""The advisory lock of whoever changes the schema."""
TABLES = "SELECT table_name FROM information_schema.tables WHERE table_schema = current_schema()"


def newest() -> int:
    return len(SCRIPTS)


async def check(db: asyncpg.Connection) -> int:
    """How many scripts this database has seen. Raises `BadStore` where it is somebody else's, or too new for us."""
    names = {row[0] for row in await db.fetch(TABLES)}
    version = int(await db.fetchval("SELECT max(version) FROM migrations") or 0) if "migrations" in names else 0
    if version > newest():
        raise BadStore("too_new", f"{version} > {newest()}")
    if (names - {"leases"} and not version) or (version and "letters" not in names):
        raise BadStore("foreign", ", ".join(sorted(names)[:3]))
    return version


async def migrate(db: asyncpg.Connection) -> None:
    """Run the scripts that this database has not seen yet, all in one transaction; whoever comes meanwhile waits."""
    async with db.transaction():
        await db.execute("SELECT pg_advisory_xact_lock($1)", OURS)
        version = await check(db)
        await db.execute("CREATE TABLE IF NOT EXISTS migrations (version BIGINT PRIMARY KEY)")
        for number, script in enumerate(SCRIPTS, start=1):
            assert int(script.name[:4]) == number
            if number > version:
                await db.execute(script.read_text())
                await db.execute("INSERT INTO migrations VALUES ($1)", number)
