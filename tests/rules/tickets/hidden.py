"""Ticket games with their hidden half dealt differently: everything a reader can't know is changed, nothing else."""

from random import Random

from msgspec.structs import replace

from rules.chance import Chance
from rules.tickets.board import Board
from rules.tickets.state import Opening, Player, State


def dealt_differently(board: Board, state: State, reader: int | None, random: Random, *more: int) -> State:
    """Other hands, decks, tickets and the seed as they might be, as far as `reader` (None: the channel) and `more`
    can tell."""
    others = [seat for seat in range(len(state.players)) if seat not in (reader, *more)]
    state = other_cards(board, state, others, random)
    state = other_tickets(board, state, others, random)
    state = other_pieces(board, state, others, random)
    return replace(state, chance=Chance(f"another {random.random()}"))


def other_cards(board: Board, state: State, others: list[int], random: Random) -> State:
    """Cards of hidden hands and decks change places; the backs tell the decks apart."""
    kinds, players = board.kinds, list(state.players)
    decks = list(state.supply.decks)
    for deck in range(len(decks)):
        own = kinds.in_deck[deck]
        hands = [list(kinds.each(players[seat].hand & own)) for seat in others]
        unknown = [*decks[deck], *(kind for hand in hands for kind in hand)]
        random.shuffle(unknown)
        decks[deck], unknown = bytes(unknown[: len(decks[deck])]), unknown[len(decks[deck]) :]
        for seat, hand in zip(others, hands, strict=True):
            dealt, unknown = unknown[: len(hand)], unknown[len(hand) :]
            kept = players[seat].hand & ~own
            players[seat] = replace(players[seat], hand=kept + kinds.of_kinds(dealt))
    return replace(state, players=tuple(players), supply=replace(state.supply, decks=tuple(decks)))


def other_tickets(board: Board, state: State, others: list[int], random: Random) -> State:
    """Hidden tickets change places with each other and with the piles. How many come from which pile is known."""
    players, piles = list(state.players), list(state.piles)
    for number in range(len(piles)):
        held = [
            (seat, name, ticket) for seat in others for name, ticket in hidden_tickets(board, players[seat], number)
        ]
        unknown = [*piles[number], *(ticket for _, _, ticket in held)]
        random.shuffle(unknown)
        piles[number], unknown = tuple(unknown[: len(piles[number])]), unknown[len(piles[number]) :]
        for seat in others:
            players[seat] = with_tickets(board, players[seat], number, unknown)
    return replace(state, players=tuple(players), piles=tuple(piles))


def hidden_tickets(board: Board, player: Player, pile: int) -> list[tuple[str, int]]:
    return [
        (name, ticket)
        for name, tickets in (("tickets", player.tickets), ("offer", player.offer))
        for ticket in tickets
        if board.pile_of[ticket] == pile
    ]


def with_tickets(board: Board, player: Player, pile: int, unknown: list[int]) -> Player:
    """The player with other tickets of one pile, taken off the end of `unknown`."""
    tickets = tuple(unknown.pop() if board.pile_of[ticket] == pile else ticket for ticket in player.tickets)
    offer = tuple(unknown.pop() if board.pile_of[ticket] == pile else ticket for ticket in player.offer)
    return replace(player, tickets=tickets, offer=offer)


def other_pieces(board: Board, state: State, others: list[int], random: Random) -> State:
    """While pieces are being chosen, nobody knows what the others took."""
    if type(state.phase) is not Opening or "ships" not in board.file.pieces:
        return state
    players = list(state.players)
    for seat in others:
        if not players[seat].opening:
            wagons = random.randrange(10, 26)
            players[seat] = replace(players[seat], wagons=wagons, ships=60 - wagons)
    return replace(state, players=tuple(players))
