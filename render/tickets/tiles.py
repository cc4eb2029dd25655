"""A player's tile: colour, mark, name, score and what is left. The lit tile has the turn.

Tiles are put together from stamps of their own, so that a new turn draws only the figures that changed.
"""

from collections.abc import Callable

from render.kit.canvas import Canvas, Point
from render.kit.sheet import Sheet
from render.kit.symbols import ICONS, mark, passenger
from render.kit.text import fitted, shaped
from render.kit.theme import AMBER, NIGHT, RED, WHITE, Colour
from render.tickets.base import FEW
from render.tickets.scene import Scene
from rules.game import PlayerId

BAND = 11
"""Height of the marks along the foot of a tile's head."""
PASSENGERS = ("red", "black", "green", "yellow", "blue", "white")
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

    def frame(self, head: int, flag: int = 0) -> None:
        """The body, the head in the player's colour with the name and the marks of the wagons; at the end the place. In
        the last round the name leaves so much room for a flag."""
        x, y, w, h, theme = self.x, self.y, self.w, self.h, self.scene.theme
        grow = 5 if self.is_lit else 2

        def draw(canvas: Canvas) -> None:
            if self.is_lit or theme.edge:
                edge = WHITE if self.is_lit else theme.edge or WHITE
                canvas.rounded(x - grow, y - grow, x + w + grow, y + h + grow, 14, edge)
            canvas.rounded(x, y, x + w, y + h, 10, self.ground)
            canvas.rounded(x, y, x + w, y + head, 10, self.colour.fill, "1100")
            canvas.rect(x, y + head - BAND, x + w, y + head, self.colour.shade)
            wagons = w // 76
            for i in range(wagons):
                at = canvas.at(x + (i + 0.5) * w / wagons, y + head - BAND / 2)
                mark(at, self.seat.colour, 58, BAND, self.colour.fill if self.colour.ink != WHITE else WHITE)

        box = (x - grow, y - grow, x + w + grow, y + h + grow)
        self.sheet.stamp(("tile", self.seat.colour, self.is_lit, head), box, draw, theme.panel)
        self._name((head - BAND) / 2, flag if self.has_flag else 0)

    def _name(self, down: float, flag: int) -> None:
        x, middle = self.x + 12, int(self.y + down)
        if self.scene.view.is_over:
            self._place(x, middle)
            x += 46
        elif self.is_lit and self.w > 300:
            self._sign("arrow", x + 9, middle, 12)
            x += 30
        room = self.x + self.w - x - max(8, flag)
        size = fitted(self.seat.name, "bold", (40.0, 36.0) if down > 25 else (36.0,), room)
        self.sheet.text(x, middle, self.seat.name, size, self.colour.ink, self.colour.fill, "bold", "l", room)

    def _place(self, x: int, middle: int) -> None:
        def draw(canvas: Canvas) -> None:
            canvas.disc(x + 17, middle, 19, NIGHT)
            canvas.disc(x + 17, middle, 17.6, WHITE)

        self.sheet.stamp(("place", self.colour.fill), (x - 4, middle - 21, x + 39, middle + 22), draw, self.colour.fill)
        self.sheet.text(x + 17, middle, str(self.scene.place(self.player)), 36, NIGHT, WHITE, "black", "m")

    def _sign(self, icon: str, x: float, y: float, size: float) -> None:
        def draw(canvas: Canvas) -> None:
            ICONS[icon](canvas.at(x, y, 0, size), self.colour.ink, self.colour.fill)

        self._stamp((icon, self.colour.ink), x, y, size * 1.2, draw, self.colour.fill)

    def _stamp(
        self, key: object, x: float, y: float, reach: float, draw: Callable[[Canvas], None], ground: Colour
    ) -> None:
        box = (int(x - reach) - 1, int(y - reach) - 1, int(x + reach) + 2, int(y + reach) + 2)
        self.sheet.stamp(("sign", key, round(x % 1, 2), round(y % 1, 2), reach), box, draw, ground)

    def score_of(self, player: PlayerId) -> str:
        return str(self.scene.points(player)).replace("-", "−")

    @property
    def longest_score(self) -> str:
        """Of all players: their tiles have scores of one size."""
        return max((self.score_of(player) for player in range(self.scene.view.seats)), key=len)

    def score(self, x: float, y: float, size: float, anchor: str = "m") -> None:
        self.sheet.text(x, y, self.score_of(self.player), size, self.ink, self.ground, "black", anchor)

    def figure(self, x: float, y: float, figure: Figure, size: float, icon_size: float, in_head: bool = False) -> None:
        """An icon and its number to the right; on a red chip where it is alarming."""
        icon, number, alarming = figure
        around = self.colour.fill if in_head else self.ground
        ground, ink, dim = (RED, WHITE, WHITE) if alarming else (self.ground, self.ink, self.dim)
        gap = icon_size * 2 + size * 0.3
        if alarming:
            width = int(gap + size * 0.56 * len(number) + 14)
            box = (int(x) - 7, int(y - size * 0.49), int(x) - 7 + width, int(y + size * 0.49))
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

    def pool(self, at: Point, step: Point, across: int) -> None:
        """The passengers taken, by colour, so many in a row."""
        taken = self.scene.player(self.player).passengers
        for i, colour in enumerate(PASSENGERS):
            count = taken.get(colour, 0)
            x, y = at[0] + i % across * step[0], at[1] + i // across * step[1]
            if not count:
                self.sheet.text(x + step[0] * 0.36, y, "–", 36, self.dim, self.ground, anchor="m")
                continue
            here = x + 14

            def draw(canvas: Canvas, x: float = here, y: float = y, kind: str = colour) -> None:
                passenger(canvas.at(x, y, 0, 17), kind)

            self._stamp(("pawn", colour), here, y, 20, draw, self.ground)
            self.sheet.text(here + 18, y, str(count), 36, self.ink, self.ground)

    @property
    def has_flag(self) -> bool:
        return self.scene.player(self.player).turns_left is not None and not self.scene.view.is_over

    def spread(self, y: float, found: list[Figure], size: float, icon_size: float) -> None:
        """Figures side by side with equal gaps."""
        widths = [figure_width(figure, size, icon_size) for figure in found]
        gap = (self.w - 20 - sum(widths)) / (len(found) - 1)
        x = self.x + 10.0
        for figure, width in zip(found, widths, strict=True):
            self.figure(x, y, figure, size, icon_size)
            x += width + gap

    def rule(self, y: int) -> None:
        self.sheet.fill((self.x + 14, y, self.x + self.w - 14, y + 2), self.dim)


