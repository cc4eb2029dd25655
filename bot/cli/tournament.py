"""`semafor tournament`: which robot is better, by how much, and how sure that is."""

import argparse
import re
import sys
import time
from collections.abc import Callable, Sequence
from functools import partial
from statistics import fmean

import msgspec
from tqdm import tqdm

from bot.cli.contest import Block, Conduct, Contestant, Match, play_block, seatings
from bot.cli.elo import Interval, Table, elo, pairs, share, verdict
from bot.cli.simulate import MOST_GAMES, parsed_options
from bot.cli.speech import BadInput, explain, game_named, say
from rules.errors import BadSeats, RulesError
from rules.game import AnyGame
from rules.robots import LEVELS, decide

MOST_ROBOTS = 8


class Standing(msgspec.Struct, frozen=True, kw_only=True):
    """How one robot fared."""

    robot: str
    elo: Interval
    """Above the first robot."""
    share: Interval
    """Of the pairs with the first robot that it won; a shared place is half."""
    games: int
    """Counted by seat: two seats in one game are two."""
    wins: int
    """A shared victory counts for each of the winners."""
    points: float
    counts: dict[str, float]
    """Means of what else the game counts, such as tickets."""
    decisions: int
    median_ms: float
    p99_ms: float
    """Of the processor, for one decision."""
    illegal: int
    failed: int


class Tournament(msgspec.Struct, frozen=True, kw_only=True):
    game: str
    players: int
    seed: str
    games: int
    blocks: int
    verdict: str
    """Of the sequential test, if one was asked for: `high`, `low`, or nothing when it was not decided."""
    standings: tuple[Standing, ...]
    seconds: float


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("game", type=game_named, metavar="GAME", help=say("cli.simulate.game"))
    parser.add_argument("--robots", required=True, metavar="ROBOT,…", help=say("cli.tournament.robots"))
    parser.add_argument("--games", type=int, default=100, metavar="K", help=say("cli.tournament.games"))
    parser.add_argument("--players", type=int, default=2, metavar="N", help=say("cli.simulate.players"))
    parser.add_argument("--seed", default="judge", metavar="S", help=say("cli.tournament.seed"))
    parser.add_argument("--option", action="append", default=[], metavar="KEY=VALUE", help=say("cli.simulate.option"))
    parser.add_argument("--sprt", metavar="LOW,HIGH", help=say("cli.tournament.sprt"))
    parser.add_argument("--json", action="store_true", help=say("cli.json"))


def run(args: argparse.Namespace, known: Callable[[str], Contestant] | None = None) -> int:
    tournament = asked_for(args, known or contestant)
    if args.json:
        sys.stdout.write(msgspec.json.encode(tournament).decode() + "\n")
    else:
        print_tournament(tournament)
    return 0


def asked_for(args: argparse.Namespace, known: Callable[[str], Contestant]) -> Tournament:
    game: AnyGame = args.game
    if args.players not in game.seats:
        raise BadInput(explain(BadSeats(game.id, args.players, game.seats[0], game.seats[-1])))
    names = args.robots.split(",")
    if not 2 <= len(names) <= MOST_ROBOTS or len(set(names)) < len(names):
        raise BadInput(say("cli.tournament.wrong_robots", most=MOST_ROBOTS))
    if not 1 <= args.games <= MOST_GAMES:
        raise BadInput(say("cli.simulate.wrong_games", most=MOST_GAMES))
    contestants = [known(name) for name in names]
    try:
        options = game.options(parsed_options(args.option))
        return hold(game, options, contestants, args.players, args.games, args.seed, bounds(args.sprt))
    except RulesError as error:
        raise BadInput(explain(error)) from None


def contestant(name: str) -> Contestant:
    """A robot by its level; `stationmaster:64` makes 64 rollouts for a decision."""
    level, colon, budget = name.partition(":")
    if level not in LEVELS:
        raise BadInput(say("cli.simulate.unknown_level", level=name, levels=", ".join(LEVELS)))
    if not colon:
        return Contestant(name, partial(decide, level))
    if not re.fullmatch("[1-9][0-9]{0,5}", budget):
        raise BadInput(say("cli.tournament.wrong_budget", robot=name))
    return Contestant(name, partial(decide, level, rollouts=int(budget)))


