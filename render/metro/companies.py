"""With module 1, beside the board: the companies with points and value, the open shares, and who has shown what."""

from collections.abc import Hashable
from functools import partial

from data.texts import text
from render.kit.canvas import Box, Canvas
from render.kit.text import fitted
from render.kit.theme import AMBER, NIGHT, WHITE, Colour
from render.metro.look import train_of
from render.metro.patches import MetroSheet
from render.metro.scene import Scene
from render.metro.stations import train
from render.metro.tracks import Style, symbol
from rules.game import PlayerId
from rules.metro.view import Company, Share

ROW = 50
CLOSES_AT = 25
PERCENTS = (10, 20, 30, 40)


def draw_companies(sheet: MetroSheet, scene: Scene, box: Box) -> None:
    left, top, right, bottom = box
    y = top + table(sheet, scene, left, top, right) + 12
    if not scene.view.is_over:
        y += open_shares(sheet, scene, left, y, right) + 12
    player_rows(sheet, scene, (left, y, right, bottom))


def table(sheet: MetroSheet, scene: Scene, left: int, top: int, right: int) -> int:
    """One row for each company, best first. Returns its height."""
    theme = scene.theme
    height = 40 + ROW * 8 + 6
    box = (left, top, right, top + height)

    def draw(canvas: Canvas) -> None:
        canvas.chip(box, 12, theme.edge or theme.tile)
        canvas.chip((left + 2, top + 2, right - 2, top + height - 2), 10, theme.tile)

    sheet.stamp("companies", box, draw, theme.panel)
    note = "render.metro.closes" if scene.view.is_exchange_open else "render.metro.closed"
    label = text(note, scene.language, n=CLOSES_AT)
    sheet.text(left + 16, top + 22, label, 24, theme.dim, theme.tile, "semibold", "l", right - left - 110)
    label = text("render.metro.value", scene.language)
    sheet.text(right - 16, top + 22, label, 24, theme.dim, theme.tile, "semibold", "r", 90)
    order = sorted(scene.view.companies, key=lambda company: -company.points)
    most = max(CLOSES_AT + 5, *(company.points for company in order))
    for i, company in enumerate(order):
        place = (left, top + 40 + i * ROW, right, top + 40 + (i + 1) * ROW)
        key = ("company", company, most, company.colour in scene.view.trains_left)
        sheet.kept(key, place, partial(row, sheet, scene, company, most, place))
    return height


def row(sheet: MetroSheet, scene: Scene, company: Company, most: int, box: Box) -> None:
    theme, look = scene.theme, scene.look
    left, top, right, _ = box
    owner = train_of(company.colour, look.name)
    middle = top + ROW / 2
    start, end = left + 82, right - 132
    reach = start + (end - start) * company.points / most
    limit = start + (end - start) * CLOSES_AT / most

    def draw(canvas: Canvas) -> None:
        train(canvas.at(left + 44, middle), Style(company.colour), None, look, 0.84)
        canvas.rounded(start - 2, middle - 13, end + 2, middle + 13, 8, theme.dim)
        canvas.rounded(start, middle - 11, end, middle + 11, 6, theme.panel)
        if company.points:
            canvas.rounded(start, middle - 11, max(reach, start + 12), middle + 11, 6, WHITE)
            canvas.rounded(start + 1.6, middle - 9.4, max(reach, start + 12) - 1.6, middle + 9.4, 5, owner.fill)
        canvas.rect(limit - 1.5, middle - 17, limit + 1.5, middle + 17, AMBER)
        value_chip(canvas, right - 46, middle, str(company.value), look.badge)
        if company.colour in scene.view.trains_left:
            extra_train(canvas, left + 54, middle + 9)

    key = ("company", company, most, scene.view.trains_left)
    sheet.stamp(key, box, draw, theme.tile)
    sheet.text(end + 38, middle, str(company.points), 34, theme.text, theme.tile, "black", "m")


def value_chip(canvas: Canvas, x: float, y: float, label: str, fill: Colour) -> None:
    canvas.rounded(x - 4, y - 19, x + 34, y + 19, 8, WHITE)
    canvas.rounded(x - 2, y - 17, x + 32, y + 17, 6, fill)
    canvas.text(x + 15, y, label, 30, WHITE, anchor="m")


def extra_train(canvas: Canvas, x: float, y: float) -> None:
    """Module 2: one more train of this company waits for a space in the centre."""
    canvas.rounded(x - 2, y - 11, x + 32, y + 13, 6, NIGHT)
    canvas.rounded(x, y - 9, x + 30, y + 11, 5, WHITE)
    canvas.text(x + 15, y + 1, "+1", 21, NIGHT, "black", "m")


def open_shares(sheet: MetroSheet, scene: Scene, left: int, top: int, right: int) -> int:
    """The open share of each pile, with how many lie face down beneath it."""
    theme = scene.theme
    wide = (right - left - 30) // 4
    for i, share in enumerate(scene.view.open_shares):
        x = left + i * (wide + 10)
        box = (x, top, x + wide, top + 104)

        def draw(canvas: Canvas, share: Share = share, x: int = x) -> None:
            share_card(canvas, x, top + 6, wide - 8, 92, share, scene)
            canvas.disc(x + wide - 14, top + 18, 17, NIGHT)
            canvas.disc(x + wide - 14, top + 18, 15, WHITE)
            canvas.text(x + wide - 14, top + 18, str(scene.view.hidden_shares), 23, NIGHT, anchor="m")

        sheet.stamp(("open share", share, scene.view.hidden_shares), box, draw, theme.panel)
    return 104


