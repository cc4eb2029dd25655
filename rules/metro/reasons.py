"""Why an action is good, as facts that can be checked against the view: what a hint tells of a robot's choice."""

from collections.abc import Iterator

from rules.game import PlayerId, Reason
from rules.metro.actions import DrawTile, ExchangeShare, MetroAction, PlaceTile, PlaceTrain
from rules.metro.preview import LineEffect, effects_of
from rules.metro.view import MetroView


class LineEnds(Reason, frozen=True, tag="line_ends"):
    start: str
    owner: str
    player: PlayerId | None
    points: int


class LineGrows(Reason, frozen=True, tag="line_grows"):
    start: str
    owner: str
    player: PlayerId | None
    before: int
    after: int


class NobodysLine(Reason, frozen=True, tag="nobodys_line"):
    """The tile touches no line with a train on it."""


class TilesUnseen(Reason, frozen=True, tag="tiles_unseen"):
    """Tiles of other kinds than those in hand are still to come."""

    tiles: int
    kinds: int


class CompanyValues(Reason, frozen=True, tag="company_values"):
    """What the company given, and the one taken where it is known, would be worth if the game ended now."""

    given: str
    value: int
    taken: str | None
    better: int | None


class TrainOn(Reason, frozen=True, tag="train_on"):
    """How far the track has come that leads out of a space."""

    space: str
    passes: int


MetroReason = LineEnds | LineGrows | NobodysLine | TilesUnseen | CompanyValues | TrainOn


def reasons(view: MetroView, action: MetroAction) -> tuple[Reason, ...]:
    """The most telling first."""
    match action:
        case PlaceTile():
            return tuple(tile_reasons(view, action)) or (NobodysLine(),)
        case DrawTile():
            unseen = {kind: count for kind, count in view.unseen.items() if count and kind not in view.hand}
            return (TilesUnseen(sum(unseen.values()), len(unseen)),)
        case ExchangeShare():
            return (share_reason(view, action),)
        case PlaceTrain():
            line = next(line for line in view.lines if line.start == action.space)
            return (TrainOn(action.space, len(line.passes)),)


def tile_reasons(view: MetroView, action: PlaceTile) -> Iterator[Reason]:
    tile = action.tile or view.drawn or view.hand[0]
    found = [effect for effect in effects_of(view, action.square, tile, action.turn) if effect.owner is not None]
    for effect in sorted(found, key=lambda effect: (not is_own(view, effect), effect.end is None, -effect.after)):
        assert effect.owner is not None
        if effect.end is not None:
            yield LineEnds(effect.start, effect.owner, effect.player, effect.points)
        else:
            yield LineGrows(effect.start, effect.owner, effect.player, effect.before, effect.after)


def is_own(view: MetroView, effect: LineEffect) -> bool:
    """The reader's train, or one of a company in which the reader has a share."""
    if view.companies:
        return effect.owner in {share.company for share in view.shares}
    return effect.player == view.reader


def share_reason(view: MetroView, action: ExchangeShare) -> Reason:
    values = {company.colour: company.value for company in view.companies}
    given = next(share.company for share in view.shares if share.percent == action.give)
    up = next((share.company for share in view.open_shares if share.percent == action.give), None)
    taken = up if action.take == "open" else None
    return CompanyValues(given, values[given], taken, None if taken is None else values[taken])
