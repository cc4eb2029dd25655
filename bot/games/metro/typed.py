"""What Metro's commands mean. Raises a refusal where they mean nothing; whether a move is legal is for the rules."""

from bot.games.metro.draft import MetroDraft
from bot.games.metro.entries import metro_move_of, metro_moves, own_shares, ways_to_take
from bot.games.mistakes import NothingMatches, WrongGame
from bot.games.page import Tapped
from bot.games.typed import check_asked, one_of, seat_of
from bot.text.names import Names
from rules.game import AnyLegal, PlayerId, View
from rules.metro.actions import DrawTile, ExchangeShare, MetroAction, PlaceTile, PlaceTrain
from rules.metro.legal import MetroLegalActions
from rules.metro.view import MetroView


def acting(action: MetroAction) -> Tapped:
    return Tapped(draft=MetroDraft(), actions=(action,))


def metro_view(view: View, legal: AnyLegal) -> tuple[MetroView, MetroLegalActions, PlayerId]:
    if not isinstance(view, MetroView) or not isinstance(legal, MetroLegalActions):
        raise WrongGame("tiles", view.game)
    return view, legal, seat_of(view)


def parse_place(
    view: View, legal: AnyLegal, square: str, turn: int | None = None, tile: str | None = None, **_: object
) -> Tapped:
    """`/metro place`: a square such as c4; the tile only matters where several are in hand."""
    view, _legal, me = metro_view(view, legal)
    name = "".join(square.split()).upper()
    if len(name) == 2 and name[0].isdecimal():
        name = name[::-1]
    return acting(PlaceTile(me, name, (tile or "").strip().lower() or None, turn or 0))


def parse_draw_tile(view: View, legal: AnyLegal, **_: object) -> Tapped:
    _view, _legal, me = metro_view(view, legal)
    return acting(DrawTile(me))


def parse_share(view: View, legal: AnyLegal, give: str, take: str, *, language: str = "en") -> Tapped:
    """`/metro share`: a percentage or a colour of an own share, and the open or the hidden one."""
    view, _legal, me = metro_view(view, legal)
    percent = percent_of(view, "give", give, language)
    value = one_of(ways_to_take(language), "take", take)
    return acting(ExchangeShare(me, percent, "open" if value == "open" else "hidden"))


def percent_of(view: MetroView, option: str, typed: str, language: str) -> int:
    """20, 20% or a colour of which only one share is held."""
    number = typed.strip().rstrip("%").strip()
    if number.isdecimal() and len(number) < 4:
        return int(number)
    return int(one_of(own_shares(view, language), option, typed))


def parse_train(view: View, legal: AnyLegal, space: str, share: str | None = None, *, language: str = "en") -> Tapped:
    """`/metro train`: a space such as C3, with module 1 also the share to show."""
    view, _legal, me = metro_view(view, legal)
    name = space.strip().upper()
    name = f"C{name}" if name.isdecimal() else name
    return acting(PlaceTrain(me, name, percent_of(view, "share", share, language) if share else None))


def parse_metro_move(
    view: MetroView, legal: MetroLegalActions, move: str, *, language: str = "en", names: Names = ()
) -> Tapped:
    check_asked(view)
    action = metro_move_of(view, legal, move.strip())
    if action is None:
        action = metro_move_of(view, legal, one_of(metro_moves(view, legal, language, names), "move", move))
    if action is None:
        raise NothingMatches("move", move)
    return acting(action)
