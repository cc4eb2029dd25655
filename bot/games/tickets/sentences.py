"""The events of a ticket game as sentences, and as the short notes of a digest."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from bot.games.tickets.atlas import Atlas, atlas
from bot.games.tickets.cards import card_groups, payment_text
from bot.games.turn_groups import Passage
from bot.text.labels import ticket_label
from bot.text.names import Names, capital, listed, listed_names, name_of
from data.texts import signed, text
from rules.game import Event, PlayerId
from rules.tickets.events import (
    CardDrawn,
    DeckReshuffled,
    GameEnded,
    HarbourBuilt,
    LastRoundBegan,
    Passed,
    PassengerTaken,
    PiecesChosen,
    PiecesExchanged,
    PiecesRevealed,
    RouteClaimed,
    RowRefilled,
    RowSwept,
    TicketsDrawn,
    TicketsKept,
    TunnelGivenUp,
    TunnelTurned,
    TurnBegan,
)


@dataclass(frozen=True)
class Teller:
    """Who is told, in which language, about which map."""

    title: str
    names: Names
    language: str
    reader: PlayerId | None

    @property
    def book(self) -> Atlas:
        return atlas(self.title)

    def say(self, key: str, **fields: object) -> str:
        return text(key, self.language, **fields)

    def tell(self, key: str, player: PlayerId, **fields: object) -> str:
        """A sentence about a player: in the second person where that is the reader."""
        if player == self.reader:
            return self.say(f"event.{key}.you", **fields)
        return self.say(f"event.{key}", player=name_of(self.names, player), **fields)

    def points(self, points: int) -> str:
        return text("event.points", self.language, n=abs(points), sign="+" if points >= 0 else "−")

    def left(self, kind: str, count: int) -> str:
        return text(f"event.left.{kind}", self.language, n=count)


def ticket_sentences(teller: Teller, passage: Passage) -> list[str]:
    draws = [event for event in passage.events if isinstance(event, CardDrawn)]
    swept = sum(isinstance(event, RowSwept) for event in passage.events)
    shuffled = {event.deck: event for event in passage.events if isinstance(event, DeckReshuffled)}
    kept = [event for event in passage.events if isinstance(event, TicketsKept)]
    sentences: list[str] = []
    for event in passage.events:
        match event:
            case CardDrawn():
                if event is draws[0]:
                    sentences.append(drawing(teller, draws))
            case RowSwept():
                if swept:
                    sentences.append(sweeping(teller, swept))
                swept = 0
            case DeckReshuffled():
                last = shuffled.pop(event.deck, None)
                sentences.extend(sentence(teller, last) if last else ())
            case TicketsDrawn() if kept and kept[0].player == event.player:
                continue
            case PiecesChosen() if any(isinstance(other, PiecesRevealed) for other in passage.events):
                continue
            case TicketsKept():
                drawn = [e for e in passage.events if isinstance(e, TicketsDrawn) and e.player == event.player]
                sentences.append(choosing(teller, event, drawn))
            case RowRefilled() if len(draws) == 1 and draws[0].player == teller.reader:
                sentences.append(refilled(teller, event))
            case _:
                sentences.extend(sentence(teller, event))
    return sentences


def drawing(teller: Teller, draws: Sequence[CardDrawn]) -> str:
    """Both cards of a turn in one sentence."""
    player = draws[0].player
    if player == teller.reader:
        own = card_groups([draw.card or "" for draw in draws], teller.language, "card.taken")
        return teller.say("event.drawn.you", cards=", ".join(own))
    row = [draw.card for draw in draws if not draw.is_blind and draw.card]
    blind = [draw for draw in draws if draw.is_blind]
    if not row:
        return teller.tell("drawn.blind", player, n=len(blind), note=from_decks(teller, blind))
    cards = listed(card_groups(row, teller.language, "card.taken"), teller.language)
    if not blind:
        return teller.tell("drawn.row", player, cards=cards)
    return teller.tell("drawn.both", player, cards=cards, note=from_decks(teller, blind))


def sweeping(teller: Teller, times: int) -> str:
    """Said once, however often it took until the row could stay."""
    wild = next(card.id for card in teller.book.file.cards if card.colour is None)
    return teller.say(f"event.swept.{wild}", n=times)


def from_decks(teller: Teller, drawn: Sequence[CardDrawn | DeckReshuffled]) -> str:
    """Which decks, where there are two."""
    if len(teller.book.decks) == 1:
        return ""
    decks = dict.fromkeys(teller.say(f"word.deck.{draw.deck}") for draw in drawn)
    return f" ({', '.join(decks)})"


def choosing(teller: Teller, kept: TicketsKept, drawn: Sequence[TicketsDrawn]) -> str:
    """The draw and the choice in one sentence; the tickets themselves are for their holder alone."""
    if kept.tickets is not None:
        return teller.tell("tickets_kept", kept.player, tickets=ticket_list(teller, kept.tickets))
    if not drawn:
        return teller.tell("tickets_kept", kept.player, n=kept.kept)
    note = long_note(teller, drawn[-1])
    return teller.tell("tickets_chosen", kept.player, n=drawn[-1].count, kept=kept.kept, note=note)


def ticket_list(teller: Teller, tickets: Sequence[str]) -> str:
    return " · ".join(ticket_label(teller.title, ticket, teller.language) for ticket in tickets)


def long_note(teller: Teller, drawn: TicketsDrawn) -> str:
    has_piles = len({ticket.pile for ticket in teller.book.file.tickets}) > 1
    return teller.say("event.tickets_long", long=drawn.long) if has_piles else ""


def refilled(teller: Teller, event: RowRefilled) -> str:
    if event.card is None:
        return teller.say("event.refilled.none")
    return capital(teller.say("event.refilled", card=teller.say(f"card.taken.{event.card}")))


def sentence(teller: Teller, event: Event) -> Iterator[str]:
    """What has its own sentence; a refilled row is seen on the picture."""
    match event:
        case RowSwept():
            yield sweeping(teller, 1)
        case DeckReshuffled():
            yield teller.say("event.reshuffled", n=event.cards, note=from_decks(teller, [event]))
        case RouteClaimed() | TunnelTurned() | TunnelGivenUp() | PassengerTaken():
            yield from claiming(teller, event)
        case TicketsDrawn(tickets=tuple(tickets)):
            yield teller.tell("tickets_drawn", event.player, tickets=ticket_list(teller, tickets))
        case TicketsDrawn():
            yield teller.tell("tickets_drawn", event.player, n=event.count, note=long_note(teller, event))
        case PiecesChosen() | PiecesRevealed() | HarbourBuilt() | PiecesExchanged():
            yield from fleet(teller, event)
        case Passed():
            yield teller.tell("passed", event.player)
        case LastRoundBegan():
            yield teller.say("event.last_round", n=event.turns)
        case GameEnded():
            key = "event.ended" if len(event.winners) == 1 else "event.ended.shared"
            yield teller.say(key, names=listed_names(teller.names, event.winners, teller.language))


def claiming(teller: Teller, event: RouteClaimed | TunnelTurned | TunnelGivenUp | PassengerTaken) -> Iterator[str]:
    book, language = teller.book, teller.language
    match event:
        case RouteClaimed():
            payment, points = payment_text(event.cards, language), teller.points(event.points)
            yield teller.tell("claimed", event.player, route=book.route(event.track), payment=payment, points=points)
            is_sea = event.track in book.tracks and book.tracks[event.track].kind == "sea"
            yield teller.left("ships" if is_sea else "wagons", event.pieces_left)
        case TunnelTurned():
            turned = ", ".join(card_groups(event.turned, language)) or teller.say("card.none")
            key = "tunnel" if event.asked else "tunnel.free"
            yield teller.tell(key, event.player, route=book.route(event.track), cards=turned, n=event.asked)
        case TunnelGivenUp():
            yield teller.tell("tunnel_given_up", event.player, route=book.route(event.track))
        case PassengerTaken():
            colour = teller.say(f"passenger.acc.{event.colour}")
            yield teller.tell("passenger", event.player, colour=colour, city=book.city(event.place))


def fleet(teller: Teller, event: PiecesChosen | PiecesRevealed | HarbourBuilt | PiecesExchanged) -> Iterator[str]:
    match event:
        case PiecesChosen(wagons=int(wagons), ships=int(ships)):
            yield teller.tell("pieces_chosen", event.player, pieces=pieces(teller, wagons, ships))
        case PiecesChosen():
            yield teller.tell("pieces_chosen", event.player)
        case PiecesRevealed():
            for player, (wagons, ships) in enumerate(zip(event.wagons, event.ships, strict=True)):
                yield teller.tell("pieces_revealed", player, pieces=pieces(teller, wagons, ships))
        case HarbourBuilt():
            payment = payment_text(event.cards, teller.language)
            yield teller.tell("harbour_built", event.player, city=teller.book.city(event.city), payment=payment)
            yield teller.left("harbours", event.harbours_left)
        case PiecesExchanged():
            points = teller.points(-event.count)
            yield teller.tell(f"exchanged.to_{event.to}", event.player, n=event.count, points=points)


def pieces(teller: Teller, wagons: int, ships: int) -> str:
    first, last = teller.say("word.count.wagons", n=wagons), teller.say("word.count.ships", n=ships)
    return teller.say("list.and", first=first, last=last)


def ticket_notes(teller: Teller, passage: Passage) -> list[str]:
    """The same in few words: Duluth → Omaha +2 · 2 cards"""
    drawn = sum(isinstance(event, CardDrawn) for event in passage.events)
    cards = [teller.say("word.count.cards", n=drawn)] if drawn else []
    news = [event for event in passage.events if isinstance(event, LastRoundBegan | GameEnded)]
    notes = [part for event in passage.events if event not in news for part in note(teller, event)]
    return [*notes, *cards, *(part for event in news for part in sentence(teller, event))]


def note(teller: Teller, event: Event) -> Iterator[str]:
    book = teller.book
    match event:
        case RouteClaimed():
            yield f"{book.route(event.track)} {signed(event.points)}"
        case TunnelTurned(asked=asked) if asked:
            yield teller.say("digest.tunnel", route=book.route(event.track), n=asked)
        case TunnelGivenUp():
            yield teller.say("digest.tunnel_given_up", route=book.route(event.track))
        case PassengerTaken():
            yield teller.say("digest.passenger", colour=teller.say(f"word.colour.{event.colour}"))
        case TicketsKept():
            yield teller.say("digest.tickets", n=event.kept)
        case HarbourBuilt():
            yield teller.say("digest.harbour", city=book.city(event.city))
        case PiecesExchanged():
            yield teller.say(f"exchange.to_{event.to}", n=event.count)
        case Passed():
            yield teller.say("digest.passed")


TOLD_BY_OTHERS = (RowRefilled, TurnBegan)
"""A turn's beginning is the heading of the next post; the row is told of to whoever draws from it."""
