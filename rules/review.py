"""Looking back at a finished game: everybody's chance to win after each turn, and the moves that cost most of it.

Chances are those of the search: what each player saw at the time, played out many times.
"""

from collections.abc import Callable, Iterator, Sequence
from math import sqrt
from statistics import fmean, stdev
from typing import Any, NamedTuple

import msgspec

from rules.errors import BadRecord
from rules.game import Action, AnyGame, Candidate, PlayerId, Random
from rules.record import Made, Record, open_record, replay_all
from rules.search import ROUNDS, numbers, outlook, search

CHART_ROLLOUTS = 10_000
"""For all the chances of a game together."""
MOST_EACH, LEAST_EACH = 32, 4
GLANCED_AT = 12
"""Worlds in which a move is compared with what the conductor would have done."""
LOOKED_INTO = 16
"""Moves that are searched for a better one."""
ROLLOUTS = 160
CHECKED = 96
"""Worlds in which a better move has to prove itself anew, and to the end: whatever was chosen for its luck loses it
here, and whatever only looks well after a few rounds does too."""
DOUBT = 2.0
"""How many standard errors are taken off what a better move has gained there."""
MOST_POINTS = 3
WORTH_TELLING = 0.08
"""Of the chance to win."""
Progress = Callable[[int, int], None]
"""How much is done, and of how much."""


class TurningPoint(msgspec.Struct, frozen=True):
    """A move for which there was a better one."""

    seq: int
    turn: int
    player: PlayerId
    action: msgspec.Raw
    better: msgspec.Raw
    chance: float
    """To win, with what was done,"""
    better_chance: float
    """and with the better move."""

    @property
    def worth(self) -> float:
        return self.better_chance - self.chance


class Review(msgspec.Struct, frozen=True):
    turns: tuple[int, ...]
    """After which turns; 0 is the deal and what was chosen before the first."""
    chances: tuple[tuple[float, ...], ...]
    """Everybody's chance to win after each of them; they come to 1."""
    points: tuple[TurningPoint, ...]
    """The worst first."""


class Glance(NamedTuple):
    """A move that differs from the conductor's."""

    loss: float
    made: Made


def unheard(_done: int, _whole: int) -> None:
    """Nobody waits for it."""


def review(record: Record, random: Random, on_progress: Progress = unheard) -> Review:
    """Raises `BadRecord` for a record that can't be replayed, or of a game that is not over."""
    made = [each for each in replay_all(record) if each.stands]
    game, _ = open_record(record)
    if not made or not game.is_over(made[-1].step.state):
        raise BadRecord("not over")
    ends = turn_ends(game, made)
    whole = len(ends) + len(made) + LOOKED_INTO * 10
    done = 0

    def note(more: int = 1) -> None:
        nonlocal done
        done += more
        on_progress(done, whole)

    seats = len(record.players)
    each = min(MOST_EACH, max(LEAST_EACH, CHART_ROLLOUTS // (len(ends) * seats)))
    chances = []
    for last in ends:
        chances.append(chances_in(game, last.step.state, seats, random, each))
        note()
    points = turning_points(game, made, random, note)
    turns = tuple(turn_of(game, last) for last in ends)
    on_progress(whole, whole)
    return Review(turns, tuple(chances), tuple(points))


def turning_points(
    game: AnyGame, made: Sequence[Made], random: Random, note: Callable[[int], None]
) -> list[TurningPoint]:
    """The worst of all moves, as far as they can be told; `note` hears how much has been done."""
    glances: list[Glance] = []
    for one in made:
        glances += glance(game, one, random)
        note(1)
    worst = sorted(glances, key=lambda one: (-one.loss, one.made.seq))[:LOOKED_INTO]
    points: list[TurningPoint] = []
    for found in worst:
        points += turning_point(game, found.made, random)
        note(10)
    return sorted(points, key=lambda point: -point.worth)[:MOST_POINTS]


def turn_of(game: AnyGame, made: Made) -> int:
    """The turn in which an action was made."""
    turn: int = game.view_for(made.before, None).turn
    return turn


def turn_ends(game: AnyGame, made: Sequence[Made]) -> list[Made]:
    """The last action of each turn."""
    turns = [turn_of(game, one) for one in made]
    return [one for one, now, then in zip(made, turns, [*turns[1:], None], strict=True) if now != then]


def chances_in(game: AnyGame, state: Any, seats: int, random: Random, rollouts: int) -> tuple[float, ...]:
    """Each player's by what that player saw; once it is over, what has come of it."""
    if game.is_over(state):
        winners = game.ranking(state)[0]
        return tuple((seat in winners) / len(winners) for seat in range(seats))
    found = [outlook(game, game.view_for(state, seat), random, rollouts) or 0.0 for seat in range(seats)]
    total = sum(found)
    return tuple(chance / total for chance in found) if total else (1 / seats,) * seats


def glance(game: AnyGame, made: Made, random: Random) -> Iterator[Glance]:
    """What a move has cost beside the conductor's, as far as a few worlds tell; nothing where it is the same,
    or where the world `is_vague`: few rounds, or a whole game of quick players, say too little of one move then."""
    player = made.action.player
    view, legal = game.view_for(made.before, player), game.legal_actions(made.before, player)
    if getattr(game.sample(view, random), "is_vague", False):
        return
    advice: Action = game.advise(view, legal, random)
    if advice != made.action:
        done, better = compared(game, view, (made.action, advice), random, GLANCED_AT, ROUNDS)
        if done:
            yield Glance(fmean(better) - fmean(done), made)


def turning_point(game: AnyGame, made: Made, random: Random) -> Iterator[TurningPoint]:
    player = made.action.player
    view, legal = game.view_for(made.before, player), game.legal_actions(made.before, player)
    candidates = [each for each in game.to_try(view, legal, random) if each.action != made.action]
    if not candidates:
        return
    # What was done starts level with the best of the others: only worlds decide.
    tried = [Candidate(made.action, candidates[0].worth), *candidates]
    best = next(each for each in search(game, view, tried, random, ROLLOUTS) if each.action != made.action)
    done, better = compared(game, view, (made.action, best.action), random, CHECKED, None)
    if sure_gain(done, better) >= WORTH_TELLING:
        raw, instead = (msgspec.Raw(game.codecs.action.encode(one)) for one in (made.action, best.action))
        chances = round(fmean(done), 3), round(fmean(better), 3)
        yield TurningPoint(made.seq, turn_of(game, made), player, raw, instead, *chances)


def sure_gain(done: Sequence[float], better: Sequence[float]) -> float:
    """As much of what one move has gained on another in the same worlds as is left if luck has helped."""
    gains = [one - other for one, other in zip(better, done, strict=True)]
    return fmean(gains) - DOUBT * stdev(gains) / sqrt(len(gains)) if len(gains) > 1 else 0.0


def compared(
    game: AnyGame, view: Any, actions: Sequence[Action], random: Random, worlds: int, rounds: int | None
) -> list[list[float]]:
    """The reader's chance with each of some actions, in each of the same worlds, after so many rounds or at the end."""
    chances: list[list[float]] = [[] for _ in actions]
    for _ in range(worlds):
        world, seed = game.sample(view, random), int(random() * 2**53)
        if world is None:
            break
        for action, found in zip(actions, chances, strict=True):
            tried = world.copy()
            tried.do(action)
            tried.play(numbers(seed), rounds)
            found.append(tried.worth(view.reader))
    return chances
