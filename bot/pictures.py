"""Pictures for posts: drawn off the event loop, never needed for a game to go on. `render` is loaded at first use."""

import logging
from collections import OrderedDict
from collections.abc import Awaitable, Callable, Hashable, Sequence
from typing import TypeAlias

from msgspec.structs import replace

from bot.attachment import Attachment
from bot.games.catalog import face_of
from bot.games.face import PictureContext
from bot.games.page import Picture
from bot.naming import table_mark, title_name
from bot.tables.snapshot import GameSnapshot, KeptAction
from bot.tables.statistics import Course
from bot.threads import ThreadFailed, ThreadsBusy, ThreadStuck, Workers, told_plainly
from rules.game import Event
from rules.turns import Moment

Drawn: TypeAlias = tuple[bytes, str]
"""A PNG and its alt text."""
DRAWN_AT_ONCE = 2
LONGEST_WAIT = 10.0
"""Seconds that a picture may wait until its drawing begins: on a busy day words go without, and nothing piles up."""
LONGEST_DRAWING = 20.0
"""Seconds; the slowest take about two on a small machine. What takes longer never ends."""
MOST_STUCK = 4
LAST_WAIT = 2.0
LONGEST_FILM = 120.0
"""Seconds for which a film may wait, and seconds that it may take: some ten on a small machine."""
MOST_FILMS = 4
MOST_BOARDS = 16
log = logging.getLogger(__name__)


class NotDrawn(Exception):
    """A picture that can't be drawn, today or tomorrow; what is wrong is in the log."""


