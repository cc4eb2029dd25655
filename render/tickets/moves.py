"""What was done last, in words and signs: the player's wagon on amber, where or what, the cards paid, who was taken
along and the points; of several turns a numbered sign for each; at the end, who has the bonuses."""

from collections.abc import Callable, Sequence
from typing import NamedTuple

from data.texts import signed, text
from render.kit.canvas import Box, Canvas
from render.kit.sheet import Sheet
from render.kit.symbols import ICONS, passenger, sample
from render.kit.text import fitted, shaped
from render.kit.theme import AMBER, NIGHT, WHITE
from render.tickets.base import FLOOR
from render.tickets.cards import card, card_back
from render.tickets.scene import LastMove, Scene
from rules.game import PlayerId, Score

SIZES = (42.0, 39.0, 36.0, 34.0, 32.0)
"""Those that can be read on a sheet of its width are used."""
COUNT = 38
GAP = 12
LINE = 50
"""A box has as many lines as go into its height, and always one."""
BONUSES = ("longest_route", "globetrotter")
"""What only the end decides; who has it is told beside the winner."""
SIGNS = {"cards": "cards", "tickets": "ticket", "harbour": "anchor", "gave_up": "cross", "tunnel": "waiting"}


class LinePart(NamedTuple):
    """A part of a line: how wide it is, and how it is put on the sheet from `x` on, around the middle of the line."""

    width: int
    put: Callable[[int, int], object]


def last_move(sheet: Sheet, scene: Scene, box: Box) -> None:
    """From the left, in as many lines as the box has."""
    if scene.view.is_over:
        lines = results(sheet, scene, box)
        put_lines(lines if lines_in(box) > 1 else [[token for line in lines for token in line]], box)
    elif scene.has_several:
        several(sheet, scene, box)
    elif scene.last:
        single(sheet, scene, scene.last, box)