def bounds(given: str | None) -> tuple[float, float] | None:
    if given is None:
        return None
    try:
        low, high = (float(word) for word in given.split(","))
    except ValueError:
        raise BadInput(say("cli.tournament.wrong_sprt")) from None
    if not -1000 <= low < high <= 1000:
        raise BadInput(say("cli.tournament.wrong_sprt"))
    return low, high


def hold(
    game: AnyGame,
    options: object,
    contestants: Sequence[Contestant],
    seats: int,
    games: int,
    seed: str,
    test: tuple[float, float] | None = None,
) -> Tournament:
    """As many whole blocks as come to so many games or just more; fewer if the sequential test is decided before."""
    began, each = time.perf_counter(), len(seatings(len(contestants), seats))
    blocks, tables, decided = list[Block](), list[Table](), ""
    with tqdm(total=-(-games // each) * each, disable=None, leave=False, unit=say("cli.simulate.unit")) as bar:
        while len(blocks) * each < games and not decided:
            blocks.append(play_block(game, options, contestants, seats, f"{seed}/{len(blocks) + 1}"))
            tables.append(pairs(blocks[-1].matches, len(contestants)))
            decided = verdict(tables, *test) if test else ""
            bar.update(each)
    above = elo(tables)
    return Tournament(
        game=game.id,
        players=seats,
        seed=seed,
        games=len(blocks) * each,
        blocks=len(blocks),
        verdict=decided,
        standings=tuple(
            standing(number, one.name, above[number], blocks, tables) for number, one in enumerate(contestants)
        ),
        seconds=round(time.perf_counter() - began, 3),
    )


def standing(number: int, name: str, above: Interval, blocks: Sequence[Block], tables: Sequence[Table]) -> Standing:
    conduct = Conduct()
    for block in blocks:
        conduct.add(block.conduct[number])
    seats = [(match, seat) for block in blocks for match in block.matches for seat in seats_of(match, number)]
    counts = [match.counts[seat] for match, seat in seats]
    return Standing(
        robot=name,
        elo=above,
        share=share(tables, number, 0) if number else Interval(0.5, 0.5, 0.5),
        games=len(seats),
        wins=sum(match.places[seat] == 0 for match, seat in seats),
        points=round(fmean(match.points[seat] for match, seat in seats), 2),
        counts={key: round(fmean(count[key] for count in counts), 2) for key in counts[0]},
        decisions=len(conduct.seconds),
        median_ms=round(1000 * conduct.median, 3),
        p99_ms=round(1000 * conduct.p99, 3),
        illegal=conduct.illegal,
        failed=conduct.failed,
    )


def seats_of(match: Match, number: int) -> list[int]:
    return [seat for seat, who in enumerate(match.seating) if who == number]


def print_tournament(held: Tournament) -> None:
    print(say("cli.tournament.head", game=held.game, players=held.players, n=held.games, blocks=held.blocks))
    for each in held.standings:
        print(
            say(
                "cli.tournament.line",
                robot=each.robot,
                elo=f"{each.elo.value:+.0f}",
                low=f"{each.elo.low:+.0f}",
                high=f"{each.elo.high:+.0f}",
                share=f"{100 * each.share.value:.1f}",
                points=f"{each.points:.1f}",
                wins=each.wins,
                games=each.games,
            )
        )
        counts = " ".join(f"{key} {value:.2f}" for key, value in each.counts.items())
        more = say(
            "cli.tournament.more",
            counts=f"{counts} · " if counts else "",
            median=f"{each.median_ms:.2f}",
            p99=f"{each.p99_ms:.2f}",
            illegal=each.illegal,
            failed=each.failed,
        )
        print(f"  {more}")
    if held.verdict:
        print(say(f"cli.tournament.{held.verdict}", robot=held.standings[1].robot, first=held.standings[0].robot))
