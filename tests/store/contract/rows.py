"""What is kept in these tests, and how it gets there."""

from collections.abc import AsyncIterator, Awaitable, Callable
from typing import Protocol

import pytest
from msgspec.structs import replace

from bot.store.items import Item
from bot.store.protocol import Lease, StoreWriter
from bot.store.rows import ActionRow, GuildSettings, OutboxRow, SeatRow, Snapshot, TableRow, VoteRow


class OpenStore(Protocol):
    """Opens the same database at each call; with a lease, to write as long as that is held."""

    def __call__(self, lease: Lease | None = None) -> Awaitable[StoreWriter]: ...


OpenLease = Callable[[], Lease]
"""One of the same database at each call, as another process would have it."""
KillHolder = Callable[[Lease], Awaitable[None]]
"""As if its process had been killed: nothing is written any more, and what the system knows of it ends."""
LARGEST = 2**63 - 1
"""No number that Discord gives is larger."""
ODD_NAMES = ["Zażółć gęślą jaźń", "李小龙", "אָדָם", "🚂🇵🇱", "Robert'); DROP TABLE tables;--", '"', "%", "\u0301", " x "]
TABLE = TableRow(guild=1, channel=500, title="usa", name="Test", host=11, size=3, opened=1000.0)
ADA = SeatRow(seat=0, user=11, name="Ada", colour="teal")
BO = SeatRow(seat=1, user=12, name="Bo", colour="lime")
ROBOT = SeatRow(seat=2, robot="conductor", name="Robot 1", colour="brown", dm="closed")
SEATS = (ADA, BO, ROBOT)
NOW = 2000.0


def action(seq: int, player: int = 0, at: float = NOW) -> ActionRow:
    return ActionRow(seq=seq, player=player, action=b'{"do":"x"}', events=b"[\x00\xff]", turn=seq, at=at)


def snapshot(seq: int) -> Snapshot:
    return Snapshot(seq=seq, rules=2, state=bytes([seq, 0, 255]), decisions=(seq, 0, 0))


async def add(store: StoreWriter, table: TableRow = TABLE, *items: Item, limits: GuildSettings | None = None) -> int:
    return await store.add_table(table, SEATS, [], items, limits)


async def play(store: StoreWriter, table_id: int, *seqs: int, items: tuple[Item, ...] = (), at: float = NOW) -> None:
    rows = [action(seq, at=at) for seq in seqs]
    await store.append(table_id, rows, snapshot(seqs[-1]), items, posted=seqs[-1], stage="running", now=at)


async def take_back(
    store: StoreWriter,
    table_id: int,
    seq: int,
    *,
    after: int,
    items: tuple[Item, ...] = (),
    vote: VoteRow | None = None,
    rings_again: bool = False,
) -> None:
    row = replace(action(seq), undone=seq)
    await store.take_back(
        table_id, row, after, snapshot(seq), items, posted=after, now=NOW, vote=vote, rings_again=rings_again
    )


async def begin(store: StoreWriter, table: TableRow = TABLE, *items: Item) -> int:
    table_id = await add(store, table)
    running = replace(table, id=table_id, stage="running", rules=2, options="{}", seed="secret")
    await store.begin(running, SEATS, snapshot(0), items, NOW)
    return table_id


async def everything(store: StoreWriter, table_id: int) -> list[object]:
    """All that is kept of a table."""
    return [
        await store.table(table_id),
        await store.seats(table_id),
        await store.invited(table_id),
        await store.audit(table_id),
        await store.log(table_id),
        await store.snapshot(table_id),
        await store.vote(table_id),
        await store.items(table_id),
        await store.timers(table_id),
        await store.waits(table_id),
    ]


async def queue(store: StoreWriter, table_id: int) -> list[object]:
    return [row.item for row in await store.items(table_id)]


async def only(store: StoreWriter, table_id: int) -> OutboxRow:
    (row,) = await store.items(table_id)
    return row


class Contract:
    """A part of it; whoever puts a store to it has the fixtures `open_store`, `open_lease` and `kill_holder`."""

    @pytest.fixture
    async def store(self, open_store: OpenStore) -> AsyncIterator[StoreWriter]:
        store = await open_store()
        yield store
        await store.close()
