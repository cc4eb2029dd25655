"""Worlds for the search: what a view shows, with everything that it hides dealt at random."""

from collections.abc import Sequence
from typing import TypeVar

from rules.game import PlayerId, Random, Weights
from rules.metro.board import PLACES, STATIONS
from rules.metro.box import NOBODY, Box
from rules.metro.options import cards_by_colour
from rules.metro.placement import train_squares
from rules.metro.robots.forecast import chance_ahead, win_chance
from rules.metro.robots.outlook import odds_of
from rules.metro.robots.position import KINDS, Position, Table
from rules.metro.robots.quick import act
from rules.metro.robots.root import root_of
from rules.metro.view import MetroView

T = TypeVar("T")


class World(Position):
    """A position that plays itself."""

    __slots__ = ()

    def play(self, random: Random, rounds: int | None) -> None:
        """To the end if it is near, since then the result is known. Quick players leave nothing to chance."""
        if self.drawn is not None:
            act(self)  # the turn that has begun is none of those to come
        last = self.turns + (rounds or 0) * self.table.seats
        left = self.grid.free.bit_count()
        to_the_end = rounds is None or left <= rounds * self.table.seats + self.table.weights["play_out"]
        while self.grid.free and (to_the_end or self.turns < last):
            act(self)

    def worth(self, player: PlayerId) -> float:
        return win_chance(self, player)


def sample(box: Box, view: MetroView, random: Random, weights: Weights) -> World:
    assert view.reader is not None
    colours = {colour: number for number, colour in enumerate(box.colours)}
    places = view.stations + view.spaces
    trains = [NOBODY if place.owner is None else colours[place.owner] for place in places]
    trains += [NOBODY] * (PLACES - len(trains))
    odds = odds_of(tuple(box.tiles.items()), view.options.direction == "free")
    root = root_of(view.laid, view.central_tiles, odds, tuple(trains))
    world = World(Table(box, view.options, view.seats, root, weights), root.grid.copy(), view.to_act[0])
    world.trains = trains
    world.train_squares = train_squares(tuple(place for place in range(STATIONS, PLACES) if trains[place] != NOBODY))
    world.points = _points(view)
    _deal_tiles(world, view, random)
    if view.companies:
        _deal_shares(world, view, colours, random)
    if view.numbers:
        _deal_numbers(box, world, view, random)
        world.table.for_cards[view.reader] = root.for_cards(world.numbers[view.reader])
    world.table.concern = _concern(world)
    world.table.draws_below = [weights["quick_draw"] * max(concern) for concern in world.table.concern]
    return world


def _points(view: MetroView) -> list[int]:
    if view.companies:
        return [company.points for company in view.companies]
    points = [0] * view.seats
    for score in view.scores:
        points[score.player] += score.points
    return points


def shuffled(items: Sequence[T], random: Random) -> list[T]:
    found = list(items)
    for last in range(len(found) - 1, 0, -1):
        other = int(random() * (last + 1))
        found[last], found[other] = found[other], found[last]
    return found


def _deal_tiles(world: World, view: MetroView, random: Random) -> None:
    unseen = [KINDS[code] for code, count in view.unseen.items() for _ in range(count)]
    world.pile = shuffled(unseen, random)
    for player, size in enumerate(view.hand_sizes):
        if player == view.reader:
            world.hands.append([KINDS[code] for code in view.hand])
        else:
            world.hands.append([world.pile.pop() for _ in range(size)])
    if view.has_drawn:
        world.drawn = world.pile.pop() if view.drawn is None else KINDS[view.drawn]


def _deal_shares(world: World, view: MetroView, colours: dict[str, int], random: Random) -> None:
    world.held = [[NOBODY] * len(view.shares) for _ in range(view.seats)]
    world.shown = [[False] * len(view.shares) for _ in range(view.seats)]
    world.open = [colours[share.company] for share in view.open_shares]
    for which, own in enumerate(view.shares):
        for player, shares in enumerate(view.shown_shares):
            for share in shares:
                if share.percent == own.percent:
                    world.held[player][which] = colours[share.company]
                    world.shown[player][which] = True
        world.held[view.reader or 0][which] = colours[own.company]
        seen = {world.open[which], *(held[which] for held in world.held)}
        pile = shuffled([company for company in colours.values() if company not in seen], random)
        for held in world.held:
            if held[which] == NOBODY:
                held[which] = pile.pop()
        world.piles.append(pile)


def _deal_numbers(box: Box, world: World, view: MetroView, random: Random) -> None:
    own = [card.number for card in view.numbers]
    world.numbers = [[] for _ in range(view.seats)]
    for (first, last), cards in zip(box.number_groups, cards_by_colour(box, view.options), strict=True):
        others = shuffled([number for number in range(first, last + 1) if number not in own], random)
        for player, places in enumerate(world.numbers):
            if player == view.reader:
                numbers = [number for number in own if first <= number <= last]
            else:
                numbers = [others.pop() for _ in range(cards)]
            places += [box.place_of(view.options.numbering, number) for number in numbers]


def _concern(world: World) -> list[list[float]]:
    """What a point for each owner is worth to each player."""
    seats = world.table.seats
    if world.held:
        return [_stakes(world, player) for player in range(seats)]
    others = -world.table.weights["rival"] / (seats - 1)
    return [[1.0 if owner == player else others for owner in range(seats)] + [0.0] for player in range(seats)]


def _stakes(world: World, player: PlayerId) -> list[float]:
    """As `stakes.Stakes` has it, with all shares on the table."""
    root, weights = world.table.root, world.table.weights
    made = [points + more for points, more in zip(world.points, root.expected, strict=True)]
    spread = weights["spread_late"] + weights["spread"] * root.grid.free.bit_count() / 60
    holdings = world.holdings()
    rivals = len(holdings) - 1
    stakes = []
    for company in range(len(made)):
        tens = [held[company] for held in holdings]
        stakes.append(tens[player] - (sum(tens) - tens[player]) / rivals)
    found = []
    for one, points in enumerate(made):
        most = max(held[one] for held in holdings)
        leads = 0.0 if not most else 0.1 if holdings[player][one] == most else -0.1 / rivals
        for other, others in enumerate(made):
            if one != other:
                chance = chance_ahead(points - others, spread)
                leads += (stakes[one] - stakes[other]) * chance * (1 - chance) / spread
        found.append(leads)
    return [*found, 0.0]
