"""One tile for each player: place, train and mark, name, score, and every line with its length or points."""

from collections.abc import Hashable
from typing import NamedTuple

from render.kit.canvas import Box, Canvas
from render.kit.symbols import ICONS
from render.kit.text import fitted, halved, width_of
from render.kit.theme import NIGHT, Colour
from render.metro.base import LETTER
from render.metro.companies import hand_icon
from render.metro.look import train_of
from render.metro.patches import MetroSheet
from render.metro.scene import Scene
from render.metro.stations import train
from render.metro.tracks import Style, symbol
from rules.game import PlayerId

GAP = 10
TALLEST = 560
HEAD = 78
PITCH = 35
"""From one line of a name to the next."""


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
        place = self.scene.rank(player) if view.is_over else None
        points = (self.scene.points[player], self.points_size)
        facts = (points, view.hand_sizes[player], self.colour in view.trains_left, place)
        return (self.scene.name(player), self.scene.language, self.colour, self.is_lit, facts, lines)

    def draw(self) -> None:
        left, top, right, bottom = self.box
        self.frame()
        self.header(top + 4)
        Chips(self, chips_of(self), (left + 16, top + HEAD, right - 12, bottom - 10)).draw()

    def frame(self) -> None:
        theme = self.scene.theme
        left, top, right, bottom = self.box
        fill = train_of(self.colour, self.scene.look.name).fill

        def draw(canvas: Canvas) -> None:
            canvas.chip(self.box, 12, theme.edge or self.ground)
            canvas.chip((left + 2, top + 2, right - 2, bottom - 2), 10, self.ground)
            canvas.rounded(left + 2, top + 2, left + 10, bottom - 2, 6, fill, "1001")

        self.sheet.stamp(("tile", self.ground, fill), self.box, draw, self.around)

    @property
    def points_size(self) -> int:
        """Smaller for all where names have less room: at the end, and once somebody has a hundred."""
        return 54 if self.scene.view.is_over or max(self.scene.points) > 99 else 64

    def header(self, top: int) -> None:
        """Place at the end, train, name and points."""
        left, _, right, _ = self.box
        middle = top + HEAD / 2 - 4
        points, size = str(self.scene.points[self.player]), self.points_size
        end = right - 16 - self.sheet.text(right - 16, middle, points, size, self.ink, self.ground, "black", "r")
        if self.scene.view.is_over:
            self.place(left + 39, int(middle))
            self.train(left + 93, middle, 0.76)
            x = left + 126
        else:
            self.train(left + 56, middle, 1.0)
            x = left + 104
        self.name(x, middle, end - 10 - x)

    def name(self, x: float, middle: float, room: float) -> None:
        """In two lines where one is too short for it."""
        name = self.scene.name(self.player)
        if width_of(name, "bold", LETTER) <= room - 1:
            size = fitted(name, "bold", (44.0, 40.0, LETTER), room)
            self.sheet.text(x, middle, name, size, self.ink, self.ground)
            return
        for part, down in zip(halved(name, "bold", LETTER, room - 1), (-PITCH / 2, PITCH / 2), strict=True):
            self.sheet.text(x, middle + down, part, LETTER, self.ink, self.ground, "bold", "l", room)

    def place(self, x: int, y: int) -> None:
        number = str(self.scene.rank(self.player))

        def draw(canvas: Canvas) -> None:
            canvas.disc(x, y, 23, self.ink)
            canvas.text(x, y, number, LETTER, self.ground, "black", "m")

        self.sheet.stamp(("place", number, self.ink), (x - 24, y - 24, x + 25, y + 25), draw, self.ground)

    def train(self, x: float, y: float, scale: float) -> None:
        look = self.scene.look
        box = (int(x - 40), int(y - 26), int(x + 40), int(y + 26))
        self.sheet.stamp(
            ("train", self.colour, scale),
            box,
            lambda canvas: train(canvas.at(x, y), Style(self.colour), look, scale),
            self.ground,
        )


