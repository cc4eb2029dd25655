"""The engine of the ticket games: one stateless object for each title."""

import re
from collections.abc import Callable, Mapping, Sequence
from itertools import product
from typing import Any

from rules.chance import Chance
from rules.codec import Codec
from rules.errors import BadOption, CannotPass, GameOver, NoSuchAction, NotYourTurn, UnknownPlayer, WrongMoment
from rules.game import Action, Candidate, Codecs, Event, PlayerId, PossibleWorld, Random, Reason, Score, Step, Weights
from rules.search import MOST_TRIED, reader_of
from rules.shape import is_sound
from rules.tickets.actions import (
    BuildHarbour,
    ChoosePieces,
    ClaimRoute,
    DrawBlind,
    DrawCard,
    DrawTickets,
    ExchangePieces,
    GiveUpTunnel,
    KeepTickets,
    Pass,
    TicketAction,
    TopUpTunnel,
)
from rules.tickets.board import Board, load_board
from rules.tickets.choices import (
    after_opening,
    check_draw_tickets,
    check_keep_tickets,
    draw_tickets,
    keep_tickets,
)
from rules.tickets.claim import check_claim, claim_route, top_up_tunnel
from rules.tickets.draw import check_draw_blind, check_draw_card, draw_blind, draw_card
from rules.tickets.errors import NotInThisGame
from rules.tickets.events import TicketEvent
from rules.tickets.harbours import build_harbour, check_harbour
from rules.tickets.known import known_state
from rules.tickets.legal import TicketActions, lots_for
from rules.tickets.pieces import check_choose_pieces, check_exchange, choose_pieces, exchange_pieces
from rules.tickets.reasons import reasons
from rules.tickets.revealed import revealed
from rules.tickets.robots.conductor import Conductor, diverse
from rules.tickets.robots.sampling import sample
from rules.tickets.robots.weights import weights_for
from rules.tickets.rulings import NEWEST
from rules.tickets.scoring import scores_so_far
from rules.tickets.setup import set_up
from rules.tickets.state import (
    ChoosingTickets,
    Finished,
    Opening,
    Phase,
    SecondCard,
    State,
    TicketOptions,
    Tunnel,
    Turn,
)
from rules.tickets.supply import RESHUFFLE
from rules.tickets.tunnel import check_top_up, give_up_tunnel
from rules.tickets.turns import pass_turn
from rules.tickets.view import TicketView
from rules.tickets.viewing import view_for

NOBODY: frozenset[PlayerId] = frozenset()
ONE = tuple(frozenset({seat}) for seat in range(8))
CODECS: Codecs[State, TicketAction, TicketView] = Codecs(
    options=Codec(TicketOptions),
    action=Codec(TicketAction),
    event=Codec(TicketEvent),
    view=Codec(TicketView),
    state=Codec(State),
)


DEEDS: dict[type[Action], Callable[[Board, State, Any, list[Event]], State]] = {
    DrawCard: draw_card,
    DrawBlind: draw_blind,
    ClaimRoute: claim_route,
    DrawTickets: draw_tickets,
    KeepTickets: keep_tickets,
    TopUpTunnel: top_up_tunnel,
    GiveUpTunnel: give_up_tunnel,
    ChoosePieces: choose_pieces,
    BuildHarbour: build_harbour,
    ExchangePieces: exchange_pieces,
    Pass: pass_turn,
}
"""What each action does, once its moment has been checked; the rest each of them checks itself."""
USUAL: set[tuple[type, type]] = {
    *product((Turn,), (DrawCard, DrawBlind, ClaimRoute, DrawTickets)),
    *product((SecondCard,), (DrawCard, DrawBlind)),
    (ChoosingTickets, KeepTickets),
}
"""The usual actions of the usual phases: their moment is checked at a glance, and each looks at its own fields."""


