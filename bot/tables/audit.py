"""Who stopped, changed or took over a table: rows that are kept with the change itself and shown in `/log`."""

import msgspec

from bot.store.rows import AuditRow, SeatRow, TableRow
from bot.tables.lobby import TABLE_OPTIONS, Lobby, clean_name

NOBODY = ""
"""Whoever did it has no name: a lobby was closed because nobody has started it."""


class Author(msgspec.Struct, frozen=True, kw_only=True):
    user: int
    name: str


def row(table: TableRow, by: Author | None, what: str, **about: str) -> AuditRow:
    """One line; whoever is not the host has done it as a moderator."""
    if by is None:
        return AuditRow(name=NOBODY, what=what, about=about)
    role = {} if by.user == table.host else {"role": "moderator"}
    return AuditRow(user=by.user, name=clean_name(by.name), what=what, about={**about, **role})


def rows_about(before: Lobby, after: Lobby, by: Author | None) -> list[AuditRow]:
    """What somebody has changed in a lobby. Who takes or leaves a seat is no change of the table."""
    if after.table.stage == "closed":
        return [row(before.table, by, "closed")]
    rows = [row(before.table, by, "option", option=name, value=value) for name, value in options_changed(before, after)]
    rows += [row(before.table, by, "robot_added", robot=seat.name) for seat in robots_beyond(after, before)]
    rows += [row(before.table, by, "robot_removed", robot=seat.name) for seat in robots_beyond(before, after)]
    if names(before) != names(after) and sorted(names(before)) == sorted(names(after)):
        rows.append(row(before.table, by, "order", order=", ".join(names(after))))
    if before.table.host != after.table.host:
        host = next((seat.name for seat in after.seats if seat.user == after.table.host), NOBODY)
        rows.append(AuditRow(user=after.table.host, name=host, what="host"))
    return rows


def options_changed(before: Lobby, after: Lobby) -> list[tuple[str, str]]:
    """Each with its new value; one that was taken back has none."""
    found = [(name, getattr(after.table, name)) for name in TABLE_OPTIONS]
    found = [(name, value) for name, value in found if value != getattr(before.table, name)]
    if before.table.size != after.table.size:
        found.append(("seats", str(after.table.size)))
    old, new = before.table.variant, after.table.variant
    changed = sorted(name for name in {*old, *new} if old.get(name) != new.get(name))
    return [*found, *((name, new.get(name, "")) for name in changed)]


def robots_beyond(these: Lobby, those: Lobby) -> list[SeatRow]:
    known = {seat.name for seat in those.seats if seat.robot}
    return [seat for seat in these.seats if seat.robot and seat.name not in known]


def names(lobby: Lobby) -> list[str]:
    return [seat.name for seat in lobby.seats]
