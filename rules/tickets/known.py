"""A view as a state again: what its reader knows lies in its place, and whatever is hidden is blank.

Whoever acts knows what is legal: the reader's legal actions are the same here as in the game that the view is of.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from rules.chance import Chance
from rules.game import PlayerId
from rules.tickets.board import Board
from rules.tickets.features.pieces import PieceChoice
from rules.tickets.masks import mask_of, numbers_in
from rules.tickets.state import (
    EMPTY,
    ChoosingTickets,
    Finished,
    Opening,
    Phase,
    Player,
    SecondCard,
    State,
    Supply,
    TicketOptions,
    Tunnel,
    Turn,
)

if TYPE_CHECKING:
    from rules.tickets.view import TicketView, TunnelView

BLANK = 0
"""Any card or ticket, where only their number is known."""
PHASES: dict[str, Phase] = {
    "opening": Opening(),
    "turn": Turn(),
    "second_card": SecondCard(),
    "choosing_tickets": ChoosingTickets(),
    "over": Finished((), ()),
}


def known_state(board: Board, view: TicketView) -> State:
    gone = mask_of([board.track_index[name] for name in (*view.owners, *view.closed)])
    return State(
        options=TicketOptions(),
        chance=Chance(),
        players=tuple(known_player(board, view, seat) for seat in range(view.seats)),
        supply=known_supply(board, view),
        piles=tuple((BLANK,) * view.piles[name] for name in board.pile_names),
        open=board.all_tracks & ~gone,
        phase=known_tunnel(board, view.tunnel) if view.tunnel else PHASES[view.phase],
        turn=view.turn,
        current=view.current or 0,
        turns_left=view.turns_left,
        waiting=known_passengers(board, view),
        harbours=tuple((board.city_index[harbour.city], harbour.player) for harbour in view.harbours),
    )


def known_player(board: Board, view: TicketView, seat: PlayerId) -> Player:
    """Of others, only the tracks."""
    tracks = mask_of([board.track_index[name] for name, owner in view.owners.items() if owner == seat])
    if seat != view.reader:
        return Player(hand=0, wagons=0, tracks=tracks)
    wagons, ships = view.own_pieces or (0, 0)
    return Player(
        hand=board.kinds.pack(tuple((view.hand or {}).items())),
        wagons=wagons,
        ships=ships,
        box=known_box(board, tracks, wagons, ships),
        tickets=board.ticket_numbers([held.ticket for held in view.tickets or ()]),
        offer=board.ticket_numbers(view.offer),
        opening=view.asked[:1] if view.phase == "opening" else (),
        tracks=tracks,
        barred=barred_by(board, tracks),
        harbours=view.players[seat].harbours_left,
    )


def barred_by(board: Board, tracks: int) -> int:
    barred = 0
    for track in numbers_in(tracks):
        barred |= board.sisters[track]
    return barred


def known_box(board: Board, tracks: int, wagons: int, ships: int) -> tuple[int, int]:
    """Where pieces are chosen, those that are neither on the map nor in front of the player."""
    if board.feature(PieceChoice) is None:
        return (0, 0)
    most, lengths = board.file.pieces, board.lengths
    by_land = sum([lengths[track] for track in numbers_in(tracks & ~board.sea)])
    by_sea = sum([lengths[track] for track in numbers_in(tracks & board.sea)])
    return most["wagons"] - by_land - wagons, most["ships"] - by_sea - ships


def known_supply(board: Board, view: TicketView) -> Supply:
    kinds = board.kinds
    discards = kinds.pack(tuple(view.discards.items()))
    return Supply(
        decks=tuple(bytes([BLANK]) * view.decks[name] for name in kinds.deck_names),
        discards=tuple(discards & own for own in kinds.in_deck),
        reshuffles=(0,) * len(kinds.deck_names),
        row=bytes([EMPTY if card is None else kinds.index[card] for card in view.row]),
    )


def known_tunnel(board: Board, tunnel: TunnelView) -> Tunnel:
    """Which passengers were wished for only matters once it is paid."""
    turned = tuple(board.kinds.index[card] for card in tunnel.turned)
    return Tunnel(board.track_index[tunnel.track], board.kinds.pack(tunnel.laid), turned, tunnel.asked)


def known_passengers(board: Board, view: TicketView) -> tuple[tuple[int, ...], ...]:
    if not board.passenger_colours:
        return ()
    numbers = board.passenger_numbers
    return tuple(tuple(numbers[colour] for colour in view.passengers.get(place, ())) for place in board.places)
