"""One tile for each player: train and mark, name, score, tiles in hand, and every line with its length or points."""

from collections.abc import Hashable

from data.texts import text
from render.kit.canvas import Box, Canvas
from render.kit.text import fitted, shaped
from render.kit.theme import NIGHT, Colour
from render.metro.companies import hand_sign
from render.metro.look import train_of
from render.metro.patches import MetroSheet
from render.metro.scene import Scene
from render.metro.stations import train
from render.metro.tracks import Style
from rules.game import PlayerId
from rules.metro.view import Line

GAP = 10
TALLEST = 470


def player_tiles(sheet: MetroSheet, scene: Scene, box: Box) -> None:
    """Once the game is over, best first."""
    view = scene.view
    order = [player for place in view.ranking for player in place] if view.is_over else list(range(view.seats))
    left, top, right, bottom = box
    room = (bottom - top - GAP * (view.seats - 1)) // view.seats
    height = min(room, TALLEST)
    for i, player in enumerate(order):
        y = top + i * (height + GAP)
        tile = PlayerTile(sheet, scene, player, (left, y, right, y + height))
        sheet.kept(tile.key, tile.box, tile.draw)


class PlayerTile:
    def __init__(
        self, sheet: MetroSheet, scene: Scene, player: PlayerId, box: Box, around: Colour | None = None
    ) -> None:
        self.sheet, self.scene, self.player, self.box = sheet, scene, player, box
        self.around = around or scene.theme.panel
        view, theme = scene.view, scene.theme
        self.is_lit = player in (view.ranking[0] if view.is_over else view.to_act)
        self.ground: Colour = theme.lit if self.is_lit else theme.tile
        self.ink: Colour = theme.lit_ink if self.is_lit else theme.text
        self.dim: Colour = theme.lit_dim if self.is_lit else theme.dim
        colour = scene.colour(player)
        assert colour is not None
        self.colour = colour

    @property
    def key(self) -> Hashable:
        """All that the tile shows."""
        view, player = self.scene.view, self.player
        lines = tuple((line.start, len(line.passes), line.end, line.points) for line in self.scene.lines_of(player))
        facts = (self.scene.points[player], view.hand_sizes[player], self.colour in view.trains_left, view.is_over)
        return (self.scene.name(player), self.scene.language, self.colour, self.is_lit, facts, lines)

    def draw(self) -> None:
        left, top, right, bottom = self.box
        head = 84 if bottom - top >= 190 else 68
        self.frame()
        self.header(top + 6, head)
        lines = sorted(self.scene.lines_of(self.player), key=lambda line: (len(line.start), line.start))
        Chips(self, lines, (left + 14, top + head + 4, right - 14, bottom - 12)).draw()

    def frame(self) -> None:
        theme = self.scene.theme
        left, top, right, bottom = self.box
        fill = train_of(self.colour, self.scene.look.name).fill

        def draw(canvas: Canvas) -> None:
            canvas.chip(self.box, 12, theme.edge or self.ground)
            canvas.chip((left + 2, top + 2, right - 2, bottom - 2), 10, self.ground)
            canvas.rounded(left + 2, top + 2, left + 10, bottom - 2, 6, fill, "1001")

        self.sheet.stamp(("tile", self.ground, fill), self.box, draw, self.around)

    def header(self, top: int, height: int) -> None:
        left, _, right, _ = self.box
        middle = top + height / 2 - 4
        big = height > 70
        points = str(self.scene.points[self.player])
        wide = self.sheet.text(right - 16, middle, points, 66 if big else 56, self.ink, self.ground, "black", "r")
        self.train(left + 54, middle, 1.0 if big else 0.86)
        x = left + 98
        room = right - 30 - wide - x
        name = self.scene.name(self.player)
        size = fitted(name, "bold", (35.0, 32.0, 29.0, 27.0), room)
        self.sheet.text(x, middle - (17 if big else 15), name, size, self.ink, self.ground, "bold", "l", room)
        self.holds(x, middle + (20 if big else 18), room)

    def train(self, x: float, y: float, scale: float) -> None:
        look = self.scene.look
        box = (int(x - 40), int(y - 26), int(x + 40), int(y + 26))
        self.sheet.stamp(
            ("train", self.colour, scale),
            box,
            lambda canvas: train(canvas.at(x, y), Style(self.colour), None, look, scale),
            self.ground,
        )

    def holds(self, x: float, y: float, room: float) -> None:
        """How many tiles are in hand, whether the extra train is still to come, and how the lines stand."""
        view, language = self.scene.view, self.scene.language
        lines = self.scene.lines_of(self.player)
        done = sum(line.is_finished for line in lines)
        used = 0.0
        if not view.is_over:
            hand_sign(self.sheet, x, y, view.hand_sizes[self.player], self.dim, self.ground)
            used = 62
        if self.colour in view.trains_left:
            self.extra_train(x + used + 18, y)
            used += 52
        if used < 100:
            parts = [text("render.metro.open", language, n=len(lines) - done)] if done < len(lines) else []
            parts += [text("render.metro.done", language, n=done)] if done else []
            note = " · ".join(parts)
            if shaped(note, "semibold", 24).width > room - used:
                note = parts[0]
            self.sheet.text(x + used, y, note, 24, self.dim, self.ground, "semibold", "l", room - used)

    def extra_train(self, x: float, y: float) -> None:
        look = self.scene.look
        self.sheet.stamp(
            ("extra", self.colour),
            (int(x) - 26, int(y) - 16, int(x) + 26, int(y) + 16),
            lambda canvas: train(canvas.at(x, y), Style(self.colour), None, look, 0.6),
            self.ground,
        )


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
        wide, high = w / columns - 6, min(h / rows - 6, 62)
        return min(high * 0.66, wide * 0.37, 38) - 0.01 * rows * columns

    def draw(self) -> None:
        left, top, right, bottom = self.box
        wide = (right - left + 6) // self.columns
        high = min((bottom - top + 6) // self.rows, 68)
        size = min((high - 6) * 0.66, (wide - 6) * 0.37, 38)
        for i, line in enumerate(self.lines):
            x, y = left + i % self.columns * wide, top + i // self.columns * high
            self.chip(line, (x, y, x + wide - 6, y + high - 6), round(size))

    def chip(self, line: Line, box: Box, size: float) -> None:
        tile = self.tile
        look = tile.scene.look
        owner = train_of(tile.colour, look.name)
        left, top, right, bottom = box
        split = (left + right) // 2
        fill, ink = (look.spent, look.spent_ink) if line.is_finished else (owner.fill, owner.ink)
        edge = look.black_line if tile.colour == "black" else owner.fill if line.is_finished else NIGHT
        figure = str(line.points) if line.is_finished else str(len(line.passes)) if line.passes else "–"

        def draw(canvas: Canvas) -> None:
            canvas.chip(box, 8, edge)
            canvas.chip((left + 2, top + 2, right - 2, bottom - 2), 6, fill)
            canvas.rounded(left + 2, top + 2, split, bottom - 2, 6, look.badge, "1001")
            canvas.rect(split, top + 2, split + 2, bottom - 2, edge)

        tile.sheet.stamp(("chip", fill, edge), box, draw, tile.ground)
        middle = (top + bottom) / 2
        tile.sheet.text((left + split) / 2 + 1, middle, line.start, size, look.badge_ink, look.badge, "bold", "m")
        room = right - split - 6
        fit = min(size, int(size * room / max(1.0, shaped(figure, "black", size).width)))
        tile.sheet.text((split + right) / 2, middle, figure, fit, ink, fill, "black", "m")
