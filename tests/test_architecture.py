"""The house rules about who knows whom, read from the source with `ast`."""

import ast
import re
from collections.abc import Iterator
from functools import cache
from graphlib import TopologicalSorter
from pathlib import Path

import pytest

from bot.store.protocol import StoreReader, StoreWriter
from rules.catalog import OWN_ENGINES, TICKET_TITLES, TITLES

ROOT = Path(__file__).parent.parent
MAY_IMPORT = {
    "data": {"data"},
    "rules": {"rules", "data"},
    "render": {"render", "rules", "data"},
    "bot": {"bot", "render", "rules", "data"},
}
AT_HOME_ONLY_IN = {"discord": "bot", "aiosqlite": "bot", "asyncpg": "bot", "aiohttp": "bot", "PIL": "render"}
NOT_IN_RULES = {"random", "time", "datetime", "asyncio", "os", "socket", "threading", "secrets", "uuid"}

TOOLS = {"attachment", "figures", "errors", "clock", "limit", "loading", "room", "threads", "workers"}
"""Modules of bot/ that know nothing of the bot, for whoever needs them."""
ROOMS = {
    "attachment": set(),
    "errors": set(),
    "clock": set(),
    "limit": set(),
    "loading": set(),
    "figures": set(),
    "room": set(),
    "threads": set(),
    "workers": {"room", "threads"},
    "members": set(),
    "emojis": set(),
    "text": {"errors"},
    "store": {"threads"},
    "lease": {"store"},
    "games": {*TOOLS, "text"},
    "tables": {*TOOLS, "text", "games", "store"},
    "naming": {*TOOLS, "text", "games", "store", "tables"},
    "drawing": {*TOOLS, "games"},
    "pictures": {*TOOLS, "text", "games", "store", "tables", "naming", "drawing"},
    "outbox": {*TOOLS, "text", "games", "store", "tables", "naming", "pictures", "members"},
    "interactions": {*TOOLS, "text", "games", "store", "tables", "naming", "pictures", "members", "outbox"},
    "commands": {*TOOLS, "text", "games", "tables", "outbox", "interactions"},
    "local": set(),
}
ROOMS["app"] = {*ROOMS} - {"local"}
ROOMS["client"] = {*ROOMS["app"], "app"}
ROOMS["health"] = {"client"}
ROOMS["metrics"] = {*TOOLS, "store", "client", "health"}
ROOMS["cli"] = {
    *TOOLS,
    "text",
    "games",
    "store",
    "lease",
    "tables",
    "pictures",
    "client",
    "health",
    "metrics",
    "outbox",
    "local",
}
ROOMS["__main__"] = {"cli", "loading"}
"""Each package and each single module of bot/, and what of bot/ it may import."""

FAMILIES = sorted(path.parent.name for path in (ROOT / "rules").glob("*/engine.py"))
"""A family of games is one folder name in `rules/`, `render/` and `bot/games/`."""
CATALOGUES = {"rules/catalog.py", "render/catalog.py", "bot/games/catalog.py"}
"""Where a title or a family may be named by whoever does not belong to it."""
FAMILY_TOOLS = {"tickets": ("render/layout/", "bot/cli/maps.py")}
"""Tools of one family that stand elsewhere: its maps are made and drawn there, before anybody plays."""
KEY = re.compile(r"[\w.]+")


@cache
def parsed(path: Path) -> ast.Module:
    return ast.parse(path.read_text())


def files(package: str) -> Iterator[tuple[str, ast.Module]]:
    """Every file of a package, as seen from the top, with what is in it."""
    for path in sorted((ROOT / package).rglob("*.py")):
        yield path.relative_to(ROOT).as_posix(), parsed(path)


