"""What a step of a ticket game has shown that nobody can forget again."""

from collections import Counter

from rules.game import Event, Step
from rules.tickets.board import Board
from rules.tickets.events import (
    CardDrawn,
    DeckReshuffled,
    PiecesRevealed,
    RowRefilled,
    RowSwept,
    TicketsDrawn,
    TunnelTurned,
)
from rules.tickets.state import Opening, State


def revealed(board: Board, before: State, step: Step[State]) -> Counter[str]:
    """What is paid, kept or placed is the action's own word, and a card of the row lay open before: neither counts."""
    found: Counter[str] = Counter()
    for event in step.events:
        kind, count = shown_by(event)
        if count:
            found[kind] += count
    has_begun = type(before.phase) is Opening and type(step.state.phase) is not Opening
    if has_begun and board.file.opening_tickets.rejects == "shuffled":
        found["shuffle"] += len(before.piles)
    return found


def shown_by(event: Event) -> tuple[str, int]:
    match event:
        case CardDrawn(is_blind=True):
            return "card", 1
        case RowRefilled(card=str()):
            return "row", 1
        case RowSwept():
            return "row", len(event.new)
        case DeckReshuffled():
            return "shuffle", 1
        case TunnelTurned():
            return "tunnel", len(event.turned)
        case TicketsDrawn():
            return "ticket", event.count
        case PiecesRevealed():
            return "pieces", len(event.wagons)
    return "", 0
