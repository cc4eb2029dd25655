"""Choosing pieces at the opening, and exchanging them for a whole turn later on."""

from msgspec.structs import replace

from rules.game import Event
from rules.tickets.actions import ChoosePieces, ExchangePieces
from rules.tickets.board import Board
from rules.tickets.choices import after_opening_answer
from rules.tickets.errors import NotInThisGame, WrongExchange, WrongPieces
from rules.tickets.events import PiecesChosen, PiecesExchanged, PiecesRevealed
from rules.tickets.features.pieces import Exchange, PieceChoice
from rules.tickets.state import Opening, Player, State, put
from rules.tickets.turns import end_turn


def piece_choice(board: Board) -> PieceChoice:
    found = board.feature(PieceChoice)
    if found is None:
        raise NotInThisGame("pieces")
    return found


def check_choose_pieces(board: Board, action: ChoosePieces) -> int:
    """How many ships go with the wagons."""
    rule = piece_choice(board)
    allowed = rule.wagons(board)
    if action.wagons not in allowed:
        raise WrongPieces(action.wagons, allowed[0], allowed[-1])
    return rule.pieces - action.wagons


def choose_pieces(board: Board, state: State, action: ChoosePieces, events: list[Event]) -> State:
    """Nobody learns it before everybody has chosen; then all choices are revealed together."""
    wagons, ships = action.wagons, check_choose_pieces(board, action)
    player = state.players[action.player]
    box = (player.box[0] - wagons, player.box[1] - ships)
    player = replace(player, wagons=wagons, ships=ships, box=box, opening=player.opening[1:])
    players = put(state.players, action.player, player)
    events.append(PiecesChosen(action.player, wagons, ships))
    if not any(other.opening for other in players):
        events.append(PiecesRevealed(tuple(p.wagons for p in players), tuple(p.ships for p in players)))
    return after_opening_answer(board, replace(state, players=players), events)


def are_pieces_secret(board: Board, state: State) -> bool:
    return type(state.phase) is Opening and board.feature(PieceChoice) is not None


def exchangeable(player: Player) -> tuple[int, int]:
    """How many pieces a player could exchange now: ships for wagons, and wagons for ships."""
    return min(player.ships, player.box[0]), min(player.wagons, player.box[1])


def check_exchange(state: State, action: ExchangePieces) -> None:
    wagons, ships = exchangeable(state.players[action.player])
    most = wagons if action.to == "wagons" else ships
    if not 0 < action.count <= most:
        raise WrongExchange(action.count, most)


def exchange_pieces(board: Board, state: State, action: ExchangePieces, events: list[Event]) -> State:
    check_exchange(state, action)
    rule = board.feature(Exchange)
    if rule is None:
        raise NotInThisGame("exchange")
    gain = action.count if action.to == "wagons" else -action.count
    player = state.players[action.player]
    player = replace(
        player,
        wagons=player.wagons + gain,
        ships=player.ships - gain,
        box=(player.box[0] - gain, player.box[1] + gain),
        exchanged=player.exchanged + action.count * rule.cost,
    )
    events.append(PiecesExchanged(action.player, action.to, action.count))
    return end_turn(board, replace(state, players=put(state.players, action.player, player)), events)
