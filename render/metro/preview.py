"""A planned tile or train on the board as a ghost, what it does to every line, and the effects as a list."""

from collections.abc import Sequence

from data.texts import signed, text
from render.kit.canvas import Box, Canvas
from render.kit.seat import Seat
from render.kit.text import shaped, wrapped
from render.kit.theme import AMBER, NIGHT, WHITE, Colour
from render.metro.base import LETTER, RING, TITLE, base_of
from render.metro.field import Field
from render.metro.look import train_of
from render.metro.moves import Token, title, words
from render.metro.panel import BOTTOM, LEFT, RIGHT, TOP
from render.metro.patches import MetroSheet, PassingSheet
from render.metro.plans import Planned, TilePlan, planned
from render.metro.scene import Scene, is_space, next_entry, scene_of
from render.metro.squares import Tile, tile_picture, tracks_on
from render.metro.stations import train
from render.metro.tracks import END, INWARD, SIDE, Style
from rules.metro.board import SQUARE
from rules.metro.preview import LineEffect
from rules.metro.tiles import SIDES, turned_code
from rules.metro.view import MetroView

ROW = 124
MOST_ROWS = 6


def draw_preview(
    view: MetroView,
    seats: Sequence[Seat],
    plan: TilePlan,
    *,
    theme: str = "light",
    language: str = "en",
    table: str = "",
) -> bytes:
    """For the reader of this view: the board as it would be, the lines that change in full colour, all others pale."""
    after = planned(view, plan)
    scene = plan_scene(after, plan, seats, theme, language, table)
    sheet = PassingSheet(base_of(theme))
    field = Field(sheet, scene, SIDE, RING, TITLE + RING)
    paint_plan(field, after, plan)
    title(sheet, scene, text("render.metro.not_played", language), plan_line(sheet, scene, after, plan))
    plan_panel(sheet, scene, after, plan)
    return sheet.png()


def plan_scene(after: Planned, plan: TilePlan, seats: Sequence[Seat], theme: str, language: str, table: str) -> Scene:
    focus = after.changed if plan.square or plan.space else None
    return scene_of(after.view, seats, (), theme, language, table, focus)


def paint_plan(field: Field, after: Planned, plan: TilePlan) -> None:
    field.legal = after.legal
    field.marked = frozenset({plan.space} if plan.space else ())
    field.fresh = frozenset({plan.square} if plan.square else ())
    field.paint()
    if plan.square:
        ghost_frame(field, plan.square)
    Pills(field).draw(after)


def ghost_frame(field: Field, square: str) -> None:
    """Black and amber dashes around a tile that is not there yet, open where tracks cross."""
    x, y = field.corner(square)
    s, u = field.side, field.unit
    half, dash = 5 * u, 9 * u
    spots = [-half + i * dash for i in range(round((s + 2 * half) / dash))]
    for i, at in enumerate(spots):
        if any(abs(at + dash / 2 - end * s / 3) < 20 * u for end in (1, 2)):
            continue
        colour = NIGHT if i % 2 == 0 else AMBER
        for near in (0, s):
            field.fill(x + at, y + near - half, x + at + dash, y + near + half, colour)
            field.fill(x + near - half, y + at, x + near + half, y + at + dash, colour)


