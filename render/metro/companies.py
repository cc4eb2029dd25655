"""With module 1, beside the board: the companies with points and value, the open shares, and who has shown what."""

from collections.abc import Hashable
from functools import partial

from data.texts import text
from render.kit.canvas import Box, Canvas
from render.kit.text import fitted
from render.kit.theme import AMBER, NIGHT, WHITE, Colour
from render.metro.base import LETTER
from render.metro.look import train_of
from render.metro.patches import MetroSheet
from render.metro.scene import Scene
from render.metro.stations import train
from render.metro.tracks import Style, symbol
from rules.game import PlayerId
from rules.metro.view import Company, Share

ROW, HEAD = 55, 46
SHARES = 118
CLOSES_AT = 25
PERCENTS = (10, 20, 30, 40)
SLOT = 62


def draw_companies(sheet: MetroSheet, scene: Scene, box: Box) -> None:
    left, top, right, bottom = box
    y = top + table(sheet, scene, left, top, right) + 10
    if not scene.view.is_over:
        y += open_shares(sheet, scene, left, y, right) + 6
    player_rows(sheet, scene, (left, y, right, bottom))


def table(sheet: MetroSheet, scene: Scene, left: int, top: int, right: int) -> int:
    """One row for each company, best first. Returns its height."""
    theme = scene.theme
    height = HEAD + ROW * 8 + 6
    box = (left, top, right, top + height)

    def draw(canvas: Canvas) -> None:
        canvas.chip(box, 12, theme.edge or theme.tile)
        canvas.chip((left + 2, top + 2, right - 2, top + height - 2), 10, theme.tile)

    sheet.stamp("companies", box, draw, theme.panel)
    label = text("render.metro.value", scene.language)
    wide = sheet.text(right - 14, top + 25, label, LETTER, theme.dim, theme.tile, "semibold", "r", 130)
    note = "render.metro.closes" if scene.view.is_exchange_open else "render.metro.closed"
    label = text(note, scene.language, n=CLOSES_AT)
    sheet.text(left + 14, top + 25, label, LETTER, theme.dim, theme.tile, "semibold", "l", right - left - wide - 44)
    order = sorted(scene.view.companies, key=lambda company: -company.points)
    most = max(CLOSES_AT + 5, *(company.points for company in order))
    for i, company in enumerate(order):
        place = (left, top + HEAD + i * ROW, right, top + HEAD + (i + 1) * ROW)
        key = ("company", company, most, company.colour in scene.view.trains_left)
        sheet.kept(key, place, partial(row, sheet, scene, company, most, place))
    return height


def row(sheet: MetroSheet, scene: Scene, company: Company, most: int, box: Box) -> None:
    theme, look = scene.theme, scene.look
    left, top, right, _ = box
    owner = train_of(company.colour, look.name)
    middle = top + ROW / 2
    waits = company.colour in scene.view.trains_left
    start, end = left + (134 if waits else 82), right - 132
    reach = start + (end - start) * company.points / most
    limit = start + (end - start) * CLOSES_AT / most

    def draw(canvas: Canvas) -> None:
        train(canvas.at(left + 44, middle), Style(company.colour), look, 0.84)
        canvas.rounded(start - 2, middle - 13, end + 2, middle + 13, 8, theme.dim)
        canvas.rounded(start, middle - 11, end, middle + 11, 6, theme.panel)
        if company.points:
            canvas.rounded(start, middle - 11, max(reach, start + 12), middle + 11, 6, WHITE)
            canvas.rounded(start + 1.6, middle - 9.4, max(reach, start + 12) - 1.6, middle + 9.4, 5, owner.fill)
        canvas.rect(limit - 1.5, middle - 17, limit + 1.5, middle + 17, AMBER)
        value_chip(canvas, right - 34, middle, str(company.value), look.badge)
        if waits:
            canvas.text(left + 76, middle, "+1", LETTER, theme.text, "bold")

    key = ("company", company, most, waits)
    sheet.stamp(key, box, draw, theme.tile)
    sheet.text(right - 62, middle, str(company.points), 40, theme.text, theme.tile, "black", "r")


