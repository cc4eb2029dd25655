"""Transport cards: decks, discards, the face-up row, and drawing."""

from msgspec.structs import replace

from rules.game import Event
from rules.tickets.actions import DrawBlind, DrawCard
from rules.tickets.board import Board
from rules.tickets.errors import NoCardsLeft, NotInRow, UnknownCard, UnknownDeck, WildAsSecond
from rules.tickets.events import CardDrawn, DeckReshuffled, RowRefilled, RowSwept
from rules.tickets.state import EMPTY, SecondCard, State
from rules.tickets.turns import end_turn

SECOND_CARD = SecondCard()


def can_serve(state: State, deck: int) -> bool:
    """Whether a card can be had from a deck, its discards included."""
    return bool(state.decks[deck] or state.discards[deck])


def check_draw_card(board: Board, state: State, action: DrawCard) -> int:
    """The kind of card that is taken."""
    kind = board.kinds.index.get(action.card)
    if kind is None:
        raise UnknownCard(action.card)
    if action.refill is not None:
        deck_number(board, action.refill)
    if kind not in state.row:
        raise NotInRow(action.card)
    if kind == board.kinds.wild and board.file.row.wild_limit and type(state.phase) is SecondCard:
        raise WildAsSecond(action.card)
    return kind


def check_draw_blind(board: Board, state: State, action: DrawBlind) -> int:
    """The number of the deck that is drawn from."""
    deck = 0 if action.deck is None else deck_number(board, action.deck)
    if action.deck is None and len(state.decks) > 1:
        raise UnknownDeck("", board.kinds.deck_names)
    if not can_serve(state, deck):
        raise NoCardsLeft(board.kinds.deck_names[deck])
    return deck


def deck_number(board: Board, name: str) -> int:
    names = board.kinds.deck_names
    if name not in names:
        raise UnknownDeck(name, names)
    return names.index(name)


def draw_card(board: Board, state: State, action: DrawCard, events: list[Event]) -> State:
    kind = check_draw_card(board, state, action)
    own_deck = board.kinds.deck_of[kind]
    refill = own_deck if action.refill is None else deck_number(board, action.refill)
    slot = state.row.index(kind)
    events.append(CardDrawn(action.player, board.kinds.deck_names[own_deck], False, action.card))
    state = into_hand(board, state, kind)
    state = replace(state, row=state.row[:slot] + EMPTY_PLACE + state.row[slot + 1 :])
    state = refill_place(board, state, slot, refill, events)
    is_whole_draw = kind == board.kinds.wild and board.file.row.wild_limit
    return end_turn(board, state, events) if is_whole_draw else after_card(board, state, events)


def draw_blind(board: Board, state: State, action: DrawBlind, events: list[Event]) -> State:
    deck = check_draw_blind(board, state, action)
    state, kind = top_card(board, state, deck, events)
    events.append(CardDrawn(action.player, board.kinds.deck_names[deck], True, board.kinds.ids[kind]))
    return after_card(board, into_hand(board, state, kind), events)


EMPTY_PLACE = bytes([EMPTY])


def into_hand(board: Board, state: State, kind: int) -> State:
    seat = state.current
    player = state.players[seat]
    player = replace(player, hand=player.hand + board.kinds.units[kind])
    return replace(state, players=(*state.players[:seat], player, *state.players[seat + 1 :]))


def after_card(board: Board, state: State, events: list[Event]) -> State:
    """After the first card comes a second, unless none can be taken: then the draw ends with one."""
    if type(state.phase) is SecondCard or not can_draw_second(board, state):
        return end_turn(board, state, events)
    return replace(state, phase=SECOND_CARD)


def can_draw_second(board: Board, state: State) -> bool:
    if any(state.decks) or any(state.discards):
        return True
    barred = {EMPTY, board.kinds.wild} if board.file.row.wild_limit else {EMPTY}
    return not barred.issuperset(state.row)


def top_card(board: Board, state: State, deck: int, events: list[Event]) -> tuple[State, int]:
    """Take the top card of a deck, which is made anew from its discards when it is empty."""
    if not state.decks[deck]:
        state = reshuffle(board, state, deck, events)
    cards = state.decks[deck]
    return replace(state, decks=(*state.decks[:deck], cards[:-1], *state.decks[deck + 1 :])), cards[-1]


