"""How finished games went."""

from collections.abc import Sequence

from bot.store.rows import PlayedRow, ResultRow
from bot.store.sqlite.database import Database
from bot.store.sqlite.statements import played_from, result_statement


class ResultStore(Database):
    async def save_results(self, table_id: int, results: Sequence[ResultRow]) -> None:
        await self._at_once([result_statement(table_id, results)])

    async def results(self, guild: int) -> list[PlayedRow]:
        return await self._results("t.guild = ?", guild)

    async def results_of(self, user: int) -> list[PlayedRow]:
        played = "SELECT p.guild FROM results q JOIN tables p ON p.id = q.game WHERE q.user = ?"
        return await self._results(f"t.guild IN ({played})", user)

    async def _results(self, where: str, value: int) -> list[PlayedRow]:
        columns = ", ".join(f"r.{name}" for name in ResultRow.__struct_fields__)
        rows = await self._rows(
            f"SELECT r.game, t.title, (SELECT count(*) FROM seats s WHERE s.game = r.game), "
            "coalesce((SELECT name FROM seatings h WHERE h.game = r.game AND h.seat = r.seat AND h.user IS r.user "
            f"AND h.robot IS r.robot ORDER BY id DESC LIMIT 1), ''), {columns} "
            f"FROM results r JOIN tables t ON t.id = r.game WHERE {where} AND t.stage = 'over' "
            "ORDER BY r.at, r.game, r.seat, r.part",
            value,
        )
        return [played_from(row) for row in rows]

    async def uncounted(self) -> list[int]:
        rows = await self._rows(
            "SELECT id FROM tables t WHERE stage = 'over' AND NOT EXISTS (SELECT 1 FROM results WHERE game = t.id) "
            "ORDER BY id"
        )
        return [table_id for (table_id,) in rows]

    async def stopped_games(self, guild: int | None) -> dict[int, int]:
        rows = await self._rows(
            "SELECT s.user, count(*) FROM seats s JOIN tables t ON t.id = s.game "
            "WHERE t.guild = coalesce(?, t.guild) AND t.stage = 'closed' AND t.seed IS NOT NULL AND s.user IS NOT NULL "
            "GROUP BY s.user",
            guild,
        )
        return dict(rows)
