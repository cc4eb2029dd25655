"""From state to view: the one place where it is decided who sees what."""

from __future__ import annotations

from typing import TYPE_CHECKING

from rules.game import PlayerId
from rules.tickets.board import Board
from rules.tickets.choices import keep_at_least
from rules.tickets.masks import numbers_in
from rules.tickets.pieces import are_pieces_secret
from rules.tickets.scoring import final_standings, longest_route, ticket_standings
from rules.tickets.state import EMPTY, Finished, Opening, Player, State, Tunnel
from rules.tickets.view import FinalView, HarbourView, PlayerView, TicketView, TunnelView

if TYPE_CHECKING:
    from rules.tickets.engine import TicketGame


def view_for(game: TicketGame, state: State, reader: PlayerId | None) -> TicketView:
    board, kinds = game.board, game.board.kinds
    is_over = game.is_over(state)
    is_opening = type(state.phase) is Opening
    own = None if reader is None else state.players[reader]
    claimed = sum(player.tracks for player in state.players)
    return TicketView(
        game=game.id,
        reader=reader,
        seats=len(state.players),
        turn=state.turn,
        to_act=tuple(sorted(game.to_act(state))),
        is_over=is_over,
        scores=game.scores(state),
        ranking=game.ranking(state),
        phase=str(state.phase.__struct_config__.tag),
        asked=() if reader is None else game.legal_actions(state, reader).kinds(),
        current=None if is_over or is_opening else state.current,
        row=tuple(None if kind == EMPTY else kinds.ids[kind] for kind in state.supply.row),
        decks={name: len(cards) for name, cards in zip(kinds.deck_names, state.supply.decks, strict=True)},
        discards=dict(kinds.unpack(sum(state.supply.discards))),
        piles={name: len(pile) for name, pile in zip(board.pile_names, state.piles, strict=True)},
        owners=owners(board, state),
        closed=tuple(board.tracks[track].id for track in numbers_in(board.all_tracks & ~state.open & ~claimed)),
        players=tuple(player_view(board, state, seat, reader) for seat in range(len(state.players))),
        turns_left=state.turns_left,
        passengers=waiting(board, state),
        harbours=tuple(HarbourView(board.file.cities[city].id, owner) for city, owner in state.harbours),
        tunnel=tunnel_view(board, state),
        hand=None if own is None else dict(kinds.unpack(own.hand)),
        tickets=None if own is None else ticket_standings(board, own, reachable(state, own)),
        offer=() if own is None else tuple(board.tickets[ticket].id for ticket in own.offer),
        keep_at_least=keep_at_least(board, state, own) if own else 0,
        own_pieces=None if own is None or "pieces" in own.opening else (own.wagons, own.ships),
        final=tuple(final_view(board, state, seat) for seat in range(len(state.players))) if is_over else (),
    )


def owners(board: Board, state: State) -> dict[str, PlayerId]:
    return {
        board.tracks[track].id: seat for seat, player in enumerate(state.players) for track in numbers_in(player.tracks)
    }


def reachable(state: State, player: Player) -> int:
    """The tracks that a player has, or might still get."""
    if isinstance(state.phase, Finished):
        return player.tracks
    return player.tracks | state.open & ~player.barred


def player_view(board: Board, state: State, seat: PlayerId, reader: PlayerId | None) -> PlayerView:
    player, kinds = state.players[seat], board.kinds
    is_secret = are_pieces_secret(board, state) and (seat != reader or "pieces" in player.opening)
    return PlayerView(
        player=seat,
        points=player.points - player.exchanged,
        cards=kinds.total(player.hand),
        cards_by_deck={
            name: kinds.total(player.hand & own) for name, own in zip(kinds.deck_names, kinds.in_deck, strict=True)
        },
        tickets=len(player.tickets),
        is_choosing=bool(player.opening),
        wagons=None if is_secret else player.wagons,
        ships=None if is_secret else player.ships,
        harbours_left=player.harbours,
        passengers=dict(zip(board.passenger_colours, player.passengers, strict=True)),
        turns_left=turns_left(state, seat),
    )


def waiting(board: Board, state: State) -> dict[str, tuple[str, ...]]:
    """Places without anybody are left out."""
    colours = board.passenger_colours
    places = zip(board.places, state.waiting, strict=False)
    return {place: tuple(colours[number] for number in there) for place, there in places if there}


def turns_left(state: State, seat: PlayerId) -> int | None:
    """A player's share of the turns to the end; the turn being played counts."""
    if state.turns_left is None:
        return None
    seats = len(state.players)
    whole, rest = divmod(state.turns_left, seats)
    return whole + ((seat - state.current) % seats < rest)


def tunnel_view(board: Board, state: State) -> TunnelView | None:
    phase, kinds = state.phase, board.kinds
    if not isinstance(phase, Tunnel):
        return None
    colours = [kinds.cards[kind].colour for kind in kinds.each(phase.laid) if kind != kinds.wild]
    return TunnelView(
        player=state.current,
        track=board.tracks[phase.track].id,
        laid=kinds.unpack(phase.laid),
        turned=tuple(kinds.ids[kind] for kind in phase.turned),
        asked=phase.asked,
        colour=colours[0] if colours else None,
    )


def final_view(board: Board, state: State, seat: PlayerId) -> FinalView:
    player = state.players[seat]
    length, tracks = longest_route(board, player)
    return FinalView(
        player=seat,
        tickets=final_standings(board, player),
        longest=tracks,
        longest_length=length,
    )
