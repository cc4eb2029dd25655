"""What a player of a ticket game has tapped together."""

from typing import Literal

from bot.games.page import Draft


class TicketDraft(Draft, frozen=True, kw_only=True):
    track: str | None = None
    cards: tuple[tuple[str, int], ...] | None = None
    passengers: tuple[str | None, str | None] = (None, None)
    city: str | None = None
    from_city: str | None = None
    """Narrows the menu of tracks to those at a city."""
    offset: int = 0
    """Where a long menu begins."""
    city_offset: int = 0
    """Where the menu of cities begins."""
    kept: tuple[str, ...] = ()
    refill: str | None = None
    to: Literal["wagons", "ships"] | None = None
    count: int = 0