class TicketGame:
    codecs = CODECS
    choices: Mapping[str, tuple[str, ...]] = {}
    """A title is its map: there is nothing to set."""

    def __init__(self, title: str, version: int = NEWEST) -> None:
        self.rules_version = version
        self.board = board = load_board(title, version)
        self.id = board.file.id
        self.seats = range(board.file.seats[0], board.file.seats[1] + 1)
        self.extras = tuple(kind for feature in board.features for kind in feature.in_turn)
        """What a turn may be used for in this title beside the usual."""
        self._in_turn = ("draw", "blind", "claim", "tickets", *self.extras)
        self.by_phase: dict[type[Phase], tuple[str, ...]] = {
            Turn: self._in_turn,
            SecondCard: ("draw", "blind"),
            ChoosingTickets: ("keep",),
            Tunnel: ("top_up", "give_up"),
            Finished: (),
        }
        """Once the opening is over, the kinds of action that can answer by phase."""
        self.lots = lots_for(board, self.extras)

    def options(self, given: Mapping[str, str]) -> TicketOptions:
        for name, value in given.items():
            raise BadOption(name, value)
        return TicketOptions()

    def setup(self, options: TicketOptions, seats: int, chance: Chance) -> State:
        return set_up(self.board, options, seats, chance)

    def can_shuffle(self, state: State, purpose: str) -> bool:
        board, is_over = self.board, self.is_over(state)
        at_set_up = {*board.kinds.deck_names, *board.pile_names, *(name for f in board.features for name in f.shuffles)}
        if board.file.opening_tickets.rejects == "shuffled":
            at_set_up |= {after_opening(board, pile) for pile in range(len(board.pile_names))}
        deck, comma, times = purpose.partition(RESHUFFLE)
        if not comma:
            return purpose in at_set_up
        number = board.kinds.deck_index.get(deck)
        if number is None or not re.fullmatch("[1-9][0-9]{0,3}", times):
            return False
        return not is_over or int(times) <= state.supply.reshuffles[number]

    def to_act(self, state: State) -> frozenset[PlayerId]:
        phase = type(state.phase)
        if phase is Opening:
            return frozenset(seat for seat, player in enumerate(state.players) if player.opening)
        return NOBODY if phase is Finished else ONE[state.current]

    def legal_actions(self, state: State, player: PlayerId) -> TicketActions:
        return TicketActions(self, self.board, state, player)

    def legal_in(self, view: TicketView) -> TicketActions:
        return TicketActions(self, self.board, known_state(self.board, view), reader_of(view))

    def asked(self, state: State, player: PlayerId) -> tuple[str, ...]:
        """The kinds of action, by short name, that can answer what a player is asked; passing is left out."""
        phase = type(state.phase)
        if phase is Opening:
            return state.players[player].opening[:1] if 0 <= player < len(state.players) else ()
        return self.by_phase[phase] if player == state.current else ()

    def check(self, state: State, action: Action) -> None:
        """Raise the refusal that `apply` would, and change nothing."""
        self._check_moment(state, action)
        board = self.board
        match action:
            case DrawCard():
                check_draw_card(board, state, action)
            case DrawBlind():
                check_draw_blind(board, state, action)
            case ClaimRoute():
                check_claim(board, state, action)
            case DrawTickets():
                check_draw_tickets(board, state, action)
            case KeepTickets():
                check_keep_tickets(board, state, action)
            case TopUpTunnel():
                check_top_up(board, state, action)
            case ChoosePieces():
                check_choose_pieces(board, action)
            case BuildHarbour():
                check_harbour(board, state, action)
            case ExchangePieces():
                check_exchange(state, action)

    def _check_moment(self, state: State, action: Action) -> None:
        """Whether this player is asked something that this kind of action answers; passing does for want of others."""
        if type(action) not in DEEDS or not is_sound(action):
            raise NoSuchAction(type(action).__name__)
        seat, phase = action.player, type(state.phase)
        if phase is Finished:
            raise GameOver
        if not 0 <= seat < len(state.players):
            raise UnknownPlayer(seat)
        asked = self.asked(state, seat)
        if not asked:
            raise NotYourTurn(seat, tuple(sorted(self.to_act(state))))
        kind = action.__struct_config__.tag
        if kind == "pass" and phase is Turn:
            if next(iter(self.legal_actions(state, seat))) != action:
                raise CannotPass
        elif kind not in asked:
            if kind not in self.kinds_of_action:
                raise NotInThisGame(str(kind))
            raise WrongMoment(asked)

    @property
    def kinds_of_action(self) -> tuple[str, ...]:
        answers = [kind for feature in self.board.features for kind in feature.answers]
        return (*self._in_turn, "keep", "pass", *answers)

    def apply(self, state: State, action: TicketAction) -> Step[State]:
        if (type(state.phase), type(action)) not in USUAL or action.player is not state.current:
            # Equal numbers that are not the same one, such as 0 and 0.0, only take the longer way.
            self._check_moment(state, action)
        events: list[Event] = []
        after = DEEDS[type(action)](self.board, state, action, events)
        return Step(after, tuple(events))

    def revealed(self, before: State, step: Step[State]) -> Mapping[str, int]:
        return revealed(self.board, before, step)

    def view_for(self, state: State, player: PlayerId | None) -> TicketView:
        if player is not None and (type(player) is not int or not 0 <= player < len(state.players)):
            raise UnknownPlayer(player)
        return view_for(self, state, player)

    def is_over(self, state: State) -> bool:
        return type(state.phase) is Finished

    def scores(self, state: State) -> tuple[Score, ...]:
        phase = state.phase
        return phase.scores if isinstance(phase, Finished) else scores_so_far(state)

    def ranking(self, state: State) -> tuple[tuple[PlayerId, ...], ...]:
        phase = state.phase
        return phase.ranking if isinstance(phase, Finished) else ()

    def tally(self, view: TicketView) -> Mapping[str, int]:
        tickets = view.tickets or ()
        return {"tickets": len(tickets), "finished": sum(ticket.is_done for ticket in tickets)}

    def forecast(self, view: TicketView) -> Sequence[float]:
        """Half of what counts are tickets, and nobody shows theirs."""
        return ()

    def weights(self, seats: int) -> Weights:
        return weights_for(self.id, seats)

    def advise(self, view: TicketView, legal: Any, random: Random, weights: Weights | None = None) -> TicketAction:
        weights = self.weights(view.seats) if weights is None else weights
        return Conductor(self.board, view, legal, random, weights).ranked()[0].action

    def candidates(
        self, view: TicketView, legal: Any, random: Random, most: int = 8, weights: Weights | None = None
    ) -> Sequence[Candidate[TicketAction]]:
        by = self.weights(view.seats) if weights is None else weights
        return diverse(Conductor(self.board, view, legal, random, by).ranked(), most)

    def to_try(self, view: TicketView, legal: Any, random: Random) -> Sequence[Candidate[TicketAction]]:
        conductor = Conductor(self.board, view, legal, random, self.weights(view.seats))
        found = diverse(conductor.ranked(), MOST_TRIED)
        return [*found, *conductor.further_claims(found)]

    def reasons(self, view: TicketView, action: TicketAction) -> tuple[Reason, ...]:
        return reasons(self.board, view, action)

    def sample(self, view: TicketView, random: Random) -> PossibleWorld[TicketAction] | None:
        return sample(self.board, view, random)
