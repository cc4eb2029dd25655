"""What a player of a ticket game can pick from now, found from view and legal actions. Pages and taps share it."""

import re
from collections.abc import Iterable, Iterator
from typing import NamedTuple

from bot.games.tickets.atlas import atlas
from bot.games.tickets.draft import TicketDraft
from bot.games.tickets.fleet import recommended_wagons
from rules.tickets.actions import (
    BuildHarbour,
    Cards,
    ChoosePieces,
    ClaimRoute,
    DrawTickets,
    ExchangePieces,
    TicketAction,
    TopUpTunnel,
)
from rules.tickets.legal import TicketActions
from rules.tickets.maps import Track
from rules.tickets.prospects import Prospects
from rules.tickets.view import TicketView

ALL = "*"
"""Routes from every city again."""
CHOOSE = "?"
"""In a form, where passengers wait: to be asked for them."""
NOBODY = "-"
"""Leave the passengers where they are."""


def actions_of(legal: TicketActions, kind: str) -> Iterator[TicketAction]:
    """Those of one short name; none where something else is asked."""
    return legal.of_kind(kind) if kind in legal.kinds() else iter(())


def payment_of(written: str) -> Cards | None:
    """red2+loco1 as cards; None where it isn't written like that."""
    parts = [re.fullmatch(r"([a-z]+(?:-[a-z]+)?)([1-9]\d?)", part) for part in written.split("+")]
    if not all(parts):
        return None
    cards = tuple((found[1], int(found[2])) for found in parts if found)
    return cards if len({card for card, _ in cards}) == len(cards) else None


def without_twins(title: str, tracks: Iterable[str]) -> list[Track]:
    """Of tracks that look and cost the same, one."""
    book = atlas(title)
    kept: dict[tuple[object, ...], Track] = {}
    for track in tracks:
        found = book.tracks[track]
        kept.setdefault(book.twin_key(found), found)
    return list(kept.values())


def claimable(view: TicketView, legal: TicketActions, prospects: Prospects | None = None) -> list[Track]:
    """Tracks that can be paid now, the likeliest first. Whoever asks for more about them has the view's prospects."""
    return likeliest(view, legal.tracks(), prospects)


def likeliest(view: TicketView, tracks: Iterable[str], prospects: Prospects | None = None) -> list[Track]:
    """Tracks that finish a ticket, then those on the way of one, then by points; of twins one."""
    book, prospects = atlas(view.game), prospects or Prospects(view)
    network = {city for track in prospects.own for city in (book.tracks[track].a, book.tracks[track].b)}

    def rank(track: Track) -> tuple[bool, int, bool, int, bool, str]:
        done = prospects.finishes(track.id)
        won = sum(standing.points for standing in done)
        touches = track.a in network or track.b in network
        return not done, -won, not prospects.nears(track.id), -book.points(track.id), not touches, book.route(track.id)

    return sorted(without_twins(view.game, tracks), key=rank)


def claimable_here(
    view: TicketView, legal: TicketActions, draft: TicketDraft, prospects: Prospects | None = None
) -> list[Track]:
    """Narrowed to the city or country that was picked, where it still has any."""
    tracks = claimable(view, legal, prospects)
    here = [track for track in tracks if draft.from_city in ends_of(view.game, track)]
    return here or tracks


def cities_to_pick(
    view: TicketView, legal: TicketActions, draft: TicketDraft, prospects: Prospects | None = None
) -> list[str]:
    """Cities and countries with a track that can be paid: the ends of those that help a ticket as these are listed,
    then the others by name. First the way back to all of them, once one is picked."""
    book, prospects = atlas(view.game), prospects or Prospects(view)
    tracks = claimable(view, legal, prospects)
    helpful = [track for track in tracks if prospects.nears(track.id) or prospects.finishes(track.id)]
    first = dict.fromkeys(place for track in helpful for place in ends_of(view.game, track))
    rest = {place for track in tracks for place in ends_of(view.game, track)} - first.keys()
    ordered = [*first, *sorted(rest, key=lambda city: (book.city(city), city))]
    return [ALL, *ordered] if draft.from_city in ordered else ordered


def ends_of(title: str, track: Track) -> tuple[str, str]:
    """Cities, or the countries that dead ends belong to: a menu names each once."""
    book = atlas(title)
    return book.place(track.a), book.place(track.b)


