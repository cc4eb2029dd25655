"""Module 1: eight companies, and shares of 10 to 40 percent in them."""

from typing import TypeVar

import msgspec

from rules.chance import Chance
from rules.game import PlayerId
from rules.metro.actions import Take
from rules.metro.box import Box

T = TypeVar("T")


def with_item(items: tuple[T, ...], index: int, item: T) -> tuple[T, ...]:
    return (*items[:index], item, *items[index + 1 :])


class Shares(msgspec.Struct, frozen=True, gc=False):
    """Where every share is; colours by percentage, the smallest first. Everybody always holds one of each."""

    held: tuple[tuple[str, ...], ...]
    """For each player. Secret, but for those shown."""
    shown: tuple[tuple[bool, ...], ...]
    piles: tuple[tuple[str, ...], ...]
    """Face down, top first. Secret."""
    open: tuple[str, ...]


def deal_shares(box: Box, seats: int, chance: Chance) -> Shares:
    """Each pile from its top: one share to each player in turn order, then the open one."""
    orders = [chance.shuffled(box.colours, f"shares {percent}") for percent in box.shares.percents]
    return Shares(
        held=tuple(tuple(order[player] for order in orders) for player in range(seats)),
        shown=((False,) * len(orders),) * seats,
        piles=tuple(order[seats + 1 :] for order in orders),
        open=tuple(order[seats] for order in orders),
    )


def exchanged(shares: Shares, player: PlayerId, which: int, take: Take) -> Shares:
    given, up = shares.held[player][which], shares.open[which]
    top, *rest = (*shares.piles[which], given)
    taken, up = (up, top) if take == "open" else (top, up)
    held = with_item(shares.held[player], which, taken)
    return Shares(
        held=with_item(shares.held, player, held),
        shown=shares.shown,
        piles=with_item(shares.piles, which, tuple(rest)),
        open=with_item(shares.open, which, up),
    )


def with_shown(shares: Shares, player: PlayerId, which: int) -> Shares:
    shown = with_item(shares.shown[player], which, True)
    return msgspec.structs.replace(shares, shown=with_item(shares.shown, player, shown))


def company_values(box: Box, points: tuple[int, ...]) -> tuple[int, ...]:
    """What each company is worth: 8 less the number of companies with more points, so a tie skips the places below.

    Ruling: the last are worth 1, as printed, however many tie; if all tie they are first.
    """
    values, fewest = box.shares.values, min(points)
    if box.rulings.last_is_worth_least and fewest < max(points):
        return tuple(values[sum(other > own for other in points)] if own > fewest else values[-1] for own in points)
    return tuple(values[sum(other > own for other in points)] for own in points)


def share_points(box: Box, held: tuple[str, ...], points: tuple[int, ...]) -> int:
    values = dict(zip(box.colours, company_values(box, points), strict=True))
    return sum(values[colour] * percent // 10 for colour, percent in zip(held, box.shares.percents, strict=True))


def percent_in(box: Box, held: tuple[str, ...], colour: str) -> int:
    return sum(percent for own, percent in zip(held, box.shares.percents, strict=True) if own == colour)


def bonus_points(box: Box, everybody: tuple[tuple[str, ...], ...], points: tuple[int, ...]) -> tuple[int, ...]:
    """For each player: a tenth of every company in which nobody has a higher percentage; equals all get it in full."""
    bonus = [0] * len(everybody)
    for colour, made in zip(box.colours, points, strict=True):
        holdings = [percent_in(box, held, colour) for held in everybody]
        for player, holding in enumerate(holdings):
            if holding and holding == max(holdings):
                bonus[player] += made // box.shares.bonus_divisor
    return tuple(bonus)
