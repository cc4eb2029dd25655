"""Where there is nothing to play at: the ways to a table."""

from typing import TYPE_CHECKING

from bot.naming import link, table_label
from bot.store.rows import TableRow
from bot.store.store import Store
from bot.telling.parcel import Link, Parcel, Row
from bot.ui.page import Button
from bot.words.labels import LABEL, clipped
from data.texts import text

if TYPE_CHECKING:
    from bot.answering.replies import Reader

MOST_LINKS = 5


async def no_table(reader: "Reader", store: Store, key: str) -> Parcel:
    """Why there is none, with a button that opens one and links to the reader's own."""
    links = tuple([await way_to(table, store, reader.language) for table in await store.tables_of(reader.user)])
    rows: list[Row] = [links[:MOST_LINKS]] if links else []
    if reader.guild is not None:
        rows.insert(0, (Button(label=text("press.new_table", reader.language), verb="new_table", style="good"),))
    words = text(key, reader.language)
    if links:
        words += "\n" + text("games.heading", reader.language)
    return Parcel(text=words, rows=tuple(rows))


async def way_to(table: TableRow, store: Store, language: str) -> Link:
    post = await store.message(table.id, "post") or await store.message(table.id, "lobby")
    return Link(clipped(table_label(table, language), LABEL), link(table, post.message if post else None))


async def not_begun(reader: "Reader", store: Store, key: str) -> Parcel:
    """The lobby's own buttons for whoever wants it to begin."""
    words = text(key, reader.language)
    table = await store.table_in(reader.channel, ("lobby",))
    if table is None:
        return Parcel(text=words)
    is_seated = any(seat.user == reader.user for seat in await store.seats(table.id))
    verb = "start" if reader.user == table.host else "leave" if is_seated else "join"
    return Parcel(text=words, rows=((Button(label=text(f"press.{verb}", reader.language), verb=verb),),), game=table.id)
