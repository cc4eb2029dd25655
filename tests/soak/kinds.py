"""What robots of every strength make use of, at every table: `python -m tests.soak.kinds [title, …]`.

At each table robots of one strength play among themselves until everything that has been offered to them was done, and
not for ever. What is left is told: it was offered so often, and never done.
"""

import sys
from collections import Counter
from collections.abc import Iterator
from random import Random
from typing import Any, NamedTuple

from tqdm import tqdm

from rules.catalog import TITLES
from rules.chance import Chance
from rules.game import Action, AnyGame, AnyLegal
from rules.metro.actions import ExchangeShare, PlaceTile, PlaceTrain
from rules.robots import STRENGTHS, decide
from rules.tickets.actions import (
    Cards,
    ClaimRoute,
    DrawBlind,
    DrawCard,
    DrawTickets,
    ExchangePieces,
    KeepTickets,
    TopUpTunnel,
)
from rules.tickets.board import Board
from rules.tickets.legal import TicketActions
from tests.soak.robots import Table, tables

FEWEST, MOST = 3, 200
"""Games of one strength at a table."""
ROLLOUTS = 16
SEARCHED = 8
"""Of as many decisions a stationmaster searches one, and any at which it could do what it has not done yet."""


class Use(NamedTuple):
    """How often a kind of action was offered, and how often done."""

    offered: Counter[str]
    done: Counter[str]
    games: int

    def left(self) -> list[str]:
        return sorted(kind for kind in self.offered if not self.done[kind])


def main(titles: list[str]) -> int:
    count, places = 0, list(tables(tuple(titles) or TITLES))
    for table in tqdm(places, disable=None, unit="table"):
        for strength in STRENGTHS:
            use = use_at(table, strength)
            for kind in use.left():
                count += 1
                offered = use.offered[kind]
                print(f"{table}: {strength} never does {kind}, offered {offered} × in {use.games} games", flush=True)
    print(f"{len(places)} tables; {count} times a strength was offered something there and never did it")
    return 1 if count else 0


def use_at(table: Table, strength: str, fewest: int = FEWEST, most: int = MOST, rollouts: int = ROLLOUTS) -> Use:
    use = Use(Counter(), Counter(), 0)
    while use.games < fewest or (use.left() and use.games < most):
        use = use._replace(games=use.games + 1)
        play(table, strength, f"kinds/{use.games}", use, rollouts)
    return use


def play(table: Table, strength: str, seed: str, use: Use, rollouts: int) -> None:
    """A game among robots of one strength."""
    game, random = table.game, Random(f"{table} {strength} {seed}")
    state = game.setup(game.options(table.options), table.seats, Chance(seed))
    while waiting := sorted(game.to_act(state)):
        player = waiting[use.done.total() % len(waiting)]
        view, legal = game.view_for(state, player), game.legal_actions(state, player)
        offered = offered_kinds(game, view, legal)
        use.offered.update(offered)
        is_new = any(not use.done[kind] for kind in offered)
        thinks = strength != "stationmaster" or is_new or random.random() < 1 / SEARCHED
        action = decide(strength if thinks else "conductor", game, view, legal, random.random, rollouts)
        use.done.update(kinds_of(game, view, action))
        state = game.apply(state, action).state


def offered_kinds(game: AnyGame, view: Any, legal: AnyLegal) -> set[str]:
    return {kind for action in thinkable(view, legal) for kind in kinds_of(game, view, action)}


def thinkable(view: Any, legal: AnyLegal) -> Iterator[Action]:
    """Every legal action, of the payments for a track only those that somebody would think of."""
    if not isinstance(legal, TicketActions):
        yield from legal
        return
    for kind in legal.kinds():
        if kind == "pass":
            yield from legal
        elif kind != "claim":
            yield from legal.of_kind(kind)
        else:
            for track in legal.tracks():
                here, there = (next(iter(waiting), None) for waiting in legal.passengers(track))
                for cards in legal.payments(track):
                    yield ClaimRoute(view.reader, track, cards, (here, there))


def kinds_of(game: AnyGame, view: Any, action: Action) -> Iterator[str]:
    """By its name alone, and by whatever else is peculiar about it."""
    name = str(type(action).__struct_config__.tag)
    yield name
    match action:
        case PlaceTile():
            if view.drawn is not None:
                yield f"{name}: the one drawn"
            if action.turn:
                yield f"{name}: turned"
        case ExchangeShare():
            yield f"{name}: {action.take}"
            yield f"{name}: of {action.give} %"
        case PlaceTrain() if action.share is not None:
            yield f"{name}: by a share of {action.share} %"
        case _:
            board = getattr(game, "board", None)
            yield from (f"{name}: {kind}" for kind in ticket_kinds(board, view, action)) if board else ()


def ticket_kinds(board: Board, view: Any, action: Action) -> Iterator[str]:
    kinds = board.kinds
    match action:
        case DrawCard():
            yield "wild" if is_wild(board, action.card) else "coloured"
            if len(kinds.deck_names) > 1:
                yield f"{kinds.cards[kinds.index[action.card]].deck} refilled with {action.refill}"
        case DrawBlind() if action.deck is not None:
            yield action.deck
        case ClaimRoute():
            track = board.tracks[board.track_index[action.track]]
            kind = track.tariff or track.kind
            yield kind
            yield f"{kind} with{'' if has_wild(board, action.cards) else 'out'} wild cards"
            if sum(count for _, count in action.cards) > track.length + track.pairs:
                yield f"{kind} with cards that stand in"
            if any(action.passengers):
                yield f"{sum(wish is not None for wish in action.passengers)} passengers"
        case DrawTickets() if len(board.pile_names) > 1:
            whole = (board.file.opening_tickets if view.phase == "opening" else board.file.turn_tickets).draw
            yield "short ones" if not action.long else "long ones" if action.long == whole else "of both"
        case KeepTickets():
            when = "at the opening" if view.phase == "opening" else "later"
            yield f"{'more' if len(action.tickets) > view.keep_at_least else 'no more'} than needed {when}"
        case TopUpTunnel():
            yield f"with{'' if has_wild(board, action.cards) else 'out'} wild cards"
        case ExchangePieces():
            yield f"for {action.to}"
        case _:
            pass


def is_wild(board: Board, card: str) -> bool:
    return board.kinds.cards[board.kinds.index[card]].colour is None


def has_wild(board: Board, cards: Cards) -> bool:
    return any(is_wild(board, card) for card, _ in cards)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
