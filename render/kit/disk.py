"""Bases kept on disk between starts, under the hash of everything they are made from; never stale, never needed."""

import hashlib
import os
from functools import cache
from importlib.metadata import version
from pathlib import Path

import data

SOURCES = Path(__file__).parent
MADE_WITH = ("pillow", "numpy")


def folder() -> Path:
    home = os.environ.get("XDG_CACHE_HOME")
    return (Path(home) if home else Path.home() / ".cache") / "semafor"


@cache
def program() -> str:
    """The hash of the drawing code, the fonts and the libraries that draw."""
    digest = hashlib.sha256()
    for path in sorted(SOURCES.glob("*.py")):
        digest.update(path.read_bytes())
    digest.update(data.read("fonts/SHA256SUMS.txt"))
    for name in MADE_WITH:
        digest.update(f"{name} {version(name)}".encode())
    return digest.hexdigest()


def key_of(game: str, theme: str) -> str:
    digest = hashlib.sha256(program().encode())
    for name in (f"maps/{game}.json", f"outlines/{game}.json"):
        digest.update(data.read(name))
    return f"{game}-{theme}-{digest.hexdigest()[:24]}"


def read(name: str) -> bytes | None:
    try:
        return (folder() / name).read_bytes()
    except OSError:
        return None


def write(name: str, content: bytes) -> None:
    """Kept when that is possible; a read-only or full disk is no reason to fail."""
    target = folder() / name
    try:
        target.parent.mkdir(parents=True, exist_ok=True)
        part = target.with_name(f".{name}.{os.getpid()}")
        part.write_bytes(content)
        part.replace(target)
    except OSError:
        return
