"""What the options of a ticket game's commands offer: each thing with its id, its label and what it is found by."""

from collections.abc import Iterable, Iterator, Sequence
from functools import cache
from itertools import combinations

import msgspec
from msgspec.structs import replace

import data
from bot.games.tickets.atlas import Atlas, atlas, kind_of_track
from bot.games.tickets.cards import card_name, cards_text, payment_id
from bot.games.tickets.choices import (
    claimable,
    exchanges,
    harbour_payments,
    harbours_to_pick,
    mixes,
    top_ups,
    wagons_to_pick,
    waiting,
)
from bot.games.tickets.fleet import pieces_in_all
from bot.games.tickets.labels import claim_label, deck_label, price_label, promise_label, route_label, ticket_label
from bot.text.labels import OPTION
from bot.text.matching import Entry, in_all_languages
from bot.text.names import Names, capital, label_of
from data.languages import LANGUAGES
from data.texts import text
from rules.tickets.actions import Cards
from rules.tickets.legal import TicketActions
from rules.tickets.maps import Track
from rules.tickets.prospects import Prospects
from rules.tickets.view import TicketView

LETTERS = "ABCDEFGH"
"""What the tickets on offer are called, in their order."""
NOBODY = "none"
GIVE_UP = "give_up"
BLIND = "blind"
SAME = "same"


@cache
def aliases(title: str) -> dict[str, tuple[str, ...]]:
    """Other names of a map's cities, by id."""
    return msgspec.json.decode(data.read("aliases.json"), type=dict[str, dict[str, tuple[str, ...]]]).get(title, {})


def city_words(title: str, city: str) -> tuple[str, ...]:
    return (atlas(title).city(city), *aliases(title).get(city, ()))


@cache
def track_words(title: str, track: str) -> tuple[str, ...]:
    """Both cities by all their names, the length, the colour and the kind in every language."""
    found = atlas(title).tracks[track]
    colour = found.colour or "gray"
    kinds = tuple(kind_of_track(found, language) for language in LANGUAGES)
    colours = in_all_languages(f"word.route.{colour}", f"word.colour.{colour}")
    ends = (*city_words(title, found.a), *city_words(title, found.b))
    return (*ends, str(found.length), *kinds, *colours, *(card_words(colour) if found.colour else ()))


def track_entry(title: str, track: Track, label: str) -> Entry:
    book = atlas(title)
    firsts = (book.city(track.a), book.city(track.b))
    return Entry(value=track.id, label=label, words=track_words(title, track.id), firsts=firsts)


def payable_routes(view: TicketView, legal: TicketActions, language: str) -> list[Entry]:
    """With the thriftiest payment of each."""
    found = []
    for track in claimable(view, legal):
        payment = next(iter(legal.payments(track.id)))
        found.append(track_entry(view.game, track, claim_label(view.game, track.id, payment, language)))
    return found


def promising_routes(view: TicketView, legal: TicketActions, language: str) -> list[Entry]:
    """The same as a list shows them: where a route helps a ticket, that is said as long as there is room for it."""
    prospects = Prospects(view)
    return [promising(prospects, entry, entry.value, language) for entry in payable_routes(view, legal, language)]


def promising(prospects: Prospects, entry: Entry, track: str, language: str) -> Entry:
    promise = promise_label(prospects, track, language)
    label = f"{entry.label} · {promise}"
    return replace(entry, label=label) if promise and len(label) <= OPTION else entry


def other_routes(view: TicketView, legal: TicketActions, names: Names, language: str) -> list[Entry]:
    """Those that can't be claimed now, each with the reason."""
    book, payable = atlas(view.game), set(legal.tracks())
    shown = {book.twin_key(book.tracks[track]) for track in payable}
    found: dict[tuple[object, ...], Entry] = {}
    for track in book.tracks.values():
        key = book.twin_key(track)
        is_free = track.id not in view.owners and track.id not in view.closed
        if key not in shown and (key not in found or is_free or track.id in view.owners):
            why = why_not(view, track, names, language)
            found[key] = track_entry(view.game, track, f"✗ {book.route(track.id)} · {why}")
    return list(found.values())


