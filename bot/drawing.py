"""Orders for pictures: made by the bot, carried out in a worker. An order goes there as bytes, with no more in it than
its reader may see; a PNG and its alt text come back. `render` is loaded where an order is carried out."""

from abc import abstractmethod
from collections.abc import Sequence
from typing import TYPE_CHECKING, TypeAlias

import msgspec

from bot.games.catalog import face_of
from bot.games.face import PictureContext
from bot.games.page import Picture
from bot.loading import load
from bot.workers.process import tell
from render.kit.seat import Seat
from rules.catalog import find_game
from rules.game import AbstractStruct, AnyGame, Event, View
from rules.turns import Moment

if TYPE_CHECKING:
    from render.picture_set import AnyPictures
    from render.stats import Rated

Drawn: TypeAlias = tuple[bytes, str]
"""A PNG and its alt text."""


class Order(msgspec.Struct, frozen=True, kw_only=True, metaclass=AbstractStruct):
    """What is to be drawn; each kind of picture has its own."""

    @abstractmethod
    def draw(self) -> bytes: ...

    @abstractmethod
    def tell(self) -> str:
        """The same in words."""


class Sight(msgspec.Struct, frozen=True, kw_only=True):
    """Who looks at which table; the view is written by the game's own codec."""

    title: str
    view: msgspec.Raw
    seats: tuple[Seat, ...]
    theme: str
    language: str
    table: str

    @property
    def pictures(self) -> "AnyPictures":
        from render.catalog import pictures_of

        return pictures_of(self.title)

    def context(self) -> PictureContext:
        view = game_of(self.title).codecs.view.decode(self.view)
        return PictureContext(view=view, seats=self.seats, theme=self.theme, language=self.language, table=self.table)


def game_of(title: str) -> AnyGame:
    """Views and events of all versions are written alike."""
    game = find_game(title)
    assert game is not None
    return game


def sight_of(view: View, seats: Sequence[Seat], theme: str, language: str, table: str) -> Sight:
    raw = msgspec.Raw(game_of(view.game).codecs.view.encode(view))
    return Sight(title=view.game, view=raw, seats=tuple(seats), theme=theme, language=language, table=table)


class BoardOrder(Order, frozen=True, kw_only=True, tag="board"):
    sight: Sight
    events: tuple[msgspec.Raw, ...] = ()
    zoom: str | None = None
    is_since: bool = False

    def draw(self) -> bytes:
        pictures, context = self.sight.pictures, self.sight.context()
        events = read_events(self.sight.title, self.events)
        if self.is_since:
            return pictures.draw_since(context.view, context.seats, events=events, **context.looks)
        if self.zoom in pictures.zooms(self.sight.title):
            return pictures.draw_zoom(context.view, context.seats, self.zoom, events=events, **context.looks)
        return pictures.draw_board(context.view, context.seats, events=events, **context.looks)

    def tell(self) -> str:
        pictures, context = self.sight.pictures, self.sight.context()
        alt = pictures.alt_since if self.is_since else pictures.alt_board
        events = read_events(self.sight.title, self.events)
        return alt(context.view, context.seats, events=events, language=context.language, table=context.table)


class HandOrder(Order, frozen=True, kw_only=True, tag="hand"):
    sight: Sight

    def draw(self) -> bytes:
        context = self.sight.context()
        return self.sight.pictures.draw_hand(context.view, context.seats, **context.looks)

    def tell(self) -> str:
        context = self.sight.context()
        return self.sight.pictures.alt_hand(context.view, context.seats, language=context.language, table=context.table)


class PageOrder(Order, frozen=True, kw_only=True, tag="page"):
    """What only the pages of this game have: a claim or a tile as a ghost, the tickets offered."""

    sight: Sight
    picture: msgspec.Raw
    """Of the face's own kind."""

    def draw(self) -> bytes:
        return face_of(self.sight.title).draw(self._wanted(), self.sight.context())

    def tell(self) -> str:
        return face_of(self.sight.title).alt(self._wanted(), self.sight.context())

    def _wanted(self) -> Picture:
        return msgspec.json.decode(self.picture, type=face_of(self.sight.title).picture)


class ScoresOrder(Order, frozen=True, kw_only=True, tag="scores"):
    sight: Sight
    history: tuple[tuple[int, ...], ...]

    def draw(self) -> bytes:
        context = self.sight.context()
        return self.sight.pictures.draw_scores(context.view, context.seats, history=self.history, **context.looks)

    def tell(self) -> str:
        context = self.sight.context()
        return self.sight.pictures.alt_scores(
            context.view, context.seats, language=context.language, table=context.table
        )


