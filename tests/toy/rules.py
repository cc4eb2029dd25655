"""Tic-tac-toe behind the `Game` protocol."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

import msgspec

from rules.chance import Chance
from rules.codec import Codec
from rules.errors import BadOption, BadSeats, GameOver, IllegalAction, NoSuchAction, NotYourTurn, UnknownPlayer
from rules.game import (
    Action,
    Candidate,
    Codecs,
    Event,
    LegalActions,
    PlayerId,
    Random,
    Reason,
    Score,
    Step,
    View,
    Weights,
)

TITLE = "toy"
SQUARES = tuple(f"{column}{row}" for row in "123" for column in "ABC")
LINES = (
    *(tuple(SQUARES[3 * n : 3 * n + 3]) for n in range(3)),
    *(tuple(SQUARES[n::3]) for n in range(3)),
    tuple(SQUARES[::4]),
    tuple(SQUARES[2:7:2]),
)


@dataclass
class SquareTaken(IllegalAction):
    square: str


class Mark(Action, frozen=True, tag="mark", gc=False):
    square: str


class Marked(Event, frozen=True, tag="marked", gc=False):
    player: PlayerId
    square: str


class GameEnded(Event, frozen=True, tag="ended", gc=False):
    winners: tuple[PlayerId, ...]


ToyEvent = Marked | GameEnded


class ToyOptions(msgspec.Struct, frozen=True):
    pass


class State(msgspec.Struct, frozen=True):
    marks: dict[str, PlayerId] = {}


class ToyView(View, frozen=True, kw_only=True):
    marks: dict[str, PlayerId]


class ToyLegal(LegalActions[Mark], frozen=True):
    state: State
    player: PlayerId

    def __iter__(self) -> Iterator[Mark]:
        if self.player in to_act(self.state):
            yield from (Mark(self.player, square) for square in SQUARES if square not in self.state.marks)

    def __contains__(self, action: object) -> bool:
        return action in list(self)


def winner(state: State) -> PlayerId | None:
    owners = ([state.marks.get(square) for square in line] for line in LINES)
    return next((first for first, *rest in owners if first is not None and rest == [first, first]), None)


def is_over(state: State) -> bool:
    return winner(state) is not None or len(state.marks) == len(SQUARES)


def to_act(state: State) -> frozenset[PlayerId]:
    return frozenset() if is_over(state) else frozenset({len(state.marks) % 2})


def winners(state: State) -> tuple[PlayerId, ...]:
    won = winner(state)
    return (0, 1) if won is None else (won,)


class ToyGame:
    id = TITLE
    seats = range(2, 3)
    choices: Mapping[str, tuple[str, ...]] = {}

    def __init__(self, version: int = 1) -> None:
        self.rules_version = version
        self.codecs: Codecs[State, Mark, ToyView] = Codecs(
            options=Codec(ToyOptions),
            action=Codec(Mark),
            event=Codec(ToyEvent),
            view=Codec(ToyView),
            state=Codec(State),
        )

    def options(self, given: Mapping[str, str]) -> ToyOptions:
        for name, value in given.items():
            raise BadOption(name, value)
        return ToyOptions()

    def setup(self, _options: ToyOptions, seats: int, _chance: Chance) -> State:
        if seats not in self.seats:
            raise BadSeats(self.id, seats, 2, 2)
        return State()

    def can_shuffle(self, _state: State, _purpose: str) -> bool:
        return False

    def to_act(self, state: State) -> frozenset[PlayerId]:
        return to_act(state)

    def legal_actions(self, state: State, player: PlayerId) -> LegalActions[Mark]:
        return ToyLegal(state, player)

    def legal_in(self, view: ToyView) -> LegalActions[Mark]:
        assert view.reader is not None
        return ToyLegal(State(view.marks), view.reader)

    def apply(self, state: State, action: Mark) -> Step[State]:
        if not isinstance(action, Mark):
            raise NoSuchAction(type(action).__name__)
        if is_over(state):
            raise GameOver
        if action.player not in to_act(state):
            raise NotYourTurn(action.player, tuple(to_act(state)))
        if action.square in state.marks or action.square not in SQUARES:
            raise SquareTaken(action.square)
        after = State({**state.marks, action.square: action.player})
        ended = (GameEnded(winners(after)),) if is_over(after) else ()
        return Step(after, (Marked(action.player, action.square), *ended))

    def revealed(self, _before: State, _step: Step[State]) -> Mapping[str, int]:
        """Nothing is hidden."""
        return {}

    def view_for(self, state: State, player: PlayerId | None) -> ToyView:
        if player not in (None, 0, 1):
            raise UnknownPlayer(player or 0)
        return ToyView(
            game=self.id,
            reader=player,
            seats=2,
            turn=len(state.marks) + 1,
            to_act=tuple(to_act(state)),
            is_over=is_over(state),
            scores=self.scores(state),
            ranking=self.ranking(state),
            marks=state.marks,
        )

    def is_over(self, state: State) -> bool:
        return is_over(state)

    def scores(self, state: State) -> tuple[Score, ...]:
        return tuple(Score(player, "line", int(is_over(state) and player in winners(state))) for player in (0, 1))

    def ranking(self, state: State) -> tuple[tuple[PlayerId, ...], ...]:
        if not is_over(state):
            return ()
        won = winner(state)
        return ((0, 1),) if won is None else ((won,), (1 - won,))

    def tally(self, _view: ToyView) -> Mapping[str, int]:
        return {}

    def forecast(self, _view: ToyView) -> Sequence[float]:
        return ()

    def weights(self, _seats: int) -> Weights:
        return {}

    def advise(
        self, _view: ToyView, legal: LegalActions[Mark], _random: Random, _weights: Weights | None = None
    ) -> Mark:
        """Always the first free square: easily beaten."""
        return next(iter(legal))

    def candidates(
        self,
        _view: ToyView,
        legal: LegalActions[Mark],
        _random: Random,
        most: int = 8,
        weights: Weights | None = None,
    ) -> Sequence[Candidate[Mark]]:
        return [Candidate(action, -float(number)) for number, action in enumerate(legal)][:most]

    def to_try(self, view: ToyView, legal: LegalActions[Mark], random: Random) -> Sequence[Candidate[Mark]]:
        return self.candidates(view, legal, random)

    def reasons(self, _view: ToyView, _action: Mark) -> tuple[Reason, ...]:
        return ()

    def sample(self, view: ToyView, _random: Random) -> ToyWorld:
        return ToyWorld(State(dict(view.marks)))


class ToyWorld:
    """Nothing is hidden, so there is one world only."""

    def __init__(self, state: State) -> None:
        self.state = state

    def copy(self) -> ToyWorld:
        return ToyWorld(self.state)

    def do(self, action: Mark) -> None:
        self.state = ToyGame().apply(self.state, action).state

    def play(self, random: Random, rounds: int | None) -> None:
        left = len(SQUARES) if rounds is None else 2 * rounds
        while left and (waiting := to_act(self.state)):
            self.do(ToyLegal(self.state, min(waiting)).pick(random))
            left -= 1

    def worth(self, player: PlayerId) -> float:
        won = winners(self.state) if is_over(self.state) else (0, 1)
        return (player in won) / len(won)

    def merit(self, player: PlayerId) -> float:
        return self.worth(player)
