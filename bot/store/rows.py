"""What the store keeps, row by row, as plain values."""

from typing import Literal, TypeAlias

import msgspec

from bot.store.items import Item, Unreadable

Stage: TypeAlias = Literal["lobby", "running", "over", "closed", "aside"]
"""`aside`: its log can't be replayed by this code; `error` names the line in the log. Tried again at each start."""


NO_SERVER = 0
NO_CHANNEL = 0


class Deal(msgspec.Struct, frozen=True, kw_only=True):
    """What a game's seed is made of (`rules/proof.py`). Until the game is over nobody learns more of it than the
    secret's hash and the salts."""

    secret: str
    salts: tuple[str, ...] = ()
    """One for each *Join* and for *Start*, in the order in which they came."""
    lots: tuple[int, ...] = ()
    """By seat, the number in the lobby's list of whoever got it; empty where seats were not drawn."""


class TableRow(msgspec.Struct, frozen=True, kw_only=True):
    id: int = 0
    guild: int
    channel: int
    owns_thread: bool = False
    title: str
    name: str
    stage: Stage = "lobby"
    host: int
    size: int
    """Seats offered in the lobby; those still empty at the start are left out."""
    variant: dict[str, str] = {}
    """The title's own options, as people typed them."""
    pace: str = "daily"
    reminder: str = "1d"
    deadline: str = "4d"
    """Of a pace of its own: after how long the first reminder comes, and after how long time is up."""
    consequence: str = "ask"
    """What comes when time is up: the table is asked (`ask`), or a robot plays this `turn`, or keeps the `seat`."""
    away: str = "none"
    """For how long a time away stops somebody's clock, such as 14d; `none`: for all of it."""
    help: str = "helpful"
    """With `coach`, everybody may ask what a robot would do."""
    language: str = "en"
    posts: str = "normal"
    seating: str = "random"
    """Whether seats are drawn by lot at the start (`random`), stay as `given`, or go on from those of the game before
    (`rotated`)."""
    opened: float
    closes: float | None = None
    """When a lobby that nobody starts is closed."""
    rules: int | None = None
    options: str | None = None
    seed: str | None = None
    posted: int = 0
    """The last action that a post in the channel covers."""
    blocked: str | None = None
    """Why the channel can't be written to at present."""
    error: str | None = None
    paused: float | None = None
    """Since when the clocks of a running game stand still."""
    is_asleep: bool = False
    """Nobody has moved until the last reminder and beyond: nobody is rung any more until somebody wakes it."""
    missed: int = 0
    """How many turns robots have played for people since a person last moved."""
    deal: Deal | None = None
    """None for tables from before there was a proof."""
    rematch_of: int | None = None
    """The table whose players play again."""
    code: str | None = None
    """Whoever knows it may take a seat of this lobby, which is on no server."""
    room: int = 0
    """The forum in which its thread is a post: the server's games room. 0: it is elsewhere."""

    @property
    def in_dms(self) -> bool:
        """On no server and in no channel: everybody at the table has a copy of each post in their own DMs."""
        return self.guild == NO_SERVER


class SeatRow(msgspec.Struct, frozen=True, kw_only=True):
    seat: int
    user: int | None = None
    robot: str | None = None
    name: str
    colour: str
    dm: str = "untried"
    """untried, open, away (no server is shared at present), closed, or told: closed, and the player knows."""
    offered: int | None = None
    """The user to whom the seat of a running game is offered; `ANYBODY`: a substitute is wanted."""


ANYBODY = 0
COACH = "coach"
"""How much a table helps, where it gives hints."""


class SeatingRow(msgspec.Struct, frozen=True, kw_only=True):
    """Who sat on a seat of a game, from the action beyond `after` on until the seat's next row."""

    seat: int
    after: int = 0
    user: int | None = None
    robot: str | None = None
    name: str
    at: float


class WaitRow(msgspec.Struct, frozen=True, kw_only=True):
    """A running game waits for the player of a seat."""

    seat: int
    since: float
    start: float
    """From when on their clock counts: later than `since` where the game was paused, or was given more time."""
    rung: int = 0
    """How many moments of the table's pace have passed."""
    is_muted: bool = False
    """They want no more reminders for this turn."""
    has_reminder: bool = False
    """A message has rung them beside the turn's own; it goes when they have moved."""
    has_stand_in: bool = False
    """A robot plays this turn for them."""
    asked: float | None = None
    """Since when the others are asked for a way on."""
    answers: dict[int, str] = {}
    """What they have answered so far, by user."""


