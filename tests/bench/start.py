"""What a start costs, against the import of discord.py: until it has logged in, and until Discord has said it is ready.

Everything is compiled beforehand, as in an installed package, and measured by turns.
"""

import asyncio
import json
import os
import subprocess
import sys
import tempfile
from pathlib import Path

from bot.local.server import LocalDiscord

TARGETS = {
    "start: import bot ÷ import discord": ("<=", 1.4, 1.2),
    "start: imports to ready ÷ import discord": ("<=", 1.8, 1.5),
}
ROUNDS = 8
TOKEN = "local.semafor.token.as-long-as-a-real-one"
UNTIL_READY = """
import json, os, sys, time
from bot import __main__, loading
loading.load("bot.cli.run")
from bot.client import Semafor

async def end(_):
    print(json.dumps({"names": list(sys.modules), "seconds": time.process_time()}), flush=True)
    os._exit(0)

Semafor.on_connect = end
__main__.main(["run"])
"""
"""`semafor run`, ended when Discord has said that it is ready; says what is loaded then, in order, and how much of the
processor it has taken."""
IMPORTS = """
import sys, time
began = time.process_time()
from bot.loading import load
load(*sys.stdin.read().split())
print(time.process_time() - began)
"""
IMPORT = "import time; t = time.process_time(); import {}; print(time.process_time() - t)"


def ratios() -> dict[str, float]:
    with tempfile.TemporaryDirectory() as cache:
        environment = {**os.environ, "PYTHONPYCACHEPREFIX": cache}
        environment.pop("PYTHONDONTWRITEBYTECODE", None)
        names, whole = asyncio.run(until_ready(environment))
        rounds = [
            (
                python(IMPORT.format("discord"), environment),
                python(IMPORT.format("bot.client"), environment),
                python(IMPORTS, environment, " ".join(names)),
            )
            for _ in range(ROUNDS)
        ]
    theirs, client, all_of_it = (min(each) for each in zip(*rounds[1:], strict=True))
    return {
        "start: import bot ÷ import discord": client / theirs,
        "start: imports to ready ÷ import discord": all_of_it / theirs,
        "start: all of it to ready ÷ import discord": whole / theirs,
    }


def python(code: str, environment: dict[str, str], given: str = "") -> float:
    command = [sys.executable, "-W", "ignore", "-c", code]
    done = subprocess.run(command, capture_output=True, check=True, env=environment, input=given, text=True)
    return float(done.stdout)


async def until_ready(environment: dict[str, str]) -> tuple[list[str], float]:
    """What a start has loaded when it is ready, and the least that it takes of the processor."""
    least = float("inf")
    with tempfile.TemporaryDirectory() as folder:
        place = Path(folder)
        async with LocalDiscord(place / "discord.db", port=0) as discord:
            discord.api.limits.is_on = False
            discord.token = discord.api.token = discord.gateway.token = TOKEN
            given = {"DISCORD_TOKEN": TOKEN, "SEMAFOR_API": discord.url, "SEMAFOR_DB": str(place / "semafor.db")}
            for _ in range(ROUNDS):
                process = await asyncio.create_subprocess_exec(
                    *[sys.executable, "-W", "ignore", "-c", UNTIL_READY],
                    env={**environment, **given},
                    stdout=subprocess.PIPE,
                    stderr=subprocess.DEVNULL,
                )
                said, _ = await process.communicate()
                found = json.loads(said.splitlines()[-1])
                least = min(least, found["seconds"])
    return [name for name in found["names"] if not name.endswith("__main__")], least
