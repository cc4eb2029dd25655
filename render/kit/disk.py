"""Bases kept on disk between starts, under the hash of everything they are made from; never stale, never needed."""

import hashlib
import io
import os
from functools import cache
from importlib.metadata import version
from pathlib import Path

from PIL import Image

import data

SOURCES = Path(__file__).parent
MADE_WITH = ("pillow", "numpy")


def folder() -> Path:
    home = os.environ.get("XDG_CACHE_HOME")
    return (Path(home) if home else Path.home() / ".cache") / "semafor"


@cache
def program(folder: Path) -> str:
    """The hash of the drawing code in `folder` and here, the fonts and the libraries that draw."""
    digest = hashlib.sha256()
    for path in (*sorted(SOURCES.glob("*.py")), *sorted(folder.glob("*.py"))):
        digest.update(path.read_bytes())
    digest.update(data.read("fonts/SHA256SUMS.txt"))
    for name in MADE_WITH:
        digest.update(f"{name} {version(name)}".encode())
    return digest.hexdigest()


def key_of(title: str, theme: str, folder: Path, *files: str) -> str:
    """Under which a base is kept: `folder` holds the code that draws it, `files` are those of `data/` that it shows."""
    digest = hashlib.sha256(program(folder).encode())
    for name in files:
        digest.update(data.read(name))
    return f"{title}-{theme}-{digest.hexdigest()[:24]}"


def has(*names: str) -> bool:
    return all((folder() / name).is_file() for name in names)


def read(name: str) -> bytes | None:
    try:
        return (folder() / name).read_bytes()
    except OSError:
        return None


def read_picture(name: str, size: tuple[int, int]) -> Image.Image | None:
    """A picture of 256 colours as it was kept; None where it is missing, spoilt or of another size."""
    raw = read(name)
    if raw is None:
        return None
    try:
        picture = Image.open(io.BytesIO(raw))
        picture.load()
    except OSError:
        return None
    return picture if picture.mode == "P" and picture.size == size else None


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