def is_free(view: TicketView, track: Track) -> bool:
    """Whether only cards stand between the reader and a track."""
    return reason(view, track) == "reason.cards"


def why_not(view: TicketView, track: Track, names: Names, language: str) -> str:
    owner = view.owners.get(track.id)
    return text(reason(view, track), language, owner="" if owner is None else label_of(names, owner))


def reason(view: TicketView, track: Track) -> str:
    """The text that tells why a track can't be claimed now; the last thing it can be is the cards."""
    owner = view.owners.get(track.id)
    if owner is not None:
        return "reason.yours" if owner == view.reader else "reason.taken"
    if track.id in view.closed:
        return "reason.closed"
    if any(is_twin(view, track, other) for other, holder in view.owners.items() if holder == view.reader):
        return "reason.twin"
    wagons, ships = view.own_pieces or (0, 0)
    if (ships if track.kind == "sea" else wagons) < track.length:
        return "reason.pieces"
    return "reason.cards"


def is_twin(view: TicketView, track: Track, other: str) -> bool:
    found = atlas(view.game).tracks[other]
    return {found.a, found.b} == {track.a, track.b}


def payments(legal: TicketActions, title: str, track: str, language: str) -> list[Entry]:
    prices = legal.payments(track)
    return [payment_entry(cards, capital(price_label(title, track, cards, language))) for cards in prices]


def payment_entry(cards: Cards, label: str) -> Entry:
    words = tuple(text(f"card.nom.{card}", language, n=n) for card, n in cards for language in LANGUAGES)
    names = tuple(word for card, _ in cards for word in card_words(card))
    return Entry(value=payment_id(cards), label=label, words=(*words, *names))


def tunnel_answers(legal: TicketActions, language: str) -> list[Entry]:
    paid = [payment_entry(cards, capital(cards_text(cards, language))) for cards in top_ups(legal)]
    words = in_all_languages("button.give_up", "answer.give_up")
    return [*paid, Entry(value=GIVE_UP, label=text("answer.give_up", language), words=words)]


def harbour_prices(legal: TicketActions, city: str, language: str) -> list[Entry]:
    prices = harbour_payments(legal).get(city, [])
    return [payment_entry(cards, capital(cards_text(cards, language))) for cards in prices]


def card_words(card: str) -> tuple[str, ...]:
    return in_all_languages(f"word.card.{card}", f"card.taken.{card}")


def row_cards(view: TicketView, language: str) -> Iterator[Entry]:
    """What the reader collects already first."""
    up = dict.fromkeys(card for card in view.row if card is not None)
    for card in sorted(up, key=lambda card: -(view.hand or {}).get(card, 0)):
        if view.phase == "second_card" and is_first_only(view.game, card):
            continue
        label = text("draw.from_row", language, card=capital(card_name(card, language)))
        yield Entry(value=card, label=label, words=card_words(card), firsts=(card_name(card, language),))


def is_first_only(title: str, card: str) -> bool:
    """A face-up locomotive, where it may only be the first card."""
    found = atlas(title).cards[card]
    return found.colour is None and atlas(title).file.row.wild_limit


def decks(view: TicketView, language: str) -> Iterator[Entry]:
    """Blind draws: the one deck, or each of two by its name."""
    has_one = len(view.decks) == 1
    for deck, left in view.decks.items():
        words = in_all_languages(f"draw.deck.{deck}", f"word.deck.{deck}", "draw.blind")
        yield Entry(value=BLIND if has_one else deck, label=deck_label(deck, left, language), words=words)


def any_card(view: TicketView, language: str) -> Iterator[Entry]:
    """The second card may be one that isn't there yet."""
    on_show = {card for card in view.row if card is not None}
    yield from row_cards(view, language)
    yield from decks(view, language)
    for card in atlas(view.game).file.cards:
        if card.id not in on_show:
            label = text("draw.if_there", language, card=capital(card_name(card.id, language)))
            yield Entry(value=card.id, label=label, words=card_words(card.id))


def refills(view: TicketView, language: str) -> list[Entry]:
    if len(view.decks) == 1:
        return []
    return [
        Entry(value=deck, label=capital(text(f"refill.{deck}", language)), words=in_all_languages(f"refill.{deck}"))
        for deck in (SAME, *view.decks)
    ]


