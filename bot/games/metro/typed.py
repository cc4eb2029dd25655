"""What Metro's commands mean. Raises a refusal where they mean nothing; whether a move is legal is for the rules."""

from bot.games.metro.draft import MetroDraft
from bot.games.metro.entries import metro_move_of, metro_moves, own_shares, ways_to_take
from bot.games.metro.plans import worth_of
from bot.games.mistakes import NothingMatches, WrongGame
from bot.games.page import Button, Tapped
from bot.games.typed import check_asked, is_named, one_of, seat_of
from bot.text.names import Names
from data.texts import text
from rules.game import AnyLegal, PlayerId, View
from rules.metro.actions import DrawTile, ExchangeShare, MetroAction, PlaceTile, PlaceTrain
from rules.metro.legal import MetroLegalActions
from rules.metro.tiles import turned_code
from rules.metro.view import MetroView


def acting(action: MetroAction) -> Tapped:
    return Tapped(draft=MetroDraft(), actions=(action,))


def read(action: MetroAction, language: str, *, is_plain: bool) -> Tapped:
    """At once where it was said plainly; else ready in the panel, to be confirmed by whoever wants to be asked."""
    if is_plain:
        return acting(action)
    button = None
    match action:
        case PlaceTile(_, square, tile, turn):
            draft = MetroDraft(square=square, tile=tile, turn=turn)
        case ExchangeShare(_, give):
            draft = MetroDraft(page="share", share=str(give))
        case PlaceTrain(_, space, share):
            draft = MetroDraft(page="train", space=space, share=None if share is None else str(share))
        case DrawTile():
            draft = MetroDraft()
            button = Button(label=text("button.draw_tile", language), verb="draw_tile", style="good")
    return Tapped(draft=draft, actions=(action,), is_guess=True, confirm=button)


def metro_view(view: View, legal: AnyLegal) -> tuple[MetroView, MetroLegalActions, PlayerId]:
    if not isinstance(view, MetroView) or not isinstance(legal, MetroLegalActions):
        raise WrongGame("tiles", view.game)
    return view, legal, seat_of(view)


def parse_place(
    view: View,
    legal: AnyLegal,
    square: str,
    turn: int | None = None,
    tile: str | None = None,
    *,
    language: str = "en",
) -> Tapped:
    """`/metro place`: a square such as c4; the tile only matters where several are in hand. Where it may be turned and
    nobody says how, the turn that does most for the own lines is shown first."""
    view, legal, me = metro_view(view, legal)
    name = "".join(square.split()).upper()
    if len(name) == 2 and name[0].isdecimal():
        name = name[::-1]
    kind = (tile or "").strip().lower() or None
    ways = {} if turn is not None else turned_ways(legal, name, kind)
    if len(ways) < 2:
        return acting(PlaceTile(me, name, kind, turn or min(ways.values(), default=0)))
    best = max((PlaceTile(me, name, kind, way) for way in ways.values()), key=lambda action: worth_of(view, action))
    return read(best, language, is_plain=False)


def turned_ways(legal: MetroLegalActions, square: str, tile: str | None) -> dict[str, int]:
    """By what lies there then, how a tile may be turned on a square; nothing where it is not clear which tile."""
    places = [one for one in legal if isinstance(one, PlaceTile) and one.square == square and tile in (None, one.tile)]
    if len({one.tile for one in places}) > 1:
        return {}
    return {turned_code(one.tile or "", one.turn): one.turn for one in reversed(places)}


def parse_draw_tile(view: View, legal: AnyLegal, **_: object) -> Tapped:
    _view, _legal, me = metro_view(view, legal)
    return acting(DrawTile(me))


def parse_share(view: View, legal: AnyLegal, give: str, take: str, *, language: str = "en") -> Tapped:
    """`/metro share`: a percentage or a colour of an own share, and the open or the hidden one."""
    view, _legal, me = metro_view(view, legal)
    percent = percent_of(view, "give", give, language)
    value = one_of(ways_to_take(language), "take", take)
    is_plain = is_share_named(view, give, percent, language) and is_named(ways_to_take(language), take, value)
    return read(ExchangeShare(me, percent, "open" if value == "open" else "hidden"), language, is_plain=is_plain)


def is_share_named(view: MetroView, typed: str, percent: int, language: str) -> bool:
    return number_in(typed) is not None or is_named(own_shares(view, language), typed, str(percent))


def number_in(typed: str) -> int | None:
    """20 or 20%."""
    number = typed.strip().rstrip("%").strip()
    return int(number) if number.isdecimal() and len(number) < 4 else None


def percent_of(view: MetroView, option: str, typed: str, language: str) -> int:
    """20, 20% or a colour of which only one share is held."""
    number = number_in(typed)
    return int(one_of(own_shares(view, language), option, typed)) if number is None else number


def parse_train(view: View, legal: AnyLegal, space: str, share: str | None = None, *, language: str = "en") -> Tapped:
    """`/metro train`: a space such as C3, with module 1 also the share to show."""
    view, _legal, me = metro_view(view, legal)
    name = space.strip().upper()
    name = f"C{name}" if name.isdecimal() else name
    percent = percent_of(view, "share", share, language) if share else None
    is_plain = percent is None or is_share_named(view, share or "", percent, language)
    return read(PlaceTrain(me, name, percent), language, is_plain=is_plain)


def parse_metro_move(
    view: MetroView, legal: MetroLegalActions, move: str, *, language: str = "en", names: Names = ()
) -> Tapped:
    check_asked(view)
    action = metro_move_of(view, legal, move.strip())
    if action is not None:
        return acting(action)
    offered = list(metro_moves(view, legal, language, names))
    value = one_of(offered, "move", move)
    action = metro_move_of(view, legal, value)
    if action is None:
        raise NothingMatches("move", move)
    return read(action, language, is_plain=is_named(offered, move, value))
