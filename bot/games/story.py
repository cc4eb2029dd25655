"""What happened, told turn by turn: whole sentences for posts, short notes for digests."""

from collections.abc import Iterable, Sequence

from bot.games.metro.sentences import metro_notes, metro_sentences
from bot.games.narrator import Narrator
from bot.games.tickets.sentences import ticket_notes, ticket_sentences
from bot.games.turn_groups import TurnGroup, runs, turn_groups
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
    narrator = Narrator(title, names, language, reader)
    lines = []
    for is_robots, parts in runs(turn_groups(events, reader), robots):
        if is_robots and len(parts) > 1:
            notes = (_digest_line(narrator, part.player, [part]) for part in parts)
            lines.append("; ".join(note for note in notes if note))
        else:
            lines += [" ".join(_sentences(narrator, part)) for part in parts]
    return [line for line in lines if line]


def without_end(events: Iterable[Event]) -> list[Event]:
    """All but the last word, for where the result is told by itself."""
    return [event for event in events if not isinstance(event, MetroEnded | TicketsEnded)]


def digest(
    title: str, events: Iterable[Event], names: Names, language: str, reader: PlayerId | None = None
) -> list[str]:
    """A short line for each player who did something: Ada: Duluth → Omaha +2 · 2 cards"""
    narrator = Narrator(title, names, language, reader)
    by_player: dict[PlayerId | None, list[TurnGroup]] = {}
    for part in turn_groups(events, reader):
        by_player.setdefault(part.player, []).append(part)
    lines = [_digest_line(narrator, player, parts) for player, parts in by_player.items()]
    return [line for line in lines if line]


def _digest_line(narrator: Narrator, player: PlayerId | None, parts: Sequence[TurnGroup]) -> str:
    together = TurnGroup(player, tuple(event for part in parts for event in part.events))
    notes = _notes(narrator, together)
    if not notes or player is None:
        return " ".join(notes)
    return f"{name_of(narrator.names, player)}: {' · '.join(notes)}"


def _sentences(narrator: Narrator, group: TurnGroup) -> list[str]:
    return (metro_sentences if narrator.title == "metro" else ticket_sentences)(narrator, group)


def _notes(narrator: Narrator, group: TurnGroup) -> list[str]:
    return (metro_notes if narrator.title == "metro" else ticket_notes)(narrator, group)
