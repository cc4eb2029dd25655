"""Worlds for the search: what a view shows, with everything that it hides dealt at random."""

from collections.abc import Sequence
from functools import lru_cache
from math import exp
from typing import TypeVar

from rules.game import PlayerId, Random, Weights
from rules.metro.actions import MetroAction
from rules.metro.box import NOBODY, Box
from rules.metro.known import known_points, known_trains, squares_of
from rules.metro.options import COMPANIES, METRO_STATIONS, STATION_NUMBERS, Options, cards_by_colour
from rules.metro.robots.forecast import chance_ahead, chances
from rules.metro.robots.outlook import odds_of
from rules.metro.robots.position import KINDS, TENTH, Position, Table
from rules.metro.robots.quick import act
from rules.metro.robots.root import Root, root_of
from rules.metro.view import MetroView

DEALS = 8
"""In one world."""
ROUNDS = 1
ONCE, TRAINS, CARDS, SHARES = 21, 7, 26, 15
"""What making a world and judging it takes, in tiles that a player looks at; how much more that is with trains, with
number cards, and with shares for each player."""
T = TypeVar("T")


class Playout(Position):
    """One of the games that a view allows."""

    __slots__ = ()

    def play(self, rounds: int | None) -> None:
        """To the end if it is near, since then the result is known. Quick players leave nothing to chance."""
        if self.drawn is not None:
            act(self)  # the turn that has begun is none of those to come
        last = self.turns + (rounds or 0) * self.table.seats
        left = self.grid.free.bit_count()
        to_the_end = rounds is None or left <= rounds * self.table.seats + self.table.weights["play_out"]
        while self.grid.free and (to_the_end or self.turns < last):
            act(self)


class MetroWorld:
    """Several deals at once: one is played in no time, and says little about an action that many would not deny."""

    __slots__ = ("deals",)
    doubt = 0.0
    """With so many deals at once, luck has less of a say: whatever has won more is better."""

    def __init__(self, deals: list[Playout]) -> None:
        self.deals = deals

    @property
    def trust(self) -> float:
        """Of a point of the conductor's guess, however many rollouts there are: quick players don't see as far."""
        return self.deals[0].table.weights["trust"]

    @property
    def briefness(self) -> float:
        """How many playouts take the time of one at a table with the usual options."""
        table = self.deals[0].table
        return effort(Options(), table.seats) / effort(table.options, table.seats)

    def copy(self) -> "MetroWorld":
        return MetroWorld([deal.copy() for deal in self.deals])

    def do(self, action: MetroAction) -> None:
        for deal in self.deals:
            deal.do(action)

    def play(self, random: Random, rounds: int | None) -> None:
        """Not much further than one round: what chance does soon outweighs what the action has done."""
        for deal in self.deals:
            deal.play(None if rounds is None else min(rounds, ROUNDS))

    def worth(self, player: PlayerId) -> float:
        return sum(chances(deal, player).win for deal in self.deals) / len(self.deals)

    def merit(self, player: PlayerId) -> float:
        return sum(sum(chances(deal, player)) for deal in self.deals) / (2 * len(self.deals))


def effort(options: Options, seats: int) -> int:
    """Of a playout: every player of a round has so many tiles to choose from, and so many ways to turn each."""
    ways = options.hand * (4 if options.direction == "free" else 1)
    more = {METRO_STATIONS: TRAINS, STATION_NUMBERS: CARDS, COMPANIES: SHARES * (seats + 1)}
    return ONCE + seats * (1 + ways) + sum([more.get(module, 0) for module in options.modules])


def sample(box: Box, view: MetroView, random: Random, weights: Weights) -> MetroWorld:
    odds = odds_of(tuple(box.tiles.items()), view.options.direction == "free")
    root = root_of(view.laid, view.central_tiles, odds, tuple(known_trains(box, view)))
    cards = tuple(box.place_of(view.options.numbering, card.number) for card in view.numbers)
    assert view.reader is not None
    table = table_of(root, view.options, view.seats, view.reader, cards, tuple(weights.items()))
    return MetroWorld([deal(box, view, table, random) for _ in range(DEALS)])


@lru_cache(maxsize=4)
def table_of(
    root: Root,
    options: Options,
    seats: int,
    reader: PlayerId,
    cards: tuple[int, ...],
    weights: tuple[tuple[str, float], ...],
) -> Table:
    """Worked out once for all the worlds of a view."""
    others = -dict(weights)["rival"] / (seats - 1)
    concern = [[1.0 if owner == player else others for owner in range(seats)] + [0.0] for player in range(seats)]
    for_cards = {reader: root.for_cards(cards)} if cards else {}
    return Table(options, seats, root, dict(weights), concern, for_cards)