class ActionRow(msgspec.Struct, frozen=True, kw_only=True):
    """One number of a table's log: an action, or that some of the last ones were taken back."""

    seq: int
    player: int
    action: bytes
    """Of a take-back: a `TakeBack`."""
    events: bytes
    turn: int
    at: float
    undoable: bool = False
    """Whether the rules let its player take it back as long as nobody has acted since."""
    undone: int | None = None
    """The number of the take-back by which it no longer stands; a take-back's own."""

    @property
    def is_take_back(self) -> bool:
        return self.undone == self.seq


class TakeBack(msgspec.Struct, frozen=True, kw_only=True):
    """What the log keeps of a take-back: all that stood beyond `after` stands no more."""

    after: int
    why: Literal["undo", "rollback"]


class Snapshot(msgspec.Struct, frozen=True, kw_only=True):
    seq: int
    rules: int
    state: bytes
    decisions: tuple[int, ...]
    """By seat, the number of its last own action: a button made before it is stale."""


class OutboxRow(msgspec.Struct, frozen=True, kw_only=True):
    """Something still to be sent."""

    table_id: int
    item: Item | Unreadable
    id: int
    version: int = 1
    """How often it was written: one rewritten while it was sent is sent again."""
    tries: int = 0
    written: float = 0.0
    due: float = 0.0

    @property
    def key(self) -> str:
        return self.item.key

    @property
    def own_key(self) -> str:
        return self.item.own_key


