"""Passengers wait in cities and countries; whoever claims a track may take one from each of its ends."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import accumulate
from typing import TYPE_CHECKING, ClassVar, TypeAlias

from msgspec.structs import replace

from rules.errors import NoSuchAction
from rules.game import Event, Score
from rules.tickets.errors import NoSuchPassenger
from rules.tickets.events import PassengerTaken
from rules.tickets.features.feature import Feature
from rules.tickets.state import Player, State

if TYPE_CHECKING:
    from rules.tickets.board import Board

Wish: TypeAlias = tuple[str | None, str | None]
"""A colour at each end of a track, or None to leave them."""


class Passengers(Feature, frozen=True, tag="passengers"):
    """For each colour, most passengers count `most` points and second most `second`."""

    shuffles: ClassVar[tuple[str, ...]] = ("passengers",)

    each: int
    colours: tuple[str, ...]
    most: int
    second: int

    def set_up(self, board: Board, state: State) -> State:
        """They are dealt place by place, in the order of the map file, countries last."""
        names = [colour for colour in self.colours for _ in range(self.each)]
        order = [self.colours.index(colour) for colour in state.chance.shuffled(names, *self.shuffles)]
        starts = accumulate(board.place_sizes, initial=0)
        waiting = tuple(
            [tuple(sorted(order[at : at + size])) for at, size in zip(starts, board.place_sizes, strict=False)]
        )
        none = (0,) * len(self.colours)
        players = tuple(replace(player, passengers=none) for player in state.players)
        return replace(state, waiting=waiting, players=players)

    def score(self, board: Board, state: State) -> Iterable[Score]:
        points = [0] * len(state.players)
        for colour in range(len(self.colours)):
            held = [player.passengers[colour] for player in state.players]
            for seat, gained in enumerate(self.points(held)):
                points[seat] += gained
        return [Score(seat, "passengers", gained) for seat, gained in enumerate(points)]

    def points(self, held: list[int]) -> list[int]:
        """What a colour brings to each player. A tie for most leaves no second; having none never counts."""
        most = max(held)
        if most == 0:
            return [0] * len(held)
        second = max((n for n in held if n < most), default=0) if held.count(most) == 1 else 0
        return [self.most if n == most else self.second if n and n == second else 0 for n in held]


def check_passengers(board: Board, state: State, track: int, wish: Wish) -> None:
    if type(wish) is not tuple or len(wish) != 2:
        raise NoSuchAction("passengers")
    for city, colour in zip(board.ends[track], wish, strict=True):
        if colour is not None:
            if type(colour) is not str:
                raise NoSuchAction("passengers")
            place, number = board.place_of[city], board.passenger_numbers.get(colour)
            if not state.waiting or number not in state.waiting[place]:
                raise NoSuchPassenger(board.places[place], colour)


def waiting_at(board: Board, state: State, place: int) -> tuple[str, ...]:
    """The colours that wait in a place, each once."""
    if not state.waiting:
        return ()
    colours = board.passenger_colours
    return tuple(colours[number] for number in dict.fromkeys(state.waiting[place]))


def take_passengers(
    board: Board, state: State, player: Player, track: int, wish: Wish, events: list[Event]
) -> tuple[Player, tuple[tuple[int, ...], ...]]:
    """The player with them, and those who still wait."""
    waiting, taken = list(state.waiting), list(player.passengers)
    for city, colour in zip(board.ends[track], wish, strict=True):
        if colour is not None:
            place, number = board.place_of[city], board.passenger_numbers[colour]
            there = waiting[place]
            at = there.index(number)
            waiting[place] = there[:at] + there[at + 1 :]
            taken[number] += 1
            events.append(PassengerTaken(state.current, board.places[place], colour))
    return replace(player, passengers=tuple(taken)), tuple(waiting)
