"""The pictures that only Metro's pages ask for: a tile or a train as a ghost."""

from typing import TYPE_CHECKING, Literal

from bot.games.face import PictureContext
from bot.games.page import Picture
from rules.metro.view import MetroView

if TYPE_CHECKING:
    from render.metro.plans import TilePlan


class MetroPicture(Picture, frozen=True, kw_only=True):
    kind: Literal["tile", "train"]
    square: str | None = None
    tile: str | None = None
    turn: int = 0
    space: str | None = None
    share: int | None = None
    """Module 1: the percentage of the share that is shown for a train."""


def draw_metro_picture(picture: Picture, context: PictureContext) -> bytes:
    from render.metro.preview import draw_preview

    assert isinstance(context.view, MetroView)
    return draw_preview(context.view, context.seats, plan_of(picture), **context.looks)


def alt_metro_picture(picture: Picture, context: PictureContext) -> str:
    from render.metro.alt import alt_preview

    assert isinstance(context.view, MetroView)
    return alt_preview(context.view, context.seats, plan_of(picture), language=context.language, table=context.table)


def plan_of(picture: Picture) -> "TilePlan":
    from render.metro.plans import TilePlan

    assert isinstance(picture, MetroPicture)
    return TilePlan(picture.tile, picture.square, picture.turn, picture.space, picture.share)
