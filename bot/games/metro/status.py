"""Metro in words: tiles, what a tile would do, the own hand, and how the table stands."""

from bot.games.status import score_lines, waiting_line
from bot.text.emojis import with_emoji
from bot.text.names import Names, Naming, name_of
from data.texts import text
from render.metro.emoji_names import tile_emoji, train_emoji
from rules.game import PlayerId
from rules.metro.preview import LineEffect, effects_of
from rules.metro.tiles import SIDES, leaving_sides, turned_code
from rules.metro.view import MetroView, Share


def tile_text(tile: str, turn: int = 0) -> str:
    """The four tracks of a tile as it lies: N→S E→N S→W W→E"""
    leaving = leaving_sides(turned_code(tile, turn))
    return " ".join(f"{SIDES[side]}→{SIDES[out]}" for side, out in enumerate(leaving))


def shown_tile(tile: str, turn: int = 0) -> str:
    """The same behind a small picture of the tile, for messages."""
    return with_emoji(tile_emoji(turned_code(tile, turn)), tile_text(tile, turn))


def whose(
    view: MetroView,
    player: PlayerId | None,
    owner: str | None,
    names: Names,
    language: str,
    naming: Naming = name_of,
) -> str:
    if player is not None:
        return text("metro.yours", language) if player == view.reader else naming(names, player)
    return text(f"metro.company.{owner}", language) if owner else text("metro.nobody", language)


def effect_text(view: MetroView, effect: LineEffect, names: Names, language: str, naming: Naming = name_of) -> str:
    """line 12 (yours) 5 → 8; line 7 (Bo) ends: 9 × 2 = 18"""
    line = {"start": effect.start, "owner": whose(view, effect.player, effect.owner, names, language, naming)}
    if effect.end is None:
        return text("metro.effect.grows", language, **line, before=effect.before, after=effect.after)
    key = "metro.effect.ends.doubled" if effect.points > effect.after else "metro.effect.ends"
    return text(key, language, **line, passes=effect.after, points=effect.points)


def effect_lines(
    view: MetroView,
    square: str,
    tile: str,
    turn: int,
    names: Names,
    language: str,
    naming: Naming = name_of,
) -> list[str]:
    """What a tile would do to every line that somebody has a train on, the reader's own first."""
    found = [effect for effect in effects_of(view, square, tile, turn) if effect.owner is not None]
    found.sort(key=lambda effect: (effect.player != view.reader, effect.end is None, -effect.after))
    return [effect_text(view, effect, names, language, naming) for effect in found]


def share_text(share: Share, language: str) -> str:
    """20% red"""
    return text("metro.share", language, percent=share.percent, colour=text(f"word.colour.{share.company}", language))


def metro_own_lines(view: MetroView, language: str) -> list[str]:
    """The reader's tiles, shares, trains and number cards, a line each."""
    if view.reader is None:
        return []
    lines = []
    if view.hand:
        tiles = " · ".join(shown_tile(tile) for tile in view.hand)
        lines.append(text("metro.own.tiles", language, n=len(view.hand), tiles=tiles))
    elif not view.drawn:
        lines.append(text("metro.own.none", language))
    if view.drawn:
        lines.append(text("metro.own.drawn", language, tile=shown_tile(view.drawn)))
    if view.shares:
        shares = " · ".join(_own_share(share, language) for share in view.shares)
        lines.append(text("metro.own.shares", language, shares=shares))
    if view.numbers:
        cards = " · ".join(f"{card.number} ({card.points})" for card in view.numbers)
        lines.append(text("metro.own.numbers", language, cards=cards))
    return lines


def shown_share(share: Share, language: str) -> str:
    return with_emoji(train_emoji(share.company), share_text(share, language))


def _own_share(share: Share, language: str) -> str:
    words = shown_share(share, language)
    return text("metro.share.shown", language, share=words) if share.is_shown else words


def metro_status_lines(view: MetroView, names: Names, language: str) -> list[str]:
    """Whose turn it is, the pile, and what each player or company has made so far; at the end, the result."""
    waiting = waiting_line(view, names, language)
    if view.is_over:
        return [waiting, *score_lines(view, names, language)]
    lines = [waiting, text("metro.status.pile", language, n=view.pile)]
    points = {score.player: score.points for score in view.scores if score.category == "lines"}
    for player in range(view.seats):
        parts = [text("metro.count.tiles", language, n=view.hand_sizes[player])]
        if view.colours:
            going = sum(1 for line in view.lines if line.player == player and not line.is_finished)
            parts = [
                with_emoji(train_emoji(view.colours[player]), text(f"word.colour.{view.colours[player]}", language)),
                text("word.count.points", language, n=points.get(player, 0)),
                text("metro.count.lines", language, n=going),
            ]
        if view.shown_shares and view.shown_shares[player]:
            parts += [_own_share(share, language) for share in view.shown_shares[player]]
        lines.append(f"**{name_of(names, player)}** " + " · ".join(parts))
    if view.companies:
        lines.append(company_line(view, language))
        lines.append(open_share_line(view, language))
    return lines


def company_line(view: MetroView, language: str) -> str:
    best = sorted(view.companies, key=lambda company: -company.points)
    listed = " · ".join(
        with_emoji(train_emoji(one.colour), f"{text(f'word.card.{one.colour}', language)} {one.points}") for one in best
    )
    return text("metro.status.companies", language, companies=listed)


def open_share_line(view: MetroView, language: str) -> str:
    if not view.is_exchange_open:
        return text("metro.status.closed", language)
    shares = " · ".join(shown_share(share, language) for share in view.open_shares)
    return text("metro.status.open", language, shares=shares)
