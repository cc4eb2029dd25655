"""What results come to: averages, head-to-head, and ratings with their uncertainty. Knows no title and no Discord.

Each game is counted on top of how everybody stood before it, in the order in which games ended. Somebody who held a
seat for a part of a game counts for that part.
"""

from collections.abc import Iterable, Mapping, Sequence
from functools import cache
from itertools import groupby
from typing import TYPE_CHECKING, TypeAlias

import msgspec
from msgspec.structs import replace

from bot.store.rows import NO_SERVER, PlayedRow, StandingChanges, StandingRow

if TYPE_CHECKING:
    from openskill.models import PlackettLuce

Player: TypeAlias = int | str
"""A person by id, or a robot by its strength."""
Scope: TypeAlias = tuple[int, str]
"""A server and a title, as in a `StandingRow`."""
Standings: TypeAlias = dict[tuple[Scope, Player | None], StandingRow]
NEWCOMER = StandingRow(guild=0, title="")
A_SCALE = 40.0
"""Ratings begin at 1000, and few are below nothing."""


class Course(msgspec.Struct, frozen=True, kw_only=True):
    """What a picture of one player shows."""

    ratings: tuple[tuple[float, float], ...]
    """With their doubt, before the first game and after each."""
    scores: tuple[int, ...]
    """In one title."""
    title: str


class Against(msgspec.Struct, frozen=True, kw_only=True):
    """How two players have done at the same tables."""

    games: int = 0
    better: int = 0
    worse: int = 0


def player_of(row: PlayedRow) -> Player | None:
    """None: somebody whose data was erased."""
    return row.result.user if row.result.user is not None else row.result.robot


def scopes_of(game: PlayedRow) -> list[Scope]:
    """Where a game counts: on its server, if it has one, and on all, in its title and in all."""
    return [(guild, title) for guild in dict.fromkeys((game.guild, NO_SERVER)) for title in (game.title, "")]


def key_of(row: StandingRow) -> tuple[Scope, Player | None]:
    return (row.guild, row.title), row.user if row.user is not None else row.robot


def of_player(rows: Iterable[PlayedRow], player: Player) -> list[PlayedRow]:
    return [row for row in rows if player_of(row) == player]


def summary(rows: Iterable[PlayedRow]) -> StandingRow:
    """Of one player's rows, without a rating."""
    return with_results(NEWCOMER, rows)


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


def count(before: Mapping[tuple[Scope, Player | None], StandingRow], game: Sequence[PlayedRow]) -> StandingChanges:
    """How everybody stands after one more game; as before, where it was a coached one."""
    if game[0].is_coached:
        return StandingChanges(until=end_of(game))
    found: list[StandingRow] = []
    steps: list[StandingRow] = []
    players = {player: row for row in game if (player := player_of(row)) is not None}
    for guild, title in scopes_of(game[0]):
        held = {player: before.get(((guild, title), player), NEWCOMER) for player in players}
        after = rated(held, game)
        for player, row in players.items():
            fresh = replace(NEWCOMER, guild=guild, title=title, user=row.result.user, robot=row.result.robot)
            now = with_results(before.get(((guild, title), player), fresh), of_player(game, player))
            if player in after:
                points, doubt = after[player]
                now = replace(now, points=points, doubt=doubt, rated=now.rated + 1)
                steps.append(now)
            found.append(now)
    return StandingChanges(standings=tuple(found), steps=tuple(steps), until=end_of(game))


def count_all(rows: Sequence[PlayedRow]) -> StandingChanges:
    """The same from the first game on."""
    now: Standings = {}
    steps: list[StandingRow] = []
    until = (0.0, 0)
    for game in by_game(rows):
        changes = count(now, game)
        now.update({key_of(row): row for row in changes.standings})
        steps += changes.steps
        until = end_of(game)
    return StandingChanges(standings=tuple(now.values()), steps=tuple(steps), until=until)


def end_of(game: Sequence[PlayedRow]) -> tuple[float, int]:
    """Games are counted in this order."""
    return game[0].result.at, game[0].table_id


def with_results(standing: StandingRow, rows: Iterable[PlayedRow]) -> StandingRow:
    """With a player's own results of one more game."""
    for result in (row.result for row in rows):
        standing = replace(
            standing,
            games=standing.games + result.share,
            wins=standing.wins + (result.share if result.place == 1 else 0.0),
            total=standing.total + result.points * result.share,
            best=max(standing.best, result.points) if standing.games else result.points,
            turns=standing.turns + result.turns,
            seconds=standing.seconds + result.seconds,
        )
    return standing


def rated(before: Mapping[Player, StandingRow], game: Sequence[PlayedRow]) -> dict[Player, tuple[float, float]]:
    """Everybody's rating and doubt after one game. A seat is as strong as those who held it, by their shares of it."""
    seats = [list(part) for _, part in groupby(game, key=lambda row: row.result.seat)]
    if len(seats) < 2:
        return {}
    model = plackett_luce()
    teams = [[model.rating(*seat_strength(before, seat))] for seat in seats]
    after = model.rate(teams, ranks=[float(seat[0].result.place) for seat in seats])
    found: dict[Player, tuple[float, float]] = {}
    for seat, (old,), (new,) in zip(seats, teams, after, strict=True):
        for row in seat:
            player = player_of(row)
            if player is not None:
                points, doubt = found.get(player) or (before[player].points, before[player].doubt)
                share = row.result.share
                found[player] = (
                    points + share * (new.mu - old.mu) * A_SCALE,
                    doubt * (new.sigma / old.sigma) ** share,
                )
    return found


def seat_strength(before: Mapping[Player, StandingRow], seat: Sequence[PlayedRow]) -> tuple[float, float]:
    """In openskill's own numbers."""
    held = [(before.get(player_of(row) or "", NEWCOMER), row.result.share) for row in seat]
    whole = sum(share for _, share in held)
    points = sum(standing.points * share for standing, share in held) / whole
    doubt = sum(standing.doubt * share for standing, share in held) / whole
    return points / A_SCALE, doubt / A_SCALE


@cache
def plackett_luce() -> "PlackettLuce":
    from openskill.models import PlackettLuce  # it takes a while to load, and few ask for ratings

    return PlackettLuce()
