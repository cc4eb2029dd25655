"""Moves of a ticket game as short ids for commands: `claim:duluth-omaha:red2`, `draw:red`, `keep:AC`.

An id may leave open what can be settled later: `claim:duluth-omaha` pays as thriftily as the hand allows by then.
"""

from collections.abc import Iterator

from msgspec.structs import replace

from bot.games.tickets.atlas import atlas
from bot.games.tickets.cards import cards_text, payment_id
from bot.games.tickets.choices import (
    claimable,
    exchanges,
    first_waiting,
    harbour_payments,
    harbours_to_pick,
    payment_of,
    refill_for,
    top_ups,
    wagons_to_pick,
)
from bot.games.tickets.entries import (
    BLIND,
    GIVE_UP,
    LETTERS,
    decks,
    kept,
    promising,
    row_cards,
    ticket_mixes,
    track_entry,
)
from bot.games.tickets.fleet import pieces_in_all
from bot.games.tickets.labels import claim_label
from bot.text.matching import Entry, in_all_languages
from bot.text.names import capital
from data.texts import text
from rules.tickets.actions import (
    BuildHarbour,
    Cards,
    ChoosePieces,
    ClaimRoute,
    DrawBlind,
    DrawCard,
    DrawTickets,
    ExchangePieces,
    GiveUpTunnel,
    KeepTickets,
    Pass,
    TicketAction,
    TopUpTunnel,
)
from rules.tickets.legal import TicketActions
from rules.tickets.prospects import Prospects
from rules.tickets.view import TicketView

NOBODY = "-"


def move_of(view: TicketView, legal: TicketActions, written: str) -> TicketAction | None:
    """The action that an id means now, or None where it means none that is legal."""
    kind, *rest = written.split(":")
    action = _read(view, legal, kind, [*rest, "", "", ""]) if view.reader is not None else None
    return action if action is not None and action in legal else None


def _read(view: TicketView, legal: TicketActions, kind: str, rest: list[str]) -> TicketAction | None:
    me, first, second = view.reader or 0, rest[0], rest[1]
    match kind:
        case "draw":
            return DrawCard(me, first, second or refill_for(view, first, None))
        case "blind":
            return DrawBlind(me, first or None)
        case "claim":
            return _claim(view, legal, first, rest[1:])
        case "tickets":
            return DrawTickets(me, _number(first))
        case "keep":
            return _keep(view, first)
        case "top_up":
            cards = payment_of(first)
            return TopUpTunnel(me, cards) if cards else None
        case "give_up":
            return GiveUpTunnel(me)
        case "pieces":
            return ChoosePieces(me, _number(first))
        case "harbour":
            cards = payment_of(second) or next(iter(harbour_payments(legal).get(first, [])), None)
            return BuildHarbour(me, first, cards) if cards else None
        case "exchange" if first in ("wagons", "ships"):
            return ExchangePieces(me, "wagons" if first == "wagons" else "ships", _number(second))
        case "pass":
            return Pass(me)
        case _:
            return None


def _number(written: str) -> int:
    return int(written) if written.isdecimal() and len(written) < 4 else 0


def _claim(view: TicketView, legal: TicketActions, track: str, rest: list[str]) -> ClaimRoute | None:
    if track not in legal.tracks():
        return None
    cards = payment_of(rest[0]) or next(iter(legal.payments(track)))
    taken = (rest[1], rest[2]) if rest[1] or rest[2] else None
    passengers = first_waiting(view, track) if taken is None else (_colour(taken[0]), _colour(taken[1]))
    return ClaimRoute(view.reader or 0, track, cards, passengers)


def _colour(written: str) -> str | None:
    return written if written not in ("", NOBODY) else None


def _keep(view: TicketView, letters: str) -> KeepTickets | None:
    places = [LETTERS.find(letter) for letter in letters.upper()]
    if not all(0 <= place < len(view.offer) for place in places):
        return None
    return KeepTickets(view.reader or 0, tuple(view.offer[place] for place in sorted(set(places))))


def moves(view: TicketView, legal: TicketActions, language: str) -> Iterator[Entry]:
    """Every legal move, claims and harbours with their thriftiest payment; what finishes a ticket first."""
    asked = legal.kinds()
    claims = list(_claims(view, legal, language)) if "claim" in asked else []
    yield from (claim for is_done, claim in claims if is_done)
    if "draw" in asked:
        yield from (_prefixed("draw", entry) for entry in row_cards(view, language))
    if "blind" in asked:
        yield from (_blind(view, entry) for entry in decks(view, language))
    yield from (claim for is_done, claim in claims if not is_done)
    if "tickets" in asked:
        yield from _ticket_draws(view, legal, language)
    if "keep" in asked:
        yield from (_prefixed("keep", entry) for entry in kept(view, language))
    yield from _rest(view, legal, language)


def _prefixed(prefix: str, entry: Entry) -> Entry:
    return Entry(value=f"{prefix}:{entry.value}", label=entry.label, words=entry.words, firsts=entry.firsts)


def _blind(view: TicketView, entry: Entry) -> Entry:
    return entry if len(view.decks) == 1 else _prefixed(BLIND, entry)


def _claims(view: TicketView, legal: TicketActions, language: str) -> Iterator[tuple[bool, Entry]]:
    """Each with whether it finishes a ticket."""
    prospects = Prospects(view)
    for track in claimable(view, legal, prospects):
        cards = next(iter(legal.payments(track.id)))
        entry = track_entry(view.game, track, claim_label(view.game, track.id, cards, language))
        entry = replace(entry, value=f"claim:{track.id}:{payment_id(cards)}")
        yield bool(prospects.finishes(track.id)), promising(prospects, entry, track.id, language)


def _ticket_draws(view: TicketView, legal: TicketActions, language: str) -> Iterator[Entry]:
    words = in_all_languages("move.tickets")
    for entry in ticket_mixes(view, legal, language):
        note = f" · {entry.label}" if len(view.piles) > 1 else ""
        yield Entry(value=f"tickets:{entry.value}", label=text("move.tickets", language) + note, words=words)


def _rest(view: TicketView, legal: TicketActions, language: str) -> Iterator[Entry]:
    """The answers in a tunnel, the fleet's moves, and the pass."""
    asked = legal.kinds()
    if "top_up" in asked:
        yield from (_paid(f"top_up:{payment_id(cards)}", cards, language) for cards in top_ups(legal))
    if "give_up" in asked:
        yield _said(GIVE_UP, text("answer.give_up", language))
    if "pieces" in asked:
        total = pieces_in_all(view.game)
        yield from (_said(f"pieces:{n}", _pieces(n, total - n, language)) for n in wagons_to_pick(view.game, legal))
    if "harbour" in asked:
        for city, prices in harbours_to_pick(view, legal).items():
            label = text("move.harbour", language, city=atlas(view.game).city(city))
            yield _said(f"harbour:{city}", f"{label} · {cards_text(prices[0], language)}")
    if "exchange" in asked:
        for to in ("ships", "wagons"):
            counts = exchanges(legal, to)
            yield from (_said(f"exchange:{to}:{n}", text(f"exchange.to_{to}", language, n=n)) for n in counts)
    if "pass" in asked:
        yield _said("pass", text("button.pass", language))


def _said(value: str, label: str) -> Entry:
    return Entry(value=value, label=label, words=(label,))


def _paid(value: str, cards: Cards, language: str) -> Entry:
    return _said(value, capital(cards_text(cards, language)))


def _pieces(wagons: int, ships: int, language: str) -> str:
    return f"{text('word.count.wagons', language, n=wagons)} + {text('word.count.ships', language, n=ships)}"
