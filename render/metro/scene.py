"""What Metro's pictures are made from: a view, the players' names, the last move, theme and language."""

from collections.abc import Iterable, Sequence
from functools import cached_property

import msgspec

from render.kit.seat import Seat
from render.kit.theme import Theme, theme_named
from render.metro.look import Look, look_named
from render.metro.plans import next_square, traced
from render.metro.squares import Arrows, TileTrack
from render.metro.tracks import Style
from rules.game import Event, PlayerId
from rules.metro.events import LineScored, ShareExchanged, TileDrawn, TilePlaced, TrainPlaced
from rules.metro.options import COMPANIES
from rules.metro.tracing import Tracks
from rules.metro.view import Line, MetroView, Place


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
    moves: tuple[LastMove, ...] = ()
    """What was done in the turns that are shown, in order."""
    focus: frozenset[str] | None = None
    """In a preview: the starts of the lines that it changes; all others are pale."""

    @property
    def last(self) -> LastMove | None:
        return self.moves[-1] if self.moves else None

    @cached_property
    def fresh(self) -> frozenset[str]:
        """The squares of the tiles that are new."""
        return frozenset(move.square for move in self.moves if move.square)

    @cached_property
    def won(self) -> frozenset[str]:
        """The starts of the lines that were finished."""
        return frozenset(line.start for move in self.moves for line in move.scored)

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

    def rank(self, player: PlayerId) -> int:
        """The place at the end; whoever ties has the same."""
        before = 0
        for group in self.view.ranking:
            if player in group:
                break
            before += len(group)
        return before + 1

    @cached_property
    def tracks(self) -> Tracks:
        return traced(self.view)

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
    def passes(self) -> dict[tuple[str, int], TileTrack]:
        """For each square and side of entry: the line that runs there."""
        found = {}
        for line in self.view.lines:
            style = self.style(line)
            if style is not None:
                marked, other = TileTrack(style, True), TileTrack(style, not style.is_finished)
                for at, one in enumerate(line.passes):
                    found[one.square, one.entry // 2] = other if at % 2 else marked
        return found

    @cached_property
    def arrivals(self) -> dict[str, Style]:
        """For each place where a line has arrived: that line's style."""
        return {line.end: style for line in self.view.lines if line.end and (style := self.style(line))}

    @cached_property
    def waiting(self) -> dict[str, Arrows]:
        """The lines that would go on on an empty square."""
        found: dict[str, list[Style | None]] = {}
        for line, place in zip(self.view.lines, self.places, strict=True):
            style = self.style(line)
            if style is not None and not line.is_finished:
                square, side = next_entry(line, place)
                found.setdefault(square, [None] * 4)[side] = style
        return {square: tuple(arrows) for square, arrows in found.items()}


def next_entry(line: Line, place: Place) -> tuple[str, int]:
    """The empty square where a line under way would go on, and the side on which it enters."""
    side = place.entry // 2 if not line.passes else (line.passes[-1].exit // 2 + 2) % 4
    return next_square(line, place), side


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
        moves=moves_in(events),
        focus=focus,
    )


def scene_since(
    view: MetroView, seats: Sequence[Seat], events: Sequence[Event], theme: str, language: str, table: str
) -> Scene:
    """The board after several turns: lines that run over none of their tiles are pale."""
    scene = scene_of(view, seats, events, theme, language, table)
    if view.is_over or not scene.fresh:
        return scene
    changed = (line.start for line in view.lines if any(one.square in scene.fresh for one in line.passes))
    return msgspec.structs.replace(scene, focus=frozenset(changed))


def moves_in(events: Iterable[Event]) -> tuple[LastMove, ...]:
    """What was done, move by move; lines with a train go with the tile that finished them, and a tile that was drawn
    first is forgotten once it lies."""
    found: list[LastMove] = []
    for event in events:
        match event:
            case TilePlaced(player=player, square=square):
                if found and found[-1].kind == "draw" and found[-1].player == player:
                    found.pop()
                found.append(LastMove(player=player, kind="place", square=square))
            case TrainPlaced(player=player, space=space, colour=colour):
                found.append(LastMove(player=player, kind="train", space=space, colour=colour))
            case ShareExchanged(player=player, percent=percent):
                found.append(LastMove(player=player, kind="share", percent=percent))
            case TileDrawn(player=player, must_be_placed=True):
                found.append(LastMove(player=player, kind="draw"))
            case LineScored() if found and event.owner is not None:
                found[-1] = msgspec.structs.replace(found[-1], scored=(*found[-1].scored, event))
    return tuple(found)


def is_space(name: str) -> bool:
    return name.startswith("C")
