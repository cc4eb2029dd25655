"""Metro's board: the title, the field with all lines, and the panel beside it."""

from collections.abc import Sequence

from render.kit.seat import Seat
from render.metro.base import RING, TITLE, base_of
from render.metro.field import Field
from render.metro.moves import title
from render.metro.panel import draw_panel
from render.metro.patches import MetroSheet
from render.metro.scene import Scene, scene_of, scene_since
from render.metro.tracks import SIDE
from rules.game import Event
from rules.metro.view import MetroView


def draw_board(
    view: MetroView,
    seats: Sequence[Seat],
    *,
    events: Sequence[Event] = (),
    theme: str = "light",
    language: str = "en",
    table: str = "",
) -> bytes:
    """The board as a PNG. `events` are those of the last turn, as their reader may see them: they are highlighted.
    The colours of `seats` are not used: Metro's are tied to the number of players."""
    return painted(scene_of(view, seats, events, theme, language, table))


def draw_since(
    view: MetroView,
    seats: Sequence[Seat],
    *,
    events: Sequence[Event] = (),
    theme: str = "light",
    language: str = "en",
    table: str = "",
) -> bytes:
    """The board with all tiles of several turns framed and numbered in order; lines that they don't touch are pale."""
    return painted(scene_since(view, seats, events, theme, language, table))


def painted(scene: Scene) -> bytes:
    sheet = MetroSheet(base_of(scene.look.name))
    Field(sheet, scene, SIDE, RING, TITLE + RING).paint()
    title(sheet, scene)
    draw_panel(sheet, scene)
    return sheet.png()