class Chip(NamedTuple):
    label: str
    figure: str
    is_finished: bool
    sign: str = ""
    """In place of the figure or the label: a train that is still to come, number cards, or the tiles in hand."""


def chips_of(tile: PlayerTile) -> list[Chip]:
    """Every line: its station, and its length while it grows or its points once it is scored. After them the train that
    may still come and the tiles in hand where they can differ, at the end what the number cards have brought."""
    view = tile.scene.view
    lines = sorted(tile.scene.lines_of(tile.player), key=lambda line: (len(line.start), line.start))
    found = [
        Chip(line.start, str(line.points if line.is_finished else len(line.passes) or "–"), line.is_finished)
        for line in lines
    ]
    if tile.colour in view.trains_left and not view.is_over:
        found.append(Chip("C", "", False, "train"))
    if view.options.hand > 1 and not view.is_over:
        found.append(Chip("", str(view.hand_sizes[tile.player]), True, "hand"))
    numbers = [s.points for s in view.scores if s.player == tile.player and s.category == "numbers"]
    if view.is_over and numbers:
        found.append(Chip("", str(sum(numbers)), True, "cards"))
    return found


class Chips:
    """As large as they fit, and never smaller than what can be read in a channel."""

    ACROSS, DOWN = 94, 46

    def __init__(self, tile: PlayerTile, chips: list[Chip], box: Box) -> None:
        self.tile, self.chips, self.box = tile, chips, box
        wide, high = box[2] - box[0] + 6, box[3] - box[1] + 6
        most = max(1, wide // (self.ACROSS + 4))
        rows = max(1, high // (self.DOWN + 4))
        self.columns = min(most, max(3, -(-len(chips) // rows)))
        self.rows = -(-len(chips) // self.columns)
        self.wide = wide // self.columns
        self.high = min(high // self.rows, 66)
        self.size = max(LETTER, min((self.high - 6) * 0.72, (self.wide - 6) * 0.36, 42))

    def draw(self) -> None:
        left, top, _, _ = self.box
        for i, chip in enumerate(self.chips):
            x, y = left + i % self.columns * self.wide, top + i // self.columns * self.high
            self.chip(chip, (x, y, x + self.wide - 6, y + self.high - 6))

    def chip(self, chip: Chip, box: Box) -> None:
        tile = self.tile
        look = tile.scene.look
        owner = train_of(tile.colour, look.name)
        left, top, right, bottom = box
        split = (left + right) // 2
        fill, ink = (look.spent, look.spent_ink) if chip.is_finished else (owner.fill, owner.ink)
        edge = look.black_line if tile.colour == "black" else owner.fill if chip.is_finished else NIGHT
        middle = (top + bottom) / 2

        def draw(canvas: Canvas) -> None:
            canvas.chip(box, 8, edge)
            canvas.chip((left + 2, top + 2, right - 2, bottom - 2), 6, fill)
            canvas.rounded(left + 2, top + 2, split, bottom - 2, 6, look.badge, "1001")
            canvas.rect(split, top + 2, split + 2, bottom - 2, edge)
            if chip.sign == "train":
                symbol(canvas.at((split + right) / 2, middle, 0, 12), tile.colour, look.name)
            if chip.sign == "cards":
                ICONS["cards"](canvas.at((left + split) / 2, middle, 0, 15), look.badge_ink, look.badge)
            if chip.sign == "hand":
                hand_icon(canvas, (left + split) / 2 - 14, middle, look.badge_ink, look.badge)

        tile.sheet.stamp(("chip", fill, edge, chip.sign, tile.colour), box, draw, tile.ground)
        for at, label, ground, colour, weight in (
            ((left + split) / 2 + 1, chip.label, look.badge, look.badge_ink, "bold"),
            ((split + right) / 2 + 1, chip.figure, fill, ink, "black"),
        ):
            if label:
                size = self.size if len(label) < 3 else self.size * 0.75
                tile.sheet.text(at, middle, label, size, colour, ground, weight, "m")
