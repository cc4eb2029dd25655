"""What happened, told turn by turn."""

from collections.abc import Iterable

from bot.games.catalog import face_of
from bot.games.narrator import Narrator
from bot.games.turn_groups import TurnGroup, runs, turn_groups
from bot.text.names import Names, name_of
from rules.game import Event, PlayerId

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
    face, narrator = face_of(title), Narrator(title, names, language, reader)
    lines = []
    for is_robots, groups in runs(turn_groups(events, face.events, reader), robots):
        if is_robots and len(groups) > 1:
            notes = (short_line(narrator, group) for group in groups)
            lines.append("; ".join(note for note in notes if note))
        else:
            lines += [" ".join(face.sentences(narrator, group)) for group in groups]
    return [line for line in lines if line]


def short_line(narrator: Narrator, group: TurnGroup) -> str:
    """Ada: Duluth → Omaha +2 · 2 cards"""
    notes = face_of(narrator.title).notes(narrator, group)
    if not notes or group.player is None:
        return " ".join(notes)
    return f"{name_of(narrator.names, group.player)}: {' · '.join(notes)}"


def without_end(title: str, events: Iterable[Event]) -> list[Event]:
    """All but the last word, for where the result is told by itself."""
    ends = face_of(title).events.ends
    return [event for event in events if not isinstance(event, ends)]
