"""Lines of posts and private pages that both are made of."""

from collections.abc import Iterable, Sequence

from msgspec.structs import replace

from bot.games.catalog import face_of
from bot.games.plan_words import outcome_line
from bot.games.story import digest, shows_on_board
from bot.naming import place_name, table_name
from bot.tables.plans import outcome_of, plan_of
from bot.tables.since import Since
from bot.tables.snapshot import GameSnapshot, KeptAction
from bot.text.names import names_of, safe_text
from data.texts import text
from rules.game import Event

LONGEST_POST = 1900


def joined(lines: Sequence[str]) -> str:
    """As one message; a story too long for it is cut, never its heading."""
    whole = "\n".join(line for line in lines if line)
    return whole if len(whole) <= LONGEST_POST else whole[: LONGEST_POST - 1].rstrip() + "…"


def events_of(actions: Iterable[KeptAction]) -> list[Event]:
    return [event for one in actions for event in one.events]


def seen_actions(snapshot: GameSnapshot, missed: Since | None) -> tuple[KeptAction, ...]:
    """What somebody has missed, where any of it is to be seen on the board."""
    actions = missed.actions if missed else ()
    return actions if shows_on_board(snapshot.table.title, events_of(actions)) else ()


def since_lines(snapshot: GameSnapshot, since: Since, language: str) -> list[str]:
    """One short line for each of the others, as the reader of the snapshot may be told."""
    return digest(snapshot.table.title, events_of(since.actions), snapshot.names, language, snapshot.seat)


def note_line(note: str | None) -> str:
    """The reader's own note; nothing where there is none."""
    return f"📝 {safe_text(note)}" if note else ""


def past_plan(snapshot: GameSnapshot, language: str) -> list[str]:
    """What became of the reader's last plan, until they act again."""
    outcome = outcome_of(snapshot.plan) if snapshot.plan else None
    if snapshot.plan is None or outcome is None:
        return []
    return [outcome_line(snapshot.view, plan_of(snapshot.plan), outcome, language, snapshot.names)]


def can_plan(snapshot: GameSnapshot) -> bool:
    """Whether the reader may prepare their next turn."""
    is_going = snapshot.view.turn > 0 and not snapshot.view.is_over
    return snapshot.seat is not None and is_going and not snapshot.is_asked


def hand_lines(snapshot: GameSnapshot, language: str, *, is_gone: bool = False) -> list[str]:
    """USA #12 · #trains · your turn, and below it all that the player holds; `is_gone`: its channel."""
    key = "hand.over" if snapshot.view.is_over else "hand.your_turn" if snapshot.is_asked else "hand.waiting"
    waiting = names_of(snapshot.names, snapshot.view.to_act)
    state = text(key, language, names=waiting)
    own = face_of(snapshot.table.title).own_lines(snapshot.view, language)
    own = [*past_plan(snapshot, language), *own]
    if is_gone:
        gone = text("table.blocked.gone", language)
        return [f"**{table_name(snapshot.table, language)}** · {state}", gone, *own]
    return [f"{place_name(snapshot.table, language)} · {state}", *own]


def waiting_for_people(snapshot: GameSnapshot) -> GameSnapshot:
    """An opening in which robots have chosen: they do so at once, and nobody ever waits for them."""
    people = tuple(seat for seat in snapshot.view.to_act if not snapshot.seats[seat].robot)
    if snapshot.view.turn > 0 or not people:
        return snapshot
    return replace(snapshot, view=face_of(snapshot.table.title).waiting_for(snapshot.view, people))
