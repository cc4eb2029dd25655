"""Why an action is good, as facts that can be checked against the view: what a hint tells of a robot's choice."""

from collections.abc import Iterable, Iterator

from rules.game import PlayerId, Reason
from rules.metro.actions import DrawTile, ExchangeShare, MetroAction, PlaceTile, PlaceTrain
from rules.metro.board import SPACES, SQUARE
from rules.metro.box import Box
from rules.metro.preview import LineEffect, effects_of
from rules.metro.robots.judge import Judge
from rules.metro.robots.weights import weights_for
from rules.metro.tiles import PATTERNS
from rules.metro.view import MetroView


class LineEnds(Reason, frozen=True, tag="line_ends"):
    start: str
    owner: str
    player: PlayerId | None
    passes: int
    points: int
    """Twice the passes where the line ends at the central station."""


class LineGrows(Reason, frozen=True, tag="line_grows"):
    start: str
    owner: str
    player: PlayerId | None
    before: int
    after: int


class CardPays(Reason, frozen=True, tag="card_pays"):
    """Module 4: a line arrives at a station of which the reader holds the card."""

    number: int
    points: int


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


MetroReason = LineEnds | LineGrows | CardPays | NobodysLine | TilesUnseen | CompanyValues | TrainOn


def reasons(box: Box, view: MetroView, action: MetroAction) -> tuple[Reason, ...]:
    """The most telling first."""
    match action:
        case PlaceTile():
            return tuple(tile_reasons(box, view, action)) or (NobodysLine(),)
        case DrawTile():
            unseen = {kind: count for kind, count in view.unseen.items() if count and kind not in view.hand}
            return (TilesUnseen(sum(unseen.values()), len(unseen)),)
        case ExchangeShare():
            return (share_reason(view, action),)
        case PlaceTrain():
            line = next(line for line in view.lines if line.start == action.space)
            return (TrainOn(action.space, len(line.passes)),)


def tile_reasons(box: Box, view: MetroView, action: PlaceTile) -> Iterator[Reason]:
    """What it does for the reader: own lines that gain, others' that end early; failing that, all with the least harm
    first. Another's line that grows where it has little to hope for is good too, but hardly sounds like it."""
    tile = action.tile or view.drawn or view.hand[0]
    judge = Judge(box, view, weights_for(view.seats))
    gains = judge.line_gains(SQUARE[action.square], PATTERNS[tile][action.turn // 90])
    by_start = {line.start: gains.get(place, 0.0) for place, line in enumerate(view.lines)}
    effects = effects_of(view, action.square, tile, action.turn)
    found = [(by_start[effect.start], line_reason(effect)) for effect in effects if effect.owner is not None]
    found += [(float(card.points), card) for card in card_reasons(view, effects)]
    helpful = [one for one in found if one[0] > 0 and not is_growth_of_another(view, one[1])]
    for _, reason in sorted(helpful or found, key=lambda one: -one[0]):
        yield reason


def is_growth_of_another(view: MetroView, reason: Reason) -> bool:
    if not isinstance(reason, LineGrows):
        return False
    if view.companies:
        return reason.owner not in {share.company for share in view.shares}
    return reason.player != view.reader


def line_reason(effect: LineEffect) -> Reason:
    assert effect.owner is not None
    if effect.end is not None:
        return LineEnds(effect.start, effect.owner, effect.player, effect.after, effect.points)
    return LineGrows(effect.start, effect.owner, effect.player, effect.before, effect.after)


def card_reasons(view: MetroView, effects: Iterable[LineEffect]) -> Iterator[CardPays]:
    """A line from the central station counts double for a card, whether a train stands there or not."""
    numbers = {str(card.number): card.number for card in view.numbers}
    for effect in effects:
        if effect.end in numbers:
            yield CardPays(numbers[effect.end], effect.after * (2 if effect.start in SPACES else 1))


def share_reason(view: MetroView, action: ExchangeShare) -> Reason:
    values = {company.colour: company.value for company in view.companies}
    given = next(share.company for share in view.shares if share.percent == action.give)
    up = next((share.company for share in view.open_shares if share.percent == action.give), None)
    taken = up if action.take == "open" else None
    return CompanyValues(given, values[given], taken, None if taken is None else values[taken])
