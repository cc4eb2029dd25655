"""The conductor: what a heuristic can do with one plan for all tickets. It sees a view and the legal actions.

Every possible action gets a worth in points, compared with a turn that does nothing; the best is done.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

from rules.game import Candidate, Random
from rules.tickets.actions import (
    BuildHarbour,
    Cards,
    ChoosePieces,
    ClaimRoute,
    DrawBlind,
    DrawCard,
    DrawTickets,
    ExchangePieces,
    GiveUpTunnel,
    KeepTickets,
    TicketAction,
    TopUpTunnel,
)
from rules.tickets.board import Board
from rules.tickets.features.harbours import Harbours
from rules.tickets.features.passengers import Passengers, Wish
from rules.tickets.network import components
from rules.tickets.robots.cards import Purse, as_kinds
from rules.tickets.robots.harbours import HarbourPlan
from rules.tickets.robots.plan import Goal, NetworkPlan, NetworkPlanner, goal_of
from rules.tickets.robots.situation import Situation
from rules.tickets.robots.weights import Weights
from rules.tickets.tickets import are_joined
from rules.tickets.view import TicketView, TunnelView

if TYPE_CHECKING:
    from rules.tickets.legal import TicketActions

NEVER = -1000.0
MAKESHIFTS = 4
"""Tracks outside the plan that come into question."""
LAST_TURNS = 24
"""Before these nobody can tell what others need."""


class Conductor:
    def __init__(self, board: Board, view: TicketView, legal: TicketActions, random: Random, weights: Weights) -> None:
        self.board, self.view, self.legal, self.random, self.weights = board, view, legal, random, weights
        self.situation = Situation(board, view, weights)
        self.planner = NetworkPlanner(self.situation)
        self.me = self.situation.me

    def ranked(self) -> list[Candidate[TicketAction]]:
        """Every action that comes into question, best first; `random` breaks ties."""
        found = [(worth, self.random(), action) for action, worth in self.options()]
        if not found:
            return [Candidate(next(iter(self.legal)), 0.0)]
        found.sort(key=lambda option: (option[0], option[1]), reverse=True)
        return [Candidate(action, worth) for worth, _, action in found]

    def options(self) -> Iterator[tuple[TicketAction, float]]:
        asked = self.view.asked
        if "keep" in asked:
            yield from self.keeps()
        elif asked == ("tickets",):
            yield from self.opening_mixes()
        elif asked == ("pieces",):
            yield from self.piece_choices()
        elif self.view.tunnel is not None:
            yield from self.tunnel(self.view.tunnel)
        else:
            self.prepare()
            if self.view.phase == "second_card":
                yield from self.draws(is_second=True)
            else:
                yield from self.turn()

    def turn(self) -> Iterator[tuple[TicketAction, float]]:
        asked = self.view.asked
        if "claim" in asked:
            yield from self.claims()
        if "draw" in asked or "blind" in asked:
            yield from self.draws(is_second=False)
        if "tickets" in asked:
            yield from self.ticket_draws()
        if "harbour" in asked:
            yield from self.harbours()
        if "exchange" in asked:
            yield from self.exchanges()

    # The plan

    def goals(self) -> list[Goal]:
        """Tickets that are still to be done."""
        held = [standing for standing in self.view.tickets or () if not standing.is_done and standing.can_be_done]
        return [goal_of(self.board, self.board.ticket_index[standing.ticket]) for standing in held]

    def prepare(self) -> None:
        self.open = self.goals()
        self.plan: NetworkPlan = self.planner.plan(self.open)
        self.wanted = [*self.plan.tracks, *self.plan.filler]
        self.short = self.missing(self.wanted, self.situation.purse)
        rule = self.board.feature(Harbours)
        self.harbour_plan = HarbourPlan(self.situation, rule, self.plan.chances) if rule else None
        self.short_for_tickets = self.missing(self.plan.tracks, self.situation.purse)

    def missing(self, tracks: Sequence[int] | frozenset[int], purse: Purse) -> float:
        return self.situation.tables.missing(tracks, purse)

    @property
    def late(self) -> float:
        """From 0 to 1, once it is too late to use cards that are drawn now."""
        return 1 - min(1.0, max(0.0, (self.situation.turns - 1) / self.weights["late"]))

    @property
    def card(self) -> float:
        """What a card that brings the plan nearer is worth."""
        return self.weights["turn"] / 2 * (1 - self.late)

    @property
    def card_for_filler(self) -> float:
        return self.card * self.weights["card_for_filler"]

    @property
    def card_for_tickets(self) -> float:
        """The shorter the time, the more; nothing when it is over."""
        if self.situation.turns < 2:
            return 0.0
        turn = self.weights["turn"] + self.weights["push"] * self.plan.push
        return turn / 2 * self.weights["card_for_tickets"]

    # Tickets

    def keeps(self) -> Iterator[tuple[TicketAction, float]]:
        held = self.goals()
        for action in self.legal.of_kind("keep"):
            assert isinstance(action, KeepTickets)
            offered = [goal_of(self.board, self.board.ticket_index[name]) for name in action.tickets]
            yield action, self.planner.plan([*held, *offered], filler=False).worth

    def opening_mixes(self) -> Iterator[tuple[TicketAction, float]]:
        for action in self.legal.of_kind("tickets"):
            assert isinstance(action, DrawTickets)
            yield action, -abs(action.long - self.weights["opening_long"])

    def ticket_draws(self) -> Iterator[tuple[TicketAction, float]]:
        """What new tickets promise over the network as it will be; not before that is nearly built."""
        situation, weights, plan = self.situation, self.weights, self.plan
        if self.view.turns_left is not None or plan.turns > weights["near"] * situation.turns:
            return
        hopeless = sum(plan.chances.get(goal.number, 0.0) < 0.3 for goal in self.open)
        held = {standing.ticket for standing in self.view.tickets or ()}
        rule = self.board.file.turn_tickets
        promises = []
        for pile in self.board.pile_names:
            numbers = [self.board.ticket_index[name] for name in self.board.tickets_in[pile] if name not in held]
            promises.append(sorted(self.planner.offers(plan, numbers), reverse=True))
        for action in self.legal.of_kind("tickets"):
            assert isinstance(action, DrawTickets)
            counts = [rule.draw] if len(promises) == 1 else [rule.draw - action.long, action.long]
            counts = [min(n, left) for n, left in zip(counts, self.view.piles.values(), strict=True)]
            worth = self.offer_worth(promises, counts) + weights["draw_tickets"]
            yield action, worth - weights["hopeless"] * hopeless

    def offer_worth(self, promises: Sequence[Sequence[float]], counts: Sequence[int]) -> float:
        """The best ticket of an offer, and half of what else is good in it: they share pieces and turns."""
        bests, goods = [], 0.0
        for found, count in zip(promises, counts, strict=True):
            if count and found:
                bests.append(best_of(found, count))
                goods += count * sum([worth for worth in found if worth > 0]) / len(found)
        best = max(bests, default=NEVER)
        return best + self.weights["second_ticket"] * max(0.0, goods - max(0.0, best))

    # Tracks

    def claims(self) -> Iterator[tuple[TicketAction, float]]:
        planned = {*self.wanted}
        payable = [self.board.track_index[name] for name in self.legal.tracks()]
        others = sorted([track for track in payable if track not in planned], key=lambda track: -self.count(track))
        for track in [
            *[track for track in payable if track in planned],
            *(others if self.situation.turns < 2 else others[:MAKESHIFTS]),
        ]:
            yield self.claim(track)

    def claim(self, track: int) -> tuple[ClaimRoute, float]:
        name = self.board.tracks[track].id
        cards, waste = self.payment(track, name)
        return ClaimRoute(self.me, name, cards, self.passengers(track)), self.claim_worth(track, waste)

    def further_claims(self, known: Sequence[Candidate[TicketAction]]) -> Iterator[Candidate[TicketAction]]:
        """All tracks that could be claimed and are none of these; nothing but others' plans speaks for them."""
        if self.view.phase != "turn" or "claim" not in self.view.asked or self.situation.turns > LAST_TURNS:
            return
        names = {each.action.track for each in known if isinstance(each.action, ClaimRoute)}
        for name in self.legal.tracks():
            if name not in names:
                action, worth = self.claim(self.board.track_index[name])
                yield Candidate(action, worth)

    def count(self, track: int) -> float:
        """What a track counts at once, passengers included."""
        return self.board.points[track] + self.situation.promises.get(track, 0.0)

    def payment(self, track: int, name: str) -> tuple[Cards, float]:
        """The payment that leaves most for the rest of the plan, and what it takes from that in points."""
        tables, purse = self.situation.tables, self.situation.purse
        dear, spent = self.card * self.weights["keep_wild"], self.card * self.weights["spent_card"]
        best, least = None, 0.0
        rest = self.plan.tracks - {track}
        others = [other for other in self.wanted if other != track]
        for cards in self.legal.payments(name):
            paid = tables.purse(as_kinds(self.board, cards))
            left = Purse([a - b for a, b in zip(purse.held, paid.held, strict=True)], purse.wild - paid.wild)
            price = self.want(rest, others, left) + dear * paid.wild + spent * sum(paid.held)
            if self.harbour_plan:
                counts = list(self.harbour_plan.counts)
                for kind, count in as_kinds(self.board, cards):
                    counts[kind] -= count
                price += self.harbour_plan.nearness(self.harbour_plan.counts) - self.harbour_plan.nearness(counts)
            if best is None or price < least:
                best, least = cards, price
        assert best is not None
        return best, least - self.want(rest, others, purse)

    def want(self, rest: frozenset[int], others: Sequence[int], purse: Purse) -> float:
        """What the cards that a purse lacks are worth: those for tickets, and those for all that is planned."""
        missing = self.situation.tables.missing
        wanted = self.card_for_tickets * missing(rest, purse) if rest else 0.0
        return wanted + self.card * self.weights["spared_card"] * missing(others, purse)

    def claim_worth(self, track: int, waste: float) -> float:
        situation, weights, board = self.situation, self.weights, self.board
        length = board.lengths[track]
        worth = self.finishes(track) - waste
        count = self.count(track)
        if situation.turns < 2:
            return worth + count
        if track in self.plan.tracks:
            worth += weights["turn"] + weights["push"] * self.plan.push + weights["claim"]
            worth += weights["claim_points"] * count + self.urgency(track)
        else:
            late = self.late
            share = weights["filler"] if track in self.plan.filler else weights["makeshift"]
            worth += (late + (1 - late) * share) * count + (1 - late) * situation.threats[track] * share * count
            worth += weights["block"] * situation.by_leader[track]
            if track in self.plan.filler:
                worth += (1 - late) * weights["turn"]
        if self.breaks_plan(track):
            worth -= sum(goal.gain + goal.loss for goal in self.open if goal.number in self.plan.ways)
        return worth + self.end_worth(length, worth)

    def breaks_plan(self, track: int) -> bool:
        """Whether the pieces would no longer do for the tickets' tracks."""
        if track in self.plan.tracks or not self.plan.tracks:
            return False
        return not self.situation.have_pieces_for([*self.plan.tracks, track])

    def urgency(self, track: int) -> float:
        """What would be lost if another took it first, times how likely that is."""
        situation = self.situation
        threat = situation.threats[track]
        if not threat:
            return 0.0
        a, b = self.board.ends[track]
        stake = sum(goal.gain + goal.loss for goal in self.open if track in self.plan.ways.get(goal.number, ()))
        cost, _ = situation.links.way((a,), (b,), self.plan.tracks - {track}, shut=track)
        return self.weights["urgency"] * threat * min(cost, stake)

    def finishes(self, track: int) -> float:
        """Of tickets that the track completes, what was still in doubt: all of it when there is no other turn."""
        is_last = self.situation.turns < 2
        if not self.open or (not is_last and frozenset({track}) not in self.plan.ways.values()):
            return 0.0
        edges = [self.board.edges[number] for number in [*self.situation.own, track]]
        joined = components(edges)
        worth = 0.0
        for goal in self.open:
            if are_joined(self.board.ticket_ends[goal.number], joined):
                sure = 0.0 if is_last else self.plan.chances.get(goal.number, 0.0)
                worth += (goal.gain + goal.loss) * (1 - sure)
        return worth

    def end_worth(self, length: int, worth: float) -> float:
        """To end the game is good when ahead, and bad when behind or with tickets still open."""
        situation, view = self.situation, self.view
        last = self.board.last_round.pieces
        if view.turns_left is not None or situation.pieces - length > last:
            return 0.0
        mine = view.players[self.me].points + sum(ticket.points for ticket in view.tickets or ())
        guess = self.weights["guess_ticket"]
        theirs = max(view.players[seat].points + guess * view.players[seat].tickets for seat in situation.others)
        return self.weights["end"] * min(20, max(-20, mine - theirs))

    def passengers(self, track: int) -> Wish:
        """The best at each end."""
        rule = self.board.feature(Passengers)
        if rule is None:
            return (None, None)
        wish: list[str | None] = []
        for colours in self.legal.passengers(self.board.tracks[track].id):
            taken = wish[0] if wish else None
            worth = {c: self.situation.passenger_worth(rule, c, int(c == taken)) for c in colours}
            wish.append(max(worth, key=lambda colour: worth[colour], default=None))
        return wish[0], wish[1]

    def tunnel(self, tunnel: TunnelView) -> Iterator[tuple[TicketAction, float]]:
        """Top it up unless that takes cards which the plan needs more than the track."""
        self.prepare()
        track = self.board.track_index[tunnel.track]
        yield GiveUpTunnel(self.me), 0.0
        for cards in self.legal.top_ups():
            paid = self.situation.tables.purse(as_kinds(self.board, cards))
            dear = sum(paid.held) + (1 + self.weights["keep_wild"]) * paid.wild
            worth = self.count(track) - self.card * dear
            if track in self.plan.tracks:
                worth += 2 * (self.weights["turn"] + self.weights["push"] * self.plan.push)
            yield TopUpTunnel(self.me, cards), worth

    # Pieces and harbours

    def piece_choices(self) -> Iterator[tuple[TicketAction, float]]:
        """What the tickets ask for, and a share of the rest."""
        self.prepare()
        rail, sea = self.situation.spaces(self.plan.tracks)
        wagons = rail + self.weights["spare_wagons"] * (self.situation.pieces - rail - sea)
        for action in self.legal.of_kind("pieces"):
            assert isinstance(action, ChoosePieces)
            yield action, -abs(action.wagons - wagons)

    def harbours(self) -> Iterator[tuple[TicketAction, float]]:
        cities = self.legal.harbours()
        if not cities or self.harbour_plan is None:
            return
        cards = min(self.legal.harbour_payments(), key=lambda cards: self.price_of(as_kinds(self.board, cards)))
        price = self.price_of(as_kinds(self.board, cards))
        for city in cities:
            yield BuildHarbour(self.me, city, cards), self.harbour_plan.worth(city, self.late) - price

    def price_of(self, cards: Sequence[tuple[int, int]]) -> float:
        """What a payment takes from the plan."""
        tables, purse = self.situation.tables, self.situation.purse
        paid = tables.purse(cards)
        left = Purse([a - b for a, b in zip(purse.held, paid.held, strict=True)], purse.wild - paid.wild)
        wanted = self.want(self.plan.tracks, self.wanted, left) - self.want(self.plan.tracks, self.wanted, purse)
        return wanted + self.card * self.weights["keep_wild"] * paid.wild

    def exchanges(self) -> Iterator[tuple[TicketAction, float]]:
        """When one kind of piece is short for the tickets and the other is not."""
        wagons, ships = self.situation.short_of(self.plan.tracks)
        for_wagons, for_ships = self.legal.exchanges()
        worth = self.weights["turn"] + self.weights["push"] * self.plan.push + self.weights["exchange"]
        if 0 < wagons <= min(for_wagons, -ships):
            yield ExchangePieces(self.me, "wagons", wagons), worth - wagons
        elif 0 < ships <= min(for_ships, -wagons):
            yield ExchangePieces(self.me, "ships", ships), worth - ships

    # Cards

    def draws(self, is_second: bool) -> Iterator[tuple[TicketAction, float]]:
        kinds = self.board.kinds
        row = [kinds.index[card] for card in self.view.row if card is not None]
        uses = {kind: self.use(kind) for kind in range(kinds.size)}
        blind = [self.blind_use(uses, deck) for deck in range(len(kinds.deck_names))]
        for kind_of_draw in ("draw", "blind"):
            for action in self.legal.of_kind(kind_of_draw):
                if isinstance(action, DrawBlind):
                    use, rest = blind[kinds.deck_index[action.deck] if action.deck else 0], row
                    ends = is_second
                else:
                    assert isinstance(action, DrawCard)
                    kind = kinds.index[action.card]
                    use, rest = uses[kind], without(row, kind)
                    ends = is_second or kind == self.board.whole_draw
                    if action.refill is not None:
                        use += 0.02 * blind[kinds.deck_index[action.refill]]
                if not ends:
                    use += max([*blind, *[uses[kind] for kind in rest if kind != self.board.whole_draw]])
                yield action, use

    def use(self, kind: int) -> float:
        """How much nearer a card brings the plan."""
        tables, weights, purse = self.situation.tables, self.weights, self.situation.purse
        slot = tables.slot_of[kind]
        if slot < 0:
            more, held = Purse(purse.held, purse.wild + 1), 0
        else:
            stacks = purse.held[:]
            held = stacks[slot]
            stacks[slot] += tables.covers[kind]
            more = Purse(stacks, purse.wild)
        value = self.card
        use = value * (weights["any_card"] + weights["held_card"] * held)
        if self.short_for_tickets:
            use += self.card_for_tickets * (self.short_for_tickets - self.missing(self.plan.tracks, more))
        if self.short:
            use += self.card_for_filler * (self.short - self.missing(self.wanted, more))
        if slot < 0:
            use += value * weights["wild_card"]
        if self.harbour_plan:
            use += (1 - self.late) * self.harbour_plan.with_card(kind)
        return use

    def blind_use(self, uses: dict[int, float], deck: int) -> float:
        """The average over the cards that have not been seen."""
        kinds, view = self.board.kinds, self.view
        total, weight = 0.0, 0
        hand, discards = view.hand or {}, view.discards
        for kind in kinds.kinds_in[deck]:
            name = kinds.ids[kind]
            left = kinds.cards[kind].count - hand.get(name, 0) - view.row.count(name)
            if view.decks[kinds.deck_names[deck]]:
                left -= discards.get(name, 0)
            if left > 0:
                total += left * uses[kind]
                weight += left
        return total / weight if weight else 0.0


def diverse(ranked: Sequence[Candidate[TicketAction]], most: int) -> Sequence[Candidate[TicketAction]]:
    """At most so many, best first; of one kind no more than half of them, as long as there are others."""
    if len(ranked) <= most:
        return ranked
    counts: dict[type, int] = {}
    chosen: list[Candidate[TicketAction]] = []
    rest: list[Candidate[TicketAction]] = []
    for candidate in ranked:
        kind = type(candidate.action)
        counts[kind] = counts.get(kind, 0) + 1
        (chosen if counts[kind] <= max(1, most // 2) else rest).append(candidate)
    chosen = [*chosen, *rest][:most]
    return sorted(chosen, key=lambda candidate: -candidate.worth)


def without(kinds: list[int], kind: int) -> list[int]:
    left = list(kinds)
    left.remove(kind)
    return left


def best_of(found: Sequence[float], count: int) -> float:
    """The expected best of so many, drawn from all; `found` is sorted, best first."""
    total, expected, left = len(found), 0.0, 1.0
    for n, worth in enumerate(found):
        rest = total - n
        hit = min(1.0, count / rest)
        expected += left * hit * worth
        left *= 1 - hit
        if left <= 0:
            break
    return expected
