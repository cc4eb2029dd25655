"""Pictures for posts: drawn in processes of their own, never needed for a game to go on."""

import asyncio
import hashlib
import logging
from collections import OrderedDict
from collections.abc import Awaitable, Callable, Sequence

import msgspec
from msgspec.structs import replace

from bot import drawing, figures
from bot.attachment import Attachment
from bot.drawing import (
    AnyOrder,
    BoardOrder,
    FilmOrder,
    HandOrder,
    ReviewOrder,
    ScoresOrder,
    Sight,
    StatsOrder,
    page_order,
)
from bot.games.page import Picture
from bot.games.reviews import marks_of
from bot.naming import table_mark, title_name
from bot.tables.snapshot import GameSnapshot, KeptAction
from bot.tables.statistics import Course
from bot.workers.pool import Nursery, Workers, WorkersBusy, WorkFailed, WorkStuck
from render.kit.seat import Seat
from rules.game import Event
from rules.review import Review
from rules.turns import Moment

DRAWN_AT_ONCE, DRAWN_NEXT = 2, 1
"""Processes, and orders that each has before it when it has finished one."""
LONGEST_WAIT = 10.0
"""Seconds that a picture may wait until its drawing begins: on a busy day words go without, and nothing piles up."""
LONGEST_DRAWING = 20.0
"""Seconds; the slowest take about two on a small machine. What takes longer never ends."""
LONGEST_FILM = 120.0
"""Seconds for which a film may wait, and seconds that it may take: some ten on a small machine."""
MOST_FILMED, MOST_DRAWN = 32 * 2**20, 16 * 2**20
"""Bytes that are kept of what was drawn last: four films, and the boards and hands of fifty tables, which are asked for
again when somebody opens the panel or gets the receipt."""
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
        self.nursery = Nursery(warm)
        """For other heavy work too."""
        self._workers = Workers(
            self.nursery, DRAWN_AT_ONCE, longest_wait=longest_wait, longest_work=longest_drawing, ahead=DRAWN_NEXT
        )
        self._film_workers = Workers(self.nursery, 1, longest_wait=LONGEST_FILM, longest_work=LONGEST_FILM)
        """One at a time, and apart: a turn's picture waits for no film."""
        self._films = LastDrawn(MOST_FILMED)
        self._others = LastDrawn(MOST_DRAWN)

    def wake(self) -> None:
        """Begin to load what all pictures need, so that the first one is as quick as any."""
        try:
            self.nursery.start()
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
    ) -> Attachment | None:
        sent = drawing.sent_events(snapshot.table.title, events)
        order = BoardOrder(sight=sight_of(snapshot, theme, language), events=sent, zoom=zoom)
        return await self._drawn("board", about_table(snapshot), order)

    async def since(
        self, snapshot: GameSnapshot, actions: Sequence[KeptAction], theme: str, language: str
    ) -> Attachment | None:
        """The channel's board on which all that these actions did stands out, numbered in order, and the rest is
        paler."""
        events = [event.seen_by(None) for one in actions for event in one.events]
        sent = drawing.sent_events(snapshot.table.title, events)
        order = BoardOrder(sight=sight_of(snapshot, theme, language), events=sent, is_since=True)
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
        """What the channel saw, in motion; `on_progress` is told how many of how many pictures are there."""
        sent = drawing.sent_moments(snapshot.table.title, moments)
        at_last = replace(snapshot, view=moments[-1].view)
        order = FilmOrder(sight=sight_of(at_last, theme, language), moments=sent, largest=largest)
        film = await self._drawn("film", about_table(snapshot), order, on_progress)
        return replace(film, name="film.gif") if film else None

    async def review(self, snapshot: GameSnapshot, review: Review, theme: str, language: str) -> Attachment | None:
        """Everybody's chances over a game."""
        sight, marks = sight_of(snapshot, theme, language), marks_of(review)
        order = ReviewOrder(sight=sight, turns=review.turns, chances=review.chances, marks=marks)
        return await self._drawn("review", about_table(snapshot), order)

    async def stats(self, name: str, course: Course, theme: str, language: str) -> Attachment | None:
        """Somebody's ratings and scores."""
        order = StatsOrder(
            name=name,
            ratings=course.ratings,
            scores=course.scores,
            title=title_name(course.title, language),
            theme=theme,
            language=language,
        )
        return await self._drawn("stats", "statistics", order)

    async def emojis(self) -> dict[str, bytes]:
        """The small pictures that stand among words, by name; nothing where they can't be drawn."""
        try:
            return drawing.read_emojis(await self._film_workers.run(drawing.draw_emojis, b"", "emojis"))
        except (WorkersBusy, WorkStuck, WorkFailed) as error:
            log.warning("emojis can't be drawn: %s", error)
            return {}

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
        raw = msgspec.json.encode(order)
        kept = self._films if kind == "film" else self._others
        return await kept.find(raw, lambda: self._made(kind, about, raw, on_progress))

    async def _made(self, kind: str, about: str, order: bytes, on_progress: Progress | None) -> Attachment | None:
        def hear(news: bytes) -> None:
            if on_progress is not None:
                on_progress(*drawing.read_progress(news))

        workers = self._film_workers if kind == "film" else self._workers
        try:
            with figures.timed("picture"):
                answer = await workers.run(drawing.draw, order, about, hear)
        except WorkersBusy:
            figures.count("pictures", kind, "left_out")
            log.warning("%s: the picture %s is left out, too many wait to be drawn", about, kind)
            return None
        except WorkStuck:
            figures.count("pictures", kind, "failed")
            log.error("%s: the picture %s is given up, it never ends", about, kind)
            raise NotDrawn from None
        except WorkFailed as error:
            figures.count("pictures", kind, "failed")
            log.error("%s: the picture %s could not be drawn: %s", about, kind, error)
            raise NotDrawn from None
        figures.count("pictures", kind, "drawn")
        content, alt = drawing.read_drawn(answer)
        return Attachment(f"{kind}.png", content, alt)

    @property
    def waiting(self) -> int:
        """How many wait for a free worker."""
        return self._workers.waiting + self._film_workers.waiting

    def close(self) -> None:
        self._workers.close()
        self._film_workers.close()
        self.nursery.close()


