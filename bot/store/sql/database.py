"""What a database does for the statements of this folder: rows, transactions, and who hears of timers."""

from abc import ABC, abstractmethod
from collections.abc import Awaitable, Callable, Iterable, Sequence
from contextlib import AbstractAsyncContextManager
from typing import Any, Protocol, TypeAlias

from bot.store.timers import TimerChanges

Value: TypeAlias = str | int | float | bytes | None
Statement: TypeAlias = tuple[str, Sequence[tuple[Value, ...]]]
"""SQL, and the values for each time it is run."""
Transaction: TypeAlias = Sequence[Statement]
Found: TypeAlias = tuple[Any, ...]
"""A row as the database gives it; which column is of which type is known to whoever has asked."""


class SqlConnection(Protocol):
    """Within a transaction. A mark is `?`, or `?1` for the first value wherever it is used."""

    def execute(self, sql: str, parameters: Iterable[Value] | None = ..., /) -> Awaitable[object]: ...

    def executemany(self, sql: str, parameters: Iterable[Iterable[Value]], /) -> Awaitable[object]: ...

    def execute_fetchall(self, sql: str, parameters: Iterable[Value] | None = ..., /) -> Awaitable[Iterable[Any]]: ...


class SqlDatabase(ABC):
    _on_timers: Callable[[float], None] = staticmethod(lambda _: None)

    @abstractmethod
    def _writing(self, *tables: int) -> AbstractAsyncContextManager[SqlConnection]:
        """A transaction of several steps: kept when it is left, or nothing of it. It changes these tables: those of
        them that this process holds must still be its own."""

    @abstractmethod
    async def _at_once(self, transaction: Transaction, *tables: int) -> None:
        """A whole transaction whose statements are known beforehand: quicker."""

    async def _hold(self, db: SqlConnection, what: str) -> None:
        """Until the transaction ends nobody else holds the same, where several may write at once."""
        return

    @abstractmethod
    async def _rows(self, sql: str, *values: Value) -> list[Found]: ...

    @abstractmethod
    async def _named_rows(self, sql: str, *values: Value) -> list[dict[str, object]]:
        """Each with the names of its columns."""

    async def _row(self, sql: str, *values: Value) -> Found | None:
        rows = await self._rows(sql, *values)
        return rows[0] if rows else None

    def watch_timers(self, on_set: Callable[[float], None]) -> None:
        self._on_timers = on_set

    def _announce_timers(self, timers: TimerChanges) -> None:
        """For whoever has just kept them."""
        if timers.set:
            self._on_timers(min(due for due, _ in timers.set))
