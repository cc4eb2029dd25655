"""Metro's events as sentences, and as the short notes of a digest."""

from collections.abc import Iterator

from bot.games.narrator import Narrator
from bot.games.turn_groups import EventKinds, TurnGroup
from bot.text.names import listed_names
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

KINDS = EventKinds(ends=(GameEnded,), follows=(LineScored,), on_board=(TilePlaced,))


def metro_sentences(narrator: Narrator, group: TurnGroup) -> list[str]:
    return [sentence for event in group.events for sentence in metro_sentence(narrator, event)]


def metro_sentence(narrator: Narrator, event: Event) -> Iterator[str]:
    """Not told: a tile drawn into the hand, and a track out of the centre where no train stands."""
    match event:
        case TilePlaced():
            yield narrator.tell("tile_placed", event.player, square=event.square)
            if event.is_forced:
                yield narrator.say("event.tile_placed.forced")
        case LineScored() if event.owner or not event.start.startswith("C"):
            yield line_scored(narrator, event)
        case TileDrawn(must_be_placed=True):
            yield narrator.tell("tile_drawn", event.player)
        case ShareExchanged():
            yield share_exchanged(narrator, event)
        case ExchangeEnded():
            yield exchange_ended(narrator, event)
        case TrainPlaced():
            yield train_placed(narrator, event)
        case PlayerSkipped():
            yield narrator.tell("player_skipped", event.player)
        case GameEnded():
            key = "event.ended" if len(event.winners) == 1 else "event.ended.shared"
            yield narrator.say(key, names=listed_names(narrator.names, event.winners, narrator.language))


def line_scored(narrator: Narrator, event: LineScored) -> str:
    """Whose line, how long, and what it brought; a line without a train brings nobody anything."""
    tiles = narrator.say("metro.count.tiles", n=event.passes)
    if event.points > event.passes:
        tiles = narrator.say("event.line_scored.doubled", tiles=tiles)
    if event.owner is None:
        return narrator.say("event.line_scored.nobody", start=event.start, tiles=tiles)
    return narrator.say(
        "event.line_scored", start=event.start, owner=owner(narrator, event), tiles=tiles, n=event.points
    )


def owner(narrator: Narrator, event: LineScored) -> str:
    """A player's name, or a company's colour."""
    if event.player is None:
        return narrator.say(f"metro.company.{event.owner}")
    if event.player == narrator.reader:
        return narrator.say("metro.yours")
    return narrator.name(event.player)


def share_exchanged(narrator: Narrator, event: ShareExchanged) -> str:
    taken = narrator.say(f"word.colour.{event.taken}") if event.taken else ""
    if event.player == narrator.reader and event.given:
        given = narrator.say(f"word.colour.{event.given}")
        return narrator.tell("share_exchanged", event.player, percent=event.percent, given=given, taken=taken)
    key = "share_exchanged.open" if event.take == "open" else "share_exchanged.hidden"
    said = narrator.tell(key, event.player, percent=event.percent, taken=taken)
    if event.turned_up:
        turned = narrator.say("event.share_turned_up", colour=narrator.say(f"word.colour.{event.turned_up}"))
        return f"{said} {turned}"
    return said


def exchange_ended(narrator: Narrator, event: ExchangeEnded) -> str:
    if event.company is None:
        return narrator.say("event.exchange_ended.pile")
    return narrator.say("event.exchange_ended", company=narrator.say(f"metro.company.{event.company}"))


def train_placed(narrator: Narrator, event: TrainPlaced) -> str:
    colour = narrator.say(f"word.colour.{event.colour}")
    if event.share is None:
        return narrator.tell("train_placed", event.player, space=event.space)
    return narrator.tell("train_placed.share", event.player, space=event.space, colour=colour, percent=event.share)


def metro_notes(narrator: Narrator, group: TurnGroup) -> list[str]:
    return [note for event in group.events for note in metro_note(narrator, event)]


def metro_note(narrator: Narrator, event: Event) -> Iterator[str]:
    match event:
        case TilePlaced():
            yield event.square
        case LineScored(owner=str()):
            yield narrator.say("digest.line", start=event.start, owner=owner(narrator, event), points=event.points)
        case ShareExchanged():
            yield narrator.say("digest.share", percent=event.percent)
        case TrainPlaced():
            yield narrator.say("digest.train", space=event.space)
        case PlayerSkipped():
            yield narrator.say("digest.skipped")
        case ExchangeEnded() | GameEnded():
            yield from metro_sentence(narrator, event)