class LastDrawn:
    """The last few of what was drawn, each by its order: a DM, the panel and the receipt of one turn show the same, and
    the end of a game is watched by all who played."""

    def __init__(self, most_bytes: int) -> None:
        self._most = most_bytes
        self._bytes = 0
        self._kept: OrderedDict[bytes, Attachment] = OrderedDict()
        self._under_way: dict[bytes, asyncio.Future[Attachment | None]] = {}

    async def find(self, order: bytes, draw: Callable[[], Awaitable[Attachment | None]]) -> Attachment | None:
        """What is kept, or what is being drawn, or else what `draw` makes now."""
        key = hashlib.blake2b(order).digest()
        if key in self._kept:
            self._kept.move_to_end(key)
            return self._kept[key]
        if key not in self._under_way:
            self._under_way[key] = asyncio.ensure_future(self._keep(key, draw))
            self._under_way[key].add_done_callback(lambda made: self._forget(key, made))
        return await asyncio.shield(self._under_way[key])  # others may wait for it too

    def _forget(self, key: bytes, made: "asyncio.Future[Attachment | None]") -> None:
        self._under_way.pop(key, None)
        if not made.cancelled():
            made.exception()  # perhaps nobody waits any more who would look at it

    async def _keep(self, key: bytes, draw: Callable[[], Awaitable[Attachment | None]]) -> Attachment | None:
        found = await draw()
        if found is not None:
            self._kept[key] = found
            self._bytes += len(found.content)
            while self._bytes > self._most:
                _, old = self._kept.popitem(last=False)
                self._bytes -= len(old.content)
        return found


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
