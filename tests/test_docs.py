"""What the documents name is there: files, commands, targets of make, variables of the environment."""

import re
from functools import cache
from pathlib import Path

import pytest

from bot.__main__ import COMMANDS
from bot.text.commands import every_path

ROOT = Path(__file__).parent.parent
DOCUMENTS = ("README.md", "CONTRIBUTING.md", "CHANGELOG.md", "PRIVACY.md", "SECURITY.md")
FOLDERS = ("bot", "data", "render", "rules", "tests")
VOLUME = "/data"


@cache
def quoted(document: str) -> tuple[str, ...]:
    """Whatever stands in code, a line of a block at a time."""
    words = (ROOT / document).read_text()
    blocks = re.findall(r"^ *```\n(.*?)^ *```", words, re.DOTALL | re.MULTILINE)
    spans = re.findall(
        r"`([^`\n]+(?:\n[^`\n]+)?)`", re.sub(r"^ *```.*?^ *```", "", words, flags=re.DOTALL | re.MULTILINE)
    )
    return (*spans, *(line for block in blocks for line in block.splitlines()))


def is_there(path: str) -> bool:
    """Placeholders in capitals stand for any name."""
    return bool(list(ROOT.glob(path.rstrip("/").replace("ID", "*"))))


def paths_in(document: str) -> set[str]:
    found = [each for each in quoted(document) if re.fullmatch(rf"({'|'.join(FOLDERS)}|\.ci)/[\w./-]*", each)]
    return {path for path in found if "/ID/" not in path and "/xx" not in path}


@pytest.mark.parametrize("document", DOCUMENTS)
def test_files_that_are_named_are_there(document: str) -> None:
    missing = {path for path in paths_in(document) if not is_there(path)}
    assert not missing


@pytest.mark.parametrize("document", DOCUMENTS)
def test_targets_of_make_that_are_named_are_there(document: str) -> None:
    targets = set(re.findall(r"^(\w+):", (ROOT / "Makefile").read_text(), re.MULTILINE))
    assert {found[1] for each in quoted(document) if (found := re.match(r"make (\w+)", each))} <= targets


@pytest.mark.parametrize("document", DOCUMENTS)
def test_commands_that_are_named_are_there(document: str) -> None:
    known = {*every_path().values()}
    for each in quoted(document):
        if found := re.match(r"(?:\.venv/bin/)?semafor ([a-z-]+)", each):
            assert found[1] in COMMANDS
        if each != VOLUME and (found := re.match(r"/([a-z]+)((?: [a-z]+)*)$", each)):
            assert found[1] in known
            assert {f"{found[1]} {leaf}" for leaf in found[2].split()} <= known


def test_the_readme_names_every_command() -> None:
    listed = {each for each in quoted("README.md") if each.startswith("/")}
    named = {each.split()[0][1:] for each in listed}
    leaves = {f"{each.split()[0][1:]} {leaf}" for each in listed for leaf in each.split()[1:]}
    assert {path for path in every_path().values() if path not in named | leaves} == set()
    assert {
        name for name in COMMANDS if not any(each.startswith(f"semafor {name}") for each in quoted("README.md"))
    } == set()


def test_the_readme_names_every_variable_of_the_environment() -> None:
    source = "".join(path.read_text() for path in (ROOT / "bot").rglob("*.py"))
    asked = set(re.findall(r"\"(SEMAFOR_\w+|DISCORD_TOKEN)\"", source))
    assert asked == {each for each in quoted("README.md") if re.fullmatch(r"SEMAFOR_\w+|DISCORD_TOKEN", each)}
