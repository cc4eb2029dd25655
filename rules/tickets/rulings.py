"""What the ticket games' versions decide differently, as switches: a game goes on under the version it began with.

Version 1 is the first that was released. A ruling that changes gets a switch here and the next number; what an old
number says never changes again.
"""

import msgspec


class Rulings(msgspec.Struct, frozen=True, kw_only=True):
    """All on is how we play today."""

    draw_needs_a_deck: bool = True
    """With every deck and all discards empty, drawing can't be chosen, though cards may lie open; a second card is
    still taken. With two decks both have to be empty: one that serves is enough to draw from, and to refill from."""
    bonus_needs_one: bool = True
    """The bonus for most or longest asks for one finished ticket, or one track; with none, nobody gets it."""
    mix_beyond_piles: bool = True
    """A mix may announce more of a pile than it holds, and draws what is there: one ticket at least."""
    turned_lie_apart: bool = True
    """Cards turned up for a tunnel are discarded with its decision; until then they are in nobody's pile."""


VERSIONS = {
    1: Rulings(draw_needs_a_deck=False, bonus_needs_one=False, mix_beyond_piles=False, turned_lie_apart=False),
    2: Rulings(),
}
NEWEST = max(VERSIONS)