class Pictures:
    """Each method gives a picture with its alt text, or None where there is none: words always go without."""

    def __init__(self, longest_wait: float = LONGEST_WAIT, longest_drawing: float = LONGEST_DRAWING) -> None:
        self._workers = Workers(
            DRAWN_AT_ONCE, longest_wait=longest_wait, longest_work=longest_drawing, most_stuck=MOST_STUCK
        )
        self._film_workers = Workers(1, longest_wait=LONGEST_FILM, longest_work=LONGEST_FILM, most_stuck=1)
        """One at a time, and apart: a turn's picture waits for no film."""
        self._films = LastDrawn(MOST_FILMS)
        self._boards = LastDrawn(MOST_BOARDS)

    async def board(
        self,
        snapshot: GameSnapshot,
        *,
        events: Sequence[Event] = (),
        theme: str = "light",
        language: str,
        zoom: str | None = None,
    ) -> Attachment | None:
        def draw() -> Drawn:
            return drawn_board(snapshot, events, theme, language, zoom)

        return await self._drawn("board", about_table(snapshot), draw)

    async def since(
        self, snapshot: GameSnapshot, actions: Sequence[KeptAction], theme: str, language: str
    ) -> Attachment | None:
        """The channel's board on which all that these actions did stands out, numbered in order, and the rest is paler.
        What was drawn last is kept: the call, the DM and the first page of one turn show the same."""
        key = (snapshot.table.id, snapshot.seq, tuple(one.seq for one in actions), seats_of(snapshot), theme, language)
        events = [event.seen_by(None) for one in actions for event in one.events]

        def draw() -> Drawn:
            return drawn_since(snapshot, events, theme, language)

        return await self._boards.find(key, lambda: self._drawn("board", about_table(snapshot), draw))

    async def hand(self, snapshot: GameSnapshot, theme: str, language: str) -> Attachment | None:
        return await self._drawn("hand", about_table(snapshot), lambda: drawn_hand(snapshot, theme, language))

    async def plan(self, snapshot: GameSnapshot, picture: Picture, theme: str, language: str) -> Attachment | None:
        """What goes with a page of the panel: the planned claim or tile as a ghost, the tickets offered, the hand.

        Raises NotDrawn where the page can't have its picture; None is only for want of time.
        """
        return await self._attempted(
            picture.kind, about_table(snapshot), lambda: drawn_plan(snapshot, picture, theme, language)
        )

    async def result(self, snapshot: GameSnapshot, history: Sequence[Sequence[int]], language: str) -> list[Attachment]:
        """The score sheet; `history` is everybody's points after each turn, for its chart."""
        sheet = await self._drawn("scores", about_table(snapshot), lambda: drawn_scores(snapshot, history, language))
        return [sheet] if sheet else []

    async def film(
        self,
        snapshot: GameSnapshot,
        moments: Sequence[Moment],
        theme: str,
        language: str,
        largest: int | None = None,
        on_progress: Callable[[int, int], None] = lambda _done, _all: None,
    ) -> Attachment | None:
        """What the channel saw, in motion; `on_progress` is told in the thread how many of how many pictures are there.
        What was made last is kept, since the end of a game is watched by all who played."""
        key = (snapshot.table.id, moments[0].seq, moments[-1].seq, snapshot.names, theme, language, largest)

        def draw() -> Drawn:
            return drawn_film(snapshot, moments, theme, language, largest, on_progress)

        async def make() -> Attachment | None:
            film = await self._drawn("film", about_table(snapshot), draw)
            return replace(film, name="film.gif") if film else None

        return await self._films.find(key, make)

    async def stats(self, name: str, course: Course, theme: str, language: str) -> Attachment | None:
        """Somebody's ratings and scores."""
        return await self._drawn("stats", "statistics", lambda: drawn_stats(name, course, theme, language))

    async def _drawn(self, kind: str, about: str, draw: Callable[[], Drawn]) -> Attachment | None:
        try:
            return await self._attempted(kind, about, draw)
        except NotDrawn:
            return None

    async def _attempted(self, kind: str, about: str, draw: Callable[[], Drawn]) -> Attachment | None:
        """`about` is for the log, and takes turns with others that wait."""
        try:
            content, alt = await (self._film_workers if kind == "film" else self._workers).run(draw, about)
        except ThreadsBusy:
            log.warning("%s: the picture %s is left out, too many wait to be drawn", about, kind)
            return None
        except ThreadStuck:
            log.error("%s: the picture %s is given up, it never ends", about, kind)
            raise NotDrawn from None
        except ThreadFailed as error:
            log.error("%s: the picture %s could not be drawn: %s", about, kind, told_plainly(error.__cause__))
            raise NotDrawn from None
        return Attachment(f"{kind}.png", content, alt)

    def close(self) -> None:
        self._workers.wait_for_last(LAST_WAIT)
        self._film_workers.wait_for_last(LAST_WAIT)


class LastDrawn:
    """The last few of what was drawn, each by what it shows."""

    def __init__(self, most: int) -> None:
        self._most = most
        self._kept: OrderedDict[Hashable, Attachment] = OrderedDict()

    async def find(self, key: Hashable, draw: Callable[[], Awaitable[Attachment | None]]) -> Attachment | None:
        """What is kept, else what `draw` makes now."""
        found = self._kept.get(key) or await draw()
        if found is not None:
            self._kept[key] = found
            self._kept.move_to_end(key)
            while len(self._kept) > self._most:
                self._kept.popitem(last=False)
        return found


def about_table(snapshot: GameSnapshot) -> str:
    return f"table {snapshot.table.id}"


def seats_of(snapshot: GameSnapshot) -> tuple[tuple[str, str], ...]:
    """Names and colours."""
    return tuple((seat.name, seat.colour) for seat in snapshot.seats)


def context_of(snapshot: GameSnapshot, theme: str, language: str) -> PictureContext:
    from render.kit.seat import Seat

    seats = tuple(Seat(name, colour) for name, colour in seats_of(snapshot))
    table = table_mark(snapshot.table)
    return PictureContext(view=snapshot.view, seats=seats, theme=theme, language=language, table=table)


