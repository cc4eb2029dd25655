"""What happened, told turn by turn."""

from collections.abc import Iterable, Sequence

from bot.games.catalog import face_of
from bot.games.narrator import Narrator
from bot.games.turn_groups import TurnGroup, runs, turn_groups
from bot.text.names import Names, name_of
from rules.game import Event, PlayerId

DIGEST = 900
"""Letters that a digest may take up of a message that says other things too."""
NOTES_EACH = (None, 12, 8, 5, 3, 2, 1)
NO_ROBOTS: frozenset[PlayerId] = frozenset()


def describe(
    title: str,
    events: Iterable[Event],
    names: Names,
    language: str,
    reader: PlayerId | None = None,
    robots: frozenset[PlayerId] = NO_ROBOTS,
    emojis: Sequence[str] | None = None,
) -> list[str]:
    """A line for each turn, as `reader` may know it (None: the channel). Robots in a row share one short line.

    `emojis` are those of the seats, for where such can be shown.
    """
    face, narrator = face_of(title), Narrator(title, names, language, reader, emojis)
    lines = []
    for is_robots, groups in runs(turn_groups(events, face.events, reader), robots):
        if is_robots and len(groups) > 1:
            notes = (short_line(narrator, group) for group in groups)
            lines.append("; ".join(note for note in notes if note))
        else:
            lines += [" ".join(face.sentences(narrator, group)) for group in groups]
    return [line for line in lines if line]


def digest(
    title: str,
    events: Iterable[Event],
    names: Names,
    language: str,
    reader: PlayerId | None = None,
    room: int = DIGEST,
) -> list[str]:
    """One short line for each player, in the order in which they first acted, as `reader` may know it. Where all of it
    takes more than `room` letters, the first few things that each did are told, and how many more there were."""
    face, narrator = face_of(title), Narrator(title, names, language, reader)
    deeds: dict[PlayerId | None, list[Event]] = {}
    for group in turn_groups(events, face.events, reader):
        deeds.setdefault(group.player, []).extend(group.events)
    groups = [TurnGroup(player, tuple(done)) for player, done in deeds.items()]
    lines: list[str] = []
    for most in NOTES_EACH:
        told = (short_line(narrator, group, most) or " ".join(face.sentences(narrator, group)) for group in groups)
        lines = [line for line in told if line]
        if len("\n".join(lines)) <= room:
            break
    return lines


def short_line(narrator: Narrator, group: TurnGroup, most: int | None = None) -> str:
    """Ada: Duluth → Omaha +2 · 2 cards"""
    notes = face_of(narrator.title).notes(narrator, group)
    if not notes or group.player is None:
        return " ".join(notes)
    if most is not None and len(notes) > most:
        notes = [*notes[:most], narrator.say("since.more", n=len(notes) - most)]
    return f"{name_of(narrator.names, group.player)}: {' · '.join(notes)}"


def shows_on_board(title: str, events: Iterable[Event]) -> bool:
    """Whether something stands out on a board that shows these events."""
    return any(isinstance(event, face_of(title).events.on_board) for event in events)


def without_end(title: str, events: Iterable[Event]) -> list[Event]:
    """All but the last word, for where the result is told by itself."""
    ends = face_of(title).events.ends
    return [event for event in events if not isinstance(event, ends)]
