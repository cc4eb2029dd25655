"""What is still to be sent: small values that say what has happened; words and pictures are found when they go out.

An item is kept as its kind, its key and a payload of a few numbers. Of two items with one key only the newer is sent.
"""

from typing import TypeAlias, get_args

import msgspec

HELLO = "hello:"


class OutboxItem(msgspec.Struct, frozen=True, kw_only=True, tag_field="kind", omit_defaults=True):
    to: int = 0
    """Of a table without a channel: the user to whom this copy goes."""

    @property
    def kind(self) -> str:
        return str(self.__struct_config__.tag)

    @property
    def key(self) -> str:
        return copy_key(self.own_key, self.to)

    @property
    def own_key(self) -> str:
        """Without the one to whom it goes."""
        return self.kind


class TurnPosted(OutboxItem, frozen=True, tag="post"):
    """A turn has begun: a post tells the actions beyond `after`, up to `until`."""

    after: int
    until: int

    @property
    def own_key(self) -> str:
        return f"post:{self.until}"


class TurnContinued(OutboxItem, frozen=True, tag="live"):
    """The last post tells a little more: who still chooses, what a half-made turn has shown."""

    is_midway: bool = False
    """Somebody is in the middle of a turn: the rest of it may soon be told with it."""


class TakenBack(OutboxItem, frozen=True):
    """The take-back with this number in the log: what posts tell beyond `until` is no longer so."""

    number: int
    until: int

    @property
    def own_key(self) -> str:
        return f"{self.kind}:{self.number}"


class MoveUndone(TakenBack, frozen=True, tag="undo"):
    """By the one who made it; nobody else is called."""


class TurnRestored(TakenBack, frozen=True, tag="rollback"):
    """By the table, which goes on from there: whoever is asked then is called."""


class TurnRung(OutboxItem, frozen=True, tag="ping"):
    """A quiet table has shown the turn after action `until` in a post that it edits, which rings nobody."""

    until: int

    @property
    def own_key(self) -> str:
        return f"ping:{self.until}"


class SeatRung(OutboxItem, frozen=True, tag="call"):
    """A DM that was to ring somebody for a turn was refused; the post may have left the ringing to it."""

    seat: int
    turn: int

    @property
    def own_key(self) -> str:
        return f"call:{self.seat}"


class GameFinished(OutboxItem, frozen=True, tag="end"):
    after: int
    until: int


class GameStopped(OutboxItem, frozen=True, tag="stop"):
    """Unfinished, by those who played it."""


class AsideChanged(OutboxItem, frozen=True, tag="aside"):
    """The game is set aside, or goes on."""


class LobbyChanged(OutboxItem, frozen=True, tag="lobby"):
    """Somebody has changed it, or it is no lobby any more."""


class LobbyClosing(OutboxItem, frozen=True, tag="warning"):
    """Nobody has started it, and soon it will be closed."""


class UserInvited(OutboxItem, frozen=True, tag="invite"):
    user: int

    @property
    def own_key(self) -> str:
        return f"invite:{self.user}"


class UserGreeted(OutboxItem, frozen=True, tag="hello"):
    """Somebody took or left a seat in a lobby: a DM that will become the hand."""

    user: int

    @property
    def own_key(self) -> str:
        return hello_key(self.user)


class HandChanged(OutboxItem, frozen=True, tag="dm"):
    """What the DM of a seat shows."""

    seat: int
    is_midway: bool = False
    """Whose it is, is in the middle of a turn and changes it again in a moment."""

    @property
    def own_key(self) -> str:
        return f"dm:{self.seat}"


class TurnReminded(OutboxItem, frozen=True, tag="remind"):
    """Whoever is waited for is rung again, for the `count`th time; an earlier reminder goes."""

    seat: int
    count: int

    @property
    def own_key(self) -> str:
        return f"remind:{self.seat}"


class PlayerNudged(OutboxItem, frozen=True, tag="nudge"):
    """The same, because another player has asked for it."""

    seat: int
    by: int

    @property
    def own_key(self) -> str:
        return f"nudge:{self.seat}"


class ReminderExpired(OutboxItem, frozen=True, tag="reminded"):
    """Nobody needs the reminder of a seat any more."""

    seat: int

    @property
    def own_key(self) -> str:
        return f"reminded:{self.seat}"


class TableAsked(OutboxItem, frozen=True, tag="ask"):
    """The others are asked for a way on without somebody whose clock began at `start`; or it is settled."""

    seat: int
    start: int

    @property
    def own_key(self) -> str:
        return f"ask:{self.seat}:{self.start}"


class TableSlept(OutboxItem, frozen=True, tag="sleep"):
    """The table is put to sleep, or awake again."""


class HandClosed(OutboxItem, frozen=True, tag="closed"):
    """Somebody no longer has the seat: their DM shows nothing of it any more."""

    seat: int
    user: int

    @property
    def own_key(self) -> str:
        return f"closed:{self.user}"


class SeatChanged(OutboxItem, frozen=True, tag="seat"):
    """Somebody else sits there: the row `number` of the seat's history, from 0."""

    seat: int
    number: int

    @property
    def own_key(self) -> str:
        return f"seat:{self.seat}:{self.number}"


class SeatOffered(OutboxItem, frozen=True, tag="offer"):
    """A seat is offered to a user, or to whoever comes; or no longer."""

    seat: int
    user: int

    @property
    def own_key(self) -> str:
        return f"offer:{self.seat}:{self.user}"


