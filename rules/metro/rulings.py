"""What Metro's versions decide differently, as switches: a game goes on under the version it began with.

Version 1 is the first that was released. A ruling that changes gets a switch here and the next number; what an old
number says never changes again.
"""

import msgspec


class Rulings(msgspec.Struct, frozen=True, kw_only=True):
    """All on is how we play today."""

    last_is_worth_least: bool = True
    """Module 1: the companies with the fewest points are worth 1, also when several tie; only if all tie they are
    first. Without it, places are counted at the bottom too: two tied last are worth 2."""
    cards_by_colour: bool = True
    """Module 4: each colour of number cards may be dealt in a number of its own."""


VERSIONS = {1: Rulings(last_is_worth_least=False, cards_by_colour=False), 2: Rulings()}
NEWEST = max(VERSIONS)
