"""The game behind the `Game` protocol."""

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from rules.chance import Chance
from rules.codec import Codec
from rules.errors import BadSeats, NoSuchAction, UnknownPlayer
from rules.game import (
    Action,
    Candidate,
    Codecs,
    LegalActions,
    PlayerId,
    PossibleWorld,
    Random,
    Reason,
    Score,
    Step,
    Weights,
)
from rules.metro.actions import DrawTile, ExchangeShare, MetroAction, PlaceTile, PlaceTrain
from rules.metro.box import Box, load_box
from rules.metro.checks import check_asked
from rules.metro.events import MetroEvent
from rules.metro.known import known_state
from rules.metro.legal import MetroLegalActions
from rules.metro.options import Options, check_options, choices, read_options
from rules.metro.reasons import reasons
from rules.metro.revealed import revealed
from rules.metro.robots.conductor import candidates
from rules.metro.robots.judge import Judge
from rules.metro.robots.weights import weights_for
from rules.metro.robots.world import sample
from rules.metro.rulings import NEWEST
from rules.metro.scoring import ranking, scores
from rules.metro.setup import new_game, shuffles
from rules.metro.state import State
from rules.metro.turns import draw_tile, exchange_share, place_tile, place_train
from rules.metro.view import MetroView, view_for
from rules.search import reader_of

NOBODY_TO_ACT: frozenset[PlayerId] = frozenset()
ALONE = tuple(frozenset({player}) for player in range(6))
"""Only one player is ever asked at a time."""


DEEDS: dict[type[Action], Callable[[Box, State, Any], Step[State]]] = {
    PlaceTile: place_tile,
    DrawTile: draw_tile,
    ExchangeShare: exchange_share,
    PlaceTrain: place_train,
}


class MetroGame:
    id = "metro"

    def __init__(self, version: int = NEWEST) -> None:
        self.rules_version = version
        self.box = box = load_box(version)
        self.seats = range(box.players[0], box.players[1] + 1)
        self.choices = choices(box)
        self.codecs: Codecs[State, MetroAction, MetroView] = Codecs(
            options=Codec(Options),
            action=Codec(MetroAction),
            event=Codec(MetroEvent),
            view=Codec(MetroView),
            state=Codec(State),
        )

    def options(self, given: Mapping[str, str]) -> Options:
        return read_options(self.box, given)

    def setup(self, options: Options, seats: int, chance: Chance) -> State:
        if seats not in self.seats:
            raise BadSeats(self.id, seats, self.seats.start, self.seats.stop - 1)
        check_options(self.box, options, seats)
        return new_game(self.box, options, seats, chance)

    def can_shuffle(self, state: State, purpose: str) -> bool:
        return purpose in shuffles(self.box, state.options)

    def to_act(self, state: State) -> frozenset[PlayerId]:
        return ALONE[state.player] if state.tracks.free else NOBODY_TO_ACT

    def legal_actions(self, state: State, player: PlayerId) -> LegalActions[MetroAction]:
        return MetroLegalActions(self.box, state, player)

    def legal_in(self, view: MetroView) -> LegalActions[MetroAction]:
        return MetroLegalActions(self.box, known_state(self.box, view), reader_of(view))

    def apply(self, state: State, action: MetroAction) -> Step[State]:
        deed = DEEDS.get(type(action))
        if deed is None:
            raise NoSuchAction(type(action).__name__)
        if action.player is not state.player or not state.tracks.free:
            # Equal numbers that are not the same one, such as 0 and 0.0, only take the longer way.
            check_asked(state, action)
        return deed(self.box, state, action)

    def revealed(self, before: State, step: Step[State]) -> Mapping[str, int]:
        return revealed(before, step)

    def view_for(self, state: State, player: PlayerId | None) -> MetroView:
        if player is not None and (type(player) is not int or not 0 <= player < state.seats):
            raise UnknownPlayer(player)
        return view_for(self.box, state, player)

    def is_over(self, state: State) -> bool:
        return state.is_over

    def scores(self, state: State) -> tuple[Score, ...]:
        return scores(self.box, state)

    def ranking(self, state: State) -> tuple[tuple[PlayerId, ...], ...]:
        return ranking(self.box, state)

    def tally(self, view: MetroView) -> Mapping[str, int]:
        return {}

    def forecast(self, view: MetroView) -> Sequence[float]:
        return () if view.companies else Judge(self.box, view, weights_for(view.seats)).forecast

    def weights(self, seats: int) -> Weights:
        return weights_for(seats)

    def advise(
        self, view: MetroView, legal: LegalActions[MetroAction], random: Random, weights: Weights | None = None
    ) -> MetroAction:
        return candidates(self.box, view, legal, random, 1, weights)[0].action

    def candidates(
        self,
        view: MetroView,
        legal: LegalActions[MetroAction],
        random: Random,
        most: int = 8,
        weights: Weights | None = None,
    ) -> Sequence[Candidate[MetroAction]]:
        return candidates(self.box, view, legal, random, most, weights)

    def to_try(
        self, view: MetroView, legal: LegalActions[MetroAction], random: Random
    ) -> Sequence[Candidate[MetroAction]]:
        """Every tile is weighed by what it does to others as it is."""
        return self.candidates(view, legal, random)

    def reasons(self, view: MetroView, action: MetroAction) -> tuple[Reason, ...]:
        return reasons(self.box, view, action)

    def sample(self, view: MetroView, random: Random) -> PossibleWorld[MetroAction] | None:
        return sample(self.box, view, random, weights_for(view.seats))
