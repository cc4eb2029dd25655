"""What PostgreSQL refuses, in the words of the protocol."""

from collections.abc import Iterator
from contextlib import contextmanager

import asyncpg

from bot.store.protocol import (
    BadStore,
    LostRace,
    SeatTaken,
    StoreError,
    StoreFailing,
    UnknownTable,
    VoteOpen,
    Why,
)

BY_CONSTRAINT: dict[str, type[StoreError]] = {
    "actions_pkey": LostRace,
    "one_open_vote": VoteOpen,
    "seats_pkey": SeatTaken,
    "seats_game_user_key": SeatTaken,
}
"""What it means that a row with the same values is there already."""
AWAY = (
    OSError,
    TimeoutError,
    asyncpg.PostgresConnectionError,
    asyncpg.CannotConnectNowError,
    asyncpg.AdminShutdownError,
    asyncpg.CrashShutdownError,
    asyncpg.TooManyConnectionsError,
    asyncpg.IdleInTransactionSessionTimeoutError,
    asyncpg.InternalClientError,  # what a statement meets that is begun while the connection is just ending
)
CLOSED = ("connection is closed", "connection was closed", "released back to the pool")
"""By this alone asyncpg tells a connection that has ended from a mistake of ours."""
CROSSED = (asyncpg.DeadlockDetectedError, asyncpg.SerializationError)
"""Two transactions in each other's way: nothing is kept of this one, and it may be tried at once."""
PASSES = (
    *CROSSED,
    asyncpg.InsufficientResourcesError,
    asyncpg.OperatorInterventionError,
    asyncpg.LockNotAvailableError,
)
BY_REFUSAL: tuple[tuple[type[Exception], Why], ...] = (
    (asyncpg.InvalidAuthorizationSpecificationError, "denied"),
    (asyncpg.InsufficientPrivilegeError, "denied"),
    (asyncpg.InvalidCatalogNameError, "denied"),
    (asyncpg.ReadOnlySQLTransactionError, "not_writable"),
    (asyncpg.DiskFullError, "full"),
)
OF_POSTGRES: tuple[type[Exception], ...] = (
    asyncpg.PostgresError,
    asyncpg.InterfaceError,
    asyncpg.InternalClientError,
    OSError,
    TimeoutError,
)


def is_away(error: BaseException) -> bool:
    """Whether the server, or the way to it, is gone for the moment."""
    is_closed = isinstance(error, asyncpg.InterfaceError) and any(words in str(error) for words in CLOSED)
    return is_closed or isinstance(error, AWAY)


@contextmanager
def translated() -> Iterator[None]:
    try:
        yield
    except OF_POSTGRES as error:
        raise ours(error) from error


def ours(error: Exception) -> Exception:
    """The error of the protocol that one of PostgreSQL stands for."""
    if is_away(error) or isinstance(error, PASSES):
        return StoreFailing(type(error).__name__)
    match error:
        case asyncpg.UniqueViolationError():
            return BY_CONSTRAINT.get(error.constraint_name or "", StoreError)(str(error))
        case asyncpg.ForeignKeyViolationError():
            return UnknownTable(str(error))
    return StoreError(f"{type(error).__name__}: {error}")


@contextmanager
def explained() -> Iterator[None]:
    """Where a database is opened: what PostgreSQL says becomes a `BadStore`."""
    try:
        yield
    except OF_POSTGRES as error:
        raise BadStore(why(error), str(error) or type(error).__name__) from error
    except StoreFailing as error:
        raise BadStore("away", str(error)) from error


def why(error: Exception) -> Why:
    if is_away(error):
        return "away"
    return next((reason for kind, reason in BY_REFUSAL if isinstance(error, kind)), "broken")
