"""What a player can wish for."""

from typing import Literal, TypeAlias

from rules.game import Action

Take: TypeAlias = Literal["open", "hidden"]
TAKES: tuple[Take, ...] = ("open", "hidden")


class PlaceTile(Action, frozen=True, tag="place", gc=False):
    """Place a tile; without `tile`, the drawn one or the only kind in hand. `turn` is in degrees clockwise."""

    square: str
    tile: str | None = None
    turn: int = 0


class DrawTile(Action, frozen=True, tag="draw", gc=False):
    """Draw a tile instead; that one must be placed."""


class ExchangeShare(Action, frozen=True, tag="exchange", gc=False):
    """Module 1: put the own share of `give` percent under its pile, and take the open or the top hidden one."""

    give: int
    take: Take


class PlaceTrain(Action, frozen=True, tag="train", gc=False):
    """Module 2: put a train into the central station; with module 1 by showing the own share of `share` percent."""

    space: str
    share: int | None = None


MetroAction: TypeAlias = PlaceTile | DrawTile | ExchangeShare | PlaceTrain
