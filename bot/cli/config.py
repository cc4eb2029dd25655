"""What the environment says, checked at the start; whatever is wrong is said in one clear line."""

import logging
from collections.abc import Mapping
from pathlib import Path

import msgspec

from bot.cli.speech import BadInput, say
from bot.store.protocol import BadStore

LOCAL_DB = "semafor-local.db"
"""Games of the local Discord are kept apart: its channels mean nothing to the real one."""
LEVELS = ("DEBUG", "INFO", "WARNING", "ERROR")


class Config(msgspec.Struct, frozen=True, kw_only=True):
    token: str | None
    """None: there is no Discord to log in to."""
    db: Path
    log_level: str
    health: Path | None
    """A file that is touched as long as all is well (`bot/health.py`), for a container's health check."""
    waits: bool = True
    """Where another process plays on the same games: whether to wait until it ends, else to refuse."""
    port: int | None = None
    """Where the local Discord listens; None for its usual one."""

    def __repr__(self) -> str:
        return f"Config(db={self.db}, log_level={self.log_level}, has_token={self.token is not None})"


def read_config(environment: Mapping[str, str]) -> Config:
    """Raises `BadInput` with a sentence for whoever has set it up."""
    token = environment.get("DISCORD_TOKEN", "").strip() or None
    if token is not None and (any(letter.isspace() for letter in token) or len(token) < 20):
        raise BadInput(say("run.bad_token"))
    level = environment.get("SEMAFOR_LOG", "INFO").upper()
    if level not in LEVELS:
        raise BadInput(say("run.bad_level", value=level[:20], allowed=", ".join(LEVELS)))
    health = environment.get("SEMAFOR_HEALTH")
    db = checked_db(named_db(environment))
    port = environment.get("SEMAFOR_PORT", "")
    if port and not (port.isdecimal() and int(port) < 65536):
        raise BadInput(say("run.bad_port", value=port[:20]))
    standby = environment.get("SEMAFOR_STANDBY", "").strip().lower() or "yes"
    if standby not in ("yes", "no"):
        raise BadInput(say("run.bad_standby", value=standby[:20]))
    return Config(
        token=token,
        db=db,
        log_level=level,
        health=Path(health) if health else None,
        waits=standby == "yes",
        port=int(port) if port else None,
    )


def named_db(environment: Mapping[str, str]) -> Path:
    usual = "semafor.db" if environment.get("DISCORD_TOKEN", "").strip() else LOCAL_DB
    return Path(environment.get("SEMAFOR_DB", usual)).expanduser()


def kept_db(environment: Mapping[str, str]) -> Path:
    """The file of games that is there already, for whoever works beside the bot."""
    db = checked_db(named_db(environment))
    if not db.exists():
        raise BadInput(say("cli.no_db", path=db))
    return db


def checked_db(db: Path) -> Path:
    if db.is_dir():
        raise BadInput(say("run.db_is_folder", path=db))
    if not db.parent.is_dir():
        raise BadInput(say("run.db_no_folder", path=db.parent))
    try:
        if db.exists():
            with db.open("r+b"):
                pass
    except OSError as error:
        raise BadInput(say("run.db_not_writable", path=db, detail=error.strerror)) from None
    return db


def unusable(db: Path, error: BadStore) -> str:
    """What is wrong with a file of games, for whoever runs the bot."""
    return say(f"run.db_{error.why}", path=db, detail=error.detail)


def set_up_logging(level: str) -> None:
    """Everything to stderr. discord.py says too much below WARNING, some of it with tokens of interactions."""
    logging.basicConfig(level=level, format="%(asctime)s %(levelname)s %(name)s: %(message)s")
    logging.getLogger("discord").setLevel(logging.WARNING)
    logging.getLogger("discord.gateway").setLevel(logging.INFO)
    logging.getLogger("aiosqlite").setLevel(logging.WARNING)