def payments(legal: TicketActions, track: str) -> list[Cards]:
    return list(legal.payments(track))


def waiting(view: TicketView, track: str) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """The colours of the passengers at either end of a track, each once."""
    book = atlas(view.game)
    found = book.tracks[track]
    at_a, at_b = (tuple(dict.fromkeys(view.passengers.get(book.place(city), ()))) for city in (found.a, found.b))
    return at_a, at_b


def first_waiting(view: TicketView, track: str) -> tuple[str | None, str | None]:
    at_a, at_b = waiting(view, track)
    return (at_a[0] if at_a else None, at_b[0] if at_b else None)


def claim_of(view: TicketView, draft: TicketDraft) -> ClaimRoute | None:
    if draft.track is None or draft.cards is None or view.reader is None:
        return None
    return ClaimRoute(view.reader, draft.track, draft.cards, draft.passengers)


class Mix(NamedTuple):
    """So many long tickets are announced, and so many short and long ones are then drawn."""

    announced: int
    short: int
    long: int


def mixes(view: TicketView, legal: TicketActions) -> list[Mix]:
    """What can be drawn from short and long tickets, each once; all tickets are short where there is one pile."""
    file = atlas(view.game).file
    draw = (file.opening_tickets if view.phase == "opening" else file.turn_tickets).draw
    short, long = [*view.piles.values(), 0][:2]
    found: dict[tuple[int, int], Mix] = {}
    for action in actions_of(legal, "tickets"):
        if isinstance(action, DrawTickets):
            mix = Mix(action.long, min(draw - action.long, short), min(action.long, long))
            found.setdefault((mix.short, mix.long), mix)
    return list(found.values())


def top_ups(legal: TicketActions) -> list[Cards]:
    return [action.cards for action in actions_of(legal, "top_up") if isinstance(action, TopUpTunnel)]


def harbour_payments(legal: TicketActions) -> dict[str, list[Cards]]:
    found: dict[str, list[Cards]] = {}
    for action in actions_of(legal, "harbour"):
        if isinstance(action, BuildHarbour):
            found.setdefault(action.city, []).append(action.cards)
    return found


def harbours_to_pick(view: TicketView, legal: TicketActions) -> dict[str, list[Cards]]:
    """The cities that most of the reader's tickets name come first, finished ones before all."""
    found, tickets = harbour_payments(legal), atlas(view.game).tickets

    def rank(city: str) -> tuple[int, int]:
        named = [standing for standing in view.tickets or () if city in tickets[standing.ticket].cities]
        return -sum(standing.is_done for standing in named), -len(named)

    return {city: found[city] for city in sorted(found, key=rank)}


def harbour_of(view: TicketView, legal: TicketActions, draft: TicketDraft) -> BuildHarbour | None:
    """The harbour on the page: what is drafted where it is legal, else the first city, else its thriftiest payment."""
    offered = harbours_to_pick(view, legal)
    if not offered or view.reader is None:
        return None
    city = draft.city if draft.city in offered else next(iter(offered))
    drafted = BuildHarbour(view.reader, city, draft.cards) if draft.cards and city == draft.city else None
    return drafted if drafted is not None and drafted in legal else BuildHarbour(view.reader, city, offered[city][0])


def wagon_choices(legal: TicketActions) -> list[int]:
    return [action.wagons for action in actions_of(legal, "pieces") if isinstance(action, ChoosePieces)]


def wagons_to_pick(title: str, legal: TicketActions) -> list[int]:
    """The recommended number first, then from most to fewest."""
    best = recommended_wagons(title)
    return sorted(wagon_choices(legal), key=lambda wagons: (wagons != best, -wagons))


def exchanges(legal: TicketActions, to: str) -> list[int]:
    found = [action for action in actions_of(legal, "exchange") if isinstance(action, ExchangePieces)]
    return [action.count for action in found if action.to == to]


def refill_for(view: TicketView, card: str, wish: str | None) -> str | None:
    """The deck that fills a taken card's place: the one wished for, else the card's own; None with one deck."""
    book = atlas(view.game)
    if len(book.decks) == 1:
        return None
    found = book.card(card)
    return wish or (found.deck if found else book.decks[0])