def value_chip(canvas: Canvas, x: float, y: float, label: str, fill: Colour) -> None:
    canvas.rounded(x - 22, y - 21, x + 22, y + 21, 8, WHITE)
    canvas.rounded(x - 20, y - 19, x + 20, y + 19, 6, fill)
    canvas.text(x, y, label, LETTER, WHITE, anchor="m")


def open_shares(sheet: MetroSheet, scene: Scene, left: int, top: int, right: int) -> int:
    """The open share of each pile, as many shadows behind it as lie face down beneath it."""
    theme = scene.theme
    wide = (right - left - 30) // 4
    for i, share in enumerate(scene.view.open_shares):
        x = left + i * (wide + 10)
        box = (x, top, x + wide, top + SHARES - 8)
        depth = min(3, scene.view.hidden_shares)

        def draw(canvas: Canvas, share: Share = share, x: int = x, depth: int = depth) -> None:
            for behind in range(depth, 0, -1):
                a, b = x + behind * 4, top + 12 - behind * 4
                canvas.rounded(a, b, a + wide - 14, b + 96, 10, NIGHT)
                canvas.rounded(a + 2, b + 2, a + wide - 16, b + 94, 8.5, theme.deck)
            share_card(canvas, x, top + 12, wide - 14, 96, share, scene)

        sheet.stamp(("open share", share, depth), box, draw, theme.panel)
    return SHARES


def share_card(canvas: Canvas, x: float, y: float, w: float, h: float, share: Share, scene: Scene) -> None:
    """A share: the company's mark on its colour, the percentage below."""
    look = scene.look
    owner = train_of(share.company, look.name)
    k = min(w / 97, h / 92)
    canvas.rounded(x, y, x + w, y + h, 10 * k, NIGHT)
    canvas.rounded(x + 2, y + 2, x + w - 2, y + h - 2, 8.5 * k, WHITE)
    cut = y + h * 0.58
    canvas.rounded(x + 5, y + 5, x + w - 5, cut, 5 * k, owner.fill)
    canvas.rect(x + 5, cut - 2 * k, x + w - 5, cut, NIGHT)
    symbol(canvas.at(x + w / 2, (y + 4 + cut) / 2, 0, h * 0.17), share.company, look.name)
    canvas.text(x + w / 2, (cut + y + h) / 2 - 1, f"{share.percent}%", min(h * 0.38, w * 0.45), NIGHT, "bold", "m")


