"""The log of a game that has ended as one small value: nobody adds to it any more, and few ever read it again.

Column by column it shrinks to a tenth of its rows. Moments are kept to the millisecond.
"""

import zlib
from collections.abc import Sequence
from itertools import accumulate, pairwise

import msgspec

from bot.store.rows import ActionRow

BEST = 9


class PackedLog(msgspec.Struct, frozen=True, array_like=True):
    seqs: list[int]
    """The first one, then differences; so with the moments."""
    moments: list[int]
    players: list[int]
    turns: list[int]
    undoable: list[int]
    undone: list[int | None]
    actions: list[bytes]
    events: list[bytes]


def pack(rows: Sequence[ActionRow]) -> bytes:
    """Of a log in its order, with what was taken back."""
    packed = PackedLog(
        seqs=differences([row.seq for row in rows]),
        moments=differences([round(row.at * 1000) for row in rows]),
        players=[row.player for row in rows],
        turns=[row.turn for row in rows],
        undoable=[int(row.undoable) for row in rows],
        undone=[row.undone for row in rows],
        actions=[row.action for row in rows],
        events=[row.events for row in rows],
    )
    return zlib.compress(msgspec.msgpack.encode(packed), BEST)


def unpack(data: bytes) -> list[ActionRow]:
    packed = msgspec.msgpack.decode(zlib.decompress(data), type=PackedLog)
    return [
        ActionRow(
            seq=seq,
            player=player,
            action=action,
            events=events,
            turn=turn,
            at=at / 1000,
            undoable=bool(undoable),
            undone=undone,
        )
        for seq, at, player, turn, undoable, undone, action, events in zip(
            accumulate(packed.seqs),
            accumulate(packed.moments),
            packed.players,
            packed.turns,
            packed.undoable,
            packed.undone,
            packed.actions,
            packed.events,
            strict=True,
        )
    ]


def differences(numbers: Sequence[int]) -> list[int]:
    return [*numbers[:1], *(after - before for before, after in pairwise(numbers))]
