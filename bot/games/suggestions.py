"""The lists that open while somebody types an option. Made from the reader's own view: they give nothing away."""

from collections.abc import Mapping

import msgspec

from bot.games.catalog import face_of
from bot.text.commands import localised
from bot.text.labels import OPTION, clipped
from bot.text.matching import UNPICKED, Entry, find
from bot.text.names import Names, label_of
from data.texts import text
from rules.game import AnyLegal, View

MOST = 25
ILLEGAL = 3
"""So many that can't be picked now close a list, with their reason."""


class Suggestion(msgspec.Struct, frozen=True):
    label: str
    value: str


def suggest(
    view: View,
    legal: AnyLegal,
    option: str,
    typed: str,
    language: str,
    names: Names,
    chosen: Mapping[str, str] | None = None,
) -> list[Suggestion]:
    """What to show for an option; a single entry says why where there is nothing to offer."""
    offers = face_of(view.game).offers(view, legal, option, language, names, chosen or {})
    found = find(offers.found, typed)
    barred = find(offers.barred, typed)[:ILLEGAL] if typed.strip() else []
    if not found and not barred:
        return [] if offers.found else nothing_to_offer(view, names, language)
    return fitted(found, barred, offers.more, language)


def suggest_zooms(view: View, typed: str, language: str) -> list[Suggestion]:
    """For everybody, whoever's turn it is."""
    offers = face_of(view.game).zooms(view.game, language, view.reader is not None)
    return fitted(find([*offers.parts, *offers.places], typed), [], offers.more, language)


def fitted(found: list[Entry], barred: list[Entry], more_key: str, language: str) -> list[Suggestion]:
    """At most 25; what is left out is counted in the last entry."""
    room = MOST - len(barred)
    left_out = len(found) - room
    shown = [Suggestion(clipped(entry.label, OPTION), entry.value) for entry in found[:room]]
    if left_out > 0:
        more = text(more_key, language, n=left_out + 1)
        shown = [*shown[: room - 1], Suggestion(clipped(more, OPTION), UNPICKED)]
    return [*shown, *(Suggestion(clipped(entry.label, OPTION), entry.value) for entry in barred)]


def nothing_to_offer(view: View, names: Names, language: str) -> list[Suggestion]:
    """One entry that says why, where somebody else is asked."""
    if view.is_over:
        return [Suggestion(text("list.over", language), UNPICKED)]
    if view.reader in view.to_act or not view.to_act:
        return [Suggestion(text("list.nothing", language), UNPICKED)]
    name = label_of(names, view.to_act[0])
    words = localised(text("list.not_your_turn", language, player=name), language)
    return [Suggestion(clipped(words, OPTION), UNPICKED)]
