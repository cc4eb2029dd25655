"""`semafor render`: the picture of any moment of a game, from a record or played by robots."""

import argparse
from itertools import cycle
from pathlib import Path
from random import Random

import msgspec

from bot.cli.speech import BadInput, explain, game_named, language, plain, read_file, say, write_file
from data.languages import LANGUAGES
from render.catalog import pictures_of
from render.kit.seat import Seat
from render.kit.theme import PLAYERS, THEMES
from rules.chance import Chance
from rules.errors import BadSeats, RulesError
from rules.game import AnyGame, Event, Step, View
from rules.points import points_by_turn
from rules.record import open_record, read_record, replay
from rules.robots import robot_action

PICTURES = ("board", "hand", "scores", "text")


class PlayedGame(msgspec.Struct):
    """A game as far as it has come: its states, and what happened in the turn of the last action."""

    game: AnyGame
    state: object
    names: tuple[str, ...]
    events: list[Event] = []
    turn: int = 0
    past: list[object] = []
    """The states after each action."""

    def add(self, step: Step[object]) -> None:
        turn = self.game.view_for(self.state, None).turn
        self.events = [*(self.events if turn == self.turn else ()), *step.events]
        self.turn, self.state = turn, step.state
        self.past.append(step.state)


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("game", type=game_named, metavar="GAME", help=say("cli.render.game"))
    parser.add_argument("--out", type=Path, required=True, metavar="FILE", help=say("cli.render.out"))
    parser.add_argument("--picture", choices=PICTURES, default="board", help=say("cli.render.picture"))
    parser.add_argument("--record", type=Path, metavar="FILE", help=say("cli.render.record"))
    parser.add_argument("--until", type=int, metavar="SEQ", help=say("cli.render.until"))
    parser.add_argument("--seed", default="1", metavar="S", help=say("cli.render.seed"))
    parser.add_argument("--players", type=int, metavar="N", help=say("cli.render.players"))
    parser.add_argument("--turns", type=int, metavar="N", help=say("cli.render.turns"))
    parser.add_argument("--for", dest="reader", type=int, metavar="PLAYER", help=say("cli.render.for"))
    parser.add_argument("--theme", choices=tuple(THEMES), default="light", help=say("cli.render.theme"))
    parser.add_argument("--zoom", metavar="WHAT", help=say("cli.render.zoom"))
    parser.add_argument("--language", choices=LANGUAGES, default=language(), help=say("cli.render.language"))


def run(args: argparse.Namespace) -> int:
    if args.until is not None and args.until < 0:
        raise BadInput(say("cli.replay.bad_until"))
    try:
        moment = recorded(args) if args.record else played(args)
    except RulesError as error:
        raise BadInput(explain(error)) from None
    reader = None if args.reader is None else args.reader - 1
    if reader is not None and reader not in range(len(moment.names)):
        raise BadInput(say("cli.render.no_such_player", n=len(moment.names)))
    view = moment.game.view_for(moment.state, reader)
    content, words = drawn(args, moment, view)
    write_file(args.out, content)
    print(words)
    return 0


def recorded(args: argparse.Namespace) -> PlayedGame:
    record = read_record(read_file(args.record))
    game, state = open_record(record)
    if game.id != args.game.id:
        raise BadInput(say("cli.render.other_game", title=game.id))
    moment = PlayedGame(game, state, tuple(map(plain, record.players)))
    for _, _, step in replay(record, args.until):
        moment.add(step)
    return moment


def played(args: argparse.Namespace) -> PlayedGame:
    """Robots play until so many turns have begun, or to the end."""
    game: AnyGame = args.game
    seats = max(game.seats) if args.players is None else args.players
    if seats not in game.seats:
        raise BadSeats(game.id, seats, min(game.seats), max(game.seats))
    state = game.setup(game.options({}), seats, Chance(args.seed))
    moment = PlayedGame(game, state, tuple(say("cli.render.robot", n=n + 1) for n in range(seats)))
    random = Random(f"robots of {args.seed}").random
    while waiting := game.to_act(moment.state):
        if args.turns is not None and game.view_for(moment.state, None).turn > args.turns:
            break
        player = min(waiting)
        moment.add(game.apply(moment.state, robot_action("conductor", game, moment.state, player, random)))
    return moment


def drawn(args: argparse.Namespace, moment: PlayedGame, view: View) -> tuple[bytes, str]:
    """The file's content and the words that go with it."""
    show = pictures_of(view.game)
    seats = tuple(Seat(name, colour) for name, colour in zip(moment.names, cycle(PLAYERS), strict=False))
    looks = {"theme": args.theme, "language": args.language, "table": ""}
    words = {"language": args.language}
    events = [event.seen_by(view.reader) for event in moment.events]
    if args.picture == "hand":
        if view.reader is None:
            raise BadInput(say("cli.render.whose_hand"))
        return show.draw_hand(view, seats, **looks), show.alt_hand(view, seats, **words)
    if args.picture == "scores":
        if not view.is_over:
            raise BadInput(say("cli.render.not_over"))
        history = points_by_turn(moment.game, moment.past)
        return show.draw_scores(view, seats, history=history, **looks), show.alt_scores(view, seats, **words)
    alt = show.alt_board(view, seats, events=events, **words)
    if args.picture == "text":
        return show.text_board(view, seats, **words).encode(), alt
    if args.zoom is None:
        return show.draw_board(view, seats, events=events, **looks), alt
    if args.zoom not in show.zooms(view.game):
        raise BadInput(say("cli.render.no_such_zoom", zoom=args.zoom, zooms=", ".join(show.zooms(view.game))))
    return show.draw_zoom(view, seats, args.zoom, events=events, **looks), alt
