"""The schema as numbered scripts; `user_version` says how many of them a file has seen."""

from collections.abc import Iterator
from pathlib import Path

SCRIPTS = sorted((Path(__file__).parent / "migrations").glob("*.sql"))


def newest() -> int:
    return len(SCRIPTS)


def scripts_after(version: int) -> Iterator[str]:
    """Those that a file has not seen yet, each with its own transaction around it."""
    for number, script in enumerate(SCRIPTS, start=1):
        if number > version:
            assert int(script.name[:4]) == number
            yield f"BEGIN IMMEDIATE;\n{script.read_text()}\nPRAGMA user_version = {number};\nCOMMIT;"