class PauseChanged(OutboxItem, frozen=True, tag="pause"):
    """The clocks of a table stand still, or go on."""


class PlayerLeft(OutboxItem, frozen=True, tag="left"):
    """The game waits for somebody who has left the server, since the post up to `until`."""

    until: int


class AwayChanged(OutboxItem, frozen=True, tag="away"):
    """Somebody is away, for longer or shorter than it was said, or back. `begin` is the moment from which on."""

    seat: int
    begin: int

    @property
    def own_key(self) -> str:
        return f"away:{self.seat}:{self.begin}"


class SeatNext(OutboxItem, frozen=True, tag="next"):
    """The turn of the player before this seat has begun, and its own player wants to know."""

    seat: int
    turn: int

    @property
    def own_key(self) -> str:
        return f"next:{self.seat}"


class VoteChanged(OutboxItem, frozen=True, tag="vote"):
    """It was proposed, answered, or lapsed."""


class VoteRung(OutboxItem, frozen=True, tag="vote_ring"):
    """Somebody whom a vote asks was not to be rung when it was opened, and may be now."""

    user: int
    vote: int

    @property
    def own_key(self) -> str:
        return f"vote_ring:{self.user}"


class BoardShown(OutboxItem, frozen=True, tag="show"):
    """A player wants all to see the board."""


class FilmShown(OutboxItem, frozen=True, tag="film"):
    """A player wants all to see a film of the game, from the end of turn `after` on; from the deal, if that is 0."""

    after: int


class ButtonsExpired(OutboxItem, frozen=True, tag="strip"):
    """A newer post has taken over from this one, which told the actions up to `until`."""

    channel: int
    message: int
    until: int | None = None

    @property
    def own_key(self) -> str:
        return f"strip:{self.message}"


class PostOvertaken(OutboxItem, frozen=True, tag="strike"):
    """What a post tells was taken back: it is struck out and loses its buttons."""

    channel: int
    message: int

    @property
    def own_key(self) -> str:
        return f"strike:{self.message}"


class MessageReplaced(OutboxItem, frozen=True, tag="erase"):
    """Nobody needs it any more."""

    channel: int
    message: int

    @property
    def own_key(self) -> str:
        return f"erase:{self.message}"


class ThreadExpired(OutboxItem, frozen=True, tag="archive"):
    """The thread of an ended game is put away."""


class TagsChanged(OutboxItem, frozen=True, tag="tags"):
    """A table in a server's games room stands otherwise than its post's tags may say."""


Item: TypeAlias = (
    TurnPosted
    | TurnContinued
    | MoveUndone
    | TurnRestored
    | TurnRung
    | SeatRung
    | GameFinished
    | GameStopped
    | AsideChanged
    | LobbyChanged
    | LobbyClosing
    | UserInvited
    | UserGreeted
    | HandChanged
    | TurnReminded
    | PlayerNudged
    | ReminderExpired
    | TableAsked
    | TableSlept
    | HandClosed
    | SeatChanged
    | SeatOffered
    | PauseChanged
    | PlayerLeft
    | AwayChanged
    | SeatNext
    | VoteChanged
    | VoteRung
    | BoardShown
    | FilmShown
    | ButtonsExpired
    | PostOvertaken
    | MessageReplaced
    | ThreadExpired
    | TagsChanged
)


ITEMS: dict[str, type[Item]] = {item.__struct_config__.tag: item for item in get_args(Item)}
"""By kind: to read one is a hundred times as quick when its kind is known as when all are tried."""


class Unreadable(msgspec.Struct, frozen=True, kw_only=True):
    """An item that another release has kept and this one does not know. It holds up no other."""

    kind: str
    key: str

    @property
    def own_key(self) -> str:
        return self.key


def copy_key(key: str, to: int) -> str:
    """Of an item, or of the message that it becomes: each copy has its own, which ends in whose it is."""
    return f"{key}:to:{to}" if to else key


def copy_reader(key: str) -> int | None:
    """Whose copy has this key; None: nobody's alone."""
    _, mark, reader = key.rpartition(":to:")
    return int(reader) if mark else None


def hello_key(user: int) -> str:
    return f"{HELLO}{user}"


def reminder_key(seat: int) -> str:
    """Of the message that has rung a seat beside the turn's own post: a reminder, or a nudge."""
    return f"reminder:{seat}"


def hand_key(user: int) -> str:
    """Of the message in which somebody sees their hand: it is theirs, whoever has the seat next."""
    return f"hand:{user}"


def payload_of(item: Item) -> str:
    """Its fields without its kind, as JSON."""
    fields = msgspec.to_builtins(item)
    del fields["kind"]
    return msgspec.json.encode(fields).decode()


def item_from(kind: str, key: str, payload: str) -> Item | Unreadable:
    try:
        return msgspec.json.decode(payload, type=ITEMS[kind_today(kind, payload)])
    except (KeyError, msgspec.MsgspecError):
        return Unreadable(kind=kind, key=key)


def kind_today(kind: str, payload: str) -> str:
    """Release 1 had one kind for both lines that ring, and one for both notices of a lobby."""
    if kind not in ("notice", "ping"):
        return kind
    fields = msgspec.json.decode(payload, type=dict[str, int])
    if kind == "notice":
        return "invite" if "user" in fields else "warning"
    return "call" if "seat" in fields else kind
