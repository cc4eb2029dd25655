"""The pages of Metro's private panel: placing a tile, exchanging a share, putting a train into the central station."""

from dataclasses import dataclass

from bot.games.confirm import mark
from bot.games.metro.choices import WAYS, Offer, Spot, next_square, offer_of, spot_of, train_of
from bot.games.metro.draft import MetroDraft
from bot.games.metro.pictures import MetroPicture
from bot.games.metro.status import effect_lines, metro_own_lines, share_text, shown_tile
from bot.games.page import Button, Choice, Page, Picture, Row
from bot.games.panel import Panel, choice
from bot.games.status import waiting_line
from render.metro.emoji_names import tile_emoji, train_emoji
from rules.metro.legal import MetroLegalActions
from rules.metro.tiles import turned_code
from rules.metro.view import MetroView, Share

ARROWS = {"left": "◀", "up": "▲", "down": "▼", "right": "▶"}


@dataclass(frozen=True)
class MetroPanel(Panel[MetroView, MetroLegalActions, MetroDraft]):
    @property
    def coach_topic(self) -> str:
        if self.view.drawn is not None:
            return "drawn"
        return self.draft.page if self.draft.page in ("share", "train") else "metro"


def metro_page(panel: MetroPanel) -> Page:
    view = panel.view
    if view.is_over or view.reader not in view.to_act:
        return waiting_page(panel)
    offer = offer_of(view, panel.legal)
    if panel.draft.page == "share" and offer.exchanges:
        return share_page(panel, offer)
    if panel.draft.page == "train" and offer.trains:
        return train_page(panel, offer)
    return home_page(panel, offer)


def home_page(panel: MetroPanel, offer: Offer) -> Page:
    spot = spot_of(panel.view, offer, panel.draft)
    lines = [panel.header(), *metro_own_lines(panel.view, panel.language)]
    if panel.view.drawn is not None:
        lines.append(panel.say("metro.must_place"))
    if spot is None:
        lines.append(panel.say("metro.no_tile"))
        return panel.page(lines, [draw_button(panel, offer), other_buttons(panel, offer)], Picture(kind="board"))
    lines += spot_lines(panel, spot)
    rows: list[Row] = [
        *square_menus(panel, offer, spot),
        move_buttons(offer, spot),
        place_buttons(panel, offer, spot),
        other_buttons(panel, offer),
    ]
    picture = MetroPicture(kind="tile", square=spot.square, tile=spot.tile, turn=spot.turn)
    return panel.page(lines, rows, picture)


def spot_lines(panel: MetroPanel, spot: Spot) -> list[str]:
    """C4: line 12 (yours) 5 → 8 · line 7 (Bo) ends: 9 × 2 = 18"""
    effects = effect_lines(panel.view, spot.square, spot.tile, spot.turn, panel.names, panel.language)
    told = " · ".join(effects) or panel.say("metro.effect.none")
    return [f"**{spot.square}** ({shown_tile(spot.tile, spot.turn)}): {told}"]


def square_menus(panel: MetroPanel, offer: Offer, spot: Spot) -> list[Row]:
    squares = offer.squares[spot.tile, spot.turn]
    columns = sorted({square[0] for square in squares})
    rows = sorted(square[1] for square in squares if square[0] == spot.square[0])
    by_column = [
        choice(panel.say("metro.column", name=name), name, is_chosen=name == spot.square[0]) for name in columns
    ]
    by_row = [choice(panel.say("metro.row", name=name), name, is_chosen=name == spot.square[1]) for name in rows]
    column, row = panel.say("menu.column"), panel.say("menu.row")
    menus = (("column", column, by_column), ("row", row, by_row))
    return [panel.menu(verb, placeholder, choices) for verb, placeholder, choices in menus if len(choices) > 1]


def move_buttons(offer: Offer, spot: Spot) -> tuple[Button, ...]:
    squares = offer.squares[spot.tile, spot.turn]
    arrows = tuple(
        Button(label=ARROWS[way], verb="go", choice=way, is_disabled=next_square(squares, spot.square, way) is None)
        for way in WAYS
    )
    turn = (Button(label="↻", verb="turn"),) if len(offer.turns(spot.tile)) > 1 else ()
    return (*arrows, *turn)


