"""The one door to all pictures: by title, what draws it and what puts it into words."""

from typing import Any, NamedTuple, Protocol

from render.metro import alt as metro_alt
from render.metro import board as metro_board
from render.metro import hand as metro_hand
from render.metro import preview as metro_preview
from render.metro import scores as metro_scores
from render.metro import zoom as metro_zoom
from render.tickets import alt, board, hand, preview, scores, zoom


class Draw(Protocol):
    """`draw(view, seats, theme=…, language=…, table=…)`; boards and zooms take `events` too, scores `history`."""

    def __call__(self, *args: Any, **options: Any) -> bytes: ...


class Tell(Protocol):
    def __call__(self, *args: Any, **options: Any) -> str: ...


class Zooms(Protocol):
    def __call__(self, game: str) -> tuple[str, ...]: ...


class Pictures(NamedTuple):
    """Everything that can be shown of a game of one title, with the same parameters in all of them."""

    draw_board: Draw
    draw_hand: Draw
    draw_zoom: Draw
    draw_preview: Draw
    draw_scores: Draw
    zooms: Zooms
    alt_board: Tell
    alt_hand: Tell
    alt_scores: Tell
    text_board: Tell


TICKETS = Pictures(
    draw_board=board.draw_board,
    draw_hand=hand.draw_hand,
    draw_zoom=zoom.draw_zoom,
    draw_preview=preview.draw_preview,
    draw_scores=scores.draw_scores,
    zooms=zoom.zooms,
    alt_board=alt.alt_board,
    alt_hand=alt.alt_hand,
    alt_scores=alt.alt_scores,
    text_board=alt.text_board,
)
METRO = Pictures(
    draw_board=metro_board.draw_board,
    draw_hand=metro_hand.draw_hand,
    draw_zoom=metro_zoom.draw_zoom,
    draw_preview=metro_preview.draw_preview,
    draw_scores=metro_scores.draw_scores,
    zooms=metro_zoom.zooms,
    alt_board=metro_alt.alt_board,
    alt_hand=metro_alt.alt_hand,
    alt_scores=metro_alt.alt_scores,
    text_board=metro_alt.text_board,
)


def pictures_of(game: str) -> Pictures:
    return METRO if game == "metro" else TICKETS
