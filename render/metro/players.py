"""One tile for each player: train and mark, name, score, tiles in hand, and every line with its length or points."""

from render.canvas import Box, Canvas
from render.metro.look import train_of
from render.metro.scene import Scene
from render.metro.stations import train
from render.metro.tracks import Style
from render.sheet import Sheet
from render.text import fitted, shaped
from render.theme import NIGHT, WHITE, Colour, mixed
from rules.game import PlayerId
from rules.metro.view import Line

GAP = 10
TALLEST = 330


def player_tiles(sheet: Sheet, scene: Scene, box: Box) -> None:
    """Once the game is over, best first."""
    view = scene.view
    order = [player for place in view.ranking for player in place] if view.is_over else list(range(view.seats))
    left, top, right, bottom = box
    room = (bottom - top - GAP * (view.seats - 1)) // view.seats
    height = min(room, TALLEST)
    for i, player in enumerate(order):
        y = top + i * (height + GAP)
        PlayerTile(sheet, scene, player, (left, y, right, y + height)).draw()


class PlayerTile:
    def __init__(self, sheet: Sheet, scene: Scene, player: PlayerId, box: Box) -> None:
        self.sheet, self.scene, self.player, self.box = sheet, scene, player, box
        view, theme = scene.view, scene.theme
        self.is_lit = player in (view.ranking[0] if view.is_over else view.to_act)
        self.ground: Colour = theme.lit if self.is_lit else theme.tile
        self.ink: Colour = theme.lit_ink if self.is_lit else theme.text
        self.dim: Colour = theme.lit_dim if self.is_lit else theme.dim
        colour = scene.colour(player)
        assert colour is not None
        self.colour = colour

    def draw(self) -> None:
        left, top, right, bottom = self.box
        head = 84 if bottom - top >= 190 else 68
        self.frame()
        self.header(top + 6, head)
        lines = self.scene.lines_of(self.player)
        Chips(self, lines, (left + 14, top + head + 4, right - 14, bottom - 12)).draw()

    def frame(self) -> None:
        theme = self.scene.theme
        left, top, right, bottom = self.box
        fill = train_of(self.colour, self.scene.look.name).fill

        def draw(canvas: Canvas) -> None:
            canvas.chip(self.box, 12, theme.edge or self.ground)
            canvas.chip((left + 2, top + 2, right - 2, bottom - 2), 10, self.ground)
            canvas.rounded(left + 2, top + 2, left + 10, bottom - 2, 6, fill, "1001")

        self.sheet.stamp(("tile", self.ground, fill), self.box, draw, theme.panel)

    def header(self, top: int, height: int) -> None:
        left, _, right, _ = self.box
        middle = top + height / 2 - 4
        big = height > 70
        points = str(self.scene.points[self.player])
        size = 66 if big else 56
        wide = self.sheet.text(right - 16, middle, points, size, self.ink, self.ground, "black", "r")
        scale = 1.0 if big else 0.86
        self.train(left + 54, middle, scale)
        x = left + 96
        room = right - 16 - wide - 78 - x
        name = self.scene.name(self.player)
        size = fitted(name, "bold", (36.0, 33.0, 30.0, 28.0), room)
        self.sheet.text(x, middle, name, size, self.ink, self.ground, "bold", "l", room)
        self.hand(right - 16 - wide - 70, middle)

    def train(self, x: float, y: float, scale: float) -> None:
        look = self.scene.look
        box = (int(x - 40), int(y - 26), int(x + 40), int(y + 26))
        self.sheet.stamp(
            ("train", self.colour, scale),
            box,
            lambda canvas: train(canvas.at(x, y), Style(self.colour), None, look, scale),
            self.ground,
        )

    def hand(self, x: float, y: float) -> None:
        """How many tiles the player holds, and whether the extra train is still to come."""
        view = self.scene.view
        if view.is_over:
            return
        count = str(view.hand_sizes[self.player])
        has_train = self.colour in view.trains_left
        dy = -14 if has_train else 0

        def draw(canvas: Canvas) -> None:
            canvas.rounded(x, y - 12 + dy, x + 24, y + 12 + dy, 5, self.dim)
            canvas.rounded(x + 2.4, y - 9.6 + dy, x + 21.6, y + 9.6 + dy, 3, self.ground)
            canvas.line([(x + 2, y + 3 + dy), (x + 9, y + 2 + dy), (x + 14, y - 3 + dy), (x + 15, y - 10 + dy)], 3.4, self.dim)
            if has_train:
                train(canvas.at(x + 20, y + 18), Style(self.colour), None, self.scene.look, 0.58)

        self.sheet.stamp(("hand", has_train), (int(x) - 2, int(y) - 32, int(x) + 46, int(y) + 34), draw, self.ground)
        self.sheet.text(x + 31, y + dy, count, 30, self.dim, self.ground)


class Chips:
    """Every line of a player as a chip: its station, and its length while it grows or its points once it is scored."""

    def __init__(self, tile: PlayerTile, lines: list[Line], box: Box) -> None:
        self.tile, self.lines, self.box = tile, lines, box
        w, h = box[2] - box[0], box[3] - box[1]
        self.columns = max(range(1, 9), key=lambda n: self.size(w, h, n))
        self.rows = -(-len(lines) // self.columns)

    def size(self, w: int, h: int, columns: int) -> float:
        """Of the figures, if there were so many columns."""
        rows = -(-len(self.lines) // columns)
        wide, high = w / columns - 6, min(h / rows - 6, 52)
        return min(high * 0.66, wide * 0.36, 32) - 0.01 * rows * columns

    def draw(self) -> None:
        left, top, right, bottom = self.box
        wide = (right - left + 6) // self.columns
        high = min((bottom - top + 6) // self.rows, 54)
        text = min((high - 6) * 0.66, (wide - 6) * 0.36, 32)
        for i, line in enumerate(self.lines):
            x, y = left + i % self.columns * wide, top + i // self.columns * high
            self.chip(line, (x, y, x + wide - 6, y + high - 6), round(text))

    def chip(self, line: Line, box: Box, size: float) -> None:
        tile = self.tile
        look = tile.scene.look
        owner = train_of(tile.colour, look.name)
        left, top, right, bottom = box
        split = left + (right - left) * 0.5
        is_over = tile.scene.view.is_over
        fill, ink = (look.spent, look.spent_ink) if line.is_finished else (owner.fill, owner.ink)
        edge = owner.fill if line.is_finished else NIGHT
        figure = str(line.points) if line.is_finished else str(len(line.passes)) if line.passes else "–"

        def draw(canvas: Canvas) -> None:
            canvas.chip(box, 8, edge)
            canvas.chip((left + 2, top + 2, right - 2, bottom - 2), 6, fill)
            canvas.rounded(left + 2, top + 2, split, bottom - 2, 6, look.badge, "1001")
            canvas.text((left + split) / 2 + 1, (top + bottom) / 2, line.start, size * 0.96, look.badge_ink, anchor="m")
            room = right - split - 6
            fit = min(size, size * room / max(1.0, shaped(figure, "black", size).width))
            canvas.text((split + right) / 2 - 1, (top + bottom) / 2, figure, fit, ink, "black", "m")

        key = ("chip", line.start, figure, tile.colour, line.is_finished, is_over, size)
        tile.sheet.stamp(key, box, draw, tile.ground)


__all__ = ["WHITE", "mixed", "player_tiles"]