class MessageState(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """What a message that may change has said so far."""

    after: int | None = None
    until: int | None = None
    """Of a post: the actions that it tells are those beyond `after`, up to `until`."""
    rang: int = 0
    """The seats that it has rung, one bit each; of a post about a take-back, those that the post before it has rung."""
    turn: int | None = None
    """The turn for which it has rung them."""
    back: int | None = None
    """Of a post about a take-back: its number in the log."""
    asked: int | None = None
    """Of a hand: the turn for which it has rung."""


class Message(msgspec.Struct, frozen=True, kw_only=True):
    key: str
    channel: int
    message: int
    payload: MessageState = MessageState()


class VoteRow(msgspec.Struct, frozen=True, kw_only=True):
    """A proposal that everybody asked has to agree to."""

    id: int = 0
    table_id: int
    kind: str = "stop"
    """What is proposed: `stop`, or whatever else the tables have learnt to carry out."""
    proposer: int
    answers: dict[int, bool | None]
    """By user; None: no answer yet."""
    result: Literal["yes", "no", "lapsed"] | None = None
    """`lapsed`: the game came to its end first, or there is nothing to decide any more."""
    at: float
    payload: dict[str, str] = {}
    """What it is about besides its kind: fields of the sentence that proposes it."""
    due: float | None = None
    """From when on silence counts as agreement; None: never."""


class PlanRow(msgspec.Struct, frozen=True, kw_only=True):
    """What somebody has prepared for their next turn. Nobody else may know that there is one."""

    seat: int
    user: int
    plan: str
    """As the games write it."""
    armed: int
    """The last action before it was made: only what comes after can call it off."""
    outcome: str | None = None
    """What became of it, until its owner acts again; None while it is still to be carried out."""


class AuditRow(msgspec.Struct, frozen=True, kw_only=True):
    """What somebody did to a table itself; the moves are in the log of actions."""

    seq: int = 0
    """The last action before it."""
    user: int | None = None
    name: str
    """As they were called then; empty where nobody did it."""
    what: str
    about: dict[str, str] = {}
    at: float = 0.0


class ResultRow(msgspec.Struct, frozen=True, kw_only=True):
    """How a finished game went for one of those who held a seat."""

    seat: int
    part: int = 0
    """Of those who held the seat, in order."""
    user: int | None = None
    robot: str | None = None
    """Neither: somebody whose data was erased."""
    points: int
    place: int
    """Counted from 1; a place that is shared leaves out the next."""
    share: float = 1.0
    """Of the seat's moves."""
    turns: int = 0
    seconds: float = 0.0
    """How long these turns took to begin, in all."""
    at: float
    """When the game ended."""


class PlayedRow(msgspec.Struct, frozen=True, kw_only=True):
    """A result, and the game that it is of."""

    table_id: int
    guild: int
    title: str
    seats: int
    name: str
    """What whoever held the seat was called then."""
    is_coached: bool = False
    """Whether everybody could ask a robot for advice: such a game is shown, and counts for no rating."""
    result: ResultRow


class StandingRow(msgspec.Struct, frozen=True, kw_only=True):
    """How a player stands after all games that were counted."""

    guild: int
    """0: on all servers together."""
    title: str
    """Nothing: in all titles together."""
    user: int | None = None
    robot: str | None = None
    points: float = 1000.0
    """Their rating."""
    doubt: float = 1000.0 / 3
    """Two times out of three a player is no further off than this."""
    rated: int = 0
    """After so many games."""
    games: float = 0.0
    """Parts of games count as parts, here and below."""
    wins: float = 0.0
    total: float = 0.0
    """Of points."""
    best: int = 0
    turns: int = 0
    seconds: float = 0.0

    @property
    def least(self) -> float:
        """What a player has shown for sure; leaderboards go by it."""
        return self.points - 3 * self.doubt

    @property
    def average(self) -> float:
        return self.total / self.games if self.games else 0.0

    @property
    def pace(self) -> float | None:
        """Seconds a turn."""
        return self.seconds / self.turns if self.turns else None


class StandingChanges(msgspec.Struct, frozen=True, kw_only=True):
    """What a finished game, or all of them, has come to."""

    standings: tuple[StandingRow, ...] = ()
    """Those that are other than before."""
    steps: tuple[StandingRow, ...] = ()
    """Everybody's standing after each game, in order."""
    until: tuple[float, int] | None = None
    """The last game that is counted, by its end and its table; None: all of them have to be counted anew."""


class UserSettings(msgspec.Struct, frozen=True, kw_only=True):
    language: str | None = None
    """None: the language of the Discord client."""
    spoken: str | None = None
    """The language of their Discord client when they last asked for something: DMs come unasked."""
    theme: str = "light"
    confirm: bool = True
    dm_on_turn: bool = False
    next_up: bool = False
    """Whether they want a silent line when the player before them begins."""
    tips: bool = True
    listed: bool = True
    """Whether statistics show them to anybody."""
    no_tips: tuple[str, ...] = ()
    """Titles that need no tips any more: three turns are played, or they were declined."""
    led: bool = False
    """Whether they have been led through a first turn, or want no such thing."""
    zone: str | None = None
    """Their time zone, such as `Europe/Warsaw`; unknown until they say it."""
    quiet_from: int | None = None
    """With `quiet_until`, whole hours by their own clock: nothing rings in between, and 22 and 7 are one night."""
    quiet_until: int | None = None
    days_off: tuple[int, ...] = ()
    """Weekdays, Monday is 0."""
    away: tuple[tuple[float, float], ...] = ()
    """From a moment until another one; past ones are kept as long as a turn that began before them may last."""

    @property
    def is_newcomer(self) -> bool:
        """Whether they are to be led through a first turn: whoever knows a title has made one long ago."""
        return self.tips and not self.led and not self.no_tips


class GuildSettings(msgspec.Struct, frozen=True, kw_only=True):
    language: str | None = None
    opening: Literal["everyone", "moderators"] = "everyone"
    """Who may open tables."""
    pace: str = "daily"
    posts: str = "normal"
    tables: int = 20
    """How many may be open at once."""
    tables_each: int = 10
    """How many of these one person may have opened."""
    room: int | None = None
    """The games room: a forum in which each new table is a post."""


class LeaseRow(msgspec.Struct, frozen=True, kw_only=True):
    """Which process may answer and write."""

    holder: str | None
    """For people to find it by; None: nobody, it was let go."""
    epoch: int
    """How often it was taken by now."""
    beat: int
    """How often the holder has renewed it."""


class Census(msgspec.Struct, frozen=True, kw_only=True):
    """How much there is of everything."""

    tables: dict[str, int]
    """By stage."""
    items: int
    """That wait to be sent."""
    oldest_item: float | None
    """When it was written."""
    overdue: int
    """Timers that have fallen due; those of a game that is set aside wait until it goes on."""
