"""No text lies idle: each key is written somewhere in the code, or made there from parts that exist."""

import ast
import re
from collections.abc import Iterator
from functools import cache

import msgspec

from bot.text.rules_pages import AT_ANY_TABLE, PAGES
from data import FOLDER
from data.texts import catalogue
from rules.catalog import TITLES

SPEAKING = ("bot", "render")
"""The packages that ask for texts."""
TOLD_TO_ALL = ("rules", "data", "render/layout")
"""What they put into keys is their own, or comes from here."""
KEY = re.compile(r"[a-z_]+(\.[a-z_]+)+")
IN_THE_PAGE = "page."
"""Those of the local page are asked for by its scripts: tests/local/test_page_texts.py."""
HOLE = "(.+)"


@cache
def files(folder: str) -> tuple[tuple[ast.AST, ...], ...]:
    """Everything in each file."""
    paths = sorted((FOLDER.parent / folder).rglob("*.py"))
    return tuple(tuple(ast.walk(ast.parse(path.read_text()))) for path in paths)


@cache
def constants(nodes: tuple[ast.AST, ...]) -> frozenset[str]:
    """Every string in a file but for docstrings, which say a lot and ask for nothing."""
    docstrings = {id(node.value) for node in nodes if isinstance(node, ast.Expr)}
    found = [node.value for node in nodes if isinstance(node, ast.Constant) and id(node) not in docstrings]
    return frozenset(value for value in found if isinstance(value, str))


def written(folder: str) -> set[str]:
    return set[str]().union(*map(constants, files(folder)))


@cache
def parts(package: str) -> frozenset[str]:
    """What keys are put together from: strings, classes and fields of the code, ids of the data, numbers."""
    found = {*ids(), *map(str, range(10))}
    for folder in (package, *TOLD_TO_ALL):
        for words in written(folder):
            found |= {words, words.replace(" ", "_"), words.replace(" ", ".")}
        for node in (node for nodes in files(folder) for node in nodes):
            if isinstance(node, ast.ClassDef):
                found.add(re.sub(r"(?<!^)(?=[A-Z])", "_", node.name).lower())
            elif isinstance(node, ast.AnnAssign) and isinstance(node.target, ast.Name):
                found.add(node.target.id)
    return frozenset(found)


@cache
def ids() -> frozenset[str]:
    """Every string in the maps, names of fields included; of cards such as `red-ship` also their mark."""
    maps = [msgspec.json.decode(file.read_bytes()) for file in (FOLDER / "maps").glob("*.json")]
    return frozenset(part for found in maps for words in strings(found) for part in (words, words.partition("-")[2]))


def strings(value: object) -> Iterator[str]:
    match value:
        case str():
            yield value
        case dict():
            for key, each in value.items():
                yield from (key, *strings(each))
        case list():
            for each in value:
                yield from strings(each)


@cache
def patterns(package: str) -> tuple[re.Pattern[str], ...]:
    """Whatever is put together and has a dot in it, as a key has."""
    made = {pattern for nodes in files(package) for pattern in patterns_in(nodes)}
    return tuple(re.compile(pattern) for pattern in made if r"\." in pattern and re.search("[a-z]", pattern))


def patterns_in(nodes: tuple[ast.AST, ...]) -> Iterator[str]:
    for node in nodes:
        if isinstance(node, ast.JoinedStr | ast.BinOp):
            pattern = pattern_of(node)
            if pattern != rf"{HOLE}\.{HOLE}":
                yield pattern
            else:  # the beginning was chosen in the same file
                yield from (re.escape(words) + rf"\.{HOLE}" for words in constants(nodes) if KEY.fullmatch(words))


def pattern_of(node: ast.expr) -> str:
    match node:
        case ast.Constant(value=str(words)):
            return re.escape(words)
        case ast.JoinedStr(values=values):
            return "".join(map(pattern_of, values))
        case ast.BinOp(left=left, right=right, op=ast.Add()):
            return pattern_of(left) + pattern_of(right)
    return HOLE


def is_made(key: str, package: str) -> bool:
    found = [match for pattern in patterns(package) if (match := pattern.fullmatch(key)) and match.groups()]
    return any(all(hole in parts(package) or is_made(hole, package) for hole in match.groups()) for match in found)


def test_every_key_is_used() -> None:
    keys = {key for key in catalogue("en") if not key.startswith(IN_THE_PAGE)}
    unwritten = keys - written("bot") - written("render") - written("data")
    assert sorted(key for key in unwritten if not any(is_made(key, package) for package in SPEAKING)) == []


def test_rules_are_told_of_titles_that_exist_on_pages_that_exist() -> None:
    wanted = {f"rules.{title}.{page}" for title in TITLES for page in range(1, PAGES + 1) if page not in AT_ANY_TABLE}
    wanted |= {f"rules.any.{line}" for lines in AT_ANY_TABLE.values() for line in lines}
    wanted |= {f"rules.topic.{page}" for page in range(1, PAGES + 1)}
    wanted |= {"rules.heading", "rules.no_topic"}
    own = re.compile(rf"rules\.topic\.({'|'.join(TITLES)})\.\d|(rules\.\w+\.\d)\.until\.\d")
    given = {key for key in catalogue("en") if key.startswith("rules.")}
    assert wanted <= given
    assert [key for key in sorted(given - wanted) if not own.fullmatch(key)] == []
