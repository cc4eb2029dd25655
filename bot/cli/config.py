"""What the environment says, checked at the start; whatever is wrong is said in one clear line."""

import logging
import re
from collections.abc import Mapping
from pathlib import Path

import msgspec

from bot.cli.speech import BadInput, say
from bot.store.opening import Place, Shards, place
from bot.store.protocol import BadStore

LOCAL_DB = "semafor-local.db"
"""Games of the local Discord are kept apart: its channels mean nothing to the real one."""
SHARDS = re.compile(r"([0-9]{1,4})(?:-([0-9]{1,4}))?/([0-9]{1,4})")
LOOPBACK = ("127.0.0.1", "::1", "localhost")
JSON = "JSON"
LEVELS = ("DEBUG", "INFO", "WARNING", "ERROR")


class Config(msgspec.Struct, frozen=True, kw_only=True):
    token: str | None
    """None: there is no Discord to log in to."""
    db: Place
    log_level: str
    health: Path | None
    """A file that is touched as long as all is well (`bot/health.py`), for a container's health check."""
    metrics: tuple[str, int] | None = None
    """Where figures and health can be asked for; None: nowhere."""
    is_json: bool = False
    """Whether each line of the log is a JSON object."""
    waits: bool = True
    """Where another process plays on the same games: whether to wait until it ends, else to refuse."""
    shards: Shards | None = None
    """None: this process serves all of them."""
    api: str | None = None
    """Where Discord is reached: a proxy that keeps several processes within its limits. None: Discord itself."""
    port: int | None = None
    """Where the local Discord listens; None for its usual one."""

    def __repr__(self) -> str:
        return f"Config(db={self.db}, log_level={self.log_level}, has_token={self.token is not None})"


def read_config(environment: Mapping[str, str]) -> Config:
    """Raises `BadInput` with a sentence for whoever has set it up."""
    token = environment.get("DISCORD_TOKEN", "").strip() or None
    if token is not None and (any(letter.isspace() for letter in token) or len(token) < 20):
        raise BadInput(say("run.bad_token"))
    level, is_json = read_log(environment.get("SEMAFOR_LOG", ""))
    health = environment.get("SEMAFOR_HEALTH")
    db = named_db(environment)
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
        shards=read_shards(environment, db),
        api=read_api(environment),
        metrics=read_address(environment.get("SEMAFOR_METRICS", "").strip()),
        is_json=is_json,
        port=int(port) if port else None,
    )


def read_log(typed: str) -> tuple[str, bool]:
    """A level, `json`, or both: `DEBUG,json`."""
    words = [word.strip().upper() for word in typed.split(",") if word.strip()]
    levels = [word for word in words if word != JSON]
    if len(levels) > 1 or not {*levels} <= {*LEVELS}:
        raise BadInput(say("run.bad_level", value=typed[:20], allowed=", ".join((*LEVELS, JSON.lower()))))
    return (levels[0] if levels else "INFO"), JSON in words


def read_address(typed: str) -> tuple[str, int] | None:
    """`9464` or `127.0.0.1:9464`: of this machine alone, as nobody is asked who they are."""
    if not typed:
        return None
    host, _, port = typed.rpartition(":")
    host = host.strip("[]") or LOOPBACK[0]
    if host not in LOOPBACK or not (port.isdecimal() and int(port) < 65536):
        raise BadInput(say("run.bad_metrics", value=typed[:40]))
    return host, int(port)


def named_db(environment: Mapping[str, str]) -> Place:
    usual = "semafor.db" if environment.get("DISCORD_TOKEN", "").strip() else LOCAL_DB
    db = place(environment.get("SEMAFOR_DB", usual))
    return checked_db(db) if isinstance(db, Path) else db


def named_file(environment: Mapping[str, str]) -> Path:
    """For what a server has its own tools for."""
    db = named_db(environment)
    if not isinstance(db, Path):
        raise BadInput(say("cli.only_file", path=db))
    return db


def kept_file(environment: Mapping[str, str]) -> Path:
    """The file of games that is there already, for whoever works beside the bot."""
    db = named_file(environment)
    if not db.exists():
        raise BadInput(say("cli.no_db", path=db))
    return db


def kept_db(environment: Mapping[str, str]) -> Place:
    db = named_db(environment)
    return kept_file(environment) if isinstance(db, Path) else db


def read_shards(environment: Mapping[str, str], db: Place) -> Shards | None:
    value = environment.get("SEMAFOR_SHARDS", "").strip()
    if not value:
        return None
    found = SHARDS.fullmatch(value)
    first, last, count = (int(found[1]), int(found[2] or found[1]), int(found[3])) if found else (0, 0, 0)
    if not first <= last < count:
        raise BadInput(say("run.bad_shards", value=value[:20]))
    if isinstance(db, Path):
        raise BadInput(say("run.shards_file", path=db))
    return Shards(first, last, count)


def read_api(environment: Mapping[str, str]) -> str | None:
    value = environment.get("SEMAFOR_API", "").strip().rstrip("/")
    if value and not value.startswith(("http://", "https://")):
        raise BadInput(say("run.bad_api", value=value[:100]))
    return value or None


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


def unusable(db: Place, error: BadStore) -> str:
    """What is wrong with a file of games, for whoever runs the bot."""
    return say(f"run.db_{error.why}", path=db, detail=error.detail)


PLAIN = logging.Formatter("%(asctime)s %(levelname)s %(name)s: %(message)s")


class JsonLines(logging.Formatter):
    """One object a line, for whoever collects logs."""

    def format(self, record: logging.LogRecord) -> str:
        line = {
            "at": self.formatTime(record, "%Y-%m-%dT%H:%M:%S") + f".{record.msecs:03.0f}",
            "level": record.levelname,
            "from": record.name,
            "says": record.getMessage(),
        }
        if record.exc_info:
            line["error"] = self.formatException(record.exc_info)
        return msgspec.json.encode(line).decode()


def set_up_logging(level: str, is_json: bool = False) -> None:
    """Everything to stderr. discord.py says too much below WARNING, some of it with tokens of interactions."""
    handler = logging.StreamHandler()
    handler.setFormatter(JsonLines() if is_json else PLAIN)
    logging.basicConfig(level=level, handlers=[handler])
    logging.getLogger("discord").setLevel(logging.WARNING)
    logging.getLogger("discord.gateway").setLevel(logging.INFO)
    logging.getLogger("aiosqlite").setLevel(logging.WARNING)
