"""Tickets: drawing them, and choosing which to keep."""

from collections.abc import Iterator, Sequence
from itertools import combinations

from msgspec.structs import replace

from rules.errors import NoSuchAction
from rules.game import Event, PlayerId
from rules.tickets.actions import DrawTickets, KeepTickets
from rules.tickets.board import Board
from rules.tickets.errors import NoTicketsLeft, TicketNotOffered, TooFewTickets, UnknownTicket, WrongMix
from rules.tickets.events import TicketsDrawn, TicketsKept, TurnBegan
from rules.tickets.maps import TicketDraw
from rules.tickets.state import ChoosingTickets, Opening, Player, State, put
from rules.tickets.turns import TURN, end_turn

CHOOSING = ChoosingTickets()


def draw_rule(board: Board, state: State) -> TicketDraw:
    return board.file.opening_tickets if type(state.phase) is Opening else board.file.turn_tickets


def mixes(board: Board, state: State) -> range:
    """How many long tickets may be announced. With one pile there is nothing to announce.

    Ruling: more may be announced than a pile holds, and what is there is drawn; one ticket in all at least.
    """
    if len(state.piles) == 1:
        return range(1)
    draw = draw_rule(board, state).draw
    short, long = map(len, state.piles)
    if board.rulings.mix_beyond_piles:
        return range(0 if short else 1, draw + 1 if long else draw)
    most = min(long, draw)
    return range(most if short + long <= draw else max(0, draw - short), most + 1)


def check_draw_tickets(board: Board, state: State, action: DrawTickets) -> None:
    if type(action.long) is not int:
        raise NoSuchAction("DrawTickets")
    if not any(state.piles):
        raise NoTicketsLeft
    allowed = mixes(board, state)
    if action.long not in allowed:
        raise WrongMix(action.long, allowed[0], allowed[-1])


def draw_tickets(board: Board, state: State, action: DrawTickets, events: list[Event]) -> State:
    check_draw_tickets(board, state, action)
    state = deal_offer(board, state, action.player, action.long, events)
    if type(state.phase) is Opening:
        player = state.players[action.player]
        player = replace(player, opening=player.opening[1:])
        return replace(state, players=put(state.players, action.player, player))
    return replace(state, phase=CHOOSING)


def deal_offer(board: Board, state: State, seat: PlayerId, long: int, events: list[Event]) -> State:
    """Take tickets off the piles for a player to choose from."""
    draw = draw_rule(board, state).draw
    counts = (draw,) if len(state.piles) == 1 else (draw - long, long)
    offer: tuple[int, ...] = ()
    piles = []
    for pile, count in zip(state.piles, counts, strict=True):
        offer += pile[:count]
        piles.append(pile[count:])
    long = min(long, len(state.piles[-1]))
    events.append(TicketsDrawn(seat, len(offer), long, board.ticket_names(offer)))
    player = replace(state.players[seat], offer=offer)
    return replace(state, players=put(state.players, seat, player), piles=tuple(piles))


def keep_at_least(board: Board, state: State, player: Player) -> int:
    return min(draw_rule(board, state).keep, len(player.offer))


def check_keep_tickets(board: Board, state: State, action: KeepTickets) -> tuple[int, ...]:
    """The numbers of the kept tickets, in the order of the offer."""
    player = state.players[action.player]
    if type(action.tickets) is not tuple:
        raise NoSuchAction("KeepTickets")
    numbers = []
    for ticket in action.tickets:
        if type(ticket) is not str:
            raise NoSuchAction("KeepTickets")
        number = board.ticket_index.get(ticket)
        if number is None:
            raise UnknownTicket(ticket)
        if number not in player.offer or number in numbers:
            raise TicketNotOffered(ticket)
        numbers.append(number)
    needed = keep_at_least(board, state, player)
    if len(numbers) < needed:
        raise TooFewTickets(len(numbers), needed)
    return tuple([ticket for ticket in player.offer if ticket in numbers])


def keep_tickets(board: Board, state: State, action: KeepTickets, events: list[Event]) -> State:
    kept = check_keep_tickets(board, state, action)
    player = state.players[action.player]
    rejected = [ticket for ticket in player.offer if ticket not in kept]
    events.append(TicketsKept(action.player, len(kept), len(rejected), board.ticket_names(kept)))
    is_opening = type(state.phase) is Opening
    player = replace(player, tickets=player.tickets + kept, offer=(), opening=player.opening[1:] if is_opening else ())
    state = replace(state, players=put(state.players, action.player, player), piles=put_back(board, state, rejected))
    return after_opening_answer(board, state, events) if is_opening else end_turn(board, state, events)


def put_back(board: Board, state: State, rejected: Sequence[int]) -> tuple[tuple[int, ...], ...]:
    """The piles with rejected tickets under them; those that leave the game are not, those to be shuffled in wait."""
    if draw_rule(board, state).rejects == "out":
        return state.piles
    piles = list(state.piles)
    for ticket in rejected:
        piles[board.pile_of[ticket]] += (ticket,)
    return tuple(piles)


def after_opening_answer(board: Board, state: State, events: list[Event]) -> State:
    """The first turn begins when the last player has answered everything."""
    if any(player.opening for player in state.players):
        return state
    if board.file.opening_tickets.rejects == "shuffled":
        state = replace(state, piles=tuple(shuffled_pile(board, state, number) for number in range(len(state.piles))))
    events.append(TurnBegan(0, 1))
    return replace(state, phase=TURN, turn=1)


def shuffled_pile(board: Board, state: State, number: int) -> tuple[int, ...]:
    """A pile after the opening, with the rejects shuffled in. Sorted first: the order of answers must not matter."""
    names = board.ticket_names(sorted(state.piles[number]))
    return board.ticket_numbers(state.chance.shuffled(names, after_opening(board, number)))


def after_opening(board: Board, number: int) -> str:
    """What the shuffle of a pile after the opening is called."""
    return f"{board.pile_names[number]}, after the opening"


def keepable(board: Board, state: State, player: Player) -> Iterator[tuple[str, ...]]:
    """Every choice of tickets that may be kept, all of them first."""
    names = board.ticket_names(player.offer)
    for size in range(len(names), keep_at_least(board, state, player) - 1, -1):
        yield from combinations(names, size)
