"""Pictures for posts: drawn in processes of their own, never needed for a game to go on."""

import logging
from collections import OrderedDict
from collections.abc import Callable, Hashable, Sequence

import msgspec
from msgspec.structs import replace

from bot import drawing
from bot.attachment import Attachment
from bot.drawing import AnyOrder, BoardOrder, FilmOrder, HandOrder, ScoresOrder, Sight, StatsOrder, page_order
from bot.games.page import Picture
from bot.naming import table_mark
from bot.tables.snapshot import GameSnapshot
from bot.tables.statistics import Course
from bot.workers.pool import Nursery, Workers, WorkersBusy, WorkFailed, WorkStuck
from render.kit.seat import Seat
from rules.game import Event
from rules.turns import Moment

DRAWN_AT_ONCE = 2
LONGEST_WAIT = 10.0
"""Seconds that a picture may wait until its drawing begins: on a busy day words go without, and nothing piles up."""
LONGEST_DRAWING = 20.0
"""Seconds; the slowest take about two on a small machine. What takes longer never ends."""
LONGEST_FILM = 120.0
"""Seconds for which a film may wait, and seconds that it may take: some ten on a small machine."""
MOST_FILMS = 4
Progress = Callable[[int, int], None]
log = logging.getLogger(__name__)


class NotDrawn(Exception):
    """A picture that can't be drawn, today or tomorrow; what is wrong is in the log."""


class Pictures:
    """Each method gives a picture with its alt text, or None where there is none: words always go without."""

    def __init__(
        self,
        longest_wait: float = LONGEST_WAIT,
        longest_drawing: float = LONGEST_DRAWING,
        warm: Callable[[], object] = drawing.warm,
    ) -> None:
        self._nursery = Nursery(warm)
        self._workers = Workers(self._nursery, DRAWN_AT_ONCE, longest_wait=longest_wait, longest_work=longest_drawing)
        self._film_workers = Workers(self._nursery, 1, longest_wait=LONGEST_FILM, longest_work=LONGEST_FILM)
        """One at a time, and apart: a turn's picture waits for no film."""
        self._films: OrderedDict[Hashable, Attachment] = OrderedDict()

    def wake(self) -> None:
        """Begin to load what all pictures need, so that the first one is as quick as any."""
        try:
            self._nursery.start()
        except OSError as error:
            log.error("pictures can't be drawn: %s", type(error).__name__)

    async def board(
        self,
        snapshot: GameSnapshot,
        *,
        events: Sequence[Event] = (),
        theme: str = "light",
        language: str,
        zoom: str | None = None,
        is_since: bool = False,
    ) -> Attachment | None:
        """`is_since`: all that the events tell stands out, numbered in order, and the rest is paler."""
        sent = drawing.sent_events(snapshot.table.title, events)
        sight = sight_of(snapshot, theme, language)
        order = BoardOrder(sight=sight, events=sent, zoom=zoom, is_since=is_since)
        return await self._drawn("board", about_table(snapshot), order)

    async def hand(self, snapshot: GameSnapshot, theme: str, language: str) -> Attachment | None:
        order = HandOrder(sight=sight_of(snapshot, theme, language))
        return await self._drawn("hand", about_table(snapshot), order)

    async def plan(self, snapshot: GameSnapshot, picture: Picture, theme: str, language: str) -> Attachment | None:
        """What goes with a page of the panel: the planned claim or tile as a ghost, the tickets offered, the hand.

        Raises NotDrawn where the page can't have its picture; None is only for want of time.
        """
        order = page_order(sight_of(snapshot, theme, language), picture)
        return await self._attempted(picture.kind, about_table(snapshot), order)

    async def result(self, snapshot: GameSnapshot, history: Sequence[Sequence[int]], language: str) -> list[Attachment]:
        """The score sheet; `history` is everybody's points after each turn, for its chart."""
        sight = sight_of(snapshot, "light", language)
        order = ScoresOrder(sight=sight, history=tuple(tuple(points) for points in history))
        sheet = await self._drawn("scores", about_table(snapshot), order)
        return [sheet] if sheet else []

    async def film(
        self,
        snapshot: GameSnapshot,
        moments: Sequence[Moment],
        theme: str,
        language: str,
        largest: int | None = None,
        on_progress: Progress = lambda _done, _all: None,
    ) -> Attachment | None:
        """What the channel saw, in motion; `on_progress` is told how many of how many pictures are there. What was
        made last is kept, since the end of a game is watched by all who played."""
        key = (snapshot.table.id, moments[0].seq, moments[-1].seq, snapshot.names, theme, language, largest)
        found = self._films.get(key)
        if found is not None:
            return found
        sent = drawing.sent_moments(snapshot.table.title, moments)
        at_last = replace(snapshot, view=moments[-1].view)
        order = FilmOrder(sight=sight_of(at_last, theme, language), moments=sent, largest=largest)
        film = await self._drawn("film", about_table(snapshot), order, on_progress)
        if film is None:
            return None
        self._films[key] = found = replace(film, name="film.gif")
        while len(self._films) > MOST_FILMS:
            self._films.popitem(last=False)
        return found

    async def stats(self, name: str, course: Course, theme: str, language: str) -> Attachment | None:
        """Somebody's ratings and scores."""
        ratings = tuple((rating.points, rating.doubt) for rating in course.ratings)
        order = StatsOrder(name=name, ratings=ratings, scores=course.scores, theme=theme, language=language)
        return await self._drawn("stats", "statistics", order)

    async def _drawn(
        self, kind: str, about: str, order: AnyOrder, on_progress: Progress | None = None
    ) -> Attachment | None:
        try:
            return await self._attempted(kind, about, order, on_progress)
        except NotDrawn:
            return None

    async def _attempted(
        self, kind: str, about: str, order: AnyOrder, on_progress: Progress | None = None
    ) -> Attachment | None:
        """`about` is for the log, and takes turns with others that wait."""

        def hear(news: bytes) -> None:
            if on_progress is not None:
                on_progress(*drawing.read_progress(news))

        workers = self._film_workers if kind == "film" else self._workers
        try:
            answer = await workers.run(drawing.draw, msgspec.json.encode(order), about, hear)
        except WorkersBusy:
            log.warning("%s: the picture %s is left out, too many wait to be drawn", about, kind)
            return None
        except WorkStuck:
            log.error("%s: the picture %s is given up, it never ends", about, kind)
            raise NotDrawn from None
        except WorkFailed as error:
            log.error("%s: the picture %s could not be drawn: %s", about, kind, error)
            raise NotDrawn from None
        content, alt = drawing.read_drawn(answer)
        return Attachment(f"{kind}.png", content, alt)

    def close(self) -> None:
        self._workers.close()
        self._film_workers.close()
        self._nursery.close()


def about_table(snapshot: GameSnapshot) -> str:
    return f"table {snapshot.table.id}"


def sight_of(snapshot: GameSnapshot, theme: str, language: str) -> Sight:
    seats = [Seat(seat.name, seat.colour) for seat in snapshot.seats]
    return drawing.sight_of(snapshot.view, seats, theme, language, table_mark(snapshot.table))


def board_as_text(snapshot: GameSnapshot, language: str) -> str:
    """The board in words. Loads all of `render` when it is first asked."""
    from render.catalog import pictures_of

    seats = [Seat(seat.name, seat.colour) for seat in snapshot.seats]
    return pictures_of(snapshot.table.title).text_board(snapshot.view, seats, language=language)
