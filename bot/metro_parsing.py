"""What Metro's commands mean. Raises a refusal where they mean nothing; whether a move is legal is for the rules."""

from typing import Any

from bot.commands_parsing import acting, one_of
from bot.metro_entries import gives, metro_move_of, metro_moves, shown, takes
from bot.mistakes import NothingMatches, WrongGame
from bot.ui.metro_choices import offer_of
from bot.ui.page import Tapped
from bot.words.names import Names
from rules.game import LegalActions, PlayerId, View
from rules.metro.actions import DrawTile, ExchangeShare, PlaceTile, PlaceTrain
from rules.metro.legal import MetroLegalActions
from rules.metro.view import MetroView


def metro_view(view: View, legal: LegalActions[Any], command: str) -> tuple[MetroView, MetroLegalActions, PlayerId]:
    if not isinstance(view, MetroView) or not isinstance(legal, MetroLegalActions):
        raise WrongGame(command, view.game)
    return view, legal, view.reader or 0


def parse_place(
    view: View, legal: LegalActions[Any], square: str, turn: int | None = None, tile: str | None = None
) -> Tapped:
    """`/metro place`: a square such as c4; the tile only matters where several are in hand."""
    view, _legal, me = metro_view(view, legal, "/metro place")
    name = "".join(square.split()).upper()
    if len(name) == 2 and name[0].isdecimal():
        name = name[::-1]
    return acting(PlaceTile(me, name, (tile or "").strip().lower() or None, turn or 0))


def parse_draw_tile(view: View, legal: LegalActions[Any]) -> Tapped:
    _view, _legal, me = metro_view(view, legal, "/metro draw")
    return acting(DrawTile(me))


def parse_share(view: View, legal: LegalActions[Any], give: str, take: str, *, language: str = "en") -> Tapped:
    """`/metro share`: a percentage or a colour of an own share, and the open or the hidden one."""
    view, legal, me = metro_view(view, legal, "/metro share")
    offer = offer_of(view, legal)
    typed = give.strip().rstrip("%").strip()
    percent = int(typed) if typed.isdecimal() else int(one_of(gives(view, offer, language), "give", give))
    if take in ("open", "hidden"):
        return acting(ExchangeShare(me, percent, "open" if take == "open" else "hidden"))
    value = one_of(takes(view, offer, language, {"give": str(percent)}), "take", take)
    return acting(ExchangeShare(me, percent, "open" if value == "open" else "hidden"))


def parse_train(
    view: View, legal: LegalActions[Any], space: str, share: str | None = None, *, language: str = "en"
) -> Tapped:
    """`/metro train`: a space such as C3, with module 1 also the share to show."""
    view, legal, me = metro_view(view, legal, "/metro train")
    name = space.strip().upper()
    name = f"C{name}" if name.isdecimal() else name
    if not share:
        return acting(PlaceTrain(me, name))
    typed = share.strip().rstrip("%").strip()
    offered = shown(view, offer_of(view, legal), language)
    return acting(PlaceTrain(me, name, int(typed) if typed.isdecimal() else int(one_of(offered, "share", share))))


def parse_metro_move(
    view: View, legal: LegalActions[Any], move: str, *, language: str = "en", names: Names = ()
) -> Tapped:
    view, legal, _me = metro_view(view, legal, "/play")
    action = metro_move_of(view, legal, move.strip())
    if action is None:
        action = metro_move_of(view, legal, one_of(metro_moves(view, legal, language, names), "move", move))
    if action is None:
        raise NothingMatches("move", move)
    return acting(action)
