"""Every dynamic thing once, on the grounds it meets: what a board's palette has to be able to show."""

from render.kit.canvas import Canvas, Pixels
from render.kit.symbols import ICONS, passenger, sample
from render.kit.theme import AMBER, NIGHT, PLAYERS, RED, ROUTES, WHITE, Colour, Theme, ink_on
from render.tickets.cards import card
from render.tickets.pieces import harbour
from render.tickets.tracks import faded, piece
from rules.tickets.maps import Card


def swatches(theme: Theme) -> list[Pixels]:
    grounds = [pieces_on(theme, ground) for ground in (theme.home, theme.sea)]
    return [*grounds, panels(theme), faces(theme), pages(theme)]


def flat_colours(theme: Theme) -> list[Colour]:
    """What fills areas, and has to look the same on every board."""
    players = [colour for player in PLAYERS.values() for colour in (player.fill, player.shade, player.ink)]
    pale = [faded(player.fill, theme.home) for player in PLAYERS.values()]
    routes = [route.fill for route in ROUTES.values()]
    ground = [theme.sea, theme.shelf, theme.home, theme.foreign, theme.ink, theme.rim, theme.black_rim, theme.plate]
    ground += [theme.state] if theme.state else []
    around = [theme.panel, theme.tile, theme.text, theme.dim, theme.lit, theme.lit_ink, theme.lit_dim]
    decks = [theme.deck, theme.wagon_deck, theme.ship_deck, theme.ticket, theme.badge]
    return [WHITE, NIGHT, AMBER, RED, *players, *pale, *routes, *ground, *around, *decks]


def pieces_on(theme: Theme, ground: Colour) -> Pixels:
    canvas = Canvas((0, 0, 520, 360), ground, finer=2)
    for i, (name, player) in enumerate(PLAYERS.items()):
        y = 30 + i * 68
        canvas.line([(10, y), (120, y + 14)], 24.6, NIGHT)
        canvas.line([(10, y), (120, y + 14)], 22, WHITE)
        canvas.line([(10, y), (120, y + 14)], 18.4, player.shade)
        for j in range(3):
            piece(canvas.at(160 + j * 64, y + j * 5, 8 + j * 23), 56, 19, name, j == 2)
        canvas.line([(330, y), (380, y + 20)], 9, theme.neck_rim)
        canvas.line([(330, y), (380, y + 20)], 5.6, player.fill)
        harbour(canvas, 420, y + 8, name)
    for x, width, colour in ((460, 39, NIGHT), (460, 36, AMBER)):
        canvas.line([(x, 40), (x + 30, 300)], width, colour)
    return canvas.averaged()


def panels(theme: Theme) -> Pixels:
    canvas = Canvas((0, 0, 900, 420), theme.panel, finer=2)
    canvas.rect(0, 140, 450, 420, theme.tile)
    canvas.rect(450, 140, 900, 420, theme.lit)
    for x, y, ground, ink, dim in (
        (10, 40, theme.panel, theme.text, theme.dim),
        (10, 190, theme.tile, theme.text, theme.dim),
        (460, 190, theme.lit, theme.lit_ink, theme.lit_dim),
    ):
        canvas.text(x, y, "0123456789 Qq", 56, ink, "black")
        canvas.text(x, y + 50, "Zażółć gęślą 0123", 30, ink)
        canvas.text(x, y + 80, "turn 24 · #12", 25, dim, "semibold")
        for i, icon in enumerate(ICONS):
            ICONS[icon](canvas.at(x + 12 + i * 27, y + 112, 0, 12), dim, ground)
    for i, colour in enumerate(("red", "black", "green", "yellow", "blue", "white")):
        passenger(canvas.at(30 + i * 40, 370, 0, 17), colour)
        passenger(canvas.at(480 + i * 40, 370, 0, 17), colour)
    return canvas.averaged()


def faces(theme: Theme) -> Pixels:
    canvas = Canvas((0, 0, 900, 420), theme.panel, finer=2)
    for i, (name, player) in enumerate(PLAYERS.items()):
        canvas.rect(i * 180, 0, i * 180 + 176, 60, player.fill)
        sample(canvas.at(i * 180 + 30, 30), name, 46, 24)
        canvas.text(i * 180 + 60, 30, "Ada Zoë", 30, player.ink)
    for i, colour in enumerate(ROUTES):
        kind = Card(id=colour, deck="cards", count=1, colour=None if colour == "gray" else colour)
        card(canvas, 6 + i * 98, 70, 86, 140, kind, tuple(list(ROUTES)[:8]))
    fills = (AMBER, RED, theme.ticket, theme.deck, theme.wagon_deck, theme.ship_deck, theme.badge, theme.plate)
    for i, fill in enumerate(fills):
        canvas.rect(i * 110, 230, i * 110 + 106, 300, fill)
        canvas.text(i * 110 + 8, 265, "+124", 34, NIGHT if fill in (AMBER, theme.plate) else theme.text, "black")
    return canvas.averaged()


def pages(theme: Theme) -> Pixels:
    """Hands and score sheets."""
    canvas = Canvas((0, 0, 700, 300), theme.page, finer=2)
    for i, fill in enumerate((theme.done, theme.open, theme.blocked, theme.offered)):
        canvas.rounded(i * 170, 10, i * 170 + 160, 90, 9, fill)
        canvas.rounded(i * 170 + 50, 12, i * 170 + 158, 88, 7, theme.sheet)
        canvas.text(i * 170 + 25, 50, "A", 30, ink_on(fill), anchor="m")
        canvas.text(i * 170 + 60, 50, "±11", 36, fill, "black")
    for y, ground in ((130, theme.page), (190, theme.sheet), (250, theme.faded)):
        canvas.rect(0, y - 30, 700, y + 30, ground)
        canvas.text(10, y, "Boston – Miami 0123456789", 30, theme.page_ink)
        canvas.text(420, y, "points on the board", 22, theme.page_dim, "semibold")
    return canvas.averaged()
