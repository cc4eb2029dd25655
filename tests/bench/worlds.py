"""The worlds of search: random playouts against python-chess, and rollouts from the middle of a game against those of
the first robot through the engine."""

import time
from collections.abc import Callable
from random import Random
from statistics import median
from typing import Any

from rules.catalog import TITLES, find_game
from rules.chance import Chance
from rules.tickets.engine import TicketGame
from rules.tickets.harbours import harbour_price
from rules.tickets.masks import next_in, numbers_in
from rules.tickets.robots.counting import final_points
from rules.tickets.robots.world import CHOOSING, OPENING, OVER, SECOND_CARD, TUNNEL, TicketWorld
from rules.tickets.state import EMPTY
from tests.bench.playouts import Clock, chess_playout
from tests.rules.tickets.in_place import world_of
from tests.yardstick import first_robot

ROUNDS = 7
TRIES = 30
SECONDS = 0.5


def walk(world: TicketWorld, random: Callable[[], float]) -> None:
    """One action at random, with the chances that `TicketActions.pick` gives each kind."""
    phase = world.phase
    if phase == CHOOSING:
        keep_some(world, world.current, random)
    elif phase == OPENING:
        answer(world, random)
    elif phase == TUNNEL:
        world.leave_tunnel(None)
    else:
        row, decks = len(world.row), len(world.left)
        lots = row + decks if phase == SECOND_CARD else 2 * row + decks + 1 + 2 * (decks > 1)
        for _ in range(TRIES):
            lot = int(random() * lots)
            if lot < row:
                done = draw_from(world, lot, random)
            elif lot < row + decks:
                done = bool(world.left[lot - row] or world.discards[lot - row])
                if done:
                    world.draw_blind(lot - row)
            elif lot < 2 * row + decks:
                done = claim_some(world, random)
            else:
                done = something_else(world, lot - 2 * row - decks, random)
            if done:
                return
        anything(world, random)


def draw_from(world: TicketWorld, place: int, random: Callable[[], float]) -> bool:
    kind, board = world.row[place], world.ground.board
    if kind == EMPTY or (kind == board.whole_draw and world.phase == SECOND_CARD):
        return False
    if world.phase != SECOND_CARD and not any(world.left) and not any(world.discards):
        return False
    decks = len(world.left)
    world.draw_card(kind, int(random() * decks) if decks > 1 else 0)
    return True


def claim_some(world: TicketWorld, random: Callable[[], float]) -> bool:
    board, seat = world.ground.board, world.current
    hand, tariff = world.hands[seat], board.tariff_of[int(random() * len(board.tariff_of))]
    free = world.open & ~world.barred[seat]
    free &= board.within_wagons[world.wagons[seat]] | board.within_ships[world.ships[seat]]
    mask = free & tariff.affordable(hand)
    if not mask and len(board.tariffs) > 1:
        mask = free & board.affordable(hand)
    if not mask:
        return False
    track = next_in(mask, int(random() * len(board.tracks)))
    payment = board.tariff_of[track].pick(track, hand, random)
    if not world.waiting:
        world.claim(track, payment)
        return True
    a, b = (world.waiting[board.place_of[city]] for city in board.ends[track])
    m, n = int(random() * (len(a) + 1)), int(random() * (len(b) + 1))
    world.claim(track, payment, (a[m] if m < len(a) else None, b[n] if n < len(b) else None))
    return True


def something_else(world: TicketWorld, lot: int, random: Callable[[], float]) -> bool:
    """Tickets, a harbour, an exchange."""
    seat, ground = world.current, world.ground
    if lot == 0 and any(world.piles):
        long = int(random() * (ground.board.file.turn_tickets.draw + 1)) if len(world.piles) > 1 else 0
        draw = ground.board.file.turn_tickets.draw
        if len(world.piles) > 1 and not (world.piles[0][: draw - long] + world.piles[1][:long]):
            return False
        world.draw_tickets(seat, long)
        return True
    if lot == 1 and ground.harbours and world.harbours_left[seat]:
        price, taken = harbour_price(ground.board), {city for city, _ in world.harbours}
        sites = [city for city in numbers_in(ground.harbour_cities & sum(world.parts[seat])) if city not in taken]
        if sites and price.can_be_paid(world.hands[seat]):
            world.build_harbour(sites[int(random() * len(sites))], price.pick(world.hands[seat], random))
            return True
    if lot == 2 and ground.exchange:
        most = min(world.ships[seat], world.boxes[seat][0])
        if most:
            world.exchange(1 + int(random() * most))
            return True
    return False