def player_rows(sheet: MetroSheet, scene: Scene, box: Box) -> None:
    """Above the columns, which percentage they are; then a row for each player, best first when the game is over."""
    view, theme = scene.view, scene.theme
    left, top, right, bottom = box
    sheet.text(left + 14, top + 20, "%", LETTER, theme.dim, theme.panel, "semibold")
    for i, percent in enumerate(PERCENTS):
        sheet.text(slot_x(right, i), top + 20, str(percent), LETTER, theme.dim, theme.panel, "semibold", "m")
    top += 42
    order = [player for place in view.ranking for player in place] if view.is_over else list(range(view.seats))
    height = min((bottom - top - 6 * (view.seats - 1)) // view.seats, 116)
    for i, player in enumerate(order):
        y = top + i * (height + 6)
        row = PlayerRow(sheet, scene, player, (left, y, right, y + height))
        sheet.kept(row.key, row.box, row.draw)


def slot_x(right: int, number: int) -> int:
    """The middle of a column."""
    return right - 14 - SLOT * (len(PERCENTS) - number) + SLOT // 2


class PlayerRow:
    def __init__(self, sheet: MetroSheet, scene: Scene, player: PlayerId, box: Box) -> None:
        self.sheet, self.scene, self.player, self.box = sheet, scene, player, box
        view, theme = scene.view, scene.theme
        is_lit = player in (view.ranking[0] if view.is_over else view.to_act)
        self.ground = theme.lit if is_lit else theme.tile
        self.ink = theme.lit_ink if is_lit else theme.text
        self.dim = theme.lit_dim if is_lit else theme.dim

    @property
    def key(self) -> Hashable:
        """All that the row shows."""
        view, player = self.scene.view, self.player
        known = tuple(self.known(percent) for percent in PERCENTS)
        ended = (self.scene.points[player], self.scene.rank(player)) if view.is_over else None
        return (self.scene.name(player), self.ground, known, view.hand_sizes[player], ended)

    def draw(self) -> None:
        theme = self.scene.theme
        left, top, right, bottom = self.box

        def frame(canvas: Canvas) -> None:
            canvas.chip(self.box, 12, theme.edge or self.ground)
            canvas.chip((left + 2, top + 2, right - 2, bottom - 2), 10, self.ground)

        self.sheet.stamp(("row", self.ground), self.box, frame, theme.panel)
        high = (bottom - top) / 2
        self.title(left + 14, int(top + high * 0.5) + 1, right - 14)
        view, middle = self.scene.view, int(top + high * 1.48)
        if view.is_over or view.options.hand > 1:
            self.sign(left + 14, middle)
        for i, percent in enumerate(PERCENTS):
            self.slot(percent, slot_x(right, i), middle)

    def title(self, x: int, middle: int, right: int) -> None:
        """The name, and at the end the points."""
        if self.scene.view.is_over:
            points = str(self.scene.points[self.player])
            right -= int(self.sheet.text(right, middle, points, 48, self.ink, self.ground, "black", "r")) + 12
        name = self.scene.name(self.player)
        size = fitted(name, "bold", (40.0, 38.0, LETTER), right - x)
        self.sheet.text(x, middle, name, size, self.ink, self.ground, "bold", "l", right - x)

    def sign(self, x: int, y: int) -> None:
        """The place at the end; before it, the tiles in hand where they differ."""
        view = self.scene.view
        if view.is_over:
            self.sheet.text(x, y, f"{self.scene.rank(self.player)}.", 40, self.ink, self.ground, "black")
        else:
            hand_sign(self.sheet, x, y, view.hand_sizes[self.player], self.dim, self.ground)

    def slot(self, percent: int, x: int, y: int) -> None:
        share = self.known(percent)
        look = self.scene.look
        box = (x - 28, y - 18, x + 28, y + 18)

        def draw(canvas: Canvas) -> None:
            canvas.chip(box, 8, NIGHT if share else self.dim)
            inner = (box[0] + 2, box[1] + 2, box[2] - 2, box[3] - 2)
            if share is None:
                canvas.chip(inner, 6, self.ground)
                return
            owner = train_of(share.company, look.name)
            canvas.chip(inner, 6, owner.fill)
            symbol(canvas.at(x, y, 0, 12), share.company, look.name)

        self.sheet.stamp(("slot", share, self.dim), box, draw, self.ground)

    def known(self, percent: int) -> Share | None:
        """The share of this percentage, if everybody may know it."""
        view = self.scene.view
        shares = view.holdings[self.player].shares if view.is_over else view.shown_shares[self.player]
        return next((share for share in shares if share.percent == percent), None)


def hand_sign(sheet: MetroSheet, x: float, y: float, count: int, ink: Colour, ground: Colour) -> None:
    """How many tiles a player holds."""
    box = (int(x) - 2, int(y) - 17, int(x) + 34, int(y) + 18)
    sheet.stamp("hand", box, lambda canvas: hand_icon(canvas, x, y, ink, ground), ground)
    sheet.text(x + 38, y, str(count), LETTER, ink, ground)


def hand_icon(canvas: Canvas, x: float, y: float, ink: Colour, ground: Colour) -> None:
    """A tile, from `x` on."""
    canvas.rounded(x, y - 15, x + 30, y + 15, 6, ink)
    canvas.rounded(x + 3, y - 12, x + 27, y + 12, 3, ground)
    canvas.line([(x + 2, y + 4), (x + 11, y + 3), (x + 17, y - 4), (x + 19, y - 13)], 4, ink)
