"""What is to be sent, and what has been."""

from msgspec.structs import replace

from bot.store.items import BoardShown, ButtonsExpired, GameFinished, HandChanged, MessageReplaced, SeatRung, TurnPosted
from bot.store.protocol import StoreWriter
from bot.store.rows import Census, Message, MessageState
from bot.store.timers import ClockRang, ThreadPutAway, TimerChanges
from tests.store.contract.rows import LARGEST, NOW, TABLE, Contract, OpenStore, add, begin, only, queue


class OutboxContract(Contract):
    async def test_items_keep_their_order_and_a_newer_one_takes_the_place_of_its_like(self, store: StoreWriter) -> None:
        table_id = await add(store)
        await store.add_items(table_id, [HandChanged(1), BoardShown(), HandChanged(0)], NOW)
        first = await store.items(table_id)
        await store.add_items(table_id, [HandChanged(0), BoardShown(), SeatRung(0, 4)], NOW + 5)
        rows = await store.items(table_id)
        assert [row.item for row in rows] == [HandChanged(1), BoardShown(), HandChanged(0), SeatRung(0, 4)]
        assert [row.id for row in rows[:3]] == [row.id for row in first]
        assert [row.version for row in rows] == [1, 2, 2, 1]
        assert [row.written for row in rows] == [NOW, NOW + 5, NOW + 5, NOW + 5]
        assert all(row.table_id == table_id for row in rows)

    async def test_an_item_that_may_have_arrived_stays_as_old_as_it_is(self, store: StoreWriter) -> None:
        """What it has become is looked for among all messages since then."""
        table_id = await add(store, TABLE, BoardShown())
        first = await only(store, table_id)
        await store.count_try(first)
        await store.add_items(table_id, [BoardShown()], first.written + 5)
        assert (await only(store, table_id)).written == first.written

    async def test_the_newer_of_two_with_one_key_is_what_is_sent(self, store: StoreWriter) -> None:
        table_id = await begin(store)
        await store.add_items(table_id, [GameFinished(1, 2)], NOW)
        await store.add_items(table_id, [GameFinished(1, 3)], NOW)
        assert await queue(store, table_id) == [GameFinished(1, 3)]

    async def test_numbers_of_items_are_never_used_again(self, store: StoreWriter) -> None:
        table_id = await add(store)
        numbers = []
        for _ in range(3):
            await store.add_items(table_id, [BoardShown()], NOW)
            row = await only(store, table_id)
            await store.mark_sent(row, NOW)
            numbers.append(row.id)
        assert numbers == sorted({*numbers})

    async def test_tries_and_pauses_are_counted_and_whoever_acts_ends_the_pause(self, store: StoreWriter) -> None:
        table_id, other = await add(store), await add(store, replace(TABLE, channel=501), BoardShown())
        await store.add_items(table_id, [BoardShown(), HandChanged(0)], NOW)
        row, _ = await store.items(table_id)
        await store.count_try(row)
        await store.count_try(row)
        await store.postpone(row, NOW + 60)
        await store.postpone(await only(store, other), NOW + 90)
        assert [(row.tries, row.due) for row in await store.items(table_id)] == [(2, NOW + 60), (0, 0.0)]
        assert await store.tables_with_items() == [(table_id, 0.0), (other, NOW + 90)]
        await store.add_items(table_id, [HandChanged(1)], NOW)
        assert [row.due for row in await store.items(table_id)] == [0.0, 0.0, 0.0]
        assert (await only(store, other)).due == NOW + 90
        await store.make_all_due()
        assert (await only(store, other)).due == 0.0

    async def test_what_is_sent_is_remembered_as_its_message(self, store: StoreWriter) -> None:
        table_id = await begin(store, TABLE, TurnPosted(0, 0))
        row = await only(store, table_id)
        state = MessageState(after=0, until=0, rang=0b101)
        kept = Message(key="post", channel=500, message=LARGEST, payload=state)
        await store.mark_sent(row, NOW, keep=kept, more=[HandChanged(1)], dm=(12, "open"))
        assert await store.message(table_id, "post") == kept
        assert await store.messages_in(500) == [(table_id, LARGEST)]
        assert await queue(store, table_id) == [HandChanged(1)]
        assert [seat.dm for seat in await store.seats(table_id)] == ["untried", "open", "closed"]
        newer = Message(key="post", channel=500, message=8, payload=MessageState(asked=0))
        await store.mark_sent(await only(store, table_id), NOW, keep=newer)
        assert await store.message(table_id, "post") == newer
        assert await store.items(table_id) == await store.tables_with_items() == []

    async def test_a_message_is_forgotten_and_another_stays(self, store: StoreWriter) -> None:
        table_id = await add(store)
        for key in ("ping", "post"):
            await store.add_items(table_id, [BoardShown()], NOW)
            row = await only(store, table_id)
            await store.mark_sent(row, NOW, keep=Message(key=key, channel=500, message=len(key)))
        await store.add_items(table_id, [BoardShown()], NOW)
        await store.mark_sent(await only(store, table_id), NOW, forget="ping")
        assert await store.message(table_id, "ping") is None
        assert await store.message(table_id, "post") == Message(key="post", channel=500, message=4)

    async def test_an_item_rewritten_while_it_was_sent_is_sent_again(self, store: StoreWriter) -> None:
        table_id = await add(store, TABLE, BoardShown())
        row = await only(store, table_id)
        await store.add_items(table_id, [BoardShown()], NOW)
        await store.mark_sent(row, NOW, keep=Message(key="show", channel=500, message=7))
        assert (await only(store, table_id)).id == row.id
        assert await store.message(table_id, "show") is not None
        await store.mark_sent(await only(store, table_id), NOW)
        assert await store.items(table_id) == []

    async def test_each_reader_has_a_copy_and_all_of_them_are_known_until_the_reader_is_erased(
        self, store: StoreWriter
    ) -> None:
        table_id = await begin(store)
        for number, reader in enumerate((11, 12, 11)):
            await store.add_items(table_id, [BoardShown(to=reader)], NOW)
            row = await only(store, table_id)
            assert row.item == BoardShown(to=reader)
            kept = Message(key=row.key, channel=reader * 10, message=100 + number)
            await store.mark_sent(row, NOW, keep=kept)
        await store.add_items(table_id, [BoardShown(to=12)], NOW)
        await store.mark_sent(await only(store, table_id), NOW, forget=BoardShown(to=12).key)
        mine, theirs = [await store.message(table_id, BoardShown(to=reader).key) for reader in (11, 12)]
        assert mine is not None
        assert (mine.message, theirs) == (102, None)
        assert sorted(await store.messages_in(110)) == [(table_id, 100), (table_id, 102)]
        assert await store.messages_in(120) == [(table_id, 101)]
        await store.erase(11, lambda _language, _seat: "Person", NOW)
        gone = {row.message for row in await queue(store, table_id) if isinstance(row, MessageReplaced)}
        assert gone >= {100, 102}
        assert 101 not in gone

    async def test_messages_that_are_about_to_go_are_known_too(self, store: StoreWriter) -> None:
        table_id, other = await add(store), await add(store, replace(TABLE, channel=501))
        await store.add_items(table_id, [MessageReplaced(500, 7), ButtonsExpired(500, 8, 3)], NOW)
        await store.add_items(other, [MessageReplaced(500, 9), MessageReplaced(501, 10), BoardShown()], NOW)
        assert sorted(await store.messages_in(500)) == [(table_id, 7), (table_id, 8), (other, 9)]

    async def test_another_run_has_another_edition_and_what_waits_keeps_its_own(self, open_store: OpenStore) -> None:
        first = await open_store()
        table_id = await add(first, TABLE, BoardShown())
        row = await only(first, table_id)
        edition = first.edition_of(row)
        await first.close()
        second = await open_store()
        await second.add_items(table_id, [HandChanged(0)], NOW)
        old, new = await second.items(table_id)
        assert second.edition_of(old) == edition
        assert second.edition_of(new) not in ("", edition)
        await second.close()

    async def test_there_is_a_count_of_everything(self, store: StoreWriter) -> None:
        assert await store.census(NOW) == Census(tables={}, items=0, oldest_item=None, overdue=0)
        table_id = await begin(store)
        await add(store, replace(TABLE, channel=501), BoardShown())
        timers = TimerChanges(set=((NOW - 1, ThreadPutAway()), (NOW + 1, ClockRang(0))))
        await store.add_items(table_id, [HandChanged(0), BoardShown()], NOW - 50, timers)
        oldest = min(TABLE.opened, NOW - 50)
        counted = Census(tables={"running": 1, "lobby": 1}, items=3, oldest_item=oldest, overdue=1)
        assert await store.census(NOW) == counted
        await store.set_aside(table_id, "abcd", [], NOW)
        assert (await store.census(NOW)).overdue == 0
