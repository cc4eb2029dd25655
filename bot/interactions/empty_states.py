"""Where there is nothing to play at: the ways to a table."""

from msgspec.structs import replace

from bot.errors import NoTable
from bot.games.page import Button
from bot.interactions.request import Request
from bot.naming import link, table_label
from bot.outbox.post import Link, Post, Row
from bot.store.items import copy_key
from bot.store.rows import TableRow
from bot.tables.lobby import rules_of
from bot.text.labels import LABEL, clipped
from bot.text.names import safe_name
from data.texts import text

MOST_LINKS = 5


async def no_table(request: Request, key: str) -> Post:
    """Why there is none, with a button that opens one and links to the reader's own."""
    store, language = request.store, request.language
    links = tuple([await way_to(table, request) for table in await store.tables_of(request.user)])
    rows: list[Row] = [links[:MOST_LINKS]] if links else []
    rows.insert(0, (Button(label=text("press.new_table", language), verb="new_table", style="good"),))
    words = text(key, language)
    if links:
        words += "\n" + text("games.heading", language)
    return Post(text=words, rows=tuple(rows))


async def way_to(table: TableRow, request: Request) -> Link:
    """Of a table without a channel, to the reader's own copy of its last post."""
    store, to = request.store, request.user if table.in_dms else 0
    post = await store.message(table.id, copy_key("post", to)) or await store.message(table.id, copy_key("lobby", to))
    if table.in_dms:
        table = replace(table, channel=post.channel if post else request.reader.channel)
    return Link(clipped(table_label(table, request.language), LABEL), link(table, post.message if post else None))


async def not_begun(request: Request, error: NoTable) -> Post:
    """Whom it waits for, and what the reader can do about it until then."""
    store, language = request.store, request.language
    words = text(error.key, language)
    table = await store.table(error.table_id) if error.table_id is not None else None
    if table is None or table.stage != "lobby":
        return Post(text=words)
    seats = await store.seats(table.id)
    host = next((safe_name(seat.name) for seat in seats if seat.user == table.host), "?")
    least = rules_of(table.title).seats[0]
    is_host, is_seated = request.user == table.host, any(seat.user == request.user for seat in seats)
    is_awaited = is_seated and request.user in await store.invited(table.id)
    if len(seats) < least:
        words += " " + text("lobby.too_few", language, n=least - len(seats))
    elif not is_host:
        words += " " + text("lobby.host_starts", language, host=host)
    buttons = tuple(
        Button(label=text(f"press.{verb}", language), verb=verb, style="good" if verb in ("start", "join") else "plain")
        for verb in ways_on(is_host, is_seated, is_awaited, len(seats) >= least, len(seats) >= table.size)
    )
    return Post(text=words, rows=(buttons, (await way_to(table, request),)), table_id=table.id)


def ways_on(is_host: bool, is_seated: bool, is_awaited: bool, can_start: bool, is_full: bool) -> list[str]:
    """The lobby's own buttons, as far as they lead on for this reader; *Join* also says yes to a seat that is kept."""
    found = ["start"] if is_host and can_start else []
    if is_awaited:
        found.append("join")
    elif not is_full:
        found += ["robot", "invite"] if is_host else ["invite"] if is_seated else ["join"]
    return [*found, "rules", "leave"] if is_seated else [*found, "rules"]
