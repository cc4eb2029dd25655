"""Payments as a player thinks of them: on ferries and in the wilderness several cards stand in for one."""

from functools import cache
from typing import NamedTuple

import msgspec

from bot.games.tickets.atlas import Atlas, atlas
from bot.games.tickets.cards import Case, cards_text
from data.texts import text
from rules.tickets.actions import Cards
from rules.tickets.maps import Track


class StandIns(NamedTuple):
    """A payment taken apart."""

    plain: Cards
    """What counts as itself,"""
    bundled: Cards
    """and what stands in,"""
    times: int
    """for so many."""


def payment_for(
    title: str, track: str, cards: Cards, language: str, case: Case = "acc", *, is_short: bool = False
) -> str:
    """2 orange + 3 as a loco (2 red, 1 blue), or just 2 orange + 3 as a loco; anything simpler as `cards_text`."""
    book = atlas(title)
    found = book.tracks[track]
    key, size = stand_in_rule(title, found.tariff or found.kind)
    parts = take_apart(book, found, cards, size) if size else None
    if parts is None:
        return cards_text(cards, language, case)
    key, listed = (f"{key}.short", "") if is_short else (key, cards_text(parts.bundled, language, between=", "))
    bundle = text(key, language, n=parts.times, count=size * parts.times, cards=listed)
    return " + ".join([cards_text(parts.plain, language, case), bundle] if parts.plain else [bundle])


class StandInRule(msgspec.Struct, frozen=True):
    """Of a map's tariff, how many cards stand in for one."""

    kind: str = msgspec.field(name="is")
    cards_for_locomotive: int = 0
    cards: int | str = 0
    """How many; another kind of tariff says here which cards it takes."""


@cache
def stand_in_rule(title: str, tariff: str) -> tuple[str, int]:
    """The words for it, and how many cards stand in for one; 0 where none ever do."""
    rule = msgspec.json.decode(atlas(title).file.tariffs[tariff], type=StandInRule)
    match rule.kind:
        case "ferry":
            return "card.bundle", rule.cards_for_locomotive
        case "many_for_one":
            return "card.bundle.any", int(rule.cards)
        case _:
            return "", 0


def take_apart(book: Atlas, track: Track, cards: Cards, size: int) -> StandIns | None:
    """None where every card counts as itself, or where the parts can't be told."""
    surplus = sum(n for _, n in cards) - track.length
    times, odd = divmod(surplus, size - 1)
    if times <= 0 or odd:
        return None
    held = dict(cards)
    wild = {card: n for card, n in cards if book.cards[card].colour is None and track.kind == "ferry"}
    colour = track.colour or max((card for card in held if card not in wild), key=lambda card: held[card])
    singles = track.length - times - sum(wild.values())
    if singles < 0 or held.get(colour, 0) < singles:
        return None
    plain = ((colour, singles), *wild.items()) if singles else tuple(wild.items())
    used = dict(plain)
    bundled = tuple((card, n - used.get(card, 0)) for card, n in cards if n > used.get(card, 0))
    return StandIns(plain, bundled, times)
