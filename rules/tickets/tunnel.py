"""A tunnel once it is paid: the cards turned up, and what they ask for.

While the player makes up their mind the laid cards are neither in the hand nor discarded; they are in the phase. So are
the turned ones, which lie apart until the decision and are discarded then.
"""

from collections.abc import Iterator

from msgspec.structs import replace

from rules.game import Event, PlayerId
from rules.tickets.actions import GiveUpTunnel, TopUpTunnel
from rules.tickets.board import Board
from rules.tickets.errors import CardsNotInHand, WrongTopUp
from rules.tickets.events import TunnelGivenUp, TunnelTurned
from rules.tickets.features.passengers import Wish
from rules.tickets.payment import leading_kind
from rules.tickets.state import State, Tunnel, put
from rules.tickets.supply import after_discards, can_serve, discard, top_card
from rules.tickets.turns import end_turn


def enter_tunnel(board: Board, state: State, track: int, laid: int, wish: Wish, events: list[Event]) -> State:
    """Turn up cards; when they ask for more, that is the next question."""
    kinds, supply = board.kinds, state.supply
    deck, turned, shuffles = kinds.deck_of[kinds.wild], list[int](), list[Event]()
    for _ in range(board.turned):
        if can_serve(supply, deck):
            supply, kind = top_card(board, supply, deck, state.chance, shuffles)
            turned.append(kind)
    played = leading_kind(laid)
    asked = sum(kind in (played, kinds.wild) for kind in turned)
    names = tuple(kinds.ids[kind] for kind in turned)
    events.extend(shuffles)
    events.append(TunnelTurned(state.current, board.tracks[track].id, kinds.unpack(laid), names, asked))
    tunnel = Tunnel(track, laid, tuple(turned), asked, wish)
    state = replace(state, supply=supply)
    if not asked or not board.rulings.turned_lie_apart:
        state = discard_turned(board, state, tunnel, events)
    return lay(state, tunnel) if asked else state


def discard_turned(board: Board, state: State, tunnel: Tunnel, events: list[Event]) -> State:
    supply = discard(board, state.supply, board.kinds.of_kinds(tunnel.turned))
    return replace(state, supply=after_discards(board, supply, state.chance, events))


def decided(board: Board, state: State, tunnel: Tunnel, events: list[Event]) -> State:
    """The laid cards are back in the hand, to be paid or kept, and the turned ones are discarded."""
    if board.rulings.turned_lie_apart:
        state = discard_turned(board, state, tunnel, events)
    player = state.players[state.current]
    player = replace(player, hand=player.hand + tunnel.laid)
    return replace(state, players=put(state.players, state.current, player))


def lay(state: State, tunnel: Tunnel) -> State:
    player = state.players[state.current]
    player = replace(player, hand=player.hand - tunnel.laid)
    return replace(state, players=put(state.players, state.current, player), phase=tunnel)


def check_top_up(board: Board, state: State, action: TopUpTunnel) -> tuple[Tunnel, int]:
    """The open tunnel, and the cards packed."""
    tunnel, kinds = state.phase, board.kinds
    assert isinstance(tunnel, Tunnel)
    cards = kinds.pack(action.cards)
    kind = leading_kind(tunnel.laid)
    if kinds.total(cards) != tunnel.asked or any(played not in (kind, kinds.wild) for played in kinds.each(cards)):
        raise WrongTopUp(tunnel.asked, kinds.cards[kind].colour)
    hand = state.players[state.current].hand
    if not kinds.covers(hand, cards):
        raise CardsNotInHand(kinds.missing(hand, cards))
    return tunnel, cards


def top_ups(board: Board, state: State, seat: PlayerId) -> Iterator[int]:
    """Every way to lay what an open tunnel asks for, fewest locomotives first."""
    tunnel, kinds = state.phase, board.kinds
    assert isinstance(tunnel, Tunnel)
    kind, hand = leading_kind(tunnel.laid), state.players[seat].hand
    least = tunnel.asked if kind == kinds.wild else 0
    for wild in range(least, tunnel.asked + 1):
        cards = (tunnel.asked - wild) * kinds.units[kind] + wild * kinds.units[kinds.wild]
        if kinds.covers(hand, cards):
            yield cards


def give_up_tunnel(board: Board, state: State, action: GiveUpTunnel, events: list[Event]) -> State:
    """The laid cards go back to the hand, and the turn is over."""
    tunnel = state.phase
    assert isinstance(tunnel, Tunnel)
    events.append(TunnelGivenUp(action.player, board.tracks[tunnel.track].id))
    return end_turn(board, decided(board, state, tunnel, events), events)
