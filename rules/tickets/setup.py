"""Setting the table: shuffling, dealing, the first row and the first questions."""

from msgspec.structs import replace

from rules.chance import Chance
from rules.errors import BadSeats
from rules.game import Event
from rules.tickets.board import Board
from rules.tickets.choices import deal_offer
from rules.tickets.state import Player, State, Supply, TicketOptions
from rules.tickets.supply import deal_row, sweep


def set_up(board: Board, options: TicketOptions, seats: int, chance: Chance) -> State:
    least, most = board.file.seats
    if not least <= seats <= most:
        raise BadSeats(board.file.id, seats, least, most)
    player = Player(hand=0, wagons=board.file.pieces["wagons"], ships=board.file.pieces.get("ships", 0))
    state = State(
        options=options,
        chance=chance,
        players=(player,) * seats,
        supply=Supply(
            decks=tuple(shuffled_deck(board, chance, deck) for deck in range(len(board.kinds.deck_names))),
            discards=(0,) * len(board.kinds.deck_names),
            reshuffles=(0,) * len(board.kinds.deck_names),
            row=b"",
        ),
        piles=tuple(shuffled_tickets(board, chance, pile) for pile in board.pile_names),
        open=board.all_tracks,
    )
    events: list[Event] = []
    state = deal_hands(board, state)
    supply = deal_row(board, state.supply, chance, events)
    state = replace(state, supply=sweep(board, supply, chance, events))
    state = ask_opening_questions(board, state, events)
    for feature in board.features:
        state = feature.set_up(board, state)
    return state


def shuffled_deck(board: Board, chance: Chance, deck: int) -> bytes:
    kinds = board.kinds
    return kinds.as_deck(chance.shuffled(kinds.full_decks[deck], kinds.deck_names[deck]))


def shuffled_tickets(board: Board, chance: Chance, pile: str) -> tuple[int, ...]:
    order = chance.shuffled(board.tickets_in[pile], pile)
    return board.ticket_numbers(order)


def deal_hands(board: Board, state: State) -> State:
    """Each player gets a whole opening hand in turn, in the order of the seats."""
    players, decks = [], list(state.supply.decks)
    for player in state.players:
        hand = 0
        for name, count in board.file.opening_cards.items():
            number = board.kinds.deck_names.index(name)
            hand += board.kinds.of_kinds(decks[number][-count:])
            decks[number] = decks[number][:-count]
        players.append(replace(player, hand=hand))
    return replace(state, players=tuple(players), supply=replace(state.supply, decks=tuple(decks)))


def ask_opening_questions(board: Board, state: State, events: list[Event]) -> State:
    """Everybody chooses tickets; with two piles, everybody first says how many of each."""
    has_mix = len(state.piles) > 1
    questions = ("tickets", "keep") if has_mix else ("keep",)
    state = replace(state, players=tuple(replace(player, opening=questions) for player in state.players))
    if not has_mix:
        for seat in range(len(state.players)):
            state = deal_offer(board, state, seat, 0, events)
    return state
