"""`semafor replay`: a game record played again, to see where it stands."""

import argparse
import sys
from pathlib import Path

import msgspec

from bot.cli.speech import BadInput, explain, plain, read_file, say
from rules.errors import RulesError
from rules.game import AnyGame
from rules.record import Record, read_record, replayed, taken_back


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("file", type=Path, metavar="FILE", help=say("cli.replay.file"))
    parser.add_argument("--until", type=int, metavar="SEQ", help=say("cli.replay.until"))
    parser.add_argument("--json", action="store_true", help=say("cli.json"))


def run(args: argparse.Namespace) -> int:
    if args.until is not None and args.until < 0:
        raise BadInput(say("cli.replay.bad_until"))
    try:
        record = read_record(read_file(args.file))
        game, state = replayed(record, args.until)
    except RulesError as error:
        raise BadInput(explain(error)) from None
    if args.json:
        sys.stdout.write(msgspec.json.encode(as_json(game, state, record, args.until)).decode() + "\n")
    else:
        print_state(game, state, record, args.until)
    return 0


def as_json(game: AnyGame, state: object, record: Record, until: int | None) -> dict[str, object]:
    """The whole state: whoever has the record knows every secret of it anyway."""
    return {
        "game": game.id,
        "players": record.players,
        "seq": actions_played(record, until),
        "undone": actions_undone(record, until),
        "is_over": game.is_over(state),
        "scores": game.scores(state),
        "ranking": game.ranking(state),
        "view": game.view_for(state, None),
        "state": state,
    }


def actions_played(record: Record, until: int | None) -> int:
    return len(record.actions[:until])


def actions_undone(record: Record, until: int | None) -> list[int]:
    return sorted(seq for seq in taken_back(record) if seq <= actions_played(record, until))


def print_state(game: AnyGame, state: object, record: Record, until: int | None) -> None:
    view, names = game.view_for(state, None), [plain(name) for name in record.players]
    seq = actions_played(record, until)
    print(say("cli.replay.head", game=game.id, n=seq, turn=view.turn))
    if undone := actions_undone(record, until):
        print(say("cli.replay.undone", n=len(undone)))
    if view.is_over:
        winners = ", ".join(names[seat] for seat in view.ranking[0])
        print(say("cli.replay.over", winners=winners))
    else:
        print(say("cli.replay.waiting", names=", ".join(names[seat] for seat in view.to_act)))
    for seat, name in enumerate(names):
        lines = [(line.category, line.points) for line in view.scores if line.player == seat]
        parts = ", ".join(f"{category} {points}" for category, points in lines)
        print(say("cli.replay.score", name=name, points=sum(points for _, points in lines), parts=parts))
    public = msgspec.to_builtins(view)
    for seat, name in enumerate(names):
        print(say("cli.replay.knows", name=name))
        own = msgspec.to_builtins(game.view_for(state, seat))
        for field, value in own.items():
            if value != public[field] and field != "reader":
                print(f"  {field}: {msgspec.json.encode(value).decode()}")