def modules(tree: ast.Module) -> Iterator[tuple[int, str]]:
    """Every module that a file imports, with its line; also late ones, and those for types alone."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            yield from ((node.lineno, alias.name) for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0, f"line {node.lineno} imports relatively"
            # `from bot import app` means bot.app; of a name in a module, the module is enough.
            yield from ((node.lineno, f"{node.module}.{alias.name}") for alias in node.names)


def imports(package: str) -> Iterator[tuple[str, str]]:
    """(where, top-level module) for every import in a package."""
    for file, tree in files(package):
        for line, name in modules(tree):
            yield f"{file}:{line}", name.split(".")[0]


@pytest.mark.parametrize("package", MAY_IMPORT)
def test_imports_point_one_way(package: str) -> None:
    wrong = [
        f"{where} imports {name}"
        for where, name in imports(package)
        if name in MAY_IMPORT and name not in MAY_IMPORT[package]
    ]
    assert not wrong


@pytest.mark.parametrize("package", MAY_IMPORT)
def test_each_outside_world_is_met_in_one_package(package: str) -> None:
    wrong = [
        f"{where} imports {name}" for where, name in imports(package) if AT_HOME_ONLY_IN.get(name, package) != package
    ]
    assert not wrong


def test_rules_know_no_clock_and_no_global_chance() -> None:
    wrong = [f"{where} imports {name}" for where, name in imports("rules") if name in NOT_IN_RULES]
    assert not wrong


def room(path: str) -> str:
    """`tables` of bot/tables/votes.py and of bot.tables.votes, `app` of bot/app.py"""
    return path.removesuffix(".py").replace("/", ".").split(".")[1]


def test_no_two_rooms_of_the_bot_import_each_other_by_any_way_round() -> None:
    """Said of the table below which the test after this one holds the code to."""
    TopologicalSorter(ROOMS).prepare()


def test_the_rooms_of_the_bot_import_only_what_they_may() -> None:
    found = set()
    for file, tree in files("bot"):
        if file == "bot/__init__.py":
            continue
        for _, name in modules(tree):
            if name.startswith("bot.") and room(name) not in {*ROOMS[room(file)], room(file)}:
                found.add(f"{file} imports {room(name)}")
    assert not sorted(found)


def belongs(file: str, family: str) -> bool:
    at_home = [f"{package}/{family}/" for package in ("rules", "render", "bot/games")]
    return file.startswith((*at_home, *FAMILY_TOOLS.get(family, ())))


def all_files() -> Iterator[tuple[str, ast.Module]]:
    for package in MAY_IMPORT:
        yield from files(package)


def test_no_family_of_games_is_imported_but_by_itself_and_the_catalogues() -> None:
    assert FAMILIES == ["metro", "tickets"]
    found = set()
    for file, tree in all_files():
        for family in FAMILIES:
            if file in CATALOGUES or belongs(file, family):
                continue
            doors = tuple(f"{package}.{family}." for package in ("rules", "render", "bot.games"))
            if any(f"{name}.".startswith(doors) for _, name in modules(tree)):
                found.add(f"{file} imports {family}")
    assert not sorted(found)


def names_in(constant: str) -> set[str]:
    """The parts of what reads like a key, such as `rules.usa.1`; prose names nothing."""
    return set(constant.split(".")) if KEY.fullmatch(constant) else set()


def others_titles(file: str) -> set[str]:
    """Those that are no business of a file."""
    own = {"tickets": set(TICKET_TITLES), "metro": set(OWN_ENGINES)}
    known = set[str]().union(*(own[family] for family in FAMILIES if belongs(file, family)))
    return set(TITLES) - known


def test_no_title_is_named_but_by_its_family_and_the_catalogues() -> None:
    found = set()
    for file, tree in all_files():
        if file in CATALOGUES or file.startswith("bot/local/"):
            continue
        for node in ast.walk(tree):
            if isinstance(node, ast.Constant) and isinstance(node.value, str):
                found |= {f"{file} names {title}" for title in names_in(node.value) & others_titles(file)}
    assert not sorted(found)


def test_the_rules_name_no_map_of_the_ticket_games() -> None:
    """How two of them differ is written in their maps."""
    for file, tree in files("rules"):
        for node in ast.walk(tree):
            if isinstance(node, ast.Constant) and isinstance(node.value, str):
                assert node.value not in TICKET_TITLES, f"{file}:{node.lineno}"


def methods(protocol: type) -> set[str]:
    return {name for name, found in vars(protocol).items() if callable(found) and not name.startswith("_")}


def test_only_the_tables_write() -> None:
    writing = methods(StoreWriter) - methods(StoreReader) - {"close"}
    found = set()
    for file, call, name in calls("bot"):
        if file.startswith(("bot/tables/", "bot/store/", "bot/local/")) or name not in writing:
            continue
        if isinstance(call.func, ast.Attribute) and "store" in ast.unparse(call.func.value).split(".")[-1].lower():
            found.add(f"{file} calls {name}")
    assert not sorted(found)


def asks_for_a_verb(node: ast.AST) -> bool:
    """Whether something is decided by what stands in a `verb`."""
    match node:
        case ast.Compare(left=left, comparators=others):
            looked_at = [left, *others]
        case ast.Subscript(slice=key):
            looked_at = [key]
        case ast.Match(subject=subject):
            looked_at = [subject]
        case ast.Call(func=ast.Attribute(value=owner, attr="get")):
            looked_at = [owner, *node.args]
        case ast.Call(func=ast.Attribute(value=owner, attr="startswith" | "endswith")):
            looked_at = [owner]
        case _:
            return False
    return any(isinstance(each, ast.Attribute) and each.attr == "verb" for each in looked_at)


def test_verbs_of_buttons_are_routed_in_one_place() -> None:
    """But for a game's own, which its face knows."""
    found = {
        file
        for file, tree in files("bot")
        if not file.startswith(("bot/games/", "bot/local/"))
        for node in ast.walk(tree)
        if asks_for_a_verb(node)
    }
    assert found == {"bot/interactions/router.py"}


