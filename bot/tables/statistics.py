"""What results come to: averages, head-to-head, and ratings with their uncertainty. Knows no title and no Discord.

Ratings are worked out anew from all results of a server, in the order in which its games ended: nothing has to be put
right when somebody's data is erased. Somebody who held a seat for a part of a game counts for that part.
"""

from collections.abc import Iterable, Sequence
from functools import cache
from itertools import groupby
from typing import TYPE_CHECKING, TypeAlias

import msgspec

from bot.store.rows import PlayedRow

if TYPE_CHECKING:
    from openskill.models import PlackettLuce

Player: TypeAlias = int | str
"""A person by id, or a robot by its strength."""
A_SCALE = 40.0
"""Ratings begin at 1000, and few are below nothing."""


class Rating(msgspec.Struct, frozen=True, kw_only=True):
    points: float = 1000.0
    doubt: float = 1000.0 / 3
    """Two times out of three a player is no further off than this."""
    games: int = 0

    @property
    def least(self) -> float:
        """What a player has shown for sure; leaderboards go by it."""
        return self.points - 3 * self.doubt


class Summary(msgspec.Struct, frozen=True, kw_only=True):
    """Of one player. Parts of games count as parts."""

    games: float = 0.0
    wins: float = 0.0
    total: float = 0.0
    best: int | None = None
    turns: int = 0
    seconds: float = 0.0

    @property
    def average(self) -> float:
        return self.total / self.games if self.games else 0.0

    @property
    def pace(self) -> float | None:
        """Seconds a turn."""
        return self.seconds / self.turns if self.turns else None


class Course(msgspec.Struct, frozen=True, kw_only=True):
    """What a picture of one player shows."""

    ratings: tuple[Rating, ...]
    """Before the first game and after each."""
    scores: tuple[int, ...]


class Against(msgspec.Struct, frozen=True, kw_only=True):
    """How two players have done at the same tables."""

    games: int = 0
    better: int = 0
    worse: int = 0


def player_of(row: PlayedRow) -> Player | None:
    """None: somebody whose data was erased."""
    return row.result.user if row.result.user is not None else row.result.robot


def of_player(rows: Iterable[PlayedRow], player: Player) -> list[PlayedRow]:
    return [row for row in rows if player_of(row) == player]


def summary(rows: Iterable[PlayedRow]) -> Summary:
    """Of one player's rows."""
    found = Summary()
    for row in rows:
        result = row.result
        found = Summary(
            games=found.games + result.share,
            wins=found.wins + (result.share if result.place == 1 else 0.0),
            total=found.total + result.points * result.share,
            best=result.points if found.best is None else max(found.best, result.points),
            turns=found.turns + result.turns,
            seconds=found.seconds + result.seconds,
        )
    return found


def summaries(rows: Sequence[PlayedRow]) -> dict[Player, Summary]:
    players = dict.fromkeys(player for row in rows if (player := player_of(row)) is not None)
    return {player: summary(of_player(rows, player)) for player in players}


def head_to_head(rows: Sequence[PlayedRow], player: Player) -> dict[Player, Against]:
    """With everybody whom a player has met on another seat, those met most often first."""
    found: dict[Player, Against] = {}
    for game in by_game(rows):
        for mine in of_player(game, player):
            for other in game:
                whom = player_of(other)
                if whom is None or whom == player or other.result.seat == mine.result.seat:
                    continue
                met, ahead = found.get(whom, Against()), other.result.place - mine.result.place
                found[whom] = Against(
                    games=met.games + 1, better=met.better + (ahead > 0), worse=met.worse + (ahead < 0)
                )
    return dict(sorted(found.items(), key=lambda one: -one[1].games))


def by_game(rows: Sequence[PlayedRow]) -> list[list[PlayedRow]]:
    return [list(game) for _, game in groupby(rows, key=lambda row: row.table_id)]


def ratings(rows: Sequence[PlayedRow]) -> dict[Player, Rating]:
    """Of everybody, as they stand after the last game."""
    found: dict[Player, Rating] = {}
    for game in by_game(rows):
        found.update(rated(found, game))
    return found


def rating_history(rows: Sequence[PlayedRow], player: Player) -> list[Rating]:
    """Of one player, before the first game and after each."""
    found: dict[Player, Rating] = {}
    history = [Rating()]
    for game in by_game(rows):
        after = rated(found, game)
        found.update(after)
        if player in after:
            history.append(after[player])
    return history


def course_of(rows: Sequence[PlayedRow], player: Player) -> Course:
    scores = tuple(row.result.points for row in of_player(rows, player))
    return Course(ratings=tuple(rating_history(rows, player)), scores=scores)


def rated(before: dict[Player, Rating], game: Sequence[PlayedRow]) -> dict[Player, Rating]:
    """Everybody's rating after one game. A seat is as strong as those who held it, by their shares of it."""
    seats = [list(part) for _, part in groupby(game, key=lambda row: row.result.seat)]
    if len(seats) < 2:
        return {}
    model = plackett_luce()
    teams = [[model.rating(*seat_strength(before, seat))] for seat in seats]
    after = model.rate(teams, ranks=[float(seat[0].result.place) for seat in seats])
    found: dict[Player, Rating] = {}
    for seat, (old,), (new,) in zip(seats, teams, after, strict=True):
        for row in seat:
            player = player_of(row)
            if player is not None:
                was, share = found.get(player) or before.get(player, Rating()), row.result.share
                found[player] = Rating(
                    points=was.points + share * (new.mu - old.mu) * A_SCALE,
                    doubt=was.doubt * (new.sigma / old.sigma) ** share,
                    games=was.games + 1,
                )
    return found


def seat_strength(before: dict[Player, Rating], seat: Sequence[PlayedRow]) -> tuple[float, float]:
    """In openskill's own numbers."""
    held = [(before.get(player_of(row) or "", Rating()), row.result.share) for row in seat]
    whole = sum(share for _, share in held)
    points = sum(rating.points * share for rating, share in held) / whole
    doubt = sum(rating.doubt * share for rating, share in held) / whole
    return points / A_SCALE, doubt / A_SCALE


@cache
def plackett_luce() -> "PlackettLuce":
    from openskill.models import PlackettLuce  # it takes a while to load, and few ask for ratings

    return PlackettLuce()