def figure_width(figure: Figure, size: float, icon_size: float) -> float:
    return icon_size * 2 + size * 0.3 + shaped(figure[1], "bold", size).width


def figures(scene: Scene, player: PlayerId) -> dict[str, Figure]:
    """What a tile counts; the pieces turn red when they are few enough to end the game. At the end no card counts any
    more, and of the tickets those that were finished."""
    seen = scene.player(player)
    limit = scene.drawn_map.file.last_round.pieces
    known = seen.wagons is not None
    few = known and (seen.wagons or 0) + (seen.ships or 0) <= limit and not scene.view.is_over
    found: dict[str, Figure] = {"wagons": ("wagon", str(seen.wagons) if known else "?", few)}
    if scene.drawn_map.has_ships:
        found["ships"] = ("ship", str(seen.ships) if known else "?", few)
        found["harbours"] = ("anchor", str(seen.harbours_left), False)
    if scene.view.is_over:
        tickets = [ticket for final in scene.view.final if final.player == player for ticket in final.tickets]
        return {**found, "tickets": ("ticket", f"{sum(ticket.is_done for ticket in tickets)}/{len(tickets)}", False)}
    return {**found, "cards": ("cards", str(seen.cards), False), "tickets": ("ticket", str(seen.tickets), False)}


def strip_tile(sheet: Sheet, scene: Scene, player: PlayerId, box: tuple[int, int, int, int]) -> None:
    """A tile of the strip under a wide map. At the end the tickets, which then are long, stand below all else."""
    tile = PlayerTile(sheet, scene, player, box)
    tile.frame(54)
    counts = figures(scene, player)
    small = tile.w < 240
    column = tile.x + tile.w - (100 if small else 118)
    middle = tile.x + (column - tile.x) / 2
    if scene.drawn_map.has_ships:
        tile.score(middle, tile.y + (75 if tile.has_flag else 93), 44 if tile.has_flag else 54 if small else 62)
        tile.flag(middle - 36, tile.y + 114, 36)
        tile.figure(column, tile.y + 76, counts["wagons"], 36, 15)
        tile.figure(column, tile.y + 113, counts["ships"], 36, 15)
        tile.rule(tile.y + 136)
        foot = [counts[name] for name in ("harbours", "cards", "tickets") if name in counts]
        tile.spread(tile.y + 160, foot, 36, 11 if small else 15)
    elif scene.view.is_over:
        tile.score(middle, tile.y + 92, 54 if small else 62)
        tile.figure(column, tile.y + 92, counts["wagons"], 38, 16)
        tickets = counts["tickets"]
        tile.figure(tile.x + (tile.w - figure_width(tickets, 38, 16)) / 2, tile.y + 150, tickets, 38, 16)
    else:
        tile.score(middle, tile.y + (98 if tile.has_flag else 117), 58 if small else 72)
        for i, name in enumerate(("wagons", "cards", "tickets")):
            tile.figure(column, tile.y + 78 + i * 40, counts[name], 38, 16)
        tile.flag(middle - 36, tile.y + 156, 36)
    tile.waiting(middle, tile.y + (122 if scene.drawn_map.has_ships else 160))


