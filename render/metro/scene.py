"""What Metro's pictures are made from: a view, the players' names, the last move, theme and language."""

from collections.abc import Iterable, Sequence
from functools import cached_property

import msgspec

from render.kit.seat import Seat
from render.kit.theme import Theme, theme_named
from render.metro.look import Look, look_named
from render.metro.tracks import Style
from rules.game import Event, PlayerId
from rules.metro.board import SQUARE, SQUARES
from rules.metro.events import LineScored, ShareExchanged, TileDrawn, TilePlaced, TrainPlaced
from rules.metro.options import COMPANIES
from rules.metro.tracing import Laid, Tracks
from rules.metro.view import Line, MetroView, Place, tracks_in


class LastMove(msgspec.Struct, frozen=True, kw_only=True):
    """What was done last, as everybody may know it."""

    player: PlayerId
    kind: str
    """place, train, share, draw"""
    square: str | None = None
    space: str | None = None
    colour: str | None = None
    percent: int = 0
    scored: tuple[LineScored, ...] = ()


class Scene(msgspec.Struct, frozen=True, kw_only=True, dict=True):
    view: MetroView
    seats: tuple[Seat, ...]
    theme: Theme
    look: Look
    language: str
    table: str
    last: LastMove | None
    focus: frozenset[str] | None = None
    """In a preview: the starts of the lines that it changes; all others are pale."""
    news: tuple[tuple[PlayerId, str], ...] = ()
    """Of several turns: who has laid tiles, and on which squares, in order."""

    def name(self, player: PlayerId) -> str:
        return self.seats[player].name

    def colour(self, player: PlayerId) -> str | None:
        """A player's colour; none where companies own the lines."""
        return self.view.colours[player] if self.view.colours else None

    @property
    def has_companies(self) -> bool:
        return COMPANIES in self.view.options.modules

    @cached_property
    def points(self) -> tuple[int, ...]:
        totals = [0] * self.view.seats
        for score in self.view.scores:
            totals[score.player] += score.points
        return tuple(totals)

    @cached_property
    def tracks(self) -> Tracks:
        return tracks_in(self.view)

    @property
    def places(self) -> tuple[Place, ...]:
        return self.view.stations + self.view.spaces

    def place(self, name: str) -> Place:
        return self._places[name]

    @cached_property
    def _places(self) -> dict[str, Place]:
        return {place.name: place for place in self.places}

    @cached_property
    def round(self) -> int:
        begun = self.view.turn - self.view.is_over
        return max(1, -(-begun // self.view.seats))

    def lines_of(self, player: PlayerId) -> list[Line]:
        return [line for line in self.view.lines if line.player == player]

    def style(self, line: Line) -> Style | None:
        """How a line looks; when the game is over, all are finished and none has to be told from the others."""
        if line.owner is None:
            return None
        is_pale = self.focus is not None and line.start not in self.focus
        return Style(line.owner, line.is_finished and not self.view.is_over, is_pale)

    @cached_property
    def passes(self) -> dict[tuple[str, int], tuple[Style, bool]]:
        """For each square and side of entry: the line's style, and whether its mark is shown there."""
        found = {}
        for line in self.view.lines:
            style = self.style(line)
            if style is not None:
                for at, one in enumerate(line.passes):
                    found[one.square, one.entry // 2] = style, not style.is_finished or at % 2 == 0
        return found

    @cached_property
    def arrivals(self) -> dict[str, Style]:
        """For each place where a line has arrived: that line's style."""
        return {line.end: style for line in self.view.lines if line.end and (style := self.style(line))}

    @cached_property
    def waiting(self) -> dict[tuple[str, int], Style]:
        """For each empty square and side: the line that would go on there."""
        found = {}
        for line, place in zip(self.view.lines, self.places, strict=True):
            style = self.style(line)
            if style is not None and not line.is_finished:
                found[next_entry(line, place)] = style
        return found


def next_entry(line: Line, place: Place) -> tuple[str, int]:
    """The empty square where a line under way would go on, and the side on which it enters."""
    if not line.passes:
        return place.square, place.entry // 2
    last = line.passes[-1]
    side = last.exit // 2
    row, column = divmod(SQUARE[last.square], 8)
    step = ((-1, 0), (0, 1), (1, 0), (0, -1))[side]
    return SQUARES[(row + step[0]) * 8 + column + step[1]], (side + 2) % 4


def scene_of(
    view: MetroView,
    seats: Sequence[Seat],
    events: Iterable[Event],
    theme: str,
    language: str,
    table: str,
    focus: frozenset[str] | None = None,
) -> Scene:
    assert len(seats) == view.seats
    return Scene(
        view=view,
        seats=tuple(seats),
        theme=theme_named(theme),
        look=look_named(theme),
        language=language,
        table=table,
        last=last_move(events),
        focus=focus,
    )


def scene_since(
    view: MetroView, seats: Sequence[Seat], events: Sequence[Event], theme: str, language: str, table: str
) -> Scene:
    """With the tiles of several turns as its news; lines that run over none of them are pale."""
    news = tuple((event.player, event.square) for event in events if isinstance(event, TilePlaced))
    squares = {square for _, square in news}
    focus = frozenset(line.start for line in view.lines if any(one.square in squares for one in line.passes))
    scene = scene_of(view, seats, events, theme, language, table, focus if news and not view.is_over else None)
    return msgspec.structs.replace(scene, news=news)


def last_move(events: Iterable[Event]) -> LastMove | None:
    """The last thing that somebody did; lines with a train go with the tile that finished them."""
    found: LastMove | None = None
    for event in events:
        match event:
            case TilePlaced(player=player, square=square):
                found = LastMove(player=player, kind="place", square=square)
            case TrainPlaced(player=player, space=space, colour=colour):
                found = LastMove(player=player, kind="train", space=space, colour=colour)
            case ShareExchanged(player=player, percent=percent):
                found = LastMove(player=player, kind="share", percent=percent)
            case TileDrawn(player=player, must_be_placed=True):
                found = LastMove(player=player, kind="draw")
            case LineScored() if found is not None and event.owner is not None:
                found = msgspec.structs.replace(found, scored=(*found.scored, event))
    return found


def tile_on(view: MetroView, square: str) -> Laid | None:
    return next((tile for tile in view.laid if tile.square == square), None)


def is_space(name: str) -> bool:
    return name.startswith("C")