def anything(world: TicketWorld, random: Callable[[], float]) -> None:
    """Whatever is legal when chance has found nothing."""
    for lot in range(len(world.row)):
        if draw_from(world, lot, random):
            return
    if world.phase == SECOND_CARD or not (claim_some(world, random) or something_else(world, 0, random)):
        world.pass_turn()


def keep_some(world: TicketWorld, seat: int, random: Callable[[], float]) -> None:
    file, offer = world.ground.board.file, world.offers[seat]
    rule = file.opening_tickets if world.phase == OPENING else file.turn_tickets
    kept = tuple([ticket for ticket in offer if random() < 0.5])
    world.keep_tickets(seat, kept if len(kept) >= rule.keep else offer)


def answer(world: TicketWorld, random: Callable[[], float]) -> None:
    seat = next(seat for seat, questions in enumerate(world.opening) if questions)
    question = world.opening[seat][0]
    if question == "keep":
        keep_some(world, seat, random)
    elif question == "tickets":
        world.draw_tickets(seat, int(random() * 5))
    else:
        world.choose_pieces(seat, 10 + int(random() * 16))


def playout(game: TicketGame, seats: int, seed: str) -> int:
    random, actions = Random(seed).random, 0
    world = world_of(game.board, game.setup(game.options({}), seats, Chance(seed)))
    while world.phase != OVER:
        walk(world, random)
        actions += 1
    final_points(world)
    return actions


def midgame(game: TicketGame, seats: int) -> tuple[Any, int]:
    """A state half-way through a game of the first robot, and who is asked."""
    state, random, found = game.setup(game.options({}), seats, Chance("midgame")), Random(1).random, []
    while waiting := game.to_act(state):
        player = min(waiting)
        found.append((state, player))
        state = game.apply(state, robot_action(game, state, player, random)).state
    return found[len(found) // 2]


def robot_action(game: TicketGame, state: Any, player: int, random: Callable[[], float]) -> Any:
    return first_robot(game, game.view_for(state, player), game.legal_actions(state, player), random)


def per_second(once: Callable[[], None]) -> float:
    rates = []
    for _ in range(3):
        times, began = 0, time.process_time()
        while (spent := time.process_time() - began) < SECONDS / 3:
            once()
            times += 1
        rates.append(times / spent)
    return median(rates)


def rollouts(game: TicketGame, seats: int) -> float:
    """To the end both, though search cuts its own short."""
    state, player = midgame(game, seats)
    view, random = game.view_for(state, player), Random(2).random

    def old() -> None:
        after = state
        while waiting := game.to_act(after):
            after = game.apply(after, robot_action(game, after, min(waiting), random)).state

    def new() -> None:
        world = game.sample(view, random)
        assert world is not None
        world.play(random, None)
        world.worth(player)

    return per_second(new) / per_second(old)


def ratios() -> dict[str, float]:
    chess_clock = Clock(lambda number: chess_playout(Random(number)))
    clocks: dict[str, Clock] = {}
    tables = [
        (game, seats)
        for title in TITLES
        if isinstance(game := find_game(title), TicketGame)
        for seats in (game.seats[0], game.seats[-1])
    ]
    for game, seats in tables:

        def play(number: int, game: TicketGame = game, seats: int = seats) -> int:
            return playout(game, seats, f"{seats}/{number}")

        clocks[f"world_playouts_{game.id}_{seats}_players"] = Clock(play)
    for number in range(ROUNDS):
        for clock in (chess_clock, *clocks.values()):
            clock.round(number)
    found = {name: clock.speed / chess_clock.speed for name, clock in clocks.items()}
    return found | {f"rollouts_{game.id}_{seats}_players": rollouts(game, seats) for game, seats in tables}


TARGETS = {"world_playouts_": (">=", 8.0, 12.0), "rollouts_": (">=", 10.0, 20.0)}
