"""Transport cards on the table: decks, their discards and the face-up row."""

from msgspec.structs import replace

from rules.chance import Chance
from rules.game import Event
from rules.tickets.board import Board
from rules.tickets.events import DeckReshuffled, RowRefilled, RowSwept
from rules.tickets.state import EMPTY, Supply

EMPTY_PLACE = bytes([EMPTY])


def can_serve(supply: Supply, deck: int) -> bool:
    """Whether a card can be had from a deck, its discards included."""
    return bool(supply.decks[deck] or supply.discards[deck])


def top_card(board: Board, supply: Supply, deck: int, chance: Chance, events: list[Event]) -> tuple[Supply, int]:
    """Take the top card of a deck, which is made anew from its discards when it is empty."""
    if not supply.decks[deck]:
        supply = reshuffle(board, supply, deck, chance, events)
    decks = list(supply.decks)
    cards = decks[deck]
    decks[deck] = cards[:-1]
    return replace(supply, decks=tuple(decks)), cards[-1]


def reshuffle(board: Board, supply: Supply, deck: int, chance: Chance, events: list[Event]) -> Supply:
    kinds, times = board.kinds, supply.reshuffles[deck] + 1
    name = kinds.deck_names[deck]
    order = chance.shuffled(kinds.names(supply.discards[deck]), f"{name}, reshuffle {times}")
    cards = bytes([kinds.index[card] for card in reversed(order)])
    events.append(DeckReshuffled(name, len(cards)))
    return Supply(
        decks=(*supply.decks[:deck], cards, *supply.decks[deck + 1 :]),
        discards=(*supply.discards[:deck], 0, *supply.discards[deck + 1 :]),
        reshuffles=(*supply.reshuffles[:deck], times, *supply.reshuffles[deck + 1 :]),
        row=supply.row,
    )


def discard(board: Board, supply: Supply, cards: int) -> Supply:
    """Cards go to the discards of the deck they came from."""
    if len(supply.discards) == 1:
        return replace(supply, discards=(supply.discards[0] + cards,))
    piles = zip(supply.discards, board.kinds.in_deck, strict=True)
    return replace(supply, discards=tuple([pile + (cards & own) for pile, own in piles]))


def refill_place(board: Board, supply: Supply, slot: int, deck: int, chance: Chance, events: list[Event]) -> Supply:
    """Turn up a card in a place of the row whose card was taken, then sweep the row if it must be."""
    supply, card = turn_up(board, supply, slot, deck, chance, events)
    events.append(RowRefilled(slot, card))
    return sweep(board, supply, chance, events) if card == board.wild_name else supply


def turn_up(
    board: Board, supply: Supply, slot: int, deck: int, chance: Chance, events: list[Event]
) -> tuple[Supply, str | None]:
    """A new card in one place of the row; where the wished deck has none, another serves, or the place stays empty."""
    row = supply.row
    if not supply.decks[deck] and not supply.discards[deck]:
        others = [other for other in range(len(supply.decks)) if can_serve(supply, other)]
        if not others:
            return replace(supply, row=row[:slot] + EMPTY_PLACE + row[slot + 1 :]), None
        deck = others[0]
    if not supply.decks[deck]:
        supply = reshuffle(board, supply, deck, chance, events)
    decks = list(supply.decks)
    cards = decks[deck]
    decks[deck] = cards[:-1]
    row = row[:slot] + cards[-1:] + row[slot + 1 :]
    return replace(supply, decks=tuple(decks), row=row), board.kinds.ids[cards[-1]]


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
    limit, wild = board.sweep_at, board.kinds.wild
    if supply.row.count(wild) < limit or not can_be_swept(board, supply, limit):
        return supply
    new = row_names(board, supply)
    while supply.row.count(wild) >= limit:
        cards = board.kinds.of_kinds([kind for kind in supply.row if kind != EMPTY])
        supply = deal_row(board, discard(board, supply, cards), chance, events)
        old, new = new, row_names(board, supply)
        events.append(RowSwept(old, new))
    return supply


def row_names(board: Board, supply: Supply) -> tuple[str, ...]:
    return tuple([board.kinds.ids[kind] for kind in supply.row if kind != EMPTY])


def deal_row(board: Board, supply: Supply, chance: Chance, events: list[Event]) -> Supply:
    """A whole row; as in `turn_up`, another deck serves for one that has no cards, or places stay empty."""
    decks, row = list(supply.decks), bytearray()
    for wished in board.row_decks:
        serving = [deck for deck in (wished, *range(len(decks))) if decks[deck] or supply.discards[deck]]
        if not serving:
            row.append(EMPTY)
            continue
        deck = serving[0]
        if not decks[deck]:
            supply = reshuffle(board, supply, deck, chance, events)
            decks[deck] = supply.decks[deck]
        row.append(decks[deck][-1])
        decks[deck] = decks[deck][:-1]
    return replace(supply, decks=tuple(decks), row=bytes(row))


def can_be_swept(board: Board, supply: Supply, limit: int) -> bool:
    """Whether the cards that aren't in hands could lie as a row with fewer than `limit` wild cards.

    Each deck gives its share of the row, or all it has; what is missing then comes from another deck.
    """
    kinds = board.kinds
    left = [supply.discards[deck] + kinds.of_kinds(cards) for deck, cards in enumerate(supply.decks)]
    for kind in supply.row:
        if kind != EMPTY:
            left[kinds.deck_of[kind]] += kinds.units[kind]
    totals = [kinds.total(cards) for cards in left]
    shares = {deck: min(count, totals[deck]) for deck, count in board.row_places}
    deck = kinds.deck_of[kinds.wild]
    missing = board.row_size - sum(shares.values())
    from_wild_deck = shares[deck] + min(missing, totals[deck] - shares[deck])
    tame = totals[deck] - kinds.count(left[deck], kinds.wild)
    return from_wild_deck - tame < limit
