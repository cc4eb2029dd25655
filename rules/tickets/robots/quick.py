"""A quick player for worlds: keeps a plan, claims what it needs as soon as it can pay, and draws what is missing.

It is weaker than a conductor and a hundred times as quick. A plan is a mask of tracks, made when it is first asked for
and again when somebody takes a track of it.
"""

from functools import lru_cache

from rules.game import PlayerId
from rules.tickets.harbours import harbour_price
from rules.tickets.masks import numbers_in
from rules.tickets.payment import leading_kind
from rules.tickets.robots.ground import Ground, Wants, as_good, wants_of
from rules.tickets.robots.ways import FAR, ticket_way
from rules.tickets.robots.world import (
    CHOOSING,
    NEVER,
    NOBODY,
    OPENING,
    SECOND_CARD,
    TUNNEL,
    TURN,
    UNKNOWN,
    TicketWorld,
)
from rules.tickets.state import EMPTY

USES = {1: 3.0, 0: 2.5, -1: 2.0, 2: 1.0}
"""What a passenger is good for, by how many more of that colour the best of the others has."""
MOST_EXCHANGED = 5
GUESSED = 5
"""Points that somebody else's ticket is thought to bring, as a conductor does."""
HAND = 255
"""A hand has a byte for each kind of card: modulo this it is the number of all its cards, which is always less."""


def act(world: TicketWorld) -> None:
    """One action of whoever is asked."""
    phase = world.phase
    if phase == TURN:
        turn(world)
    elif phase == SECOND_CARD:
        draw(world, plan_of(world, world.current))
    elif phase == CHOOSING:
        keep(world, world.current)
    elif phase == TUNNEL:
        leave_tunnel(world)
    else:
        answer_opening(world)


def turn(world: TicketWorld) -> None:
    """Tickets while there is time for them, then tracks, then cards."""
    ground, seat = world.ground, world.current
    ending = is_ending(world)
    plan = plan_in_time(world, seat) if ending else plan_of(world, seat)
    payable = payable_tracks(world, seat)
    if world.harbours_left[seat] and build(world, seat):
        return
    if payable:
        wanted = payable & as_good(ground, plan) if plan else 0
        if world.turns_left <= world.seats:
            wanted = payable
        elif not wanted and (spare := spare_tracks(world, seat, plan, ending)):
            wanted = payable & spare
            if ground.habits.patient and world.turns_left == NEVER and is_behind(world, seat):
                wanted &= ~ending_tracks(world, seat)
        if wanted:
            claim(world, best_of(world, wanted), plan)
            return
    if world.turns_left == NEVER and any(world.piles) and wants_tickets(world, seat, plan):
        world.draw_tickets(seat, mix(world))
    elif ground.exchange and exchange(world, seat, plan):
        return
    else:
        draw(world, plan)


def best_of(world: TicketWorld, tracks: int) -> int:
    """The track that brings most at once: points, passengers where they wait, and tickets that it finishes."""
    if not tracks & tracks - 1:
        return tracks.bit_length() - 1
    ground, parts, waiting = world.ground, world.parts[world.current], world.waiting
    still = unfinished(world, world.current)
    if not still and not waiting:
        return first_by_points(ground, tracks)
    places, place_of, best, most = ground.places, ground.board.place_of, -1, -1
    for track in numbers_in(tracks):
        gain, joined = ground.points[track], ground.end_masks[track]
        if waiting:
            a, b = ground.ends[track]
            gain += 3 * (bool(waiting[place_of[a]]) + bool(waiting[place_of[b]]))
        for part in parts:
            if part & joined:
                joined |= part
        for ticket in still:
            for place in places[ticket]:
                if not joined & place:
                    break
            else:
                gain += ground.stakes[ticket]
        if gain > most:
            best, most = track, gain
    return best


def first_by_points(ground: Ground, tracks: int) -> int:
    for same in ground.by_points:
        if found := tracks & same:
            return (found & -found).bit_length() - 1
    raise ValueError("no tracks")


def is_ending(world: TicketWorld) -> bool:
    if world.turns_left != NEVER:
        return True
    limit = world.ground.habits.ending
    if world.ground.board.sea:
        return min(map(int.__add__, world.wagons, world.ships)) <= limit
    return min(world.wagons) <= limit


