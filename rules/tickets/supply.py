"""Transport cards on the table: decks, their discards and the face-up row."""

from msgspec.structs import replace

from rules.chance import Chance
from rules.game import Event
from rules.tickets.board import Board
from rules.tickets.events import DeckReshuffled, RowRefilled, RowSwept
from rules.tickets.state import EMPTY, Supply, put

EMPTY_PLACE = bytes([EMPTY])
RESHUFFLE = ", reshuffle "
"""Between the name of a deck and how often it was made anew: what that shuffle is called."""


def can_serve(supply: Supply, deck: int) -> bool:
    """Whether a card can be had from a deck, its discards included."""
    return bool(supply.decks[deck] or supply.discards[deck])


def top_card(board: Board, supply: Supply, deck: int, chance: Chance, events: list[Event]) -> tuple[Supply, int]:
    """Take the top card of a deck, which is made anew from its discards when it is empty."""
    if not supply.decks[deck]:
        supply = reshuffle(board, supply, deck, chance, events)
    cards = supply.decks[deck]
    return replace(supply, decks=put(supply.decks, deck, cards[:-1])), cards[-1]


def reshuffle(board: Board, supply: Supply, deck: int, chance: Chance, events: list[Event]) -> Supply:
    kinds, times = board.kinds, supply.reshuffles[deck] + 1
    name = kinds.deck_names[deck]
    order = chance.shuffled(kinds.names(supply.discards[deck], deck), f"{name}{RESHUFFLE}{times}")
    events.append(DeckReshuffled(name, len(order)))
    return Supply(
        decks=put(supply.decks, deck, kinds.as_deck(order)),
        discards=put(supply.discards, deck, 0),
        reshuffles=put(supply.reshuffles, deck, times),
        row=supply.row,
    )


def discard(board: Board, supply: Supply, cards: int) -> Supply:
    """Cards go to the discards of the deck they came from."""
    discards = list(supply.discards)
    for deck, own in enumerate(board.kinds.in_deck):
        discards[deck] += cards & own
    return replace(supply, discards=tuple(discards))


def refill_place(board: Board, supply: Supply, slot: int, deck: int, chance: Chance, events: list[Event]) -> Supply:
    """Turn up a card in the first place of the row with a card like this, which was taken, then sweep if need be."""
    if not supply.decks[deck]:
        supply, deck = find_cards(board, supply, deck, chance, events)
    cards, row, kinds = supply.decks[deck], supply.row, board.kinds
    top = cards[-1:] or EMPTY_PLACE
    events.append(RowRefilled(slot, kinds.ids[top[0]] if cards else None))
    row = row.replace(row[slot : slot + 1], top, 1)
    supply = replace(supply, decks=put(supply.decks, deck, cards[:-1]), row=row)
    return sweep(board, supply, chance, events) if top[0] == kinds.wild else supply


def find_cards(board: Board, supply: Supply, wished: int, chance: Chance, events: list[Event]) -> tuple[Supply, int]:
    """A deck with cards, made anew if need be: the wished one or else another, and the wished one if none has any."""
    for deck in (wished, *range(len(supply.decks))):
        if supply.decks[deck]:
            return supply, deck
        if supply.discards[deck]:
            return reshuffle(board, supply, deck, chance, events), deck
    return supply, wished


def after_discards(board: Board, supply: Supply, chance: Chance, events: list[Event]) -> Supply:
    """Ruling: a row that ran short is filled up, and a row that could not be swept is swept, as soon as cards allow."""
    row = supply.row
    if EMPTY not in row and row.count(board.kinds.wild) < board.sweep_at:
        return supply
    while EMPTY in supply.row and any(can_serve(supply, deck) for deck in range(len(supply.decks))):
        supply = refill_place(board, supply, supply.row.index(EMPTY), 0, chance, events)
    return sweep(board, supply, chance, events)


def sweep(board: Board, supply: Supply, chance: Chance, events: list[Event]) -> Supply:
    """Deal the row anew while it shows too many wild cards and the cards left can make one that doesn't."""
    kinds, limit = board.kinds, board.sweep_at
    if supply.row.count(kinds.wild) < limit or not can_be_swept(board, supply, limit):
        return supply
    while supply.row.count(kinds.wild) >= limit:
        old = face_up(supply)
        supply = deal_row(board, discard(board, supply, kinds.of_kinds(old)), chance, events)
        events.append(RowSwept(kinds.names_of(old), kinds.names_of(face_up(supply))))
    return supply


def face_up(supply: Supply) -> bytes:
    """The kinds of card in the row, without empty places."""
    return supply.row.replace(EMPTY_PLACE, b"")


def deal_row(board: Board, supply: Supply, chance: Chance, events: list[Event]) -> Supply:
    """A whole row; as in `refill_place`, another deck serves for one that has no cards, or places stay empty."""
    decks, row = list(supply.decks), b""
    for deck in board.row_decks:
        if not decks[deck]:
            supply, deck = find_cards(board, replace(supply, decks=tuple(decks)), deck, chance, events)
            decks = list(supply.decks)
        cards = decks[deck]
        row += cards[-1:] or EMPTY_PLACE
        decks[deck] = cards[:-1]
    return replace(supply, decks=tuple(decks), row=row)


def can_be_swept(board: Board, supply: Supply, limit: int) -> bool:
    """Whether the cards that aren't in hands could lie as a row with fewer than `limit` wild cards.

    The other decks give their shares of the row, or all they have; what is missing then comes from that of the wild.
    """
    kinds, wild, row = board.kinds, board.kinds.wild, face_up(supply)
    wild_deck = kinds.deck_of[wild]
    left = [len(cards) + kinds.total(pile) for cards, pile in zip(supply.decks, supply.discards, strict=True)]
    for kind in row:
        left[kinds.deck_of[kind]] += 1
    others = sum([min(count, left[deck]) for deck, count in board.row_places if deck != wild_deck])
    wild_left = row.count(wild) + supply.decks[wild_deck].count(wild) + kinds.count(supply.discards[wild_deck], wild)
    return min(left[wild_deck], board.row_size - others) - (left[wild_deck] - wild_left) < limit
