"""How games went, and how players stand."""

from msgspec.structs import replace

from bot.store.protocol import StoreWriter
from bot.store.rows import ResultRow, StandingChanges, StandingRow
from tests.store.contract.rows import NOW, TABLE, Contract, action, begin, snapshot


class ResultContract(Contract):
    async def test_results_come_with_the_end_of_a_game_and_are_of_one_server(self, store: StoreWriter) -> None:
        first, second = await begin(store), await begin(store, replace(TABLE, channel=501))
        won = ResultRow(seat=0, user=11, points=80, place=1, share=0.5, turns=4, seconds=9.5, at=NOW)
        rest = ResultRow(seat=0, part=1, robot="conductor", points=80, place=1, share=0.5, at=NOW)
        await store.append(first, [action(1)], snapshot(1), (), posted=1, stage="over", now=NOW, results=[won, rest])
        await store.append(second, [action(1)], snapshot(1), (), posted=1, stage="over", now=NOW)
        assert [(row.table_id, row.guild, row.title, row.seats, row.result) for row in await store.results()] == [
            (first, 1, "usa", 3, won),
            (first, 1, "usa", 3, rest),
        ]
        assert await store.results_of(11) == await store.results_of(11, 1) == await store.results()
        assert await store.results_of(11, 2) == await store.results_of(12) == []
        assert await store.uncounted() == [second]
        await store.save_results(second, [won])
        assert await store.uncounted() == []

    async def test_games_that_were_stopped_are_counted_by_player(self, store: StoreWriter) -> None:
        table_id = await begin(store)
        await store.stop(table_id, [], NOW)
        await begin(store, replace(TABLE, channel=501))
        elsewhere = await begin(store, replace(TABLE, guild=2, channel=502))
        await store.stop(elsewhere, [], NOW)
        assert await store.stopped_games(1) == {11: 1, 12: 1}
        assert await store.stopped_games(None) == {11: 2, 12: 2}

    async def test_somebodys_results_come_with_all_others_of_the_same_games(self, store: StoreWriter) -> None:
        async def finish(guild: int, at: float, *users: int) -> int:
            table_id = await begin(store, replace(TABLE, guild=guild, channel=500 + round(at)))
            results = [ResultRow(seat=seat, user=user, points=80, place=1, at=at) for seat, user in enumerate(users)]
            await store.append(table_id, [action(1)], snapshot(1), (), posted=1, stage="over", now=NOW, results=results)
            return table_id

        late, early = await finish(1, 9.0, 11, 12), await finish(2, 3.0, 11, 13)
        await finish(1, 5.0, 12, 14)
        assert [row.table_id for row in await store.results_of(11)] == [early, early, late, late]
        assert [row.table_id for row in await store.results_of(11, 1)] == [late, late]

    async def test_standings_come_with_the_end_of_a_game_and_are_counted_anew_when_results_change(
        self, store: StoreWriter
    ) -> None:
        ada = StandingRow(guild=1, title="usa", user=11, points=1040.5, doubt=300.25, rated=1, games=1.0, best=80)
        robot = StandingRow(guild=1, title="usa", robot="conductor", points=900.0, rated=1)
        assert await store.counted() is None
        await store.save_standings(StandingChanges(until=(0.0, 0)))
        table_id = await begin(store)
        changes = StandingChanges(standings=(ada, robot), steps=(ada, robot), until=(NOW, table_id))
        await store.append(table_id, [action(1)], snapshot(1), (), posted=1, stage="over", now=NOW, standings=changes)
        assert await store.counted() == (NOW, table_id)
        assert await store.standings(1, "usa") == [robot, ada]
        assert await store.standings(1, "usa", [12]) == [robot]
        assert await store.standings(1, "") == await store.standings(0, "usa") == []
        assert await store.rating_history(11, 1, "usa") == [(1040.5, 300.25)]
        assert await store.last_names([11, 12, 13], 1) == {11: "Ada", 12: "Bo"}
        assert await store.last_names([11], 2) == {}
        better = replace(ada, points=1100.0, rated=2)
        await store.save_standings(StandingChanges(standings=(better,), steps=(ada, better), until=(NOW, 9)))
        assert await store.standings(1, "usa") == [better]
        assert await store.rating_history(11, 1, "usa") == [(1040.5, 300.25), (1100.0, 300.25)]
        await store.save_results(table_id, [ResultRow(seat=0, user=11, points=80, place=1, at=NOW)])
        assert await store.counted() is None

    async def test_somebody_who_is_erased_stands_nowhere_at_once(self, store: StoreWriter) -> None:
        ada, bo = [StandingRow(guild=1, title="usa", user=user, rated=1) for user in (11, 12)]
        await store.save_standings(StandingChanges(standings=(ada, bo), steps=(ada, bo), until=(NOW, 1)))
        await store.erase(11, lambda _language, _seat: "somebody", NOW)
        assert await store.standings(1, "usa") == [bo]
        assert await store.rating_history(11, 1, "usa") == []
        assert await store.counted() is None