def payable_tracks(world: TicketWorld, seat: PlayerId) -> int:
    board = world.ground.board
    free = world.open & ~world.barred[seat]
    free &= board.within_wagons[world.wagons[seat]] | board.within_ships[world.ships[seat]]
    return free & board.affordable(world.hands[seat]) if free else 0


def spare_tracks(world: TicketWorld, seat: PlayerId, plan: int, ending: bool) -> int:
    """The tracks that are worth claiming though no ticket asks for them: as points, once there are pieces to spare.

    Near the end none are, as long as a ticket can be finished: turns and cards are short then, and others in the way.
    """
    ground, held = world.ground, world.hands[seat] % HAND
    if plan and (ending or held <= ground.habits.full_hand):
        return 0
    if plan:
        asked = wants_of(ground, plan)
        wagons, ships = world.wagons[seat] - asked.rail, world.ships[seat] - asked.sea
        within = ground.board.within_wagons[max(0, wagons)] | ground.board.within_ships[max(0, ships)]
    else:
        within = ground.board.all_tracks
    if not ending and (plan or held < ground.habits.some_hand):
        within &= ground.long_tracks
    return within


def ending_tracks(world: TicketWorld, seat: PlayerId) -> int:
    """Those with which the last round would begin."""
    board = world.ground.board
    spaces = world.wagons[seat] + world.ships[seat] - world.ground.last_pieces - 1
    spaces = min(max(0, spaces), len(board.within_wagons) - 1)
    return board.all_tracks & ~(board.within_wagons[spaces] | board.within_ships[spaces])


def is_behind(world: TicketWorld, seat: PlayerId) -> bool:
    """Whether somebody seems to have more, if the player finishes all tickets."""
    mine = world.points[seat] + sum([world.ground.values[ticket] for ticket in world.tickets[seat]])
    for other in range(world.seats):
        if other != seat and world.points[other] + GUESSED * len(world.tickets[other]) > mine:
            return True
    return False


def claim(world: TicketWorld, track: int, plan: int) -> None:
    wish = passengers(world, track) if world.waiting else NOBODY
    world.claim(track, payment(world.ground, track, world.hands[world.current], plan), wish)


def payment(ground: Ground, track: int, hand: int, plan: int) -> int:
    """Thrifty, and on a grey track with a colour that the rest of the plan asks for least."""
    if ground.is_plain[track]:
        return plain_payment(ground, track, hand, plan)
    if ground.is_one_colour[track]:
        return one_colour_payment(ground, track, hand, plan)
    thriftiest: int = next(ground.board.tariff_of[track].menu(track, hand))
    return thriftiest


def plain_payment(ground: Ground, track: int, hand: int, plan: int) -> int:
    length, hues = ground.board.lengths[track], ground.hues_for[track]
    wild = hand >> ground.wild_shift & 255 if ground.takes_wild[track] else 0
    if len(hues) == 1:
        shift = ground.hue_kinds[hues[0]][0][0]
    else:
        asked = wants_of(ground, plan).of_hue
        shift, best = -1, -1000
        for hue in hues:
            found = ground.hue_kinds[hue][0][0]
            held = hand >> found & 255
            if held + wild < length:
                continue
            lacks = length - held
            rank = (
                (-50 * lacks if lacks > 0 else 0) - 3 * max(0, asked[hue] - held + length if asked[hue] else 0) + held
            )
            if rank > best:
                shift, best = found, rank
    held = hand >> shift & 255
    if held >= length:
        return length << shift
    return (held << shift) + (length - held << ground.wild_shift)


