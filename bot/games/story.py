"""What happened, told turn by turn: whole sentences for posts, short notes for digests."""

from collections.abc import Iterable, Sequence

from bot.games.metro.sentences import metro_notes, metro_sentences
from bot.games.tickets.sentences import Teller, ticket_notes, ticket_sentences
from bot.games.turn_groups import Passage, passages, runs
from bot.text.names import Names, name_of
from rules.game import Event, PlayerId
from rules.metro.events import GameEnded as MetroEnded
from rules.tickets.events import GameEnded as TicketsEnded

NO_ROBOTS: frozenset[PlayerId] = frozenset()


def describe(
    title: str,
    events: Iterable[Event],
    names: Names,
    language: str,
    reader: PlayerId | None = None,
    robots: frozenset[PlayerId] = NO_ROBOTS,
) -> list[str]:
    """A line for each turn, as `reader` may know it (None: the channel). Robots in a row share one short line."""
    teller = Teller(title, names, language, reader)
    lines = []
    for is_robots, parts in runs(passages(events, reader), robots):
        if is_robots and len(parts) > 1:
            notes = (_digest_line(teller, part.player, [part]) for part in parts)
            lines.append("; ".join(note for note in notes if note))
        else:
            lines += [" ".join(_sentences(teller, part)) for part in parts]
    return [line for line in lines if line]


def without_end(events: Iterable[Event]) -> list[Event]:
    """All but the last word, for where the result is told by itself."""
    return [event for event in events if not isinstance(event, MetroEnded | TicketsEnded)]


def digest(
    title: str, events: Iterable[Event], names: Names, language: str, reader: PlayerId | None = None
) -> list[str]:
    """A short line for each player who did something: Ada: Duluth → Omaha +2 · 2 cards"""
    teller = Teller(title, names, language, reader)
    by_player: dict[PlayerId | None, list[Passage]] = {}
    for part in passages(events, reader):
        by_player.setdefault(part.player, []).append(part)
    lines = [_digest_line(teller, player, parts) for player, parts in by_player.items()]
    return [line for line in lines if line]


def _digest_line(teller: Teller, player: PlayerId | None, parts: Sequence[Passage]) -> str:
    together = Passage(player, tuple(event for part in parts for event in part.events))
    notes = _notes(teller, together)
    if not notes or player is None:
        return " ".join(notes)
    return f"{name_of(teller.names, player)}: {' · '.join(notes)}"


def _sentences(teller: Teller, passage: Passage) -> list[str]:
    return (metro_sentences if teller.title == "metro" else ticket_sentences)(teller, passage)


def _notes(teller: Teller, passage: Passage) -> list[str]:
    return (metro_notes if teller.title == "metro" else ticket_notes)(teller, passage)
