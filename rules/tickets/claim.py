"""Claiming a track: whether it is free to a player, and paying for it."""

from msgspec.structs import replace

from rules.errors import IllegalAction, NoSuchAction
from rules.game import Event, PlayerId
from rules.tickets.actions import ClaimRoute, TopUpTunnel
from rules.tickets.board import Board
from rules.tickets.errors import (
    CardsNotInHand,
    SisterIsYours,
    SisterTaken,
    TooFewPieces,
    TrackTaken,
    UnknownTrack,
)
from rules.tickets.events import RouteClaimed
from rules.tickets.features.passengers import Wish, check_passengers, take_passengers
from rules.tickets.masks import numbers_in
from rules.tickets.state import Player, State, Tunnel, put
from rules.tickets.supply import after_discards, discard
from rules.tickets.tunnel import check_top_up, decided, enter_tunnel
from rules.tickets.turns import end_turn

LEFT_THERE: Wish = (None, None)


def free_tracks(board: Board, state: State, player: Player) -> int:
    """The tracks that a player could claim now, cards left aside, as a mask."""
    return state.open & ~player.barred & (board.within_wagons[player.wagons] | board.within_ships[player.ships])


def claimable(board: Board, state: State, player: Player) -> int:
    """The tracks that a player could claim and pay now, as a mask."""
    free = free_tracks(board, state, player)
    return free & board.affordable(player.hand) if free else 0


def owner_of(state: State, track: int) -> PlayerId | None:
    return next((seat for seat, player in enumerate(state.players) if player.tracks >> track & 1), None)


def check_free(board: Board, state: State, seat: PlayerId, track: int) -> None:
    """Whether a player may claim a track at all, cards left aside."""
    player, bit, length = state.players[seat], 1 << track, board.lengths[track]
    if not state.open & bit or player.barred & bit:
        raise why_closed(board, state, seat, track)
    if board.is_sea[track]:
        if player.ships < length:
            raise TooFewPieces(board.tracks[track].id, "ships", length, player.ships)
    elif player.wagons < length:
        raise TooFewPieces(board.tracks[track].id, "wagons", length, player.wagons)


def why_closed(board: Board, state: State, seat: PlayerId, track: int) -> IllegalAction:
    name, owner = board.tracks[track].id, owner_of(state, track)
    if owner is not None:
        return TrackTaken(name, owner)
    if state.players[seat].barred >> track & 1:
        return SisterIsYours(name)
    owners = (owner_of(state, sister) for sister in numbers_in(board.sisters[track]))
    return SisterTaken(name, next(owner for owner in owners if owner is not None), len(state.players))


def check_claim(board: Board, state: State, action: ClaimRoute) -> tuple[int, int]:
    """The number of the track, and the payment packed."""
    if type(action.track) is not str:
        raise NoSuchAction("ClaimRoute")
    track = board.track_index.get(action.track)
    if track is None:
        raise UnknownTrack(action.track)
    kinds, hand = board.kinds, state.players[action.player].hand
    payment = kinds.pack(action.cards)
    check_free(board, state, action.player, track)
    tariff = board.tariff_of[track]
    if not tariff.accepts(track, payment):
        raise tariff.refusal(track, payment)
    if not kinds.covers(hand, payment):
        raise CardsNotInHand(kinds.missing(hand, payment))
    if action.passengers is not LEFT_THERE and action.passengers != LEFT_THERE:
        check_passengers(board, state, track, action.passengers)
    return track, payment


def claim_route(board: Board, state: State, action: ClaimRoute, events: list[Event]) -> State:
    track, payment = check_claim(board, state, action)
    if board.tunnels >> track & 1:
        state = enter_tunnel(board, state, track, payment, action.passengers, events)
        if type(state.phase) is Tunnel:
            return state
    return complete_claim(board, state, track, payment, action.passengers, events)


def top_up_tunnel(board: Board, state: State, action: TopUpTunnel, events: list[Event]) -> State:
    tunnel, cards = check_top_up(board, state, action)
    state = decided(board, state, tunnel, events)
    return complete_claim(board, state, tunnel.track, tunnel.laid + cards, tunnel.passengers, events)


def complete_claim(board: Board, state: State, track: int, payment: int, wish: Wish, events: list[Event]) -> State:
    """Pay out of the hand, place the pieces, count the points, take the passengers, end the turn."""
    seat, players, waiting = state.current, state.players, state.waiting
    player = place_pieces(board, players[seat], track, payment)
    left = player.ships if board.is_sea[track] else player.wagons
    paid = board.kinds.unpack(payment)
    events.append(RouteClaimed(seat, board.tracks[track].id, paid, board.points[track], left))
    supply = after_discards(board, discard(board, state.supply, payment), state.chance, events)
    if wish != LEFT_THERE:
        player, waiting = take_passengers(board, state, player, track, wish, events)
    taken = 1 << track
    if len(players) <= board.file.one_track_up_to:
        taken |= board.sisters[track]
    players = put(players, seat, player)
    state = replace(state, players=players, open=state.open & ~taken, supply=supply, waiting=waiting)
    return end_turn(board, state, events)


def place_pieces(board: Board, player: Player, track: int, payment: int) -> Player:
    length = board.lengths[track]
    wagons, ships = (0, length) if board.is_sea[track] else (length, 0)
    return replace(
        player,
        hand=player.hand - payment,
        wagons=player.wagons - wagons,
        ships=player.ships - ships,
        points=player.points + board.points[track],
        tracks=player.tracks | 1 << track,
        barred=player.barred | board.sisters[track],
    )
