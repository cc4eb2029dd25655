"""How finished games went, and how players stand after them."""

from collections.abc import Collection, Sequence

import msgspec

from bot.store.rows import PlayedRow, ResultRow, StandingChanges, StandingRow
from bot.store.sql.database import SqlDatabase, Statement, Value
from bot.store.sql.statements import FACT, as_json, played_from, result_statement

COUNTED = "counted without coached"
"""Named for how games are counted: where that changes, the name does, and all are counted anew."""
RECOUNT: Statement = ("DELETE FROM facts WHERE name = ?", [(COUNTED,)])
STANDING = ", ".join(StandingRow.__struct_fields__)


class ResultStore(SqlDatabase):
    async def save_results(self, table_id: int, results: Sequence[ResultRow]) -> None:
        await self._at_once([result_statement(table_id, results), RECOUNT])

    async def results(self) -> list[PlayedRow]:
        return await self._results("TRUE")

    async def results_of(self, user: int, guild: int | None = None) -> list[PlayedRow]:
        played = "r.game IN (SELECT game FROM results WHERE user = ?)"
        return await self._results(f"{played} AND t.guild = coalesce(?, t.guild)", user, guild)

    async def _results(self, where: str, *values: Value) -> list[PlayedRow]:
        columns = ", ".join(f"r.{name}" for name in ResultRow.__struct_fields__)
        rows = await self._rows(
            f"SELECT r.game, t.guild, t.title, t.help, (SELECT count(*) FROM seats s WHERE s.game = r.game), "
            "coalesce((SELECT name FROM seatings h WHERE h.game = r.game AND h.seat = r.seat AND h.user IS r.user "
            f"AND h.robot IS r.robot ORDER BY id DESC LIMIT 1), ''), {columns} "
            f"FROM results r JOIN tables t ON t.id = r.game WHERE {where} "
            "ORDER BY r.at, r.game, r.seat, r.part",
            *values,
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

    # Standings

    async def counted(self) -> tuple[float, int] | None:
        row = await self._row("SELECT value FROM facts WHERE name = ?", COUNTED)
        return msgspec.json.decode(row[0], type=tuple[float, int]) if row else None

    async def standings(self, guild: int, title: str, users: Collection[int] | None = None) -> list[StandingRow]:
        sql, values = f"SELECT {STANDING} FROM standings WHERE guild = ? AND title = ?", (guild, title)
        if users is not None:
            sql += f" AND (user IS NULL OR user IN ({', '.join('?' * len(users))}))"
        rows = await self._rows(f"{sql} ORDER BY user NULLS FIRST, robot NULLS FIRST", *values, *(users or ()))
        return [StandingRow(**dict(zip(StandingRow.__struct_fields__, row, strict=True))) for row in rows]

    async def rating_history(self, user: int, guild: int, title: str) -> list[tuple[float, float]]:
        return await self._rows(
            "SELECT points, doubt FROM ratings WHERE user = ? AND guild = ? AND title = ? ORDER BY rated",
            user,
            guild,
            title,
        )

    async def last_names(self, users: Collection[int], guild: int) -> dict[int, str]:
        rows = await self._rows(
            f"SELECT h.user, h.name FROM seatings h JOIN tables t ON t.id = h.game "
            f"WHERE h.user IN ({', '.join('?' * len(users))}) AND t.guild = ? ORDER BY h.id",
            *users,
            guild,
        )
        return dict(rows)

    async def save_standings(self, standings: StandingChanges) -> None:
        anew: list[Statement] = [("DELETE FROM standings", [()]), ("DELETE FROM ratings", [()])]
        await self._at_once([*anew, *standing_statements(standings)])


def standing_statements(changes: StandingChanges) -> list[Statement]:
    if changes.until is None:
        return [RECOUNT]
    names = StandingRow.__struct_fields__
    rows = [tuple(getattr(row, name) for name in names) for row in changes.standings]
    steps = [row for row in changes.steps if row.user is not None]
    return [
        (
            "DELETE FROM standings WHERE guild = ? AND title = ? AND user IS ? AND robot IS ?",
            [(row.guild, row.title, row.user, row.robot) for row in changes.standings],
        ),
        (f"INSERT INTO standings ({STANDING}) VALUES ({', '.join('?' * len(names))})", rows),
        (
            "INSERT INTO ratings (user, guild, title, rated, points, doubt) VALUES (?, ?, ?, ?, ?, ?)",
            [(row.user, row.guild, row.title, row.rated, row.points, row.doubt) for row in steps],
        ),
        (FACT, [(COUNTED, as_json(changes.until))]),
    ]
