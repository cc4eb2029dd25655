"""Module 4: cards with station numbers, which pay for the line that arrives there."""

from rules.chance import Chance
from rules.metro.board import STATIONS
from rules.metro.box import Box
from rules.metro.options import Options, cards_by_colour
from rules.metro.tracing import Tracks


def deal_numbers(box: Box, seats: int, options: Options, chance: Chance) -> tuple[tuple[int, ...], ...]:
    """Each colour of cards from its top: as many as agreed to the first player, as many to the next, and so on."""
    hands: list[list[int]] = [[] for _ in range(seats)]
    for (first, last), cards in zip(box.number_groups, cards_by_colour(box, options), strict=True):
        numbers = [str(number) for number in range(first, last + 1)]
        order = chance.shuffled(numbers, f"numbers {first}-{last}")
        for player, hand in enumerate(hands):
            hand += [int(number) for number in order[player * cards : (player + 1) * cards]]
    return tuple(tuple(sorted(hand)) for hand in hands)


def card_points(tracks: Tracks, place: int) -> int:
    """What the card of a station is worth: the passes of the line that ends there, whoever owns it, if any does.

    A line that starts at the centre counts double for the card, also from a space where no train stands.
    """
    passes, start = tracks.arriving(place)
    if start is None:
        return 0
    return 2 * passes if start >= STATIONS else passes