def passengers(view: TicketView, track: str, end: int, language: str) -> list[Entry]:
    found = atlas(view.game).tracks[track]
    city = atlas(view.game).city((found.a, found.b)[end])
    waiting_there = [
        Entry(
            value=colour,
            label=text("passenger.take", language, city=city, colour=text(f"word.colour.{colour}", language)),
            words=in_all_languages(f"word.colour.{colour}"),
        )
        for colour in waiting(view, track)[end]
    ]
    leave = text("passenger.leave", language, city=city)
    return [*waiting_there, Entry(value=NOBODY, label=leave, words=in_all_languages("answer.none"))]


def ticket_mixes(view: TicketView, legal: TicketActions, language: str) -> list[Entry]:
    return [
        Entry(
            value=str(mix.announced),
            label=text("button.mix.both", language, short=mix.short, long=mix.long),
            words=(str(mix.announced),),
        )
        for mix in mixes(view, legal)
    ]


def kept(view: TicketView, language: str) -> list[Entry]:
    """Every choice that may be kept, fewest tickets first."""
    labels = [ticket_label(view.game, ticket, language) for ticket in view.offer]
    sizes = range(max(1, view.keep_at_least), len(view.offer) + 1)
    return [keep_entry(view, labels, places) for size in sizes for places in combinations(range(len(labels)), size)]


def keep_entry(view: TicketView, labels: Sequence[str], places: Sequence[int]) -> Entry:
    letters = " ".join(LETTERS[place] for place in places)
    names = tuple(
        word
        for place in places
        for city in atlas(view.game).tickets[view.offer[place]].cities
        for word in city_words(view.game, city)
    )
    label = f"{letters} · {' · '.join(labels[place] for place in places)}"
    return Entry(value=letters.replace(" ", ""), label=label, words=(letters, *names))


def fleets(view: TicketView, legal: TicketActions, language: str) -> list[Entry]:
    total = pieces_in_all(view.game)
    return [
        Entry(
            value=str(wagons),
            label=f"{text('word.count.wagons', language, n=wagons)} + "
            f"{text('word.count.ships', language, n=total - wagons)}",
            words=(str(wagons), str(total - wagons)),
        )
        for wagons in wagons_to_pick(view.game, legal)
    ]


def directions(language: str) -> list[Entry]:
    return [
        Entry(value=to, label=text(f"menu.to_{to}", language), words=in_all_languages(f"menu.to_{to}"))
        for to in ("ships", "wagons")
    ]


def amounts(legal: TicketActions, to: str) -> list[Entry]:
    return [Entry(value=str(n), label=str(n), words=(str(n),)) for n in exchanges(legal, to)]


def harbour_cities(view: TicketView, legal: TicketActions, language: str) -> list[Entry]:
    return [
        city_entry(view.game, city, f"{atlas(view.game).city(city)} · {cards_text(prices[0], language)}")
        for city, prices in harbours_to_pick(view, legal).items()
    ]


def city_entry(title: str, city: str, label: str) -> Entry:
    return Entry(value=city, label=label, words=city_words(title, city), firsts=(atlas(title).city(city),))


def all_cities(title: str) -> list[Entry]:
    book = atlas(title)
    cities = sorted(named_cities(book), key=book.city)
    return [city_entry(title, city, book.city(city)) for city in cities]


def named_cities(book: Atlas) -> Iterable[str]:
    """Cities and countries; the ends of a country and junctions have no name of their own."""
    yield from (city.id for city in book.file.cities if city.id not in book.countries and not city.is_waypoint)
    yield from (country.id for country in book.file.countries)


def all_routes(view: TicketView, language: str) -> list[Entry]:
    """The whole map, for the meaning of what was typed; of equal tracks the free one."""
    book = atlas(view.game)
    found: dict[tuple[object, ...], Entry] = {}
    for track in book.tracks.values():
        key = book.twin_key(track)
        if key not in found or found[key].value in view.owners or found[key].value in view.closed:
            found[key] = track_entry(view.game, track, route_label(view.game, track.id, language))
    return list(found.values())