def drawn_board(snapshot: GameSnapshot, events: Sequence[Event], theme: str, language: str, zoom: str | None) -> Drawn:
    from render.catalog import pictures_of

    pictures, context = pictures_of(snapshot.table.title), context_of(snapshot, theme, language)
    view, seats = context.view, context.seats
    alt = pictures.alt_board(view, seats, events=events, language=language, table=context.table)
    if zoom in pictures.zooms(snapshot.table.title):
        return pictures.draw_zoom(view, seats, zoom, events=events, **context.looks), alt
    return pictures.draw_board(view, seats, events=events, **context.looks), alt


def drawn_film(
    snapshot: GameSnapshot,
    moments: Sequence[Moment],
    theme: str,
    language: str,
    largest: int | None,
    on_progress: Callable[[int, int], None],
) -> Drawn:
    from render.catalog import pictures_of
    from render.film import LARGEST, draw_film

    context = context_of(snapshot, theme, language)
    largest = min(largest or LARGEST, LARGEST)
    content = draw_film(moments, context.seats, largest=largest, on_progress=on_progress, **context.looks)
    last = moments[-1].view
    alt = pictures_of(snapshot.table.title).alt_board(last, context.seats, language=language, table=context.table)
    return content, alt


def drawn_since(snapshot: GameSnapshot, events: Sequence[Event], theme: str, language: str) -> Drawn:
    from render.catalog import pictures_of

    pictures, context = pictures_of(snapshot.table.title), context_of(snapshot, theme, language)
    view, seats = context.view, context.seats
    alt = pictures.alt_since(view, seats, events=events, language=language, table=context.table)
    return pictures.draw_since(view, seats, events=events, **context.looks), alt


def board_as_text(snapshot: GameSnapshot, language: str) -> str:
    """The board in words."""
    from render.catalog import pictures_of

    context = context_of(snapshot, "light", language)
    return pictures_of(snapshot.table.title).text_board(context.view, context.seats, language=language)


def drawn_hand(snapshot: GameSnapshot, theme: str, language: str) -> Drawn:
    from render.catalog import pictures_of

    pictures, context = pictures_of(snapshot.table.title), context_of(snapshot, theme, language)
    alt = pictures.alt_hand(context.view, context.seats, language=language, table=context.table)
    return pictures.draw_hand(context.view, context.seats, **context.looks), alt


def drawn_plan(snapshot: GameSnapshot, picture: Picture, theme: str, language: str) -> Drawn:
    match picture.kind:
        case "hand":
            return drawn_hand(snapshot, theme, language)
        case "board":
            return drawn_board(snapshot, (), theme, language, None)
        case _:
            context = context_of(snapshot, theme, language)
            return face_of(snapshot.table.title).draw(picture, context), plan_alt(snapshot, picture, language)


def plan_alt(snapshot: GameSnapshot, picture: Picture, language: str) -> str:
    from render.catalog import pictures_of

    pictures, context = pictures_of(snapshot.table.title), context_of(snapshot, "light", language)
    match picture.kind:
        case "hand":
            return pictures.alt_hand(context.view, context.seats, language=language, table=context.table)
        case "board":
            return pictures.alt_board(context.view, context.seats, language=language, table=context.table)
        case _:
            return face_of(snapshot.table.title).alt(picture, context)


def drawn_scores(snapshot: GameSnapshot, history: Sequence[Sequence[int]], language: str) -> Drawn:
    from render.catalog import pictures_of

    pictures, context = pictures_of(snapshot.table.title), context_of(snapshot, "light", language)
    alt = pictures.alt_scores(context.view, context.seats, language=language, table=context.table)
    return pictures.draw_scores(context.view, context.seats, history=history, **context.looks), alt


def drawn_stats(name: str, course: Course, theme: str, language: str) -> Drawn:
    from render.stats import Rated, alt_stats, draw_stats

    ratings, title = [Rated(*rating) for rating in course.ratings], title_name(course.title, language)
    alt = alt_stats(name, ratings, course.scores, title, language=language)
    return draw_stats(name, ratings, course.scores, title, theme=theme, language=language), alt
