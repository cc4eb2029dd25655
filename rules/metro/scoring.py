"""Points: lines as they are completed, everything else at the end."""

from collections.abc import Sequence

from rules.game import Event, PlayerId, Score
from rules.metro.box import NOBODY, Box
from rules.metro.events import LineScored
from rules.metro.numbers import card_points
from rules.metro.shares import bonus_points, share_points
from rules.metro.state import State
from rules.metro.tracing import Finish, points_of


def score_lines(
    box: Box, state: State, trains: tuple[int, ...], finished: Sequence[Finish], events: list[Event]
) -> tuple[int, ...]:
    """The markers after these lines have been scored; each line is told of in `events`."""
    points = list(state.points)
    names = box.names(state.options.numbering)
    for line in finished:
        owner, made = trains[line.start], points_of(line.start, line.end, line.passes)
        colour = player = None
        if owner != NOBODY:
            points[owner] += made
            colour = box.colours[owner]
            player = owner if state.shares is None else None
        events.append(LineScored(names[line.start], names[line.end], colour, player, line.passes, made))
    return tuple(points)


def scores(box: Box, state: State) -> tuple[Score, ...]:
    found: list[Score] = []
    if state.shares is None:
        found += [Score(player, "lines", points) for player, points in enumerate(state.points)]
    elif state.is_over:
        held = state.shares.held
        found += [Score(player, "shares", share_points(box, own, state.points)) for player, own in enumerate(held)]
        bonus = bonus_points(box, held, state.points)
        found += [Score(player, "bonus", points) for player, points in enumerate(bonus)]
    if state.is_over:
        for player, numbers in enumerate(state.numbers):
            found.append(Score(player, "numbers", sum(number_points(box, state, number) for number in numbers)))
    return tuple(found)


def number_points(box: Box, state: State, number: int) -> int:
    return card_points(state.tracks, box.place_of(state.options.numbering, number))


def ranking(box: Box, state: State) -> tuple[tuple[PlayerId, ...], ...]:
    """By points; whoever has as many shares the place, the victory too."""
    totals = [0] * state.seats
    for score in scores(box, state):
        totals[score.player] += score.points
    places = sorted(set(totals), reverse=True)
    return tuple(tuple(player for player, total in enumerate(totals) if total == place) for place in places)