def test_every_verb_of_a_shared_button_has_a_handler() -> None:
    """Of buttons and menus that are no game's own: each verb that is written down is one of the routes."""
    router = parsed(ROOT / "bot/interactions/router.py")
    routes = {
        key.value
        for node in ast.walk(router)
        if isinstance(node, ast.Dict)
        for key, value in zip(node.keys, node.values, strict=True)
        if isinstance(key, ast.Constant) and isinstance(value, ast.Call) and ast.unparse(value.func) == "VerbRoute"
    }
    written = {
        word.value.value.partition("__")[0]
        for package in ("bot/interactions", "bot/outbox")
        for _, call, name in calls(package)
        if name in ("Button", "Menu")
        for word in call.keywords
        if word.arg == "verb" and isinstance(word.value, ast.Constant)
    }
    assert {"play", "member_invite", "zoom"} <= written <= routes


def test_pictures_are_drawn_from_views_and_never_from_states() -> None:
    for file, tree in files("render"):
        for node in ast.walk(tree):
            if isinstance(node, ast.ImportFrom) and (node.module or "").startswith("rules"):
                assert not (node.module or "").endswith(("state", "engine")), f"{file}:{node.lineno}"


def calls(package: str) -> Iterator[tuple[str, ast.Call, str]]:
    """Every call in a package, with the last part of what is called."""
    for file, tree in files(package):
        for node in ast.walk(tree):
            if isinstance(node, ast.Call) and isinstance(node.func, ast.Name | ast.Attribute):
                yield file, node, node.func.id if isinstance(node.func, ast.Name) else node.func.attr


def test_nothing_in_a_drawing_runs_out_of_an_iterator() -> None:
    """A StopIteration is no error to whoever waits for a thread: it would be waited for instead of told."""
    bare = [f"{file}:{call.lineno}" for file, call, name in calls("render") if name == "next" and len(call.args) == 1]
    assert not bare


def test_threads_are_started_in_one_place() -> None:
    starting = ("to_thread", "run_in_executor", "Thread", "ThreadPoolExecutor")
    assert {file for file, _, name in calls("bot") if name in starting} == {"bot/threads.py"}


MOST_ANY = 40
"""Where types end: discord.py's generics, JSON of Discord, a row of SQLite, what two games share. It only goes down."""


def test_nearly_everything_in_the_bot_has_a_type() -> None:
    found = [
        f"{file}:{node.lineno}"
        for file, tree in files("bot")
        for node in ast.walk(tree)
        if (isinstance(node, ast.Name) and node.id == "Any")
        or (isinstance(node, ast.Attribute) and node.attr == "Any")
        or (isinstance(node, ast.alias) and node.name == "Any")
    ]
    assert len(found) <= MOST_ANY, found


def test_nobody_calls_any_by_another_name() -> None:
    renamed = [
        f"{file}:{node.lineno}"
        for file, tree in all_files()
        for node in ast.walk(tree)
        if isinstance(node, ast.alias) and node.name in ("Any", "typing.Any") and node.asname
    ]
    bare = [
        f"{file}:{node.lineno}"
        for file, tree in all_files()
        for node in ast.walk(tree)
        if isinstance(node, ast.Assign | ast.AnnAssign) and isinstance(node.value, ast.Name) and node.value.id == "Any"
    ]
    assert not renamed + bare


SAME_ROLE = {"State", "Rulings", "GameEnded", "Scene", "LastMove", "PlayerTile"}
"""What each family of games has of its own, under the same name in the folder of each."""
DISCORD_NOUNS = {"Attachment", "Message"}
"""What is Discord's own in `bot/local`, and in the bot what is kept or sent of it."""


def test_no_two_classes_share_a_name() -> None:
    homes: dict[str, list[str]] = {}
    for file, tree in all_files():
        for node in ast.walk(tree):
            if isinstance(node, ast.ClassDef):
                homes.setdefault(node.name, []).append(file)
    shared = {name: found for name, found in homes.items() if len(found) > 1}
    for name in SAME_ROLE:
        assert sorted(family_of(file) for file in shared.pop(name)) == FAMILIES
    for name in DISCORD_NOUNS:
        assert sorted(file.startswith("bot/local/") for file in shared.pop(name)) == [False, True]
    assert not shared


def family_of(file: str) -> str:
    return next((family for family in FAMILIES if f"/{family}/" in file), "")
