"""The events of a ticket game as sentences, and as the short notes of a digest."""

from collections.abc import Iterator, Sequence

from bot.games.narrator import Narrator
from bot.games.tickets.atlas import atlas
from bot.games.tickets.cards import card_groups, payment_text
from bot.games.tickets.labels import ticket_label
from bot.games.turn_groups import EventKinds, TurnGroup
from bot.text.emojis import with_emoji
from bot.text.names import capital, listed, listed_names
from data.texts import signed
from render.tickets.emoji_names import passenger_emoji
from rules.game import Event
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

KINDS = EventKinds(
    ends=(GameEnded,), begins_turn=(TurnBegan,), follows=(LastRoundBegan,), on_board=(RouteClaimed, HarbourBuilt)
)


def ticket_sentences(narrator: Narrator, group: TurnGroup) -> list[str]:
    draws = [event for event in group.events if isinstance(event, CardDrawn)]
    swept = sum(isinstance(event, RowSwept) for event in group.events)
    shuffled = {event.deck: event for event in group.events if isinstance(event, DeckReshuffled)}
    kept = [event for event in group.events if isinstance(event, TicketsKept)]
    sentences: list[str] = []
    for event in group.events:
        match event:
            case CardDrawn():
                if event is draws[0]:
                    sentences.append(drawing(narrator, draws))
            case RowSwept():
                if swept:
                    sentences.append(sweeping(narrator, swept))
                swept = 0
            case DeckReshuffled():
                last = shuffled.pop(event.deck, None)
                sentences.extend(sentence(narrator, last) if last else ())
            case TicketsDrawn() if kept and kept[0].player == event.player:
                continue
            case PiecesChosen() if any(isinstance(other, PiecesRevealed) for other in group.events):
                continue
            case TicketsKept():
                drawn = [e for e in group.events if isinstance(e, TicketsDrawn) and e.player == event.player]
                sentences.append(choosing(narrator, event, drawn))
            case RowRefilled() if len(draws) == 1 and draws[0].player == narrator.reader:
                sentences.append(refilled(narrator, event))
            case _:
                sentences.extend(sentence(narrator, event))
    return sentences


def drawing(narrator: Narrator, draws: Sequence[CardDrawn]) -> str:
    """Both cards of a turn in one sentence."""
    player = draws[0].player
    if player == narrator.reader:
        own = card_groups([draw.card or "" for draw in draws], narrator.language, "card.taken", narrator.pictured)
        return narrator.say("event.drawn.you", cards=", ".join(own))
    row = [draw.card for draw in draws if not draw.is_blind and draw.card]
    blind = [draw for draw in draws if draw.is_blind]
    if not row:
        return narrator.tell("drawn.blind", player, n=len(blind), note=from_decks(narrator, blind))
    cards = listed(card_groups(row, narrator.language, "card.taken", narrator.pictured), narrator.language)
    if not blind:
        return narrator.tell("drawn.row", player, cards=cards)
    return narrator.tell("drawn.both", player, cards=cards, note=from_decks(narrator, blind))


def sweeping(narrator: Narrator, times: int) -> str:
    """Said once, however often it took until the row could stay."""
    wild = next(card.id for card in atlas(narrator.title).file.cards if card.colour is None)
    return narrator.say(f"event.swept.{wild}", n=times)


def from_decks(narrator: Narrator, drawn: Sequence[CardDrawn | DeckReshuffled]) -> str:
    """Which decks, where there are two."""
    if len(atlas(narrator.title).decks) == 1:
        return ""
    decks = dict.fromkeys(narrator.say(f"word.deck.{draw.deck}") for draw in drawn)
    return f" ({', '.join(decks)})"


def choosing(narrator: Narrator, kept: TicketsKept, drawn: Sequence[TicketsDrawn]) -> str:
    """The draw and the choice in one sentence; the tickets themselves are for their holder alone."""
    if kept.tickets is not None:
        return narrator.tell("tickets_kept", kept.player, tickets=ticket_list(narrator, kept.tickets))
    if not drawn:
        return narrator.tell("tickets_kept", kept.player, n=kept.kept)
    note = long_note(narrator, drawn[-1])
    return narrator.tell("tickets_chosen", kept.player, n=drawn[-1].count, kept=kept.kept, note=note)


def ticket_list(narrator: Narrator, tickets: Sequence[str]) -> str:
    return " · ".join(ticket_label(narrator.title, ticket, narrator.language) for ticket in tickets)


def long_note(narrator: Narrator, drawn: TicketsDrawn) -> str:
    has_piles = len({ticket.pile for ticket in atlas(narrator.title).file.tickets}) > 1
    return narrator.say("event.tickets_long", long=drawn.long) if has_piles else ""


def refilled(narrator: Narrator, event: RowRefilled) -> str:
    if event.card is None:
        return narrator.say("event.refilled.none")
    return capital(narrator.say("event.refilled", card=narrator.say(f"card.taken.{event.card}")))


