"""The pictures that only the pages of a ticket game ask for: the tickets offered, a claim or a harbour as a ghost."""

from typing import TYPE_CHECKING, Literal

from bot.games.face import PictureContext
from bot.games.page import Picture
from rules.tickets.actions import Cards
from rules.tickets.view import TicketView

if TYPE_CHECKING:
    from render.tickets.preview import ClaimPlan


class TicketPicture(Picture, frozen=True, kw_only=True):
    kind: Literal["offer", "claim", "harbour"]
    track: str | None = None
    city: str | None = None
    paid: Cards = ()


def draw_ticket_picture(picture: Picture, context: PictureContext) -> bytes:
    from render.tickets.hand import draw_hand
    from render.tickets.preview import draw_preview

    assert isinstance(picture, TicketPicture)
    assert isinstance(context.view, TicketView)
    if picture.kind == "offer":
        return draw_hand(context.view, context.seats, **context.looks)
    return draw_preview(context.view, context.seats, plan_of(picture), **context.looks)


def alt_ticket_picture(picture: Picture, context: PictureContext) -> str:
    from render.tickets.alt import alt_hand, alt_preview

    assert isinstance(picture, TicketPicture)
    assert isinstance(context.view, TicketView)
    if picture.kind == "offer":
        return alt_hand(context.view, context.seats, language=context.language, table=context.table)
    return alt_preview(context.view, context.seats, plan_of(picture), language=context.language, table=context.table)


def plan_of(picture: TicketPicture) -> "ClaimPlan":
    from render.tickets.preview import ClaimPlan

    return ClaimPlan(picture.track, picture.city, picture.paid)
