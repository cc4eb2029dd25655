"""What a tap means in Metro. Whatever doesn't fit the present decision leaves the draft as it was."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from msgspec.structs import replace

from bot.games.confirm import mark
from bot.games.metro.choices import WAYS, Offer, Spot, in_column, next_square, offer_of, spot_from, spot_of, train_of
from bot.games.metro.draft import MetroDraft
from bot.games.page import Tapped
from rules.game import PlayerId
from rules.metro.actions import DrawTile, ExchangeShare, MetroAction, PlaceTile
from rules.metro.legal import MetroLegalActions
from rules.metro.view import MetroView


@dataclass(frozen=True)
class MetroTap:
    offer: Offer
    spot: Spot | None
    legal: MetroLegalActions
    draft: MetroDraft
    me: PlayerId
    value: str

    def show(self, **changes: object) -> Tapped:
        return Tapped(draft=replace(self.draft, **changes))

    def show_spot(self, square: str | None) -> Tapped | None:
        if self.spot is None or square is None:
            return None
        return self.show(page="home", tile=self.spot.tile, turn=self.spot.turn, square=square)

    def act(self, action: MetroAction) -> Tapped | None:
        return Tapped(draft=MetroDraft(), actions=(action,)) if action in self.legal else None

    @property
    def squares(self) -> tuple[str, ...]:
        return self.offer.squares[self.spot.tile, self.spot.turn] if self.spot else ()


Answer = Callable[[MetroTap], Tapped | None]


def tap_metro(view: MetroView, legal: MetroLegalActions, draft: MetroDraft, verb: str, values: Sequence[str]) -> Tapped:
    unchanged = Tapped(draft=draft)
    answer = ANSWERS.get(verb)
    if answer is None or view.reader is None or view.reader not in view.to_act:
        return unchanged
    offer = offer_of(view, legal)
    value = values[0] if values else ""
    tap = MetroTap(offer, spot_of(view, offer, draft), legal, draft, view.reader, value)
    return answer(tap) or unchanged


def _home(tap: MetroTap) -> Tapped:
    return tap.show(page="home")


def _column(tap: MetroTap) -> Tapped | None:
    return tap.show_spot(in_column(tap.squares, tap.value, tap.spot.square[1])) if tap.spot else None


def _row(tap: MetroTap) -> Tapped | None:
    square = tap.spot.square[0] + tap.value if tap.spot else ""
    return tap.show_spot(square) if square in tap.squares else None


def _go(tap: MetroTap) -> Tapped | None:
    if tap.spot is None or tap.value not in WAYS:
        return None
    return tap.show_spot(next_square(tap.squares, tap.spot.square, tap.value))


def _turn(tap: MetroTap) -> Tapped | None:
    if tap.spot is None:
        return None
    turns = tap.offer.turns(tap.spot.tile)
    after = turns[(turns.index(tap.spot.turn) + 1) % len(turns)]
    return tap.show(page="home", tile=tap.spot.tile, turn=after, square=tap.spot.square)


def _tile(tap: MetroTap) -> Tapped | None:
    if tap.spot is None:
        return None
    tiles = tap.offer.tiles
    after = tiles[(tiles.index(tap.spot.tile) + 1) % len(tiles)]
    return tap.show(page="home", tile=after, square=tap.spot.square)


def _place(tap: MetroTap) -> Tapped | None:
    """What the button says, whatever another panel has drafted since."""
    spot = spot_from(tap.value) if tap.value else tap.spot
    return tap.act(PlaceTile(tap.me, spot.square, spot.tile, spot.turn)) if spot else None


def _draw(tap: MetroTap) -> Tapped | None:
    return tap.act(DrawTile(tap.me))


def _open_share(tap: MetroTap) -> Tapped | None:
    return tap.show(page="share", share=None) if tap.offer.exchanges else None


def _give(tap: MetroTap) -> Tapped | None:
    gives = {str(action.give) for action in tap.offer.exchanges}
    return tap.show(page="share", share=tap.value) if tap.value in gives else None


def _take(tap: MetroTap) -> Tapped | None:
    """The share that the button was made for goes, else the one on the page; the open or the hidden one comes."""
    take, _, given = tap.value.partition(".")
    gives = [action.give for action in tap.offer.exchanges]
    if not gives or take not in ("open", "hidden"):
        return None
    give = next((percent for percent in gives if str(percent) == (given or tap.draft.share)), gives[0])
    if given and str(give) != given:
        return None
    return tap.act(ExchangeShare(tap.me, give, "open" if take == "open" else "hidden"))


def _open_train(tap: MetroTap) -> Tapped | None:
    return tap.show(page="train", share=None, space=None) if tap.offer.trains else None


def _space(tap: MetroTap) -> Tapped | None:
    spaces = {action.space for action in tap.offer.trains}
    return tap.show(page="train", space=tap.value) if tap.value in spaces else None


def _show(tap: MetroTap) -> Tapped | None:
    shares = {str(action.share) for action in tap.offer.trains if action.share is not None}
    return tap.show(page="train", share=tap.value) if tap.value in shares else None


def _put(tap: MetroTap) -> Tapped | None:
    if not tap.offer.trains:
        return None
    train = train_of(tap.offer, tap.draft)
    if tap.value and tap.value != mark(train):
        return Tapped(draft=tap.draft, note="panel.changed")
    return tap.act(train)


ANSWERS: dict[str, Answer] = {
    "home": _home,
    "column": _column,
    "row": _row,
    "go": _go,
    "turn": _turn,
    "tile": _tile,
    "place": _place,
    "draw_tile": _draw,
    "share": _open_share,
    "give": _give,
    "take": _take,
    "train": _open_train,
    "space": _space,
    "show": _show,
    "put": _put,
}
