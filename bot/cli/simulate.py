"""`semafor simulate`: whole games played by robots."""

import argparse
import sys
import time
from pathlib import Path
from random import Random

import msgspec
from tqdm import tqdm

from bot.cli.speech import BadInput, explain, game_named, say, write_file
from rules.chance import Chance
from rules.errors import BadSeats, RulesError
from rules.game import Action, AnyGame, PlayerId, Score
from rules.record import record_of, write_record
from rules.robots import LEVELS, robot_action

MOST_GAMES = 1_000_000_000


class GameResult(msgspec.Struct, frozen=True):
    seed: str
    turns: int
    actions: int
    points: tuple[int, ...]
    scores: tuple[Score, ...]
    ranking: tuple[tuple[PlayerId, ...], ...]


class Simulation(msgspec.Struct, frozen=True, kw_only=True):
    game: str
    options: object
    robots: tuple[str, ...]
    games: tuple[GameResult, ...]
    wins: tuple[int, ...]
    """By seat; a shared victory counts for each of the winners."""
    seconds: float
    games_per_second: float
    actions_per_second: float


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("game", type=game_named, metavar="GAME", help=say("cli.simulate.game"))
    parser.add_argument("--players", type=int, default=2, metavar="N", help=say("cli.simulate.players"))
    parser.add_argument("--games", type=int, default=1, metavar="K", help=say("cli.simulate.games"))
    parser.add_argument("--seed", default="1", metavar="S", help=say("cli.simulate.seed"))
    parser.add_argument("--robots", default="conductor", metavar="LEVEL,…", help=say("cli.simulate.robots"))
    parser.add_argument("--option", action="append", default=[], metavar="KEY=VALUE", help=say("cli.simulate.option"))
    parser.add_argument("--records", type=Path, metavar="FOLDER", help=say("cli.simulate.records"))
    parser.add_argument("--json", action="store_true", help=say("cli.json"))


def run(args: argparse.Namespace) -> int:
    simulation = simulate(args)
    if args.json:
        sys.stdout.write(msgspec.json.encode(simulation).decode() + "\n")
    else:
        print_simulation(simulation)
    return 0


def simulate(args: argparse.Namespace) -> Simulation:
    game: AnyGame = args.game
    if args.players not in game.seats:
        raise BadInput(explain(BadSeats(game.id, args.players, game.seats[0], game.seats[-1])))
    robots = robot_levels(args.robots, args.players)
    if not 1 <= args.games <= MOST_GAMES:
        raise BadInput(say("cli.simulate.wrong_games", most=MOST_GAMES))
    try:
        options = game.options(parsed_options(args.option))
        results, began = [], time.perf_counter()
        for number in tqdm(range(1, args.games + 1), disable=None, leave=False, unit=say("cli.simulate.unit")):
            result, actions = play(game, options, robots, Chance(f"{args.seed}/{number}"))
            results.append(result)
            if args.records:
                save(args.records, game, options, robots, result.seed, actions)
        seconds = time.perf_counter() - began
    except RulesError as error:
        raise BadInput(explain(error)) from None
    return Simulation(
        game=game.id,
        options=options,
        robots=robots,
        games=tuple(results),
        wins=tuple(sum(seat in result.ranking[0] for result in results) for seat in range(args.players)),
        seconds=seconds,
        games_per_second=len(results) / seconds,
        actions_per_second=sum(result.actions for result in results) / seconds,
    )


def robot_levels(given: str, players: int) -> tuple[str, ...]:
    """A level for each seat; a single one is for all of them."""
    levels = tuple(given.split(","))
    for level in levels:
        if level not in LEVELS:
            raise BadInput(say("cli.simulate.unknown_level", level=level, levels=", ".join(LEVELS)))
    if len(levels) == 1:
        return levels * players
    if len(levels) != players:
        raise BadInput(say("cli.simulate.wrong_robots", n=len(levels), players=players))
    return levels


def parsed_options(given: list[str]) -> dict[str, str]:
    options = {}
    for item in given:
        name, sign, value = item.partition("=")
        if not sign:
            raise BadInput(say("cli.simulate.not_an_option", item=item))
        options[name.strip()] = value.strip()
    return options


def play(game: AnyGame, options: object, robots: tuple[str, ...], chance: Chance) -> tuple[GameResult, list[Action]]:
    """One whole game. The robots' own luck is not the game's: it never touches the record."""
    state = game.setup(options, len(robots), chance)
    random = Random(f"robots of {chance.seed}").random
    actions: list[Action] = []
    while waiting := game.to_act(state):
        player = min(waiting)
        action = robot_action(robots[player], game, state, player, random)
        actions.append(action)
        state = game.apply(state, action).state
    scores = game.scores(state)
    points = tuple(sum(line.points for line in scores if line.player == seat) for seat in range(len(robots)))
    turns = game.view_for(state, None).turn
    return GameResult(chance.seed or "", turns, len(actions), points, scores, game.ranking(state)), actions


def save(
    folder: Path, game: AnyGame, options: object, robots: tuple[str, ...], seed: str, actions: list[Action]
) -> None:
    players = tuple(f"{level} {seat + 1}" for seat, level in enumerate(robots))
    record = record_of(game, options, players, Chance(seed), tuple(actions))
    write_file(folder / f"{game.id}-{seed.replace('/', '-')}.json", write_record(record), makes_folder=True)


def print_simulation(simulation: Simulation) -> None:
    for number, result in enumerate(simulation.games, start=1):
        points = " ".join(f"{points:>4}" for points in result.points)
        winners = "+".join(str(seat + 1) for seat in result.ranking[0])
        print(say("cli.simulate.line", number=number, points=points, winners=winners, turns=result.turns))
    for seat, robot in enumerate(simulation.robots):
        print(say("cli.simulate.wins", seat=seat + 1, robot=robot, n=simulation.wins[seat]))
    speed = say(
        "cli.simulate.speed",
        games=f"{simulation.games_per_second:.1f}",
        actions=f"{simulation.actions_per_second:.0f}",
    )
    print(speed)
