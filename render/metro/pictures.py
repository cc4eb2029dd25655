"""All pictures of Metro, for the catalogue."""

from render.metro.alt import alt_board, alt_hand, alt_preview, alt_scores, alt_since, text_board
from render.metro.base import prepared, warm
from render.metro.board import draw_board, draw_since
from render.metro.emojis import draw_emojis
from render.metro.hand import draw_hand
from render.metro.plans import TilePlan
from render.metro.preview import draw_preview
from render.metro.scores import draw_scores
from render.metro.zoom import draw_zoom, zooms
from render.picture_set import PictureSet
from rules.metro.view import MetroView

METRO: PictureSet[MetroView, TilePlan] = PictureSet(
    draw_board=draw_board,
    draw_since=draw_since,
    draw_hand=draw_hand,
    draw_zoom=draw_zoom,
    draw_preview=draw_preview,
    draw_scores=draw_scores,
    zooms=zooms,
    alt_board=alt_board,
    alt_since=alt_since,
    alt_hand=alt_hand,
    alt_preview=alt_preview,
    alt_scores=alt_scores,
    text_board=text_board,
    prepare=prepared,
    warm=warm,
    draw_emojis=draw_emojis,
)
