"""Rows of the log and of the snapshot, and the games that they stand for."""

from collections.abc import Mapping, Sequence

import msgspec

from bot.store.rows import ActionRow, PlanRow, SeatRow, Snapshot, TableRow, WaitRow
from bot.tables.snapshot import GameSnapshot, KeptAction
from rules.catalog import find_game
from rules.errors import BadRecord
from rules.game import Action, AnyGame, PlayerId, Step, View, may_undo
from rules.points import points_by_turn
from rules.record import FORMAT, Record, open_record, replay


class Views:
    """What readers see of one state, made once for each: a state never changes, and nor does a view."""

    def __init__(self) -> None:
        self._state: object = None
        self._made: dict[PlayerId | None, View] = {}

    def __eq__(self, other: object) -> bool:
        """Two games are the same whoever has looked at them."""
        return isinstance(other, Views)

    __hash__ = None  # type: ignore[assignment]

    def find(self, game: AnyGame, state: object, seat: PlayerId | None) -> View:
        """Another state than the last one has views of its own."""
        if state is not self._state:
            self._state, self._made = state, {}
        if seat not in self._made:
            self._made[seat] = game.view_for(state, seat)
        return self._made[seat]


class CachedGame(msgspec.Struct, frozen=True, kw_only=True):
    """A running game in memory, with all that is hidden in it. Never leaves this package."""

    table: TableRow
    seats: tuple[SeatRow, ...]
    game: AnyGame
    state: object
    seq: int
    decisions: tuple[int, ...]
    waits: tuple[WaitRow, ...] = ()
    """Whom it waits for; robots are waited for by nobody."""

    plans: Mapping[PlayerId, PlanRow] = {}
    """By seat; those with an outcome are done with."""
    views: Views = msgspec.field(default_factory=Views)
    """Handed on to the game after a move, for which they are made anew."""

    @property
    def stand_ins(self) -> frozenset[PlayerId]:
        """Seats of people for whom a robot plays this turn."""
        return frozenset(wait.seat for wait in self.waits if wait.has_stand_in)

    def view(self, seat: PlayerId | None) -> View:
        """As the seat may see it; None: the channel."""
        return self.views.find(self.game, self.state, seat)


def game_of(table: TableRow) -> AnyGame:
    """The rules that a game began with, for good; of a table that has not begun, the newest."""
    game = find_game(table.title, table.rules)
    if game is None:
        raise BadRecord("unknown rules", f"{table.title} {table.rules}")
    return game


def plan_at(cached: CachedGame, seat: PlayerId) -> PlanRow | None:
    """Of whoever sits there now; the last owner's is nobody's business."""
    row = cached.plans.get(seat)
    return row if row is not None and row.user == cached.seats[seat].user else None


def has_plan(cached: CachedGame, seat: PlayerId) -> bool:
    """One that waits for its owner's turn."""
    row = plan_at(cached, seat)
    return row is not None and row.outcome is None


def seat_of(seats: Sequence[SeatRow], user: int) -> PlayerId | None:
    return next((seat.seat for seat in seats if seat.user == user), None)


def seen_by(cached: CachedGame, seat: PlayerId | None) -> GameSnapshot:
    return GameSnapshot(
        table=cached.table,
        seats=cached.seats,
        game=cached.game,
        view=cached.view(seat),
        seq=cached.seq,
        seat=seat,
        legal=None if seat is None else cached.game.legal_actions(cached.state, seat),
        decision=0 if seat is None else cached.decisions[seat],
        plan=None if seat is None else plan_at(cached, seat),
    )


def action_row(
    game: AnyGame, seq: int, action: Action, before: object, step: Step[object], turn: int, now: float
) -> ActionRow:
    return ActionRow(
        seq=seq,
        player=action.player,
        action=game.codecs.action.encode(action),
        events=b"[" + b",".join(game.codecs.event.encode(event) for event in step.events) + b"]",
        turn=turn,
        at=now,
        undoable=may_undo(game, before, step),
    )


def kept_action(game: AnyGame, row: ActionRow, reader: PlayerId | None) -> KeptAction:
    raws = msgspec.json.decode(row.events, type=list[msgspec.Raw])
    events = tuple(game.codecs.event.decode(raw).seen_by(reader) for raw in raws)
    return KeptAction(seq=row.seq, turn=row.turn, player=row.player, at=row.at, events=events, undone=row.undone)


def snapshot_of(cached: CachedGame) -> Snapshot:
    state = cached.game.codecs.state.encode(cached.state)
    return Snapshot(seq=cached.seq, rules=cached.game.rules_version, state=state, decisions=cached.decisions)


def record_from(table: TableRow, seats: Sequence[SeatRow], log: Sequence[ActionRow]) -> Record:
    """Of the whole log, or of those actions of it that stand."""
    return Record(
        format=FORMAT,
        game=table.title,
        rules=table.rules or 0,
        players=tuple(seat.name for seat in seats),
        options=msgspec.Raw((table.options or "{}").encode()),
        seed=table.seed,
        actions=tuple(msgspec.Raw(row.action) for row in log if not row.is_take_back),
        undone=undone_in(log),
    )


def undone_in(log: Sequence[ActionRow]) -> tuple[tuple[int, int], ...]:
    """The parts that were taken back, in a record's own numbers: take-backs have none there."""
    made, parts = 0, []
    firsts: dict[int, int] = {}
    for row in log:
        if row.is_take_back:
            parts.append((firsts[row.seq], made))
        else:
            made += 1
            if row.undone is not None:
                firsts.setdefault(row.undone, made)
    return tuple(parts)


def history_of(record: Record) -> list[tuple[int, ...]]:
    """Everybody's points after each turn."""
    game, _ = open_record(record)
    return points_by_turn(game, (step.state for _, _, step in replay(record)))