def deal(box: Box, view: MetroView, table: Table, random: Random) -> Playout:
    """What the view shows, and the rest at random."""
    found = Playout(box, table, table.root.grid.copy(), view.to_act[0])
    found.trains = known_trains(box, view)
    found.train_squares = squares_of(found.trains)
    found.points = known_points(view)
    _deal_tiles(found, view, random)
    if view.numbers:
        _deal_numbers(box, found, view, random)
    if view.companies:
        _deal_shares(box, found, view, random)
    return found


def shuffled(items: Sequence[T], random: Random) -> list[T]:
    found = list(items)
    for last in range(len(found) - 1, 0, -1):
        other = int(random() * (last + 1))
        found[last], found[other] = found[other], found[last]
    return found


def _deal_tiles(deal: Playout, view: MetroView, random: Random) -> None:
    unseen = [KINDS[code] for code, count in view.unseen.items() for _ in range(count)]
    deal.pile = shuffled(unseen, random)
    for player, size in enumerate(view.hand_sizes):
        if player == view.reader:
            deal.hands.append([KINDS[code] for code in view.hand])
        else:
            deal.hands.append([deal.pile.pop() for _ in range(size)])
    if view.has_drawn:
        deal.drawn = deal.pile.pop() if view.drawn is None else KINDS[view.drawn]


def _deal_shares(box: Box, deal: Playout, view: MetroView, random: Random) -> None:
    """Others are likely to have come by good ones. What a point for a company is worth to somebody depends on all
    shares, so each deal has a table of its own."""
    root, weights = deal.table.root, deal.table.weights
    made = [points + more for points, more in zip(deal.points, root.expected, strict=True)]
    spread = weights["spread_late"] + weights["spread"] * root.grid.free.bit_count() / 60
    values = [sum(chance_ahead(one - other, spread) for other in made) for one in made]
    appeal = [exp(weights["greed"] * value) for value in values]
    colours = {colour: number for number, colour in enumerate(box.colours)}
    deal.held = [[NOBODY] * len(view.shares) for _ in range(view.seats)]
    deal.shown = [[False] * len(view.shares) for _ in range(view.seats)]
    deal.open = [colours[share.company] for share in view.open_shares]
    for which, own in enumerate(view.shares):
        for player, shares in enumerate(view.shown_shares):
            for share in shares:
                if share.percent == own.percent:
                    deal.held[player][which] = colours[share.company]
                    deal.shown[player][which] = True
        deal.held[view.reader or 0][which] = colours[own.company]
        seen = {deal.open[which], *(held[which] for held in deal.held)}
        pile = shuffled([company for company in colours.values() if company not in seen], random)
        for held in deal.held:
            if held[which] == NOBODY:
                held[which] = pile.pop(_drawn([appeal[company] for company in pile], random))
        deal.piles.append(pile)
    deal.table = deal.table.with_concern(_stakes(deal, made, spread))


def _deal_numbers(box: Box, deal: Playout, view: MetroView, random: Random) -> None:
    own = [card.number for card in view.numbers]
    deal.numbers = [[] for _ in range(view.seats)]
    for (first, last), cards in zip(box.number_groups, cards_by_colour(box, view.options), strict=True):
        others = shuffled([number for number in range(first, last + 1) if number not in own], random)
        for player, places in enumerate(deal.numbers):
            if player == view.reader:
                numbers = [number for number in own if first <= number <= last]
            else:
                numbers = [others.pop() for _ in range(cards)]
            places += [box.place_of(view.options.numbering, number) for number in numbers]


def _drawn(weights: Sequence[float], random: Random) -> int:
    """One of them, the heavier the likelier."""
    at = random() * sum(weights)
    for number, weight in enumerate(weights):
        at -= weight
        if at < 0:
            return number
    return len(weights) - 1


def _stakes(deal: Playout, made: Sequence[float], spread: float) -> list[list[float]]:
    """What a point for each company is worth to each player: as `stakes.Stakes` has it, with all shares open."""
    pulls = [[_pull(one - other, spread) for other in made] for one in made]
    holdings = deal.holdings()
    rivals = len(holdings) - 1
    totals = [sum(tens) for tens in zip(*holdings, strict=True)]
    most = [max(tens) for tens in zip(*holdings, strict=True)]
    found = []
    for tens in holdings:
        stakes = [own - (total - own) / rivals for own, total in zip(tens, totals, strict=True)]
        worths = [
            sum((stakes[one] - other) * pull for other, pull in zip(stakes, pulls[one], strict=True))
            for one in range(len(made))
        ]
        for company, own in enumerate(tens):
            if most[company]:
                worths[company] += 1 / TENTH if own == most[company] else -1 / TENTH / rivals
        found.append([*worths, 0.0])
    return found


def _pull(by: float, spread: float) -> float:
    """How much a point more raises the chance to end ahead of somebody."""
    chance = chance_ahead(by, spread)
    return chance * (1 - chance) / spread
