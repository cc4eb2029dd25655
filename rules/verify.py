"""Whether a record is what was promised: hash, seed, every shuffle and every draw, made again from the secret."""

from collections.abc import Iterator
from itertools import zip_longest

import msgspec
from msgspec.structs import replace

from rules.errors import BadRecord
from rules.proof import Proof, chained, hash_of, lots_of, seed_of
from rules.record import Record, replay_all, replayed


def verify(record: Record) -> Proof:
    """The proof, which holds. Raises `BadRecord` with the first place that is not as it was: `detail` names a field,
    `seq` an action."""
    proof = record.proof
    if proof is None:
        raise BadRecord("no proof")
    if hash_of(proof.secret) != proof.hash:
        raise BadRecord("other hash", "hash")
    if record.seed is None or seed_of(proof.secret, proof.salts) != record.seed:
        raise BadRecord("other seed", "seed")
    if record.orders:
        raise BadRecord("orders beside a proof", "orders")
    if proof.lots and lots_of(record.seed, len(proof.lots)) != proof.lots:
        raise BadRecord("other lots", "lots")
    check_marks(record, proof)
    for _ in replay_all(record):
        pass
    if points_of(record) != proof.points:
        raise BadRecord("other result", "points")
    return proof


def check_marks(record: Record, proof: Proof) -> None:
    names, found = zip(*steps(record), strict=True)
    for name, mine, given in zip_longest(names, chained(found), proof.marks):
        if mine != given:
            if isinstance(name, str):
                raise BadRecord("other step", name)
            raise BadRecord("other step", "actions", name or len(record.actions) + 1)


def steps(record: Record) -> Iterator[tuple[str | int, bytes]]:
    """What the marks chain up: fields by name, then actions by number."""
    lots = record.proof.lots if record.proof else ()
    yield "game", msgspec.json.encode(record.game)
    yield "rules", msgspec.json.encode(record.rules)
    yield "players", msgspec.json.encode(len(record.players))
    yield "options", compact(record.options)
    yield "lots", msgspec.json.encode(lots)
    yield "undone", msgspec.json.encode(record.undone)
    yield from ((seq, compact(raw)) for seq, raw in enumerate(record.actions, start=1))


def compact(raw: msgspec.Raw) -> bytes:
    """JSON without spaces, otherwise as it is written."""
    return msgspec.json.format(bytes(raw), indent=-1)


def points_of(record: Record) -> tuple[int, ...]:
    """The result by seat; raises `BadRecord` for a game that is not over."""
    game, state = replayed(record)
    if not game.is_over(state):
        raise BadRecord("not over")
    points = [0] * len(record.players)
    for score in game.scores(state):
        points[score.player] += score.points
    return tuple(points)


def with_proof(record: Record, secret: str, salts: tuple[str, ...], lots: tuple[int, ...]) -> Record:
    """A finished game with the proof of its deal."""
    proof = Proof(hash=hash_of(secret), secret=secret, salts=salts, lots=lots, marks=(), points=points_of(record))
    marks = chained(step for _, step in steps(replace(record, proof=proof)))
    return replace(record, proof=replace(proof, marks=marks))
