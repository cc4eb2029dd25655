"""Whose turn it is, when the last round begins, and when the game is over."""

from msgspec.structs import replace

from rules.game import Event
from rules.tickets.actions import Pass
from rules.tickets.board import Board
from rules.tickets.events import GameEnded, LastRoundBegan, Passed, TurnBegan
from rules.tickets.scoring import final_ranking, final_scores
from rules.tickets.state import Finished, State, Turn

TURN = Turn()


def end_turn(board: Board, state: State, events: list[Event]) -> State:
    """Pass the turn on. The end is checked here, once the turn is over: few pieces left begin the last round."""
    current, turns_left, players = state.current, state.turns_left, state.players
    if turns_left is not None:
        turns_left -= 1
        if turns_left == 0:
            return finish(board, state, events)
    elif players[current].wagons + players[current].ships <= board.last_round.pieces:
        turns_left = board.last_round.turns * len(players)
        events.append(LastRoundBegan(current, board.last_round.turns))
    current, turn = (current + 1) % len(players), state.turn + 1
    events.append(TurnBegan(current, turn))
    return replace(state, phase=TURN, current=current, turn=turn, turns_left=turns_left, passes=0)


def pass_turn(board: Board, state: State, action: Pass, events: list[Event]) -> State:
    """A pass was forced. Ruling: when all players in a row had to pass, the game ends at once."""
    events.append(Passed(action.player))
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