def share_card(canvas: Canvas, x: float, y: float, w: float, h: float, share: Share, scene: Scene) -> None:
    """A share: the company's mark on its colour, the percentage below."""
    look = scene.look
    owner = train_of(share.company, look.name)
    k = min(w / 97, h / 92)
    canvas.rounded(x, y, x + w, y + h, 10 * k, NIGHT)
    canvas.rounded(x + 2, y + 2, x + w - 2, y + h - 2, 8.5 * k, WHITE)
    cut = y + h * 0.6
    canvas.rounded(x + 5, y + 5, x + w - 5, cut, 5 * k, owner.fill)
    canvas.rect(x + 5, cut - 2 * k, x + w - 5, cut, NIGHT)
    symbol(canvas.at(x + w / 2, (y + 4 + cut) / 2, 0, h * 0.17), share.company, look.name)
    canvas.text(x + w / 2, (cut + y + h) / 2 - 1, f"{share.percent}%", min(h * 0.34, w * 0.38), NIGHT, "bold", "m")


def player_rows(sheet: MetroSheet, scene: Scene, box: Box) -> None:
    """When the game is over, best first, with all shares and the points."""
    view = scene.view
    left, top, right, bottom = box
    order = [player for place in view.ranking for player in place] if view.is_over else list(range(view.seats))
    height = min((bottom - top - 8 * (view.seats - 1)) // view.seats, 116 if view.is_over else 92)
    for i, player in enumerate(order):
        y = top + i * (height + 8)
        row = PlayerRow(sheet, scene, player, (left, y, right, y + height))
        sheet.kept(row.key, row.box, row.draw)


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
        points = self.scene.points[player] if view.is_over else None
        return (self.scene.name(player), self.ground, known, view.hand_sizes[player], view.is_over, points)

    def draw(self) -> None:
        theme = self.scene.theme
        left, top, right, bottom = self.box

        def frame(canvas: Canvas) -> None:
            canvas.chip(self.box, 12, theme.edge or self.ground)
            canvas.chip((left + 2, top + 2, right - 2, bottom - 2), 10, self.ground)

        self.sheet.stamp(("row", self.ground), self.box, frame, theme.panel)
        middle = (top + bottom) / 2
        end = right - 12
        if self.scene.view.is_over:
            points = str(self.scene.points[self.player])
            end -= int(self.sheet.text(end, middle, points, 50, self.ink, self.ground, "black", "r")) + 12
        x = end - 4 * 50 + 4
        for i, percent in enumerate(PERCENTS):
            self.slot(percent, x + i * 50, middle)
        self.title(left + 16, middle, x - left - 24)

    def title(self, x: int, middle: float, room: int) -> None:
        view = self.scene.view
        name = self.scene.name(self.player)
        high = self.box[3] - self.box[1] >= 70 and not view.is_over
        size = fitted(name, "bold", (33.0, 30.0, 27.0), room - (0 if high or view.is_over else 50))
        y = middle - 15 if high else middle
        used = room if high or view.is_over else room - 52
        wide = self.sheet.text(x, y, name, size, self.ink, self.ground, "bold", "l", used)
        if not view.is_over:
            self.hand(x if high else x + int(wide) + 12, middle + 20 if high else middle)

    def hand(self, x: float, y: float) -> None:
        hand_sign(self.sheet, x, y, self.scene.view.hand_sizes[self.player], self.dim, self.ground)

    def slot(self, percent: int, x: int, y: float) -> None:
        share = self.known(percent)
        look = self.scene.look
        box = (x, int(y) - 25, x + 46, int(y) + 25)

        def draw(canvas: Canvas) -> None:
            canvas.chip(box, 8, NIGHT if share else self.dim)
            inner = (box[0] + 2, box[1] + 2, box[2] - 2, box[3] - 2)
            if share is None:
                canvas.chip(inner, 6, self.ground)
                canvas.text(x + 23, y, str(percent), 25, self.dim, "semibold", "m")
                return
            owner = train_of(share.company, look.name)
            canvas.chip(inner, 6, owner.fill)
            symbol(canvas.at(x + 23, y - 10, 0, 10), share.company, look.name)
            canvas.text(x + 23, y + 13, str(percent), 22, owner.ink, "bold", "m")

        self.sheet.stamp(("slot", percent, share, self.dim), box, draw, self.ground)

    def known(self, percent: int) -> Share | None:
        """The share of this percentage, if everybody may know it."""
        view = self.scene.view
        shares = view.holdings[self.player].shares if view.is_over else view.shown_shares[self.player]
        return next((share for share in shares if share.percent == percent), None)


def hand_sign(sheet: MetroSheet, x: float, y: float, count: int, ink: Colour, ground: Colour) -> None:
    """How many tiles a player holds."""

    def draw(canvas: Canvas) -> None:
        canvas.rounded(x, y - 12, x + 24, y + 12, 5, ink)
        canvas.rounded(x + 2.4, y - 9.6, x + 21.6, y + 9.6, 3, ground)
        canvas.line([(x + 2, y + 3), (x + 9, y + 2), (x + 14, y - 3), (x + 15, y - 10)], 3.4, ink)

    sheet.stamp("hand", (int(x) - 2, int(y) - 14, int(x) + 28, int(y) + 15), draw, ground)
    sheet.text(x + 31, y, str(count), 29, ink, ground)