class Pills:
    """At the new end of every line that changes: its length before and after, or the points it brings."""

    def __init__(self, field: Field) -> None:
        self.field = field
        self.taken: list[Box] = []

    def draw(self, after: Planned) -> None:
        scene = self.field.scene
        lines = {line.start: (line, place) for line, place in zip(after.view.lines, scene.places, strict=True)}
        for effect in after.effects:
            line, place = lines[effect.start]
            if effect.end is None:
                square, side = next_entry(line, place)
                x, y = self.field.corner(square)
                along, into = END[2 * side], INWARD[side]
                reach = 0.46
                spot = (along[0] + into[0] * reach, along[1] + into[1] * reach)
                self.pill(effect, x + spot[0] * self.field.side, y + spot[1] * self.field.side)
            else:
                self.pill(effect, *self.arrival(effect.end))

    def arrival(self, name: str) -> tuple[float, float]:
        """On the last tile before a station, or in the hall of the central station."""
        field = self.field
        place = field.scene.place(name)
        side = SIDES.index(place.side)
        x, y = field.corner(place.square)
        end, into = END[2 * side + 1], INWARD[side]
        out = -0.34 if is_space(name) else 0.16
        return x + (end[0] + into[0] * out) * field.side, y + (end[1] + into[1] * out) * field.side

    def pill(self, effect: LineEffect, x: float, y: float) -> None:
        assert effect.owner is not None
        u, look = self.field.unit, self.field.scene.look
        owner = train_of(effect.owner, look.name)
        label = signed(effect.points) if effect.end else f"{effect.before}→{effect.after}"
        w, h = shaped(label, "black", 38 * u).width / 2 + 12 * u, 24 * u
        x, y = self.free(x, y, w, h)

        def draw(canvas: Canvas) -> None:
            for more, fill in ((5.0, WHITE), (2.6, NIGHT), (0.0, owner.fill)):
                canvas.rounded(x - w - more * u, y - h - more * u, x + w + more * u, y + h + more * u, 11 * u, fill)
            canvas.text(x, y, label, 38 * u, owner.ink, "black", "m")

        reach = 6 * u
        self.field.sheet.overlay(
            (int(x - w - reach), int(y - h - reach), int(x + w + reach) + 1, int(y + h + reach) + 1),
            draw,
        )

    def free(self, x: float, y: float, w: float, h: float) -> tuple[float, float]:
        """The nearest place where this pill covers none of the others."""
        tries = [
            (0.0, 0.0),
            (0.0, -1.0),
            (0.0, 1.0),
            (1.0, 0.0),
            (-1.0, 0.0),
            (1.0, -1.0),
            (-1.0, 1.0),
            (0.0, 2.0),
            (0.0, -2.0),
        ]
        for dx, dy in tries:
            ax, ay = x + dx * (2 * w + 12), y + dy * (2 * h + 12)
            box = (int(ax - w), int(ay - h), int(ax + w), int(ay + h))
            if all(
                box[2] < b[0] - 8 or box[0] > b[2] + 8 or box[3] < b[1] - 8 or box[1] > b[3] + 8 for b in self.taken
            ):
                self.taken.append(box)
                return ax, ay
        return x, y


def plan_line(sheet: MetroSheet, scene: Scene, after: Planned, plan: TilePlan) -> list[Token]:
    """Where it would go, how it is turned, and what stands in the way."""
    theme, language = scene.theme, scene.language
    if plan.tile and not plan.square:
        return [words(sheet, scene, text("render.metro.squares_free", language, n=after.legal.bit_count()), theme.text)]
    found = [words(sheet, scene, f"{plan.square or plan.space}?", theme.text, weight="black")]
    if plan.tile and scene.view.options.direction == "free":
        found.append(words(sheet, scene, f"{plan.turn}°", theme.dim))
    if plan.square and not after.legal >> SQUARE[plan.square] & 1:
        found.append(words(sheet, scene, text("render.metro.not_allowed", language), AMBER))
    return found


def plan_panel(sheet: MetroSheet, scene: Scene, after: Planned, plan: TilePlan) -> None:
    y = plan_picture(sheet, scene, after, plan, TOP)
    effects = sorted(
        after.effects, key=lambda effect: (effect.player != scene.view.reader, -effect.points, -effect.after)
    )
    for effect in effects[:MOST_ROWS]:
        effect_row(sheet, scene, effect, (LEFT, y, RIGHT, y + ROW))
        y += ROW + 8
    if not effects and (plan.square or plan.space):
        note = text("render.metro.no_effect", scene.language)
        for number, line in enumerate(wrapped(note, "semibold", LETTER, RIGHT - LEFT - 12)):
            middle = y + 30 + number * (LETTER + 8)
            sheet.text(LEFT + 6, middle, line, LETTER, scene.theme.dim, scene.theme.panel, "semibold")
    if effects and not scene.has_companies:
        totals(sheet, scene, effects, (LEFT, BOTTOM - 152, RIGHT, BOTTOM))


def plan_picture(sheet: MetroSheet, scene: Scene, after: Planned, plan: TilePlan, top: int) -> int:
    """The tile or train; returns where it ends."""
    theme, look = scene.theme, scene.look
    box = (LEFT, top, RIGHT, top + 252)

    def draw(canvas: Canvas) -> None:
        canvas.chip(box, 14, AMBER)
        canvas.chip((LEFT + 4, top + 4, RIGHT - 4, top + 248), 11, theme.tile)

    sheet.stamp("plan", box, draw, theme.panel)
    x = (LEFT + RIGHT) // 2
    if plan.tile is not None:
        tile = Tile(turned_code(plan.tile, plan.turn), tracks_on(plan.square or "", scene.passes), True)
        sheet.fill((x - 112, top + 14, x + 112, top + 238), look.hall_edge)
        sheet.patch((x - 108, top + 18), tile_picture, tile, 216, look.name)
    else:
        colour = after.effects[0].owner
        assert colour is not None
        sheet.stamp(
            ("plan train", colour),
            (x - 100, top + 70, x + 100, top + 182),
            lambda canvas: train(canvas.at(x, top + 126), Style(colour), look, 2.2),
            theme.tile,
        )
    return top + 264