def sentence(narrator: Narrator, event: Event) -> Iterator[str]:
    """What has its own sentence; a refilled row is seen on the picture."""
    match event:
        case RowSwept():
            yield sweeping(narrator, 1)
        case DeckReshuffled():
            yield narrator.say("event.reshuffled", n=event.cards, note=from_decks(narrator, [event]))
        case RouteClaimed() | TunnelTurned() | TunnelGivenUp() | PassengerTaken():
            yield from claiming(narrator, event)
        case TicketsDrawn(tickets=tuple(tickets)):
            yield narrator.tell("tickets_drawn", event.player, tickets=ticket_list(narrator, tickets))
        case TicketsDrawn():
            yield narrator.tell("tickets_drawn", event.player, n=event.count, note=long_note(narrator, event))
        case PiecesChosen() | PiecesRevealed() | HarbourBuilt() | PiecesExchanged():
            yield from fleet(narrator, event)
        case Passed():
            yield narrator.tell("passed", event.player)
        case LastRoundBegan():
            yield narrator.say("event.last_round", n=event.turns)
        case GameEnded():
            key = "event.ended" if len(event.winners) == 1 else "event.ended.shared"
            yield narrator.say(key, names=listed_names(narrator.names, event.winners, narrator.language))


def claiming(narrator: Narrator, event: RouteClaimed | TunnelTurned | TunnelGivenUp | PassengerTaken) -> Iterator[str]:
    book, language = atlas(narrator.title), narrator.language
    match event:
        case RouteClaimed():
            payment, points = payment_text(event.cards, language, narrator.pictured), narrator.points(event.points)
            yield narrator.tell("claimed", event.player, route=book.route(event.track), payment=payment, points=points)
            is_sea = event.track in book.tracks and book.tracks[event.track].kind == "sea"
            yield narrator.left("ships" if is_sea else "wagons", event.pieces_left)
        case TunnelTurned():
            turned = ", ".join(card_groups(event.turned, language, title=narrator.pictured)) or narrator.say(
                "card.none"
            )
            key = "tunnel" if event.asked else "tunnel.free"
            yield narrator.tell(key, event.player, route=book.route(event.track), cards=turned, n=event.asked)
        case TunnelGivenUp():
            yield narrator.tell("tunnel_given_up", event.player, route=book.route(event.track))
        case PassengerTaken():
            colour = narrator.say(f"passenger.acc.{event.colour}")
            if narrator.pictured:
                colour = with_emoji(passenger_emoji(event.colour), colour)
            yield narrator.tell("passenger", event.player, colour=colour, city=book.city(event.place))


def fleet(narrator: Narrator, event: PiecesChosen | PiecesRevealed | HarbourBuilt | PiecesExchanged) -> Iterator[str]:
    match event:
        case PiecesChosen(wagons=int(wagons), ships=int(ships)):
            yield narrator.tell("pieces_chosen", event.player, pieces=pieces(narrator, wagons, ships))
        case PiecesChosen():
            yield narrator.tell("pieces_chosen", event.player)
        case PiecesRevealed():
            for player, (wagons, ships) in enumerate(zip(event.wagons, event.ships, strict=True)):
                yield narrator.tell("pieces_revealed", player, pieces=pieces(narrator, wagons, ships))
        case HarbourBuilt():
            payment = payment_text(event.cards, narrator.language, narrator.pictured)
            yield narrator.tell(
                "harbour_built", event.player, city=atlas(narrator.title).city(event.city), payment=payment
            )
            yield narrator.left("harbours", event.harbours_left)
        case PiecesExchanged():
            points = narrator.points(-event.count)
            yield narrator.tell(f"exchanged.to_{event.to}", event.player, n=event.count, points=points)


def pieces(narrator: Narrator, wagons: int, ships: int) -> str:
    first, last = narrator.say("word.count.wagons", n=wagons), narrator.say("word.count.ships", n=ships)
    return narrator.say("list.and", first=first, last=last)


def ticket_notes(narrator: Narrator, group: TurnGroup) -> list[str]:
    """The same in few words: Duluth → Omaha +2 · 2 cards"""
    drawn = sum(isinstance(event, CardDrawn) for event in group.events)
    cards = [narrator.say("word.count.cards", n=drawn)] if drawn else []
    news = [event for event in group.events if isinstance(event, LastRoundBegan | GameEnded)]
    notes = [part for event in group.events if event not in news for part in note(narrator, event)]
    return [*notes, *cards, *(part for event in news for part in sentence(narrator, event))]


def note(narrator: Narrator, event: Event) -> Iterator[str]:
    book = atlas(narrator.title)
    match event:
        case RouteClaimed():
            yield f"{book.route(event.track)} {signed(event.points)}"
        case TunnelTurned(asked=asked) if asked:
            yield narrator.say("digest.tunnel", route=book.route(event.track), n=asked)
        case TunnelGivenUp():
            yield narrator.say("digest.tunnel_given_up", route=book.route(event.track))
        case PassengerTaken():
            yield narrator.say("digest.passenger", colour=narrator.say(f"word.colour.{event.colour}"))
        case TicketsKept():
            yield narrator.say("digest.tickets", n=event.kept)
        case HarbourBuilt():
            yield narrator.say("digest.harbour", city=book.city(event.city))
        case PiecesExchanged():
            yield narrator.say(f"exchange.to_{event.to}", n=event.count)
        case Passed():
            yield narrator.say("digest.passed")