class SentMoment(msgspec.Struct, frozen=True, array_like=True):
    seq: int
    view: msgspec.Raw
    events: tuple[msgspec.Raw, ...]
    turn: int


class FilmOrder(Order, frozen=True, kw_only=True, tag="film"):
    sight: Sight
    """Who watches; its view is the last of the film."""
    moments: tuple[SentMoment, ...]
    largest: int | None

    def draw(self) -> bytes:
        from render.film import LARGEST, draw_film

        title, context = self.sight.title, self.sight.context()
        codec = game_of(title).codecs.view
        moments = [
            Moment(one.seq, codec.decode(one.view), read_events(title, one.events), one.turn) for one in self.moments
        ]
        largest = min(self.largest or LARGEST, LARGEST)
        return draw_film(moments, context.seats, largest=largest, on_progress=tell_progress, **context.looks)

    def tell(self) -> str:
        return BoardOrder(sight=self.sight).tell()


class ReviewOrder(Order, frozen=True, kw_only=True, tag="review"):
    sight: Sight
    turns: tuple[int, ...]
    chances: tuple[tuple[float, ...], ...]
    marks: tuple[int, ...]
    """Places of the turning points among the turns."""

    def draw(self) -> bytes:
        from render.review import draw_review

        sight = self.sight
        looks = {"theme": sight.theme, "language": sight.language, "table": sight.table}
        return draw_review(self.turns, self.chances, self.marks, sight.seats, **looks)

    def tell(self) -> str:
        from render.review import alt_review

        sight = self.sight
        return alt_review(self.turns, self.chances, self.marks, sight.seats, language=sight.language, table=sight.table)


class StatsOrder(Order, frozen=True, kw_only=True, tag="stats"):
    name: str
    ratings: tuple[tuple[float, float], ...]
    """Points and their doubt."""
    scores: tuple[int, ...]
    title: str
    """What they were made in."""
    theme: str
    language: str

    def draw(self) -> bytes:
        from render.stats import draw_stats

        return draw_stats(self.name, self._rated(), self.scores, self.title, theme=self.theme, language=self.language)

    def tell(self) -> str:
        from render.stats import alt_stats

        return alt_stats(self.name, self._rated(), self.scores, self.title, language=self.language)

    def _rated(self) -> "list[Rated]":
        from render.stats import Rated

        return [Rated(points, doubt) for points, doubt in self.ratings]


AnyOrder: TypeAlias = BoardOrder | HandOrder | PageOrder | ScoresOrder | FilmOrder | ReviewOrder | StatsOrder


def page_order(sight: Sight, picture: Picture) -> AnyOrder:
    """Every game has a board and a hand; the rest is its own."""
    match picture.kind:
        case "hand":
            return HandOrder(sight=sight)
        case "board":
            return BoardOrder(sight=sight)
        case _:
            return PageOrder(sight=sight, picture=msgspec.Raw(msgspec.json.encode(picture)))


def sent_events(title: str, events: Sequence[Event]) -> tuple[msgspec.Raw, ...]:
    codec = game_of(title).codecs.event
    return tuple(msgspec.Raw(codec.encode(event)) for event in events)


def read_events(title: str, events: Sequence[msgspec.Raw]) -> tuple[Event, ...]:
    codec = game_of(title).codecs.event
    return tuple(codec.decode(event) for event in events)


def sent_moments(title: str, moments: Sequence[Moment]) -> tuple[SentMoment, ...]:
    codec = game_of(title).codecs.view
    return tuple(
        SentMoment(one.seq, msgspec.Raw(codec.encode(one.view)), sent_events(title, one.events), one.turn)
        for one in moments
    )


def tell_progress(done: int, whole: int) -> None:
    tell(msgspec.json.encode((done, whole)))


def read_progress(news: bytes) -> tuple[int, int]:
    return msgspec.json.decode(news, type=tuple[int, int])


def draw(raw: bytes) -> bytes:
    """The work of a worker."""
    order: Order = msgspec.json.decode(raw, type=AnyOrder)
    return msgspec.msgpack.encode((order.draw(), order.tell()))


def read_drawn(answer: bytes) -> Drawn:
    return msgspec.msgpack.decode(answer, type=tuple[bytes, str])


def draw_emojis(_nothing: bytes) -> bytes:
    """The work of a worker: the small pictures of every title."""
    from render.catalog import draw_every_emoji

    return msgspec.msgpack.encode(draw_every_emoji())


def read_emojis(answer: bytes) -> dict[str, bytes]:
    return msgspec.msgpack.decode(answer, type=dict[str, bytes])


def warm() -> None:
    """Load what all pictures need, and the bases that are on disk; else each worker would load networkx for itself with
    its first hand."""
    from render.prepare import read_all

    load("networkx")
    read_all()