def effect_row(sheet: MetroSheet, scene: Scene, effect: LineEffect, box: Box) -> None:
    """One line: whose it is, its length before and after, and where it then ends."""
    theme, language = scene.theme, scene.language
    left, top, right, bottom = box
    is_own = effect.player is not None and effect.player == scene.view.reader
    ground, ink, dim = (theme.lit, theme.lit_ink, theme.lit_dim) if is_own else (theme.tile, theme.text, theme.dim)
    assert effect.owner is not None

    def draw(canvas: Canvas) -> None:
        canvas.chip(box, 12, theme.edge or ground)
        canvas.chip((left + 2, top + 2, right - 2, bottom - 2), 10, ground)
        train(canvas.at(left + 52, top + 38), Style(effect.owner), scene.look, 1.0)
        station(canvas, left + 124, top + 38, effect.start, scene.look.badge)

    sheet.stamp(("effect", ground, effect.owner, effect.start), box, draw, theme.panel)
    change = f"{effect.before} → {effect.after}"
    sheet.text(right - 16, top + 36, change, 44, ink, ground, "black", "r")
    name = owner_name(scene, effect)
    low = bottom - 34
    room = right - left - 36
    if effect.end is not None:
        note = text("render.metro.arrives", language, place=effect.end)
        room -= points_sign(sheet, signed(effect.points), right - 14, low, ground) + 12
    else:
        note = text("render.metro.goes_on", language)
    whole = f"{name} · {note}"
    sheet.text(left + 18, low, whole if fits(whole, room) else name, LETTER, dim, ground, "semibold", "l", room)


def fits(label: str, room: float) -> bool:
    return shaped(label, "semibold", LETTER).width <= room


def owner_name(scene: Scene, effect: LineEffect) -> str:
    if effect.player is None:
        return text(f"word.card.{effect.owner}", scene.language)
    if effect.player == scene.view.reader:
        return text("render.metro.you", scene.language)
    return scene.name(effect.player)


def station(canvas: Canvas, x: float, y: float, name: str, fill: Colour) -> None:
    canvas.rounded(x - 29, y - 23, x + 29, y + 23, 8, WHITE)
    canvas.rounded(x - 27, y - 21, x + 27, y + 21, 6, fill)
    canvas.text(x, y, name, 38, WHITE, anchor="m")


def points_sign(sheet: MetroSheet, label: str, right: int, y: int, ground: Colour) -> int:
    """Returns its width."""
    width = int(shaped(label, "black", 40).width) + 24
    box = (right - width, y - 23, right, y + 23)
    sheet.stamp(("points", label), box, lambda canvas: canvas.chip(box, 9, AMBER), ground)
    sheet.text(right - width / 2, y, label, 40, NIGHT, AMBER, "black", "m")
    return width


def totals(sheet: MetroSheet, scene: Scene, effects: Sequence[LineEffect], box: Box) -> None:
    """The points that would be scored at once: the reader's, and everybody else's."""
    theme, language = scene.theme, scene.language
    left, top, right, bottom = box
    own = sum(effect.points for effect in effects if effect.player == scene.view.reader)
    others = sum(effect.points for effect in effects if effect.player != scene.view.reader)

    def draw(canvas: Canvas) -> None:
        canvas.chip(box, 12, theme.edge or theme.tile)
        canvas.chip((left + 2, top + 2, right - 2, bottom - 2), 10, theme.tile)

    sheet.stamp("totals", box, draw, theme.panel)
    high = (bottom - top) / 4
    for y, key, points in ((top + high, "render.metro.you", own), (bottom - high, "render.metro.others", others)):
        sheet.text(left + 20, y, text(key, language), 42, theme.dim, theme.tile, "semibold", "l", 240)
        sheet.text(right - 20, y, signed(points), 56, theme.text, theme.tile, "black", "r")
