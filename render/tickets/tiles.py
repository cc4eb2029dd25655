"""A player's tile: colour, mark, name, score and what is left. The lit tile has the turn.

Tiles are put together from stamps of their own, so that a new turn draws only the figures that changed.
"""

from collections.abc import Callable

from render.kit.canvas import Canvas
from render.kit.sheet import Sheet
from render.kit.symbols import ICONS, passenger, sample
from render.kit.text import fitted, shaped
from render.kit.theme import AMBER, RED, WHITE, Colour
from render.tickets.scene import Scene
from rules.game import PlayerId

Figure = tuple[str, str, bool]
"""Icon, number, and whether it is alarming."""


class PlayerTile:
    """One tile at a place on the sheet."""

    def __init__(self, sheet: Sheet, scene: Scene, player: PlayerId, box: tuple[int, int, int, int]) -> None:
        self.sheet, self.scene, self.player = sheet, scene, player
        self.x, self.y = box[:2]
        self.w, self.h = box[2] - box[0], box[3] - box[1]
        view = scene.view
        self.is_lit = view.current == player or (view.is_over and player in view.ranking[0])
        theme = scene.theme
        self.ground = theme.lit if self.is_lit else theme.tile
        self.ink = theme.lit_ink if self.is_lit else theme.text
        self.dim = theme.lit_dim if self.is_lit else theme.dim
        self.seat = scene.seats[player]
        self.colour = scene.colour(player)

    def frame(self, head: int) -> None:
        """The body, the head in the player's colour, the sample wagon and the name."""
        x, y, w, h, theme = self.x, self.y, self.w, self.h, self.scene.theme
        grow = 5 if self.is_lit else 2

        def draw(canvas: Canvas) -> None:
            if self.is_lit or theme.edge:
                edge = WHITE if self.is_lit else theme.edge or WHITE
                canvas.rounded(x - grow, y - grow, x + w + grow, y + h + grow, 14, edge)
            canvas.rounded(x, y, x + w, y + h, 10, self.ground)
            canvas.rounded(x, y, x + w, y + head, 10, self.colour.fill, "1100")
            canvas.rect(x, y + head - 3, x + w, y + head, self.colour.shade)

        box = (x - grow, y - grow, x + w + grow, y + h + grow)
        self.sheet.stamp(("tile", self.seat.colour, self.is_lit, head), box, draw, theme.panel)
        self._name(head)

    def _name(self, head: int) -> None:
        x, middle = self.x + 12, self.y + head / 2 - 1
        small = self.w < 240
        if self.is_lit:
            self._sign("arrow" if not self.scene.view.is_over else "crown", x + 8, middle, 11 if not small else 9)
            x += 26 if not small else 20
        length, width = (36, 17) if small else (46, 24)

        def draw(canvas: Canvas) -> None:
            sample(canvas.at(x + length / 2, middle), self.seat.colour, length, width)

        box = (int(x) - 1, int(middle - width / 2) - 2, int(x) + length + 2, int(middle + width / 2) + 3)
        self.sheet.stamp(("sample", self.seat.colour, middle % 1), box, draw, self.colour.fill)
        x += length + (8 if small else 11)
        room = self.x + self.w - x - (90 if self.has_flag and self.w > 400 else 10)
        sizes = (
            (26.0, 24.0, 22.0) if small else (36.0, 33.0, 30.0, 28.0, 25.0) if head > 54 else (32.0, 30.0, 28.0, 25.0)
        )
        size = fitted(self.seat.name, "bold", sizes, room)
        self.sheet.text(x, middle, self.seat.name, size, self.colour.ink, self.colour.fill, "bold", "l", room)

    def _sign(self, icon: str, x: float, y: float, size: float) -> None:
        def draw(canvas: Canvas) -> None:
            ICONS[icon](canvas.at(x, y, 0, size), self.colour.ink, self.colour.fill)

        self._stamp((icon, self.colour.ink), x, y, size * 1.2, draw, self.colour.fill)

    def _stamp(
        self, key: object, x: float, y: float, reach: float, draw: Callable[[Canvas], None], ground: Colour
    ) -> None:
        box = (int(x - reach) - 1, int(y - reach) - 1, int(x + reach) + 2, int(y + reach) + 2)
        self.sheet.stamp(("sign", key, round(x % 1, 2), round(y % 1, 2), reach), box, draw, ground)

    def score(self, x: float, y: float, size: float, anchor: str = "m") -> None:
        points = str(self.scene.points(self.player)).replace("-", "−")
        self.sheet.text(x, y, points, size, self.ink, self.ground, "black", anchor)

    def figure(self, x: float, y: float, figure: Figure, size: float, icon_size: float, in_head: bool = False) -> None:
        """An icon and its number to the right; on a red chip where it is alarming."""
        icon, number, alarming = figure
        around = self.colour.fill if in_head else self.ground
        ground, ink, dim = (RED, WHITE, WHITE) if alarming else (self.ground, self.ink, self.dim)
        gap = icon_size * 2 + size * 0.3
        if alarming:
            width = int(gap + size * 0.56 * len(number) + 14)
            box = (int(x) - 7, int(y - size * 0.58), int(x) - 7 + width, int(y + size * 0.58))
            self.sheet.stamp(("chip", width), box, lambda canvas: canvas.chip(box, 7, RED), around)

        def draw(canvas: Canvas) -> None:
            ICONS[icon](canvas.at(x + icon_size, y, 0, icon_size), dim, ground)

        self._stamp((icon, dim), x + icon_size, y, icon_size * 1.15, draw, ground)
        self.sheet.text(x + gap, y, number, size, ink, ground)

    def flag(self, x: float, y: float, size: float, in_head: bool = False) -> None:
        """In the last round: how many turns are left, or a check when they are over."""
        if not self.has_flag:
            return
        left = self.scene.player(self.player).turns_left
        if left:
            self.figure(x, y, ("flag", str(left), True), size, size * 0.42, in_head)
            return
        ground, ink = (self.colour.fill, self.colour.ink) if in_head else (self.ground, self.dim)
        for icon, here in (("flag", x + size * 0.42), ("check", x + size * 1.5)):

            def draw(canvas: Canvas, icon: str = icon, here: float = here) -> None:
                ICONS[icon](canvas.at(here, y, 0, size * 0.42), ink, ground)

            self._stamp((icon, ink), here, y, size * 0.5, draw, ground)

    def waiting(self, x: float, y: float) -> None:
        """Still owes a choice that all make at once."""
        if self.scene.player(self.player).is_choosing:

            def draw(canvas: Canvas) -> None:
                ICONS["waiting"](canvas.at(x, y, 0, 16), AMBER, self.ground)

            self._stamp("choosing", x, y, 18, draw, self.ground)

    def pool(self, y: float, colours: tuple[str, ...]) -> None:
        """The passengers taken, by colour."""
        taken = self.scene.player(self.player).passengers
        step = (self.w - 24) / len(colours)
        for i, colour in enumerate(colours):
            count = taken.get(colour, 0)
            x = self.x + 18 + i * step
            if not count:
                self.sheet.text(x + step * 0.36, y, "–", 26, self.dim, self.ground, anchor="m")
                continue
            here = x + 14

            def draw(canvas: Canvas, at: float = here, kind: str = colour) -> None:
                passenger(canvas.at(at, y, 0, 17), kind)

            self._stamp(("pawn", colour), here, y, 20, draw, self.ground)
            self.sheet.text(here + 18, y, str(count), 31, self.ink, self.ground)

    @property
    def has_flag(self) -> bool:
        return self.scene.player(self.player).turns_left is not None and not self.scene.view.is_over

    def spread(self, y: float, found: list[Figure], size: float, icon_size: float) -> None:
        """Figures side by side with equal gaps."""
        widths = [icon_size * 2 + size * 0.3 + shaped(number, "bold", size).width for _, number, _ in found]
        gap = (self.w - 24 - sum(widths)) / (len(found) - 1)
        x = self.x + 12.0
        for figure, width in zip(found, widths, strict=True):
            self.figure(x, y, figure, size, icon_size)
            x += width + gap

    def rule(self, y: int) -> None:
        self.sheet.fill((self.x + 14, y, self.x + self.w - 14, y + 2), self.dim)


