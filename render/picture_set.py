"""What the house needs of a family's pictures: the same functions with the same parameters, whatever the game."""

from collections.abc import Sequence
from typing import Any, Generic, NamedTuple, Protocol, TypeAlias, TypeVar

from render.kit.seat import Seat
from rules.game import Event, View

V = TypeVar("V", bound=View)
P = TypeVar("P")
V_contra = TypeVar("V_contra", bound=View, contravariant=True)
P_contra = TypeVar("P_contra", contravariant=True)


class DrawBoard(Protocol[V_contra]):
    """`events` are those of the last turn, as the view's reader may see them: they are highlighted."""

    def __call__(
        self,
        view: V_contra,
        seats: Sequence[Seat],
        *,
        events: Sequence[Event] = (),
        theme: str = "light",
        language: str = "en",
        table: str = "",
    ) -> bytes: ...


class DrawHand(Protocol[V_contra]):
    """What only the view's reader may see."""

    def __call__(
        self, view: V_contra, seats: Sequence[Seat], *, theme: str = "light", language: str = "en", table: str = ""
    ) -> bytes: ...


class DrawZoom(Protocol[V_contra]):
    """A part of the board, enlarged; raises `KeyError` for one that `zooms` doesn't list."""

    def __call__(
        self,
        view: V_contra,
        seats: Sequence[Seat],
        zoom: str,
        *,
        events: Sequence[Event] = (),
        theme: str = "light",
        language: str = "en",
        table: str = "",
    ) -> bytes: ...


class DrawPreview(Protocol[V_contra, P_contra]):
    """What the view's reader plans, and what it would do."""

    def __call__(
        self,
        view: V_contra,
        seats: Sequence[Seat],
        plan: P_contra,
        *,
        theme: str = "light",
        language: str = "en",
        table: str = "",
    ) -> bytes: ...


class DrawScores(Protocol[V_contra]):
    """The result of a finished game; `history` holds every player's points after each turn, for the chart."""

    def __call__(
        self,
        view: V_contra,
        seats: Sequence[Seat],
        *,
        history: Sequence[Sequence[int]] = (),
        theme: str = "light",
        language: str = "en",
        table: str = "",
    ) -> bytes: ...


class ListZooms(Protocol):
    """Every name that `draw_zoom` takes for a title."""

    def __call__(self, title: str) -> tuple[str, ...]: ...


class TellBoard(Protocol[V_contra]):
    def __call__(
        self,
        view: V_contra,
        seats: Sequence[Seat],
        *,
        events: Sequence[Event] = (),
        language: str = "en",
        table: str = "",
    ) -> str: ...


class TellView(Protocol[V_contra]):
    def __call__(self, view: V_contra, seats: Sequence[Seat], *, language: str = "en", table: str = "") -> str: ...


class TellPreview(Protocol[V_contra, P_contra]):
    def __call__(
        self, view: V_contra, seats: Sequence[Seat], plan: P_contra, *, language: str = "en", table: str = ""
    ) -> str: ...


class TellWhole(Protocol[V_contra]):
    """The whole board as text, for those who can't see it."""

    def __call__(self, view: V_contra, seats: Sequence[Seat], *, language: str = "en") -> str: ...


class Prepare(Protocol):
    """Draws what never changes of a title into the cache folder."""

    def __call__(self, title: str, theme: str) -> object: ...


class Warm(Protocol):
    """Reads what every picture needs of that from the cache folder; where it isn't there, nothing is drawn for it."""

    def __call__(self, title: str, theme: str) -> object: ...


def nothing_to_prepare(title: str, theme: str) -> None:
    """For games that are drawn anew each time."""


class DrawEmojis(Protocol):
    """The small pictures that stand among a title's words, by name: PNGs of 128 pixels."""

    def __call__(self, title: str, /) -> dict[str, bytes]: ...


def no_emojis(_title: str) -> dict[str, bytes]:
    """For games that words are enough for."""
    return {}


class PictureSet(NamedTuple, Generic[V, P]):
    """Everything that can be shown of a game whose views are `V` and whose plans are `P`."""

    draw_board: DrawBoard[V]
    draw_since: DrawBoard[V]
    """The board with all that the events of several turns have changed, numbered in order; the rest is paler."""
    draw_hand: DrawHand[V]
    draw_zoom: DrawZoom[V]
    draw_preview: DrawPreview[V, P]
    draw_scores: DrawScores[V]
    zooms: ListZooms
    alt_board: TellBoard[V]
    alt_since: TellBoard[V]
    alt_hand: TellView[V]
    alt_preview: TellPreview[V, P]
    alt_scores: TellView[V]
    text_board: TellWhole[V]
    prepare: Prepare = nothing_to_prepare
    warm: Warm = nothing_to_prepare
    draw_emojis: DrawEmojis = no_emojis


AnyPictures: TypeAlias = PictureSet[Any, Any]