def place_buttons(panel: MetroPanel, offer: Offer, spot: Spot) -> tuple[Button, ...]:
    shown = tile_emoji(turned_code(spot.tile, spot.turn))
    place = panel.button("button.place", "place", spot.id, good=True, emoji=shown, square=spot.square)
    tiles = offer.tiles
    swap = panel.button("button.tile", "tile", n=tiles.index(spot.tile) + 1, of=len(tiles))
    return (place, *draw_button(panel, offer), *((swap,) if len(tiles) > 1 else ()))


def draw_button(panel: MetroPanel, offer: Offer) -> tuple[Button, ...]:
    return (panel.button("button.draw_tile", "draw_tile"),) if offer.can_draw else ()


def other_buttons(panel: MetroPanel, offer: Offer) -> tuple[Button, ...]:
    share = (panel.button("button.share", "share"),) if offer.exchanges else ()
    train = (panel.button("button.train", "train"),) if offer.trains else ()
    return (*share, *train)


def share_page(panel: MetroPanel, offer: Offer) -> Page:
    view = panel.view
    gives = tuple(dict.fromkeys(action.give for action in offer.exchanges))
    give = next((percent for percent in gives if str(percent) == panel.draft.share), gives[0])
    own = {share.percent: share for share in view.shares}
    choices = [share_choice(panel, own[percent], is_chosen=percent == give) for percent in gives]
    takes = tuple(action.take for action in offer.exchanges if action.give == give)
    on_show = next((share for share in view.open_shares if share.percent == give), None)
    buttons = []
    if "open" in takes and on_show is not None:
        buttons.append(
            panel.button(
                "button.take_open",
                "take",
                f"open.{give}",
                good=True,
                emoji=train_emoji(on_show.company),
                share=share_text(on_show, panel.language),
            )
        )
    if "hidden" in takes:
        buttons.append(panel.button("button.take_hidden", "take", f"hidden.{give}", good=True))
    best = max(view.companies, key=lambda company: company.points)
    company = panel.say(f"metro.company.{best.colour}")
    lines = [panel.header(), panel.say("metro.share.prompt", company=company, n=best.points)]
    rows: list[Row] = [panel.menu("give", panel.say("menu.give"), choices), tuple(buttons), (panel.back(),)]
    return panel.page(lines, rows, Picture(kind="hand"))


def share_choice(panel: MetroPanel, share: Share, *, is_chosen: bool) -> Choice:
    label, shown = share_text(share, panel.language), train_emoji(share.company)
    return choice(label, str(share.percent), is_chosen=is_chosen, emoji=shown)


def train_page(panel: MetroPanel, offer: Offer) -> Page:
    spaces = tuple(dict.fromkeys(action.space for action in offer.trains))
    train = train_of(offer, panel.draft)
    space = train.space
    shares = tuple(action.share for action in offer.trains if action.space == space and action.share is not None)
    own = {share.percent: share for share in panel.view.shares}
    rows: list[Row] = [
        panel.menu("space", panel.say("menu.space"), [choice(name, name, is_chosen=name == space) for name in spaces])
    ]
    if shares:
        choices = [share_choice(panel, own[percent], is_chosen=percent == train.share) for percent in shares]
        rows.append(panel.menu("show", panel.say("menu.show"), choices))
    rows.append((panel.button("button.put_train", "put", mark(train), good=True, space=space), panel.back()))
    lines = [panel.header(), panel.say("metro.train.prompt")]
    return panel.page(lines, rows, MetroPicture(kind="train", space=space, share=train.share))


def waiting_page(panel: MetroPanel) -> Page:
    """Not the reader's turn."""
    view, settings = panel.view, panel.settings
    table = settings.table or panel.say("word.game.metro")
    lines = [
        f"{table} · {settings.link}" if settings.link else table,
        waiting_line(view, panel.names, panel.language),
        *metro_own_lines(view, panel.language),
    ]
    buttons = (panel.button("button.hand", "hand"), panel.button("button.board", "board"))
    return panel.page(lines, [buttons], Picture(kind="board"))