def figures(scene: Scene, player: PlayerId) -> dict[str, Figure]:
    """What a tile counts; the pieces turn red when they are few enough to end the game."""
    seen = scene.player(player)
    limit = scene.drawn_map.file.last_round.pieces
    has_ships = scene.drawn_map.has_ships
    known = seen.wagons is not None
    few = known and (seen.wagons or 0) + (seen.ships or 0) <= limit
    found: dict[str, Figure] = {"wagons": ("wagon", str(seen.wagons) if known else "?", few and not has_ships)}
    if has_ships:
        found["wagons"] = ("wagon", str(seen.wagons) if known else "?", few)
        found["ships"] = ("ship", str(seen.ships) if known else "?", few)
        found["harbours"] = ("anchor", str(seen.harbours_left), False)
    found["cards"] = ("cards", str(seen.cards), False)
    found["tickets"] = ("ticket", str(seen.tickets), False)
    return found


def strip_tile(sheet: Sheet, scene: Scene, player: PlayerId, box: tuple[int, int, int, int]) -> None:
    """A tile of the strip under a wide map."""
    tile = PlayerTile(sheet, scene, player, box)
    tile.frame(54)
    counts = figures(scene, player)
    small = tile.w < 240
    column = tile.x + tile.w - (94 if small else 112)
    middle = tile.x + (column - tile.x) / 2
    size, icon = (32.0, 13.0) if small else (34.0, 15.0)
    if scene.drawn_map.has_ships:
        if tile.has_flag:
            tile.score(middle, tile.y + 82, 46)
            tile.flag(middle - 22, tile.y + 116, 22)
        else:
            tile.score(middle, tile.y + 93, 56 if small else 62)
        tile.figure(column, tile.y + 76, counts["wagons"], size, icon)
        tile.figure(column, tile.y + 112, counts["ships"], size, icon)
        tile.rule(tile.y + 134)
        foot = [counts[name] for name in ("harbours", "cards", "tickets")]
        tile.spread(tile.y + 158, foot, 28 if small else 30, 11 if small else 13)
    else:
        tile.score(middle, tile.y + (102 if tile.has_flag else 117), 60 if small else 66)
        for i, name in enumerate(("wagons", "cards", "tickets")):
            tile.figure(column, tile.y + 78 + i * 39, counts[name], size, icon)
        tile.flag(middle - 30, tile.y + 156, 30)
    tile.waiting(middle, tile.y + (122 if scene.drawn_map.has_ships else 160))


def side_tile(sheet: Sheet, scene: Scene, player: PlayerId, box: tuple[int, int, int, int]) -> None:
    """A tile of the panel beside a tall map; where there is room, all of it is larger."""
    tile = PlayerTile(sheet, scene, player, box)
    large = tile.h > 190
    head = 60 if large else 50
    tile.frame(head)
    counts = figures(scene, player)
    has_pool = scene.drawn_map.has_passengers
    low = tile.h - (56 if large else 46) if has_pool else tile.h
    middle = tile.y + head + (low - head) / 2
    tile.score(tile.x + 92, middle, 84 if large else 62)
    step = (tile.w - 184) / 3
    for i, name in enumerate(("wagons", "cards", "tickets")):
        tile.figure(tile.x + 186 + i * step, middle, counts[name], 44 if large else 36, 20 if large else 17)
    if has_pool:
        tile.rule(tile.y + int(low) - 2)
        tile.pool(tile.y + tile.h - (tile.h - low) / 2, PASSENGERS)
    tile.flag(tile.x + tile.w - 70, tile.y + head / 2 - 1, 26, in_head=True)
    tile.waiting(tile.x + tile.w - 36, tile.y + head + 22)


PASSENGERS = ("red", "black", "green", "yellow", "blue", "white")
