"""What a Metro player has tapped together."""

from bot.games.page import Draft


class MetroDraft(Draft, frozen=True, kw_only=True):
    square: str | None = None
    tile: str | None = None
    turn: int = 0
    share: str | None = None
    space: str | None = None
