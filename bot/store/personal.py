"""Which columns hold something of a person. Whatever a store keeps is in one of these lists: a test looks.

What is found by a person's id is exported; on erasure ids and names become neutral, and what is of nobody else is
deleted. Games are lists of actions by seat, so that they go on and can be replayed without any of this.
"""

from collections.abc import Callable, Mapping
from typing import Literal, TypeAlias

Kind: TypeAlias = Literal["id", "name", "own", "ids", "key", "words"]
"""An id; a name; what is of one person alone; ids or names within JSON; a key that ends in an id; what people wrote."""
Neutral: TypeAlias = Callable[[str, int | None], str]
"""What somebody is called from then on, in a language: by seat, or, without one, just somebody."""
Data: TypeAlias = dict[str, list[dict[str, object]]]
"""All that is kept of a person, part by part: rows of what they say by name."""

PERSONAL: Mapping[str, Mapping[str, Kind]] = {
    "tables": {"host": "id", "name": "words"},
    "seats": {"user": "id", "name": "name", "offered": "id"},
    "seatings": {"user": "id", "name": "name"},
    "invitations": {"user": "id"},
    "drafts": {"draft": "own"},
    "plans": {"user": "id", "plan": "own", "outcome": "own"},
    "letters": {"slot": "key", "about": "ids"},
    "messages": {"slot": "key"},
    "users": {"id": "id", "settings": "own"},
    "votes": {"proposer": "id", "answers": "ids", "about": "ids"},
    "audit": {"user": "id", "name": "name", "about": "ids"},
    "notes": {"user": "id", "note": "own"},
    "results": {"user": "id"},
    "standings": {"user": "id"},
    "ratings": {"user": "id"},
    "waits": {"answers": "ids"},
}
IMPERSONAL: Mapping[str, tuple[str, ...]] = {
    "tables": (
        *("id", "guild", "channel", "owns_thread", "title", "stage", "size", "variant", "pace", "language", "posts"),
        *("seating", "opened", "closes", "rules", "options", "seed", "told", "blocked", "error", "deal"),
        *("reminder", "deadline", "consequence", "away", "paused", "is_asleep", "missed", "rematch_of"),
        *("help", "code", "room"),
    ),
    "seats": ("game", "seat", "robot", "colour", "dm"),
    "seatings": ("id", "game", "seat", "after", "robot", "at"),
    "invitations": ("game",),
    "actions": ("game", "seq", "player", "action", "events", "turn", "at", "undoable", "undone"),
    "packed_logs": ("game", "last", "log"),
    "snapshots": ("game", "seq", "rules", "state", "questions"),
    "drafts": ("game", "seat", "question"),
    "plans": ("game", "seat", "armed"),
    "letters": ("id", "game", "kind", "version", "tries", "written", "due"),
    "messages": ("game", "channel", "message", "about"),
    "guilds": ("id", "settings"),
    "facts": ("name", "value"),
    "leases": ("name", "holder", "epoch", "beat", "has_lock"),
    "votes": ("id", "game", "kind", "result", "at", "due"),
    "audit": ("id", "game", "seq", "what", "at"),
    "timers": ("game", "key", "kind", "due", "payload"),
    "waits": ("game", "seat", "since", "start", "rung", "is_muted", "has_reminder", "has_stand_in", "asked"),
    "notes": ("game", "at"),
    "results": ("game", "seat", "part", "robot", "points", "place", "share", "turns", "seconds", "at"),
    "standings": (
        *("guild", "title", "robot", "points", "doubt", "rated", "games", "wins", "total", "best", "turns", "seconds"),
    ),
    "ratings": ("guild", "title", "rated", "points", "doubt"),
}
"""Of nobody: what happened is kept by seat, and messages of the bot's own by their number."""
