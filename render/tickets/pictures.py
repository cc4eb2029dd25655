"""All pictures of the ticket games, for the catalogue."""

from render.picture_set import PictureSet
from render.tickets.alt import alt_board, alt_hand, alt_preview, alt_scores, alt_since, text_board
from render.tickets.board import draw_board, draw_since
from render.tickets.emojis import draw_emojis
from render.tickets.hand import draw_hand
from render.tickets.prepared import prepare, warm
from render.tickets.preview import ClaimPlan, draw_preview
from render.tickets.scores import draw_scores
from render.tickets.zoom import draw_zoom, zooms
from rules.tickets.view import TicketView

TICKETS: PictureSet[TicketView, ClaimPlan] = PictureSet(
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
    prepare=prepare,
    warm=warm,
    draw_emojis=draw_emojis,
)