def lines_in(box: Box) -> int:
    return max(1, (box[3] - box[1]) // LINE)


def put_lines(lines: Sequence[Sequence[LinePart]], box: Box) -> None:
    left, top, right, bottom = box
    tall = (bottom - top) // lines_in(box)
    for number, line in enumerate(lines[: lines_in(box)]):
        x = left
        for token in line:
            if x + token.width > right:
                break
            token.put(x, top + number * tall + tall // 2)
            x += token.width + GAP


def wrapped(parts: Sequence[LinePart], room: int) -> list[list[LinePart]]:
    """In lines that are no wider."""
    lines: list[list[LinePart]] = [[]]
    free = room
    for part in parts:
        if lines[-1] and part.width > free:
            lines.append([])
            free = room
        lines[-1].append(part)
        free -= part.width + GAP
    return lines


def single(sheet: Sheet, scene: Scene, move: LastMove, box: Box) -> None:
    width = box[2] - box[0]
    signs = [*cards_of(sheet, scene, move), *(pawn(sheet, scene, colour) for colour in move.passengers)]
    signs += [points(sheet, scene, move.points)] if move.points else []
    mine = colour_sample(sheet, scene, move.player)
    if lines_in(box) > 1:
        below = wrapped([mine, *signs], width)
        labels = broken(move_label(scene, move), sizes_on(sheet)[-1], width, lines_in(box) - len(below))
        put_lines([*([words(sheet, scene, label, width)] for label in labels), *below], box)
        return
    room = width - mine.width - GAP - sum(sign.width + GAP for sign in signs)
    put_lines([[mine, words(sheet, scene, move_label(scene, move), room), *signs]], box)


def several(sheet: Sheet, scene: Scene, box: Box) -> None:
    """As many of the turns as there is room for, the first ones first."""
    count = words(sheet, scene, text("render.moves", scene.language, n=len(scene.moves)), box[2] - box[0])
    chips = [numbered(sheet, scene, number, move) for number, move in enumerate(scene.moves, start=1)]
    put_lines(wrapped([count, *chips], box[2] - box[0]), box)


def broken(label: str, size: float, room: int, most: int) -> list[str]:
    """A label that is too wide at this size in two lines, where it may have them."""
    if most < 2 or shaped(label, "semibold", size).width <= room:
        return [label]
    parts = label.split(" ")
    fitting = [n for n in range(1, len(parts)) if shaped(" ".join(parts[:n]), "semibold", size).width <= room]
    first = max(fitting, default=1)
    return [" ".join(parts[:first]), " ".join(parts[first:])]


def bonuses(scene: Scene) -> list[list[Score]]:
    """Each bonus that somebody has, with all who share it."""
    scores = scene.view.scores
    found = [[line for line in scores if line.category == category and line.points] for category in BONUSES]
    return [shared for shared in found if shared]


def results(sheet: Sheet, scene: Scene, box: Box) -> list[list[LinePart]]:
    """A line for each bonus; one that many share, or that has a long name, may have two where there is room for them,
    and who has it stands in the second."""
    found, room = bonuses(scene), box[2] - box[0]
    lines: list[list[LinePart]] = []
    for number, shared in enumerate(found, start=1):
        players, alone = holders(sheet, scene, shared), result(sheet, scene, shared, room)
        taken = sum(part.width + GAP for part in players)
        is_wide = len(players) > 1 or taken + sum(part.width + GAP for part in alone) - GAP > room
        if is_wide and lines_in(box) - len(lines) - (len(found) - number) > 1:
            lines += [alone, players]
        else:
            lines.append([*players, *result(sheet, scene, shared, room - taken)])
    return lines


def holders(sheet: Sheet, scene: Scene, shared: Sequence[Score]) -> list[LinePart]:
    return [colour_sample(sheet, scene, line.player) for line in shared]


def result(sheet: Sheet, scene: Scene, shared: Sequence[Score], room: int) -> list[LinePart]:
    bonus = points(sheet, scene, shared[0].points)
    label = text(f"render.score.{shared[0].category}", scene.language)
    return [words(sheet, scene, label, room - bonus.width - GAP), bonus]


def sizes_on(sheet: Sheet) -> tuple[float, ...]:
    return tuple(size for size in SIZES if size >= FLOOR * sheet.width)


def words(sheet: Sheet, scene: Scene, label: str, room: int) -> LinePart:
    theme = scene.theme
    size = fitted(label, "semibold", sizes_on(sheet), room)

    def put(x: int, middle: int) -> None:
        sheet.text(x, middle, label, size, theme.text, theme.panel, "semibold", "l", room)

    return LinePart(min(room, int(shaped(label, "semibold", size).width) + 1), put)


def colour_sample(sheet: Sheet, scene: Scene, player: PlayerId) -> LinePart:
    colour = scene.seats[player].colour

    def put(x: int, middle: int) -> None:
        def draw(canvas: Canvas) -> None:
            canvas.rounded(x, middle - 21, x + 66, middle + 21, 8, AMBER)
            sample(canvas.at(x + 33, middle), colour, 50, 26)

        sheet.stamp(("last", colour), (x, middle - 22, x + 67, middle + 22), draw, scene.theme.panel)

    return LinePart(66, put)


def points(sheet: Sheet, scene: Scene, number: int) -> LinePart:
    width = int(shaped(signed(number), "black", COUNT).width) + 26
    return LinePart(width, lambda x, middle: points_chip(sheet, scene, number, x + width, middle))


def points_chip(sheet: Sheet, scene: Scene, number: int, right: int, middle: int) -> int:
    label = signed(number)
    width = int(shaped(label, "black", COUNT).width) + 26
    box = (right - width, middle - 23, right, middle + 23)
    sheet.stamp(("points", width), box, lambda canvas: canvas.chip(box, 8, AMBER), scene.theme.panel)
    sheet.text(right - width / 2, middle, label, COUNT, NIGHT, AMBER, "black", "m")
    return right - width


def cards_of(sheet: Sheet, scene: Scene, move: LastMove) -> list[LinePart]:
    """The cards drawn or turned up, one by one; those paid by their kinds."""
    return [
        *(small_card(sheet, scene, kind, 1) for kind in move.cards),
        *(small_card(sheet, scene, kind, count) for kind, count in move.paid),
    ]


def small_card(sheet: Sheet, scene: Scene, kind: str | None, count: int) -> LinePart:
    drawn_map, theme = scene.drawn_map, scene.theme
    label = str(count) if count > 1 else ""
    before = int(shaped(label, "bold", COUNT).width) + 6 if label else 0

    def put(x: int, middle: int) -> None:
        left = x + before

        def draw(canvas: Canvas) -> None:
            if kind is None:
                card_back(canvas, left, middle - 24, 36, 48, theme.deck)
            else:
                card(canvas, left, middle - 24, 36, 48, drawn_map.cards[kind], drawn_map.colours)

        sheet.stamp(("small card", kind), (left - 1, middle - 27, left + 42, middle + 26), draw, theme.panel)
        if label:
            sheet.text(x, middle, label, COUNT, theme.text, theme.panel)

    return LinePart(before + 36, put)


def pawn(sheet: Sheet, scene: Scene, colour: str) -> LinePart:
    def put(x: int, middle: int) -> None:
        def draw(canvas: Canvas) -> None:
            passenger(canvas.at(x + 15, middle, 0, 20), colour)

        sheet.stamp(("taken", colour), (x - 3, middle - 24, x + 34, middle + 25), draw, scene.theme.panel)

    return LinePart(30, put)


def numbered(sheet: Sheet, scene: Scene, number: int, move: LastMove) -> LinePart:
    """A turn's number, which its pin on the map has too, and what came of it, on the player's colour."""
    colour, theme = scene.colour(move.player), scene.theme
    worth = signed(move.points) if move.points else "–" if move.kind == "pass" else ""
    width = 46 + (int(shaped(worth, "black", COUNT).width) if worth else 36) + 12

    def put(x: int, middle: int) -> None:
        def draw(canvas: Canvas) -> None:
            canvas.rounded(x, middle - 23, x + width, middle + 23, 23, WHITE)
            canvas.rounded(x + 2.4, middle - 20.6, x + width - 2.4, middle + 20.6, 20.6, colour.fill)
            canvas.disc(x + 22, middle, 19, WHITE)
            if not worth:
                ICONS[SIGNS[move.kind]](canvas.at(x + 64, middle, 0, 17), colour.ink, colour.fill)

        key = ("turn", colour.fill, move.kind if not worth else "", width)
        sheet.stamp(key, (x, middle - 24, x + width + 1, middle + 24), draw, theme.panel)
        sheet.text(x + 22, middle, str(number), 36, NIGHT, WHITE, "black", "m")
        if worth:
            sheet.text(x + 45, middle, worth, COUNT, colour.ink, colour.fill, "black")

    return LinePart(width, put)


def move_label(scene: Scene, move: LastMove) -> str:
    drawn_map, language = scene.drawn_map, scene.language
    track = drawn_map.track_name(move.track) if move.track else ""
    match move.kind:
        case "claim":
            return track
        case "tunnel":
            return text("render.move.tunnel", language, n=move.count, track=track)
        case "gave_up":
            return text("render.move.gave_up", language, track=track)
        case "harbour":
            return text("render.move.harbour", language, city=drawn_map.name(move.city or ""))
        case "tickets":
            return text("word.count.tickets", language, n=move.count)
        case "exchange":
            return text("render.move.exchange", language, n=move.count)
        case "pass":
            return text("render.move.pass", language)
    return text("word.count.cards", language, n=len(move.cards))
