"""A world as search plays it: on by the quick player, judged by the count or by an estimate."""

from collections.abc import Callable
from typing import Self

from rules.game import PlayerId, Random
from rules.tickets.actions import ClaimRoute, KeepTickets, TicketAction
from rules.tickets.robots.counting import final_points, winners
from rules.tickets.robots.evaluation import chance_to_win, estimate_for, share
from rules.tickets.robots.quick import act, half_turns_left
from rules.tickets.robots.world import OVER, TicketWorld

NEAR = 80
"""Half turns, in tenths, from which on a world is played to its end."""
PLAIN = 320
"""Half turns, in tenths, from which on what playouts say of one action is worth telling people."""
ONCE = 100
"""What making a world and counting its points takes, as half turns in tenths."""
CLEAR = 20.0
"""Points by which a result is clear. By how much a game is won counts as well: it tells more than a few lucky wins."""


class PossibleTicketWorld(TicketWorld):
    __slots__ = ("conductors_plan",)

    rounds = None
    """To the end: an estimate before it tells nothing of the difference between two actions."""
    doubt = 1.0
    """Some: what the conductor likes nearly as well is hardly worse on average, but luck changes moves by the dozen."""
    conductors_plan: Callable[[tuple[int, ...]], int]
    """Of whoever looks, for so many tickets, as things stand at the beginning: better than a quick player's."""

    @property
    def trust(self) -> float:
        return self.ground.habits.trusted(self.seats)

    def copy(self) -> Self:
        new = super().copy()
        new.conductors_plan = self.conductors_plan
        return new

    def do(self, action: TicketAction) -> None:
        super().do(action)
        if type(action) is KeepTickets:
            self.plans[action.player] = self.conductors_plan(self.tickets[action.player])

    @property
    def is_far(self) -> bool:
        """Whether the end is too far for playouts: luck and the quick player's manners drown what an action does."""
        return not self.turn or half_turns_left(self) > self.ground.habits.seen(self.seats)

    @property
    def is_vague(self) -> bool:
        """Whether a single action may well be as good as another of which playouts think better by far."""
        return not self.turn or half_turns_left(self) > PLAIN

    @property
    def briefness(self) -> float:
        """How many playouts from here take the time of one from as far as it is seen."""
        return (self.ground.habits.seen(self.seats) + ONCE) / (half_turns_left(self) + ONCE)

    def is_in_the_way(self, action: TicketAction) -> bool:
        """Whether it takes a track that somebody else needs."""
        if type(action) is not ClaimRoute:
            return False
        taken = self.taken_with(self.ground.board.track_index[action.track])
        return any(plan > 0 and plan & taken for seat, plan in enumerate(self.plans) if seat != action.player)

    def play(self, random: Random, rounds: int | None) -> None:
        """The quick player leaves nothing to chance: all of it lies in the decks."""
        last = None if rounds is None else max(1, self.turn) + rounds * self.seats
        while self.phase != OVER:
            if last is not None and self.turn >= last and half_turns_left(self) > NEAR:
                break
            act(self)

    def worth(self, player: PlayerId) -> float:
        if self.phase != OVER:
            return chance_to_win(self, player, estimate_for(self.ground.board.file.id, self.seats))
        return self._result(player, final_points(self))

    def merit(self, player: PlayerId) -> float:
        if self.phase != OVER or self.seats == 2:
            return self.worth(player)
        totals = final_points(self)
        own = totals[player]
        behind = sum([total < own for total in totals]) + (totals.count(own) - 1) / 2
        return (self._result(player, totals) + behind / (self.seats - 1)) / 2

    def _result(self, player: PlayerId, totals: list[int]) -> float:
        best = winners(self, totals)
        won = 1 / len(best) if player in best else 0.0
        return (won + share([total / CLEAR for total in totals], player)) / 2
