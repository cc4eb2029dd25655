"""Whose turn it is, when the last round begins, and when the game is over."""

from msgspec.structs import replace

from rules.game import Event
from rules.tickets.board import Board
from rules.tickets.events import GameEnded, LastRoundBegan, TurnBegan
from rules.tickets.scoring import final_ranking, final_scores
from rules.tickets.state import Finished, State, Turn

TURN = Turn()


def end_turn(board: Board, state: State, events: list[Event]) -> State:
    """Pass the turn on. The end is checked here, once the turn is over: few pieces left begin the last round."""
    turns_left, last_round = state.turns_left, board.file.last_round
    if turns_left is not None:
        turns_left -= 1
        if turns_left == 0:
            return finish(board, state, events)
    else:
        player = state.players[state.current]
        if player.wagons + player.ships <= last_round.pieces:
            turns_left = last_round.turns * len(state.players)
            events.append(LastRoundBegan(state.current, last_round.turns))
    current = state.current + 1
    if current == len(state.players):
        current = 0
    events.append(TurnBegan(current, state.turn + 1))
    return replace(state, phase=TURN, current=current, turn=state.turn + 1, turns_left=turns_left, passes=0)


def end_turn_by_passing(board: Board, state: State, events: list[Event]) -> State:
    """A pass was forced. Ruling: when all players in a row had to pass, the game ends at once."""
    passes = state.passes + 1
    if passes == len(state.players):
        return finish(board, state, events)
    after = end_turn(board, state, events)
    return replace(after, passes=passes)


def finish(board: Board, state: State, events: list[Event]) -> State:
    scores = final_scores(board, state)
    ranking = final_ranking(board, state, scores)
    events.append(GameEnded(ranking[0]))
    turns_left = 0 if state.turns_left is not None else None
    return replace(state, phase=Finished(scores, ranking), turns_left=turns_left)
