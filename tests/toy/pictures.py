"""What a game of tic-tac-toe looks like, and how that is said in words."""

from collections.abc import Sequence
from io import BytesIO
from typing import Any

from PIL import Image, ImageDraw

from render.kit.seat import Seat
from render.picture_set import AnyPictures, PictureSet
from tests.toy.rules import SQUARES, ToyView

SIDE = 60


def draw_board(view: ToyView, _seats: Sequence[Seat], *, ghost: str | None = None, **_looks: Any) -> bytes:
    """`ghost` is a square on which a mark is only planned."""
    image = Image.new("RGB", (3 * SIDE, 3 * SIDE), "white")
    pen = ImageDraw.Draw(image)
    for place, square in enumerate(SQUARES):
        left, top = place % 3 * SIDE, place // 3 * SIDE
        pen.rectangle((left, top, left + SIDE, top + SIDE), outline="black", fill="silver" if square == ghost else None)
        if view.marks.get(square) == 0:
            pen.line((left + 10, top + 10, left + 50, top + 50), fill="teal", width=6)
        elif square in view.marks:
            pen.ellipse((left + 10, top + 10, left + 50, top + 50), outline="brown", width=6)
    file = BytesIO()
    image.save(file, "png")
    return file.getvalue()


def alt_board(view: ToyView, _seats: Sequence[Seat], **_looks: Any) -> str:
    return ", ".join(f"{square} {'XO'[player]}" for square, player in view.marks.items()) or "empty"


def draw_preview(view: ToyView, seats: Sequence[Seat], plan: str, **looks: Any) -> bytes:
    return draw_board(view, seats, ghost=plan, **looks)


TOY: AnyPictures = PictureSet(
    draw_board=draw_board,
    draw_since=draw_board,
    draw_hand=draw_board,
    draw_zoom=draw_board,
    draw_preview=draw_preview,
    draw_scores=draw_board,
    zooms=lambda _title: (),
    alt_board=alt_board,
    alt_since=alt_board,
    alt_hand=alt_board,
    alt_preview=lambda view, seats, _plan, **looks: alt_board(view, seats, **looks),
    alt_scores=alt_board,
    text_board=alt_board,
)
