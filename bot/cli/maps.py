"""`semafor map new | check | layout`: a new map for the ticket games, drawn and looked over."""

import argparse
import re
import sys
from collections.abc import Sequence
from pathlib import Path

import msgspec

import data
from bot.cli.speech import BadInput, say
from render.layout.checks import layout_problems
from render.layout.labels import placed_labels
from render.layout.made import LABEL, made_outline, with_tracks_and_land, written
from render.tickets.drawn_map import DrawnMap
from render.tickets.outline import Outline
from rules.errors import BadData
from rules.tickets.description import BadDescription, map_from
from rules.tickets.map_checks import Problem, map_problems
from rules.tickets.maps import MapFile, load_map

ID = re.compile(r"[a-z][a-z0-9_]{1,19}")
SIZES = (10.0, 80.0)
DESCRIPTION = 100_000
"""Characters of a description that are read at most."""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parts = parser.add_subparsers(dest="part", metavar=say("cli.map.part"), required=True)
    for name in ("new", "check", "layout"):
        about = say(f"cli.map.{name}")
        part = parts.add_parser(name, help=about, description=about)
        part.add_argument("id", metavar="ID", help=say("cli.map.id"))
        part.add_argument("--json", action="store_true", help=say("cli.json"))
        if name == "new":
            part.add_argument(
                "--from", dest="source", type=Path, required=True, metavar="FILE", help=say("cli.map.from")
            )
        if name == "layout":
            part.add_argument("--labels", action="store_true", help=say("cli.map.labels"))
            part.add_argument("--out", type=Path, metavar="FILE", help=say("cli.map.out"))
        if name != "check":
            part.add_argument("--size", type=float, metavar="PX", help=say("cli.map.size", n=round(LABEL)))


def run(args: argparse.Namespace) -> int:
    if not ID.fullmatch(args.id):
        raise BadInput(say("cli.map.bad_id", id=args.id))
    size = getattr(args, "size", None)
    if size is not None and not SIZES[0] <= size <= SIZES[1]:
        raise BadInput(say("cli.map.bad_size", least=round(SIZES[0]), most=round(SIZES[1])))
    return {"new": run_new, "check": run_check, "layout": run_layout}[args.part](args)


def run_new(args: argparse.Namespace) -> int:
    """Never over a map that is there: somebody may have drawn it by hand."""
    targets = (map_path(args.id), outline_path(args.id))
    for target in targets:
        if target.exists():
            raise BadInput(say("cli.map.exists", path=target))
    file = described(args.id, args.source)
    problems = map_problems(file)
    outline = made_outline(file, args.size or LABEL)
    write(targets[0], written(file))
    write(targets[1], written(outline))
    problems += layout_problems(DrawnMap(file, outline))
    return report(args, problems, files=[str(target) for target in targets])


def described(title: str, source: Path) -> MapFile:
    try:
        return map_from(title, source.read_text(encoding="utf-8")[:DESCRIPTION])
    except OSError as error:
        raise BadInput(f"{source}: {error.strerror}") from None
    except UnicodeDecodeError:
        raise BadInput(say("cli.map.not_text", path=source)) from None
    except BadDescription as error:
        reason = say(f"cli.map.description.{error.reason}", words=error.words)
        raise BadInput(say("cli.map.bad_line", path=source, line=error.line, reason=reason)) from None


def run_check(args: argparse.Namespace) -> int:
    file = read_map(args.id)
    problems = map_problems(file)
    outline = read_outline(args.id)
    problems += layout_problems(DrawnMap(file, outline)) if outline else [Problem("no_outline", {"id": args.id})]
    return report(args, problems)


def run_layout(args: argparse.Namespace) -> int:
    file, outline = read_map(args.id), read_outline(args.id)
    if map_problems(file):
        raise BadInput(say("cli.map.check_first", id=args.id))
    if args.labels:
        if outline is None or layout_problems_but_labels(file, outline):
            raise BadInput(say("cli.map.no_tracks_yet", id=args.id))
        outline = placed_labels(DrawnMap(file, outline), args.size)
    elif outline and outline.cities.keys() == {city.id for city in file.cities}:
        outline = with_tracks_and_land(file, outline, args.size)
    else:
        outline = made_outline(file, args.size or LABEL)
    target = args.out or outline_path(args.id)
    write(target, written(outline))
    return report(args, layout_problems(DrawnMap(file, outline)), files=[str(target)])


def layout_problems_but_labels(file: MapFile, outline: Outline) -> bool:
    drawn_map = DrawnMap(file, outline)
    found = layout_problems(drawn_map)
    return any(problem.kind == "no_place" for problem in found)


def map_path(title: str) -> Path:
    return data.FOLDER / "maps" / f"{title}.json"


def outline_path(title: str) -> Path:
    return data.FOLDER / "outlines" / f"{title}.json"


def read_map(title: str) -> MapFile:
    try:
        return load_map(title)
    except OSError:
        raise BadInput(say("cli.map.unknown", id=title)) from None
    except BadData as error:
        raise BadInput(say("cli.map.not_a_map", path=map_path(title), detail=error.detail)) from None


def read_outline(title: str) -> Outline | None:
    try:
        return msgspec.json.decode(outline_path(title).read_bytes(), type=Outline)
    except OSError:
        return None
    except msgspec.DecodeError as error:
        raise BadInput(say("cli.map.not_a_map", path=outline_path(title), detail=one_line(error))) from None


def one_line(error: Exception) -> str:
    return " ".join(str(error).split())


def write(target: Path, content: bytes) -> None:
    try:
        target.parent.mkdir(parents=True, exist_ok=True)
        target.write_bytes(content)
    except OSError as error:
        raise BadInput(f"{target}: {error.strerror}") from None


def report(args: argparse.Namespace, problems: list[Problem], files: Sequence[str] = ()) -> int:
    """Exit code 1 where something is wrong with the map, so that a script can ask."""
    if args.json:
        found = {"map": args.id, **({"files": files} if files else {}), "problems": problems}
        sys.stdout.write(msgspec.json.encode(found).decode() + "\n")
    else:
        for file in files:
            print(say("cli.map.written", path=file))
        for problem in problems:
            print(say(f"cli.map.problem.{problem.kind}", **problem.fields))
        print(say("cli.map.found", n=len(problems)) if problems else say("cli.map.fine", id=args.id))
    return 1 if problems else 0
