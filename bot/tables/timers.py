"""Which timers go with which change of a table."""

from bot.store.rows import TableRow
from bot.store.timers import LeaverSought, LobbyClosed, LobbyWarned, LogPacked, ThreadPutAway, TimerChanges
from bot.tables.pace import A_DAY

LEAVER_PAUSE = 6 * 3600.0
LEAVER_TRIES = 8
"""After three days, nobody looks any more whether somebody who is waited for has left the server."""


def lobby_timers(table: TableRow) -> TimerChanges:
    """Of a lobby that is opened: it is closed when nobody has started it, and says so a day before."""
    if table.closes is None:
        return TimerChanges()
    return TimerChanges(set=((table.closes - A_DAY, LobbyWarned()), (table.closes, LobbyClosed())))


def closing_timers(table: TableRow, now: float) -> TimerChanges:
    """Of a lobby that has changed: once it is closed, nothing is waited for, and its post in a games room goes too."""
    if table.stage != "closed":
        return TimerChanges()
    put_away = ((now + A_DAY, ThreadPutAway()),) if table.room else ()
    return TimerChanges(set=put_away, is_all_cancelled=True)


def leaver_timer(now: float) -> TimerChanges:
    """Somebody has acted: a day later it is time to look whether the one who is waited for is still there."""
    return TimerChanges(set=((now + A_DAY, LeaverSought()),))


def end_timers(table: TableRow, now: float) -> TimerChanges:
    """Nothing is waited for any more; a day later the game's own thread is put away and its log is packed."""
    put_away = ((now + A_DAY, ThreadPutAway()),) if table.owns_thread else ()
    return TimerChanges(set=(*put_away, (now + A_DAY, LogPacked())), is_all_cancelled=True)
