"""Metro's events as sentences, and as the short notes of a digest."""

from collections.abc import Iterator

from bot.games.tickets.sentences import Teller
from bot.games.turn_groups import Passage
from bot.text.names import listed_names, name_of
from rules.game import Event
from rules.metro.events import (
    ExchangeEnded,
    GameEnded,
    LineScored,
    PlayerSkipped,
    ShareExchanged,
    TileDrawn,
    TilePlaced,
    TrainPlaced,
)


def metro_sentences(teller: Teller, passage: Passage) -> list[str]:
    return [sentence for event in passage.events for sentence in metro_sentence(teller, event)]


def metro_sentence(teller: Teller, event: Event) -> Iterator[str]:
    """Not told: a tile drawn into the hand, and a track out of the centre where no train stands."""
    match event:
        case TilePlaced():
            yield teller.tell("tile_placed", event.player, square=event.square)
            if event.is_forced:
                yield teller.say("event.tile_placed.forced")
        case LineScored() if event.owner or not event.start.startswith("C"):
            yield line_scored(teller, event)
        case TileDrawn(must_be_placed=True):
            yield teller.tell("tile_drawn", event.player)
        case ShareExchanged():
            yield share_exchanged(teller, event)
        case ExchangeEnded():
            yield exchange_ended(teller, event)
        case TrainPlaced():
            yield train_placed(teller, event)
        case PlayerSkipped():
            yield teller.tell("player_skipped", event.player)
        case GameEnded():
            key = "event.ended" if len(event.winners) == 1 else "event.ended.shared"
            yield teller.say(key, names=listed_names(teller.names, event.winners, teller.language))


def line_scored(teller: Teller, event: LineScored) -> str:
    """Whose line, how long, and what it brought; a line without a train brings nobody anything."""
    tiles = teller.say("metro.count.tiles", n=event.passes)
    if event.points > event.passes:
        tiles = teller.say("event.line_scored.doubled", tiles=tiles)
    if event.owner is None:
        return teller.say("event.line_scored.nobody", start=event.start, tiles=tiles)
    return teller.say("event.line_scored", start=event.start, owner=owner(teller, event), tiles=tiles, n=event.points)


def owner(teller: Teller, event: LineScored) -> str:
    """A player's name, or a company's colour."""
    if event.player is None:
        return teller.say(f"metro.company.{event.owner}")
    if event.player == teller.reader:
        return teller.say("metro.yours")
    return name_of(teller.names, event.player)


def share_exchanged(teller: Teller, event: ShareExchanged) -> str:
    taken = teller.say(f"word.colour.{event.taken}") if event.taken else ""
    if event.player == teller.reader and event.given:
        given = teller.say(f"word.colour.{event.given}")
        return teller.tell("share_exchanged", event.player, percent=event.percent, given=given, taken=taken)
    key = "share_exchanged.open" if event.take == "open" else "share_exchanged.hidden"
    said = teller.tell(key, event.player, percent=event.percent, taken=taken)
    if event.turned_up:
        turned = teller.say("event.share_turned_up", colour=teller.say(f"word.colour.{event.turned_up}"))
        return f"{said} {turned}"
    return said


def exchange_ended(teller: Teller, event: ExchangeEnded) -> str:
    if event.company is None:
        return teller.say("event.exchange_ended.pile")
    return teller.say("event.exchange_ended", company=teller.say(f"metro.company.{event.company}"))


def train_placed(teller: Teller, event: TrainPlaced) -> str:
    colour = teller.say(f"word.colour.{event.colour}")
    if event.share is None:
        return teller.tell("train_placed", event.player, space=event.space)
    return teller.tell("train_placed.share", event.player, space=event.space, colour=colour, percent=event.share)


def metro_notes(teller: Teller, passage: Passage) -> list[str]:
    return [note for event in passage.events for note in metro_note(teller, event)]


def metro_note(teller: Teller, event: Event) -> Iterator[str]:
    match event:
        case TilePlaced():
            yield event.square
        case LineScored(owner=str()):
            yield teller.say("digest.line", start=event.start, owner=owner(teller, event), points=event.points)
        case ShareExchanged():
            yield teller.say("digest.share", percent=event.percent)
        case TrainPlaced():
            yield teller.say("digest.train", space=event.space)
        case PlayerSkipped():
            yield teller.say("digest.skipped")
        case ExchangeEnded() | GameEnded():
            yield from metro_sentence(teller, event)