def side_tile(sheet: Sheet, scene: Scene, player: PlayerId, box: tuple[int, int, int, int]) -> None:
    """A tile of the panel beside a tall map; where there is room, all of it is larger."""
    tile = PlayerTile(sheet, scene, player, box)
    large = tile.h > 190
    head = 64 if large else 50
    tile.frame(head, flag=100)
    is_narrow = scene.view.seats <= FEW
    shown = [figure for name, figure in figures(scene, player).items() if name != "harbours"]
    has_pool = scene.drawn_map.has_passengers
    has_foot = has_pool and not is_narrow
    low = tile.y + tile.h - (66 if large else 46) if has_foot else tile.y + tile.h
    middle = (tile.y + head + low) / 2
    if has_pool and is_narrow:
        columns(tile, shown, head)
    elif large and not has_pool:
        large_figures(tile, shown, middle, low - tile.y - head)
    else:
        tile.score(tile.x + 68, middle, 72 if large else 52)
        step = (tile.w - 138) / len(shown)
        for i, figure in enumerate(shown):
            tile.figure(tile.x + 142 + i * step, middle, figure, 38, 17)
    if has_foot:
        tile.rule(int(low) - 2)
        tile.pool((tile.x + 18, (tile.y + tile.h + low) / 2), ((tile.w - 24) / len(PASSENGERS), 0), len(PASSENGERS))
    tile.flag(tile.x + tile.w - 84, tile.y + (head - BAND) // 2, 34, in_head=True)
    tile.waiting(tile.x + (36 if is_narrow else tile.w - 36), tile.y + head + 22)


def columns(tile: PlayerTile, shown: list[Figure], head: int) -> None:
    """On a narrow tile: the score, what is left, and the passengers two by two. At the end the tickets, which then are
    long, stand below the score."""
    body = tile.h - head
    middle, pitch = tile.y + head + body / 2, min(60, (body - 4) / 3)
    score, left, pool = tile.x + 56, tile.x + 116, tile.x + 214
    size = fitted(tile.longest_score, "black", (72.0, 62.0, 52.0), 96)
    if tile.scene.view.is_over:
        wagons, tickets = shown
        tile.score(score, middle - body * 0.2, size)
        tile.figure(left, middle - body * 0.2, wagons, 38, 16)
        tile.figure(tile.x + 24, middle + body * 0.26, tickets, 38, 16)
    else:
        tile.score(score, middle, size)
        for i, figure in enumerate(shown):
            tile.figure(left, middle + (i - 1) * pitch, figure, 38, 16)
    tile.pool((pool, middle - pitch), ((tile.x + tile.w - pool) / 2, pitch), 2)


def large_figures(tile: PlayerTile, shown: list[Figure], middle: float, room: float) -> None:
    """Score and figures on a tile with nothing else; where the figures are long, as tickets are at the end, all of it
    is smaller."""
    for size, icon in ((48, 22), (40, 18)):
        widest = max(figure_width(figure, size, icon) for figure in shown)
        if widest <= tile.w * 0.4 - 10:
            break
    left = min(tile.w * 0.6, tile.w - 12 - widest)
    centre = tile.w * 0.29 if left == tile.w * 0.6 else left / 2
    tile.score(tile.x + centre, middle, fitted(tile.longest_score, "black", (108.0, 90.0, 76.0), left - 14))
    pitch = min(66, room / len(shown))
    for i, figure in enumerate(shown):
        tile.figure(tile.x + left, middle + (i - (len(shown) - 1) / 2) * pitch, figure, size, icon)
