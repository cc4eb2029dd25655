"""A game written down: who played what with which chance, and every action in order. The state is a fold over it."""

from collections import Counter
from collections.abc import Iterator
from typing import Any, NamedTuple

import msgspec

from rules.catalog import find_game
from rules.chance import Chance
from rules.codec import UNREADABLE
from rules.errors import BadOption, BadRecord, BadSeats, IllegalAction
from rules.game import Action, AnyGame, Step
from rules.proof import Proof

FORMAT = 1


class Record(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True, forbid_unknown_fields=True):
    """The JSON that is stored, exported and replayed. Either `seed` or `orders` decides every shuffle, or both do."""

    format: int
    game: str
    rules: int
    players: tuple[str, ...]
    options: msgspec.Raw = msgspec.Raw(b"{}")
    seed: str | None = None
    orders: dict[str, tuple[str, ...]] = {}
    actions: tuple[msgspec.Raw, ...] = ()
    undone: tuple[tuple[int, int], ...] = ()
    """Actions that were made and taken back later, by their numbers: the first of them, and the last that had been made
    by then. What was next was made where the first of them had been."""
    proof: Proof | None = None
    """That the deal was fair; games from before there was one have none."""


def record_of(
    game: AnyGame,
    options: Any,
    players: tuple[str, ...],
    chance: Chance,
    actions: tuple[Action, ...],
    undone: tuple[tuple[int, int], ...] = (),
) -> Record:
    return Record(
        format=FORMAT,
        game=game.id,
        rules=game.rules_version,
        players=players,
        options=msgspec.Raw(game.codecs.options.encode(options)),
        seed=chance.seed,
        orders=chance.orders,
        actions=tuple(msgspec.Raw(game.codecs.action.encode(action)) for action in actions),
        undone=undone,
    )


def write_record(record: Record) -> bytes:
    return msgspec.json.format(msgspec.json.encode(record), indent=1)


def read_record(raw: bytes) -> Record:
    try:
        record = msgspec.json.decode(raw, type=Record)
    except UNREADABLE as error:
        raise BadRecord("not a record", str(error)) from None
    if record.format != FORMAT:
        raise BadRecord("unknown format", str(record.format))
    return record


def open_record(record: Record) -> tuple[AnyGame, Any]:
    """The game and its state before the first action."""
    newest, game = find_game(record.game), find_game(record.game, record.rules)
    if newest is None:
        raise BadRecord("unknown game", record.game)
    if game is None:
        raise BadRecord("other rules version", f"{record.rules}, not 1 to {newest.rules_version}")
    if record.seed is None and not record.orders:
        raise BadRecord("no chance")
    options = game.codecs.options.decode(record.options)
    try:
        state = game.setup(options, len(record.players), Chance(record.seed, record.orders))
    except BadSeats as error:
        raise BadRecord("wrong number of players", str(error.given)) from None
    except BadOption as error:
        raise BadRecord("wrong option", f"{error.name}={error.value}") from None
    check_orders(record, game, state)
    return game, state


def check_orders(record: Record, game: AnyGame, state: Any) -> None:
    """A misspelt order, or one of a module that isn't played, would silently leave its shuffle to the seed."""
    for purpose in record.orders:
        if not game.can_shuffle(state, purpose):
            raise BadRecord("unknown order", purpose)


def taken_back(record: Record) -> frozenset[int]:
    """The numbers of the actions that don't stand any more; raises `BadRecord` where that makes no sense."""
    last = 0
    for part in record.undone:
        if not 1 <= part[0] <= part[1] <= len(record.actions) or part[1] < last:
            raise BadRecord("wrong undone part", f"{part[0]} to {part[1]}")
        last = part[1]
    return frozenset(seq for first, last in record.undone for seq in range(first, last + 1))


class Made(NamedTuple):
    """An action of a record with what came of it."""

    seq: int
    action: Action
    before: Any
    """The state in which it was made."""
    step: Step[Any]
    stands: bool
    """False: it was taken back later."""


def replay_all(record: Record, until: int | None = None) -> Iterator[Made]:
    """Every action, numbered from 1. What was taken back was made all the same, and had to be legal. Raises `BadRecord`
    at the first that could not be."""
    game, state = open_record(record)
    gone = taken_back(record)
    back_to: dict[int, int] = {}
    for first, last in record.undone:
        back_to[last] = min(first, back_to.get(last, first))
    before: list[Any] = [None]
    standing = state
    for seq, raw in enumerate(record.actions[:until], start=1):
        before.append(state)
        try:
            action = game.codecs.action.decode(raw)
            step = game.apply(state, action)
        except IllegalAction as error:
            raise BadRecord("illegal action", type(error).__name__, seq, error) from None
        except BadRecord as error:
            raise BadRecord(error.reason, error.detail, seq) from None
        stands = seq not in gone
        standing = step.state if stands else standing
        state = before[back_to[seq]] if seq in back_to else step.state
        yield Made(seq, action, before[seq], step, stands)
    check_orders(record, game, standing)


def replay(record: Record, until: int | None = None) -> Iterator[tuple[int, Action, Step[Any]]]:
    """The same for what stands: number, action and step."""
    for made in replay_all(record, until):
        if made.stands:
            yield made.seq, made.action, made.step


def revealed_since(record: Record, seq: int) -> Counter[str]:
    """What somebody has learnt beyond the first `seq` actions, by kind; also by what was taken back since: what was
    seen can't be unseen."""
    game, _ = open_record(record)
    found: Counter[str] = Counter()
    for made in replay_all(record):
        if made.seq > seq:
            found.update(game.revealed(made.before, made.step))
    return found


def replayed(record: Record, until: int | None = None) -> tuple[AnyGame, Any]:
    """The game and its state after the record's actions, or after those that stand of the first `until`."""
    game, state = open_record(record)
    for _, _, step in replay(record, until):
        state = step.state
    return game, state
