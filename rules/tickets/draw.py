"""Drawing transport cards, one after the other, from the face-up row or blind."""

from msgspec.structs import replace

from rules.errors import NoSuchAction
from rules.game import Event
from rules.tickets.actions import DrawBlind, DrawCard
from rules.tickets.board import Board
from rules.tickets.errors import DrawClosed, NoCardsLeft, NotInRow, UnknownCard, UnknownDeck, WildAsSecond
from rules.tickets.events import CardDrawn
from rules.tickets.state import EMPTY, SecondCard, State, Supply, Turn, put
from rules.tickets.supply import can_serve, refill_place, top_card
from rules.tickets.turns import end_turn

SECOND_CARD = SecondCard()


def is_draw_closed(board: Board, state: State) -> bool:
    """Whether a draw can't begin, as there is nothing to draw from but the row."""
    if not board.rulings.draw_needs_a_deck or type(state.phase) is not Turn:
        return False
    return not any(state.supply.decks) and not any(state.supply.discards)


def check_draw_card(board: Board, state: State, action: DrawCard) -> int:
    """The kind of card that is taken."""
    kinds, card, refill = board.kinds, action.card, action.refill
    if type(card) is not str or (refill is not None and type(refill) is not str):
        raise NoSuchAction("DrawCard")
    kind = kinds.index.get(card)
    if kind is None:
        raise UnknownCard(card)
    if refill is not None and refill not in kinds.deck_index:
        raise UnknownDeck(refill, kinds.deck_names)
    if kind not in state.supply.row:
        raise NotInRow(action.card)
    if not state.supply.decks[0] and is_draw_closed(board, state):
        raise DrawClosed
    if kind == board.whole_draw and type(state.phase) is SecondCard:
        raise WildAsSecond(action.card)
    return kind


def check_draw_blind(board: Board, state: State, action: DrawBlind) -> int:
    """The number of the deck that is drawn from."""
    names = board.kinds.deck_names
    if action.deck is not None and type(action.deck) is not str:
        raise NoSuchAction("DrawBlind")
    if action.deck is None and len(names) > 1:
        raise UnknownDeck("", names)
    deck = 0 if action.deck is None else deck_number(board, action.deck)
    if not can_serve(state.supply, deck):
        raise NoCardsLeft(names[deck])
    return deck


def deck_number(board: Board, name: str) -> int:
    deck = board.kinds.deck_index.get(name)
    if deck is None:
        raise UnknownDeck(name, board.kinds.deck_names)
    return deck


def draw_card(board: Board, state: State, action: DrawCard, events: list[Event]) -> State:
    kind = check_draw_card(board, state, action)
    kinds, supply, refill = board.kinds, state.supply, action.refill
    deck = kinds.deck_of[kind]
    events.append(CardDrawn(action.player, kinds.deck_names[deck], False, action.card))
    if refill is not None:
        deck = kinds.deck_index[refill]
    supply = refill_place(board, supply, supply.row.index(kind), deck, state.chance, events)
    return after_card(board, state, supply, kind, kind == board.whole_draw, events)


def draw_blind(board: Board, state: State, action: DrawBlind, events: list[Event]) -> State:
    deck = check_draw_blind(board, state, action)
    supply, kind = top_card(board, state.supply, deck, state.chance, events)
    events.append(CardDrawn(action.player, board.kinds.deck_names[deck], True, board.kinds.ids[kind]))
    return after_card(board, state, supply, kind, False, events)


def after_card(
    board: Board, state: State, supply: Supply, kind: int, is_whole_draw: bool, events: list[Event]
) -> State:
    """Into the hand it goes. After the first card comes a second; where none can be taken, the draw ends with one."""
    seat, players = state.current, state.players
    player = replace(players[seat], hand=players[seat].hand + board.kinds.units[kind])
    players = put(players, seat, player)
    if is_whole_draw or type(state.phase) is SecondCard or not can_draw_second(board, supply):
        return end_turn(board, replace(state, players=players, supply=supply), events)
    return replace(state, players=players, supply=supply, phase=SECOND_CARD)


def can_draw_second(board: Board, supply: Supply) -> bool:
    if any(supply.decks) or any(supply.discards):
        return True
    return not {EMPTY, board.whole_draw}.issuperset(supply.row)