def one_colour_payment(ground: Ground, track: int, hand: int, plan: int) -> int:
    """Large cards as long as they fit, then small ones; wild cards last."""
    length, hues, wild_shift = ground.board.lengths[track], ground.hues_for[track], ground.wild_shift
    wild = hand >> wild_shift & 255
    asked = wants_of(ground, plan).of_hue
    best, paid = -1000, 0
    for hue in hues:
        (first, small), (second, large) = ground.hue_kinds[hue]
        ones, many = hand >> first & 255, hand >> second & 255
        held = ones * small + many * large
        if held + wild < length:
            continue
        rank = min(0, held - length) * 50 - (asked[hue] if len(hues) > 1 else 0) + held
        if rank <= best:
            continue
        best = rank
        if large == 1:
            used = ones if ones < length else length
            more = min(many, length - used)
            paid = (used << first) + (more << second) + (length - used - more << wild_shift)
        else:
            more = min(many, length // large)
            used = min(ones, length - more * large)
            left = length - more * large - used
            if left and more < many:
                more, left = more + 1, 0
            paid = (used << first) + (more << second) + (left << wild_shift)
    return paid


def passengers(world: TicketWorld, track: int) -> tuple[int | None, int | None]:
    """Whom to take at the ends of a track: a colour in which it makes a difference."""
    board, seat = world.ground.board, world.current
    held, found = list(world.passengers[seat]), list[int | None]()
    a, b = [board.place_of[city] for city in board.ends[track]]
    for place in (a, b):
        there = list(world.waiting[place])
        if found and a == b and found[0] is not None:
            there.remove(found[0])
        best, most = None, 0.0
        for colour in there:
            others = max([taken[colour] for other, taken in enumerate(world.passengers) if other != seat])
            use = USES.get(others - held[colour], 0.5)
            if use > most:
                best, most = colour, use
        found.append(best)
        if best is not None:
            held[best] += 1
    return found[0], found[1]


def leave_tunnel(world: TicketWorld) -> None:
    """Top it up with whatever does."""
    assert world.tunnel
    _, laid, _, asked, _ = world.tunnel
    kind, hand, wild_shift = leading_kind(laid), world.hands[world.current], world.ground.wild_shift
    held = hand >> 8 * kind & 255
    used = min(held, asked)
    rest = asked - used
    if rest and (kind == world.ground.wild or hand >> wild_shift & 255 < rest):
        world.leave_tunnel(None)
    else:
        world.leave_tunnel((used << 8 * kind) + (rest << wild_shift))


# Beside claims and cards


def without_cards(world: TicketWorld, plan: int) -> None:
    """Whatever is left to do when nothing can be drawn."""
    seat = world.current
    payable = payable_tracks(world, seat)
    if payable:
        claim(world, best_of(world, payable), plan)
    elif any(world.piles):
        world.draw_tickets(seat, mix(world))
    elif world.ground.exchange and world.ships[seat] and world.boxes[seat][0]:
        world.exchange(1)
    elif world.ground.exchange and world.wagons[seat] and world.boxes[seat][1]:
        world.exchange(-1)
    else:
        world.pass_turn()


def build(world: TicketWorld, seat: PlayerId) -> bool:
    """A harbour where tickets lead, or any before it is too late."""
    ground = world.ground
    sites = ground.harbour_cities & sum(world.parts[seat])
    for city, _ in world.harbours:
        sites &= ~(1 << city)
    if not sites or not harbour_payments(ground, world.hands[seat] & ground.harbour_kinds):
        return False
    best, most = -1, 0
    for city in numbers_in(sites):
        count = sum([ground.named[ticket] >> city & 1 for ticket in world.tickets[seat]])
        if count > most or best < 0:
            best, most = city, count
    if best < 0 or (not most and not is_ending(world)):
        return False
    world.build_harbour(best, harbour_payments(ground, world.hands[seat] & ground.harbour_kinds)[0])
    return True


@lru_cache(maxsize=4096)
def harbour_payments(ground: Ground, cards: int) -> list[int]:
    """By the cards of a hand that can pay for one."""
    return harbour_price(ground.board).payments(cards)


def exchange(world: TicketWorld, seat: PlayerId, plan: int) -> bool:
    """When one kind of piece is short for the plan and the other is not."""
    asked = wants_of(world.ground, plan)
    for_wagons, for_ships = asked.rail - world.wagons[seat], asked.sea - world.ships[seat]
    if 0 < for_wagons <= min(-for_ships, world.boxes[seat][0]):
        world.exchange(for_wagons)
    elif 0 < for_ships <= min(-for_wagons, world.boxes[seat][1]):
        world.exchange(-for_ships)
    else:
        return False
    return True


# Plans and tickets


def plan_of(world: TicketWorld, seat: PlayerId) -> int:
    plan = world.plans[seat]
    if plan == UNKNOWN:
        open_tickets = unfinished(world, seat)
        plan = world.plans[seat] = planned(world, seat, open_tickets)[0] if open_tickets else 0
    return plan


def plan_in_time(world: TicketWorld, seat: PlayerId) -> int:
    """Near the end: what is still possible of the plan."""
    plan = plan_of(world, seat)
    if plan and 20 * turns_needed(world.ground, world.hands[seat], plan) > half_turns_left(world):
        world.plans[seat] = UNKNOWN
        plan = plan_of(world, seat)
    return plan


def unfinished(world: TicketWorld, seat: PlayerId) -> list[int]:
    places, parts, found = world.ground.places, world.parts[seat], list[int]()
    for ticket in world.tickets[seat]:
        for part in parts:
            for place in places[ticket]:
                if not part & place:
                    break
            else:
                break
        else:
            found.append(ticket)
    return found


def half_turns_left(world: TicketWorld) -> int:
    """Until the game is over, in tenths, as far as everybody's pieces and cards tell: at least this turn and those of
    the last round."""
    if world.turns_left != NEVER:
        return 20 * ((world.turns_left + world.seats - 1) // world.seats)
    habits, least = world.ground.habits, float(NEVER)
    per_piece, per_card = habits.per_piece, habits.per_card
    for wagons, ships, hand in zip(world.wagons, world.ships, world.hands, strict=True):
        time = per_piece * (wagons + ships) - per_card * (hand % HAND)
        if time < least:
            least = time
    left, fewest = int(least + habits.after), 20 + 20 * world.ground.last_turns
    return left if left > fewest else fewest


def turns_needed(ground: Ground, hand: int, plan: int) -> float:
    """To draw what a plan still lacks, two cards a turn, and to claim its tracks."""
    asked = wants_of(ground, plan)
    used = spare = 0
    for kinds, needed in zip(ground.hue_kinds, asked.of_hue, strict=True):
        held = 0
        for shift, worth in kinds:
            held += (hand >> shift & 255) * worth
        if held > needed:
            used += needed
            spare += held - needed
        else:
            used += held
    grey = asked.grey_cards
    used += grey if 2 * grey < spare else spare >> 1
    lacking = asked.cards - used + asked.wild - (hand >> ground.wild_shift & 255)
    return asked.tracks + (lacking / 2 if lacking > 0 else 0.0)


def planned(world: TicketWorld, seat: PlayerId, tickets: list[int]) -> tuple[int, float]:
    """The tracks to claim for tickets, dearest first as far as pieces and time go, and what they promise."""
    ground = world.ground
    own, parts = world.tracks[seat], world.parts[seat]
    usable = world.open & ~world.barred[seat]
    wagons, ships, hand, left = world.wagons[seat], world.ships[seat], world.hands[seat], half_turns_left(world)
    pieces = wagons + ships
    if ground.exchange:
        wagons, ships = wagons + MOST_EXCHANGED, ships + MOST_EXCHANGED
    held, time = 10 * (hand % HAND), left * ground.habits.haste
    ending, turns = is_ending(world), left / 20
    plan, worth = 0, 0.0
    if len(tickets) > 1:
        tickets = sorted(tickets, key=ground.stakes.__getitem__, reverse=True)
    for ticket in tickets:
        effort, tracks = ticket_way(ground, usable & ~plan, own | plan, parts, ticket)
        if effort < FAR:
            asked = wants_of(ground, plan | tracks)
            if (
                asked.rail <= wagons
                and asked.sea <= ships
                and asked.rail + asked.sea <= pieces
                and (turns_needed(ground, hand, plan | tracks) <= turns if ending else asked.effort - held <= time)
            ):
                plan |= tracks
                worth += ground.values[ticket] - effort * ground.habits.price
                continue
        worth -= ground.losses[ticket]
    return plan, worth


def keep(world: TicketWorld, seat: PlayerId) -> None:
    """What promises more than it takes; if that is too few, the least bad."""
    ground, offer = world.ground, world.offers[seat]
    file = ground.board.file
    rule = file.opening_tickets if world.phase == OPENING else file.turn_tickets
    held = unfinished(world, seat)
    _, base = planned(world, seat, held) if held else (0, 0.0)
    least, kept = min(rule.keep, len(offer)), list[int]()
    gains = sorted([(planned(world, seat, [*held, ticket])[1], ticket) for ticket in offer], reverse=True)
    for worth, ticket in gains:
        if kept:
            worth = planned(world, seat, [*held, *kept, ticket])[1]
        if worth > base or len(kept) < least:
            kept.append(ticket)
            base = worth
    world.keep_tickets(seat, tuple([ticket for ticket in offer if ticket in kept]))


def wants_tickets(world: TicketWorld, seat: PlayerId, plan: int) -> bool:
    """Whether there is time for more, once the plan is done."""
    ground = world.ground
    busy = 0
    if plan:
        busy = max(0, wants_of(ground, plan).effort - 10 * (world.hands[seat] % HAND))
    return half_turns_left(world) - busy >= ground.habits.tickets


def mix(world: TicketWorld) -> int:
    """Long tickets to ask for."""
    if len(world.piles) == 1:
        return 0
    short, long = map(len, world.piles)
    file = world.ground.board.file
    draw = (file.opening_tickets if world.phase == OPENING else file.turn_tickets).draw
    wished = draw // 2 if world.phase == OPENING else 0
    return min(max(wished, draw - short), long)


def answer_opening(world: TicketWorld) -> None:
    """Whoever still has something to choose."""
    seat = next(seat for seat, questions in enumerate(world.opening) if questions)
    question = world.opening[seat][0]
    if question == "tickets":
        world.draw_tickets(seat, mix(world))
    elif question == "keep":
        keep(world, seat)
    else:
        choose_pieces(world, seat)


def choose_pieces(world: TicketWorld, seat: PlayerId) -> None:
    """What the tickets ask for, and of the rest a third in wagons."""
    rule, board = world.ground.piece_choice, world.ground.board
    assert rule
    allowed = rule.wagons(board)
    world.wagons[seat], world.ships[seat] = allowed[-1], rule.pieces
    asked = wants_of(world.ground, planned(world, seat, unfinished(world, seat))[0])
    wagons = asked.rail + (rule.pieces - asked.rail - asked.sea) // 3
    world.choose_pieces(seat, min(max(wagons, allowed[0]), allowed[-1]))


# Cards


def draw(world: TicketWorld, plan: int) -> None:
    """The card of the row that brings the plan nearest, else one blind."""
    ground, left = world.ground, world.left
    asked, is_second = wants_of(ground, plan), world.phase == SECOND_CARD
    least = ground.habits.blind if left[0] or any(left) or any(world.discards) else -1.0
    if least < 0 and not is_second:
        without_cards(world, plan)
        return
    best = best_card(world, asked, ground.whole_draw if is_second else EMPTY, least)
    wished = 1 if len(left) > 1 and asked.sea > asked.rail else 0
    if best >= 0:
        world.draw_card(best, wished)
    elif left[wished] or world.discards[wished]:
        world.draw_blind(wished)
    else:
        world.draw_blind(1 - wished)


def best_card(world: TicketWorld, asked: Wants, barred: int, least: float) -> int:
    """The kind in the row that is good for most and for more than `least`, or -1."""
    ground, hand, uses = world.ground, world.hands[world.current], asked.uses
    builds, best, most = world.harbours_left[world.current], -1, least
    for kind in world.row:
        if kind in (EMPTY, barred):
            continue
        if ground.has_pairs:
            held = 0
            for shift, worth in ground.kinds_with[kind]:
                held += (hand >> shift & 255) * worth
        else:
            held = hand >> 8 * kind & 255
        use = uses[kind][held]
        if builds and ground.symbols[kind]:
            use = max(use, symbol_use(ground, hand, kind))
        if use > most:
            best, most = kind, use
    return best


def symbol_use(ground: Ground, hand: int, kind: int) -> float:
    """Of a card towards a harbour, the more of its colour are there."""
    if hand >> 8 * kind & 255 >= 2:
        return 0.0
    return 1.0 + ground.habits.harbour * sum([min(2, hand >> shift & 255) for shift in ground.symbols[kind]])
