"""Pictures for parcels: drawn off the event loop, never needed for a game to go on. `render` is loaded at first use."""

import asyncio
import logging
from collections.abc import Callable, Sequence
from concurrent.futures import Executor, ThreadPoolExecutor
from typing import TYPE_CHECKING, Any, TypeAlias

from bot.naming import table_mark
from bot.room import Room
from bot.tables import Seen
from bot.telling.parcel import Attachment
from bot.ui.page import Picture
from rules.game import Event

if TYPE_CHECKING:
    from render.scene import Seat

Drawn: TypeAlias = tuple[bytes, str] | None
"""A PNG and its alt text."""
DRAWN_AT_ONCE = 2
LONGEST_WAIT = 10.0
"""Seconds that a picture may wait until its drawing begins: on a busy day words go without, and nothing piles up."""
log = logging.getLogger(__name__)


class Pictures:
    """Each method gives a picture with its alt text, or None where it can't be drawn: words always go without."""

    def __init__(self, executor: Executor | None = None, longest_wait: float = LONGEST_WAIT) -> None:
        self._executor = executor or ThreadPoolExecutor(DRAWN_AT_ONCE, thread_name_prefix="pictures")
        self._room = Room(DRAWN_AT_ONCE)
        self._longest_wait = longest_wait

    async def board(
        self,
        seen: Seen,
        *,
        events: Sequence[Event] = (),
        theme: str = "light",
        language: str,
        zoom: str | None = None,
    ) -> Attachment | None:
        return await self._drawn("board", seen, lambda: drawn_board(seen, events, theme, language, zoom))

    async def hand(self, seen: Seen, theme: str, language: str) -> Attachment | None:
        return await self._drawn("hand", seen, lambda: drawn_hand(seen, theme, language))

    async def plan(self, seen: Seen, picture: Picture, theme: str, language: str) -> Attachment | None:
        """What goes with a page of the panel: the planned claim or tile as a ghost, the tickets offered, the hand."""
        return await self._drawn(picture.kind, seen, lambda: drawn_plan(seen, picture, theme, language))

    async def result(self, seen: Seen, history: Sequence[Sequence[int]], language: str) -> list[Attachment]:
        """The score sheet; `history` is everybody's points after each turn, for its chart."""
        sheet = await self._drawn("scores", seen, lambda: drawn_scores(seen, history, language))
        return [sheet] if sheet else []

    async def _drawn(self, kind: str, seen: Seen, draw: Callable[[], Drawn]) -> Attachment | None:
        try:
            async with asyncio.timeout(self._longest_wait):
                await self._room.acquire(seen.table.id)
        except TimeoutError:
            log.warning("game %s: the picture %s is left out, too many wait to be drawn", seen.table.id, kind)
            return None
        try:
            drawn = await asyncio.get_running_loop().run_in_executor(self._executor, draw)
        except Exception:
            log.exception("game %s: the picture %s could not be drawn", seen.table.id, kind)
            return None
        finally:
            self._room.release()
        return None if drawn is None else Attachment(f"{kind}.png", drawn[0], drawn[1])

    def close(self) -> None:
        self._executor.shutdown(wait=False, cancel_futures=True)


def seats_of(seen: Seen) -> tuple["Seat", ...]:
    from render.scene import Seat

    return tuple(Seat(seat.name, seat.colour) for seat in seen.seats)


def looks(seen: Seen, theme: str, language: str) -> dict[str, Any]:
    return {"theme": theme, "language": language, "table": table_mark(seen.table)}


def drawn_board(seen: Seen, events: Sequence[Event], theme: str, language: str, zoom: str | None) -> Drawn:
    from render.pictures import pictures_of

    pictures, seats, shared = pictures_of(seen.table.title), seats_of(seen), looks(seen, theme, language)
    alt = pictures.alt_board(seen.view, seats, events=events, language=language, table=shared["table"])
    if zoom in pictures.zooms(seen.table.title):
        return pictures.draw_zoom(seen.view, seats, zoom, events=events, **shared), alt
    return pictures.draw_board(seen.view, seats, events=events, **shared), alt


def board_as_text(seen: Seen, language: str) -> str:
    """The board in words."""
    from render.pictures import pictures_of

    return pictures_of(seen.table.title).text_board(seen.view, seats_of(seen), language=language)


def drawn_hand(seen: Seen, theme: str, language: str) -> Drawn:
    from render.pictures import pictures_of

    pictures, seats, shared = pictures_of(seen.table.title), seats_of(seen), looks(seen, theme, language)
    alt = pictures.alt_hand(seen.view, seats, language=language, table=shared["table"])
    return pictures.draw_hand(seen.view, seats, **shared), alt


def drawn_plan(seen: Seen, picture: Picture, theme: str, language: str) -> Drawn:
    match picture.kind:
        case "hand" | "offer":
            return drawn_hand(seen, theme, language)
        case "claim" | "harbour":
            return drawn_claim(seen, picture, theme, language)
        case "tile" | "train":
            return drawn_tile(seen, picture, theme, language)
        case _:
            return drawn_board(seen, (), theme, language, None)


def drawn_claim(seen: Seen, picture: Picture, theme: str, language: str) -> Drawn:
    from render.alt import alt_board, alt_preview
    from render.zoom import Plan, draw_preview

    seats, shared = seats_of(seen), looks(seen, theme, language)
    if picture.track is not None:
        alt = alt_preview(seen.view, picture.track, language=language)
    else:
        alt = alt_board(seen.view, seats, language=language, table=shared["table"])
    return draw_preview(seen.view, seats, Plan(picture.track, picture.city), **shared), alt


def drawn_tile(seen: Seen, picture: Picture, theme: str, language: str) -> Drawn:
    from render.metro.alt import alt_preview
    from render.metro.preview import Plan, draw_preview

    seats, shared = seats_of(seen), looks(seen, theme, language)
    plan = Plan(square=picture.square, tile=picture.tile, turn=picture.turn, space=picture.space)
    alt = alt_preview(seen.view, seats, plan, language=language, table=shared["table"])
    return draw_preview(seen.view, seats, plan, **shared), alt


def drawn_scores(seen: Seen, history: Sequence[Sequence[int]], language: str) -> Drawn:
    from render.pictures import pictures_of

    pictures, seats, shared = pictures_of(seen.table.title), seats_of(seen), looks(seen, "light", language)
    alt = pictures.alt_scores(seen.view, seats, language=language, table=shared["table"])
    return pictures.draw_scores(seen.view, seats, history=history, **shared), alt