def reshuffle(board: Board, state: State, deck: int, events: list[Event]) -> State:
    kinds, times = board.kinds, state.reshuffles[deck] + 1
    name = kinds.deck_names[deck]
    names = [kinds.ids[kind] for kind in kinds.each(state.discards[deck])]
    order = state.chance.shuffled(names, f"{name}, reshuffle {times}")
    cards = bytes([kinds.index[card] for card in reversed(order)])
    events.append(DeckReshuffled(name, len(cards)))
    return replace(
        state,
        decks=(*state.decks[:deck], cards, *state.decks[deck + 1 :]),
        discards=(*state.discards[:deck], 0, *state.discards[deck + 1 :]),
        reshuffles=(*state.reshuffles[:deck], times, *state.reshuffles[deck + 1 :]),
    )


def discard(board: Board, state: State, cards: int) -> State:
    """Cards go to the discards of the deck they came from."""
    piles = zip(state.discards, board.kinds.in_deck, strict=True)
    return replace(state, discards=tuple([pile + (cards & own) for pile, own in piles]))


def refill_place(board: Board, state: State, slot: int, deck: int, events: list[Event]) -> State:
    """Turn up a card in an empty place of the row, from another deck where the wished one has none, then sweep."""
    state, card = turn_up(board, state, slot, deck, events)
    events.append(RowRefilled(slot, card))
    return sweep(board, state, events)


def turn_up(board: Board, state: State, slot: int, deck: int, events: list[Event]) -> tuple[State, str | None]:
    if not can_serve(state, deck):
        deck = next((other for other in range(len(state.decks)) if can_serve(state, other)), deck)
        if not can_serve(state, deck):
            return state, None
    state, kind = top_card(board, state, deck, events)
    row = state.row[:slot] + bytes([kind]) + state.row[slot + 1 :]
    return replace(state, row=row), board.kinds.ids[kind]


def fill_row(board: Board, state: State, events: list[Event]) -> State:
    """Ruling: a row that ran short is filled up as soon as there are discards to make a deck from."""
    while EMPTY in state.row and any(can_serve(state, deck) for deck in range(len(state.decks))):
        state = refill_place(board, state, state.row.index(EMPTY), 0, events)
    return state


def sweep(board: Board, state: State, events: list[Event]) -> State:
    """Deal the row anew while it shows too many wild cards and the cards left can make one that doesn't."""
    limit, wild = board.file.row.sweep_at, board.kinds.wild
    while limit is not None and state.row.count(wild) >= limit and can_be_swept(board, state, limit):
        old = row_names(board, state)
        cards = board.kinds.of_kinds([kind for kind in state.row if kind != EMPTY])
        state = deal_row(board, discard(board, state, cards), events)
        events.append(RowSwept(old, row_names(board, state)))
    return state


def row_names(board: Board, state: State) -> tuple[str, ...]:
    return tuple(board.kinds.ids[kind] for kind in state.row if kind != EMPTY)


def deal_row(board: Board, state: State, events: list[Event]) -> State:
    state = replace(state, row=EMPTY_PLACE * board.row_size)
    slot = 0
    for deck, count in board.row_places:
        for _ in range(count):
            state, _ = turn_up(board, state, slot, deck, events)
            slot += 1
    return state


def can_be_swept(board: Board, state: State, limit: int) -> bool:
    """Whether the cards that aren't in hands could lie as a row with fewer than `limit` wild cards.

    Each deck gives its share of the row, or all it has; what is missing then comes from the other decks.
    """
    kinds = board.kinds
    left = [state.discards[deck] + kinds.of_kinds(cards) for deck, cards in enumerate(state.decks)]
    for kind in state.row:
        if kind != EMPTY:
            left[kinds.deck_of[kind]] += kinds.units[kind]
    totals = [kinds.total(cards) for cards in left]
    shares = {deck: min(count, totals[deck]) for deck, count in board.row_places}
    deck = kinds.deck_of[kinds.wild]
    missing = board.row_size - sum(shares.values())
    from_wild_deck = shares[deck] + min(missing, totals[deck] - shares[deck])
    tame = totals[deck] - kinds.count(left[deck], kinds.wild)
    return from_wild_deck - tame < limit
