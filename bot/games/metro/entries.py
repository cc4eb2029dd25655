"""What the options of Metro's commands offer, and its moves as short ids: `place:C4:abcd:90`, `share:20:open`."""

from collections.abc import Iterator, Mapping

from bot.games.metro.choices import Offer, Spot, best_first, offer_of, spots
from bot.games.metro.status import effect_lines, share_text, tile_text
from bot.text.matching import Entry, find, in_all_languages
from bot.text.names import Names, label_of
from data.texts import text
from rules.metro.actions import DrawTile, ExchangeShare, MetroAction, PlaceTile, PlaceTrain
from rules.metro.legal import MetroLegalActions
from rules.metro.tiles import TURNS
from rules.metro.view import MetroView

DRAW = "draw_tile"


def chosen_tile(offer: Offer, chosen: Mapping[str, str]) -> tuple[str, int]:
    """The tile and the turn beside a square, the first where nothing is said."""
    tile = chosen.get("tile", "")
    tile = tile if tile in offer.tiles else offer.tiles[0]
    turn = next((turn for turn in offer.turns(tile) if str(turn) == str(chosen.get("turn", 0))), offer.turns(tile)[0])
    return tile, turn


def squares(view: MetroView, offer: Offer, language: str, names: Names, chosen: Mapping[str, str]) -> list[Entry]:
    """Each with what the tile would do there, the best first."""
    if not offer.squares:
        return []
    tile, turn = chosen_tile(offer, chosen)
    found = []
    for spot in best_first(view, [Spot(tile, turn, square) for square in offer.squares[tile, turn]]):
        effects = ", ".join(effect_lines(view, spot.square, tile, turn, names, language, label_of))
        label = f"{spot.square} · {effects}" if effects else spot.square
        found.append(Entry(value=spot.square, label=label, words=(spot.square,), firsts=(spot.square,)))
    return found


def turns(offer: Offer) -> list[Entry]:
    possible = sorted({turn for _, turn in offer.squares})
    return [Entry(value=str(turn), label=f"{turn}°", words=(str(turn),)) for turn in possible]


def gives(view: MetroView, offer: Offer, language: str) -> list[Entry]:
    own = {share.percent: share for share in view.shares}
    percents = dict.fromkeys(action.give for action in offer.exchanges)
    return [share_entry(percent, share_text(own[percent], language), own[percent].company) for percent in percents]


def share_entry(percent: int, label: str, colour: str) -> Entry:
    return Entry(value=str(percent), label=label, words=(str(percent), *in_all_languages(f"word.colour.{colour}")))


def own_shares(view: MetroView, language: str) -> list[Entry]:
    return [share_entry(share.percent, share_text(share, language), share.company) for share in view.shares]


def ways_to_take(language: str) -> list[Entry]:
    return [
        Entry(value=way, label=text(f"answer.{way}", language), words=in_all_languages(f"answer.{way}"))
        for way in ("open", "hidden")
    ]


def takes(view: MetroView, offer: Offer, language: str, chosen: Mapping[str, str]) -> list[Entry]:
    given = find(gives(view, offer, language), chosen.get("give", ""))
    if not given:
        return []
    on_show = next((share for share in view.open_shares if str(share.percent) == given[0].value), None)
    possible = {action.take for action in offer.exchanges if str(action.give) == given[0].value}
    found = []
    if "open" in possible and on_show is not None:
        label = text("button.take_open", language, share=share_text(on_show, language))
        words = (*in_all_languages("answer.open"), *in_all_languages(f"word.colour.{on_show.company}"))
        found.append(Entry(value="open", label=label, words=words))
    if "hidden" in possible:
        label = text("button.take_hidden", language)
        found.append(Entry(value="hidden", label=label, words=in_all_languages("answer.hidden")))
    return found


def spaces(offer: Offer) -> tuple[str, ...]:
    return tuple(dict.fromkeys(action.space for action in offer.trains))


def shown(view: MetroView, offer: Offer, language: str) -> list[Entry]:
    own = {share.percent: share for share in view.shares}
    percents = dict.fromkeys(action.share for action in offer.trains if action.share is not None)
    return [share_entry(percent, share_text(own[percent], language), own[percent].company) for percent in percents]


def metro_moves(view: MetroView, legal: MetroLegalActions, language: str, names: Names) -> Iterator[Entry]:
    """Every legal move, the best squares first."""
    offer = offer_of(view, legal)
    for spot in best_first(view, spots(offer)):
        square, tile, turn = spot.square, spot.tile, spot.turn
        effects = ", ".join(effect_lines(view, square, tile, turn, names, language, label_of))
        label = f"{square} · {tile_text(tile, turn)}" + (f" · {effects}" if effects else "")
        yield Entry(value=f"place:{square}:{tile}:{turn}", label=label, words=(square, tile, str(turn)))
    if offer.can_draw:
        yield Entry(value=DRAW, label=text("button.draw_tile", language), words=in_all_languages("button.draw_tile"))
    own = {share.percent: share for share in view.shares}
    for change in offer.exchanges:
        share = share_text(own[change.give], language)
        label = text(f"move.share.{change.take}", language, share=share)
        yield Entry(value=f"share:{change.give}:{change.take}", label=label, words=(label,))
    for train in offer.trains:
        value, label = f"train:{train.space}", text("button.put_train", language, space=train.space)
        if train.share is not None:
            value, label = f"{value}:{train.share}", f"{label} · {share_text(own[train.share], language)}"
        yield Entry(value=value, label=label, words=(label,))


def metro_move_of(view: MetroView, legal: MetroLegalActions, written: str) -> MetroAction | None:
    """The action that an id means now, or None where it means none that is legal."""
    kind, first, second, third = [*written.split(":"), "", "", ""][:4]
    me = view.reader or 0
    action: MetroAction | None = None
    if kind == "place":
        action = PlaceTile(me, first, second or None, next((turn for turn in TURNS if str(turn) == third), 0))
    elif kind == DRAW:
        action = DrawTile(me)
    elif kind == "share" and first.isdecimal() and len(first) < 4:
        action = ExchangeShare(me, int(first), "open" if second == "open" else "hidden")
    elif kind == "train":
        action = PlaceTrain(me, first, int(second) if second.isdecimal() and len(second) < 4 else None)
    return action if action is not None and action in legal else None
