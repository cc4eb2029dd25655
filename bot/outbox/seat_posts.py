"""Posts about a table itself: who sits there, who is away or has left, whether it goes on."""

from collections.abc import Sequence

from bot.games.page import Button
from bot.naming import mention, table_name, when
from bot.outbox.lines import joined
from bot.outbox.post import Post
from bot.outbox.posts import Posts
from bot.store.rows import ANYBODY, SeatingRow, TableRow
from bot.tables.pace import away_limit, schedule
from bot.text.names import names_of, safe_name
from data.texts import text


class SeatPosts(Posts):
    """One line each; they ring nobody, but for a seat that is offered and a game that is set aside."""

    async def left(self, table_id: int) -> Post | None:
        """A kind word to the table when the one it waits for has left the server."""
        snapshot = await self._snapshot(table_id)
        gone = await self._left(snapshot)
        if not gone:
            return None
        words = text("table.left", snapshot.table.language, names=names_of(snapshot.names, gone))
        return Post(text=f"**{table_name(snapshot.table, snapshot.table.language)}** · {words}", table_id=table_id)

    async def waits_in_vain(self, table_id: int) -> bool:
        return bool(await self._left(await self._snapshot(table_id)))

    async def away(self, table_id: int, seat: int, begin: int) -> Post | None:
        """That somebody is away and until when; later, that they are back. Rings nobody."""
        table, seats = await self._table(table_id), await self.store.seats(table_id)
        user = seats[seat].user if seat < len(seats) else None
        if table is None or table.stage != "running" or user is None:
            return None
        language, now = table.language, self.tables.now()
        spans = [span for span in (await self.tables.store.user(user)).away if int(span[0]) == begin and span[1] > now]
        if not spans and await self._message(table_id, f"away:{seat}:{begin}") is None:
            return None  # they are back before anybody has heard of it
        name, key = safe_name(seats[seat].name), "away.said" if spans else "away.back"
        until = when(spans[0][1]) if spans else ""
        if spans and begin > now:
            key = "away.later"
        lines = [text(key, language, player=name, since=when(begin), until=until)]
        limit = away_limit(table)
        if spans and limit is not None and begin + limit < spans[0][1] and schedule(table):
            lines.append(text("away.limit", language, player=name, when=when(begin + limit)))
        return Post(text=joined(lines), table_id=table_id)

    async def seat_changed(self, table_id: int, seat: int, number: int) -> Post | None:
        """One line for the table: who sits there now, and whose seat it was. Rings nobody."""
        table, seatings = await self._table(table_id), await self.store.seatings(table_id)
        history = [row for row in seatings if row.seat == seat]
        if table is None or table.stage != "running" or not 0 < number < len(history):
            return None
        line = seating_line(history[: number + 1], table.language)
        return Post(text=f"**{table_name(table, table.language)}** · {line}", table_id=table_id)

    async def pause(self, table_id: int) -> Post | None:
        """One line for the table: its clocks stand still, or go on. Rings nobody."""
        table = await self._table(table_id)
        if table is None or table.stage != "running":
            return None
        words = text("pause.over" if table.paused is None else "pause.done", table.language, table=bold_name(table))
        return Post(text=words, table_id=table_id)

    async def seat_offered(self, table_id: int, seat: int, user: int) -> Post | None:
        """A seat that somebody may take, with the buttons for it; or that it is no longer offered."""
        table, seats = await self._table(table_id), await self.store.seats(table_id)
        if table is None or seat >= len(seats):
            return None
        row, language = seats[seat], table.language
        mark = f"**{table_name(table, language)}** · {text('offer.seat', language, n=seat + 1)}"
        if row.offered != user or table.stage != "running":
            key = "offer.taken" if row.user == user else "offer.settled"
            words = text(key, language, name=safe_name(row.name))
            return Post(text=f"{mark} · {words}", table_id=table_id, mark=mark)
        take = Button(label=text("press.take_seat", language), verb="take", choice=str(seat), style="good")
        if user == ANYBODY:
            words = text("offer.open", language, name=safe_name(row.name))
            return Post(text=f"{mark} · {words}", rows=((take,),), table_id=table_id, mark=mark)
        no = Button(label=text("press.decline", language), verb="decline", choice=str(seat))
        words = text("offer.member", language, name=safe_name(row.name), person=mention(user))
        return Post(text=f"{mark} · {words}", rows=((take, no),), table_id=table_id, pings=(user,), mark=mark)

    async def stopped(self, table_id: int) -> Post | None:
        """The last word about a game that was stopped."""
        table = await self._table(table_id)
        if table is None:
            return None
        return Post(
            text=text("table.stopped", table.language, table=table_name(table, table.language)), table_id=table_id
        )

    async def aside(self, table_id: int) -> Post | None:
        """That a game is set aside; later, that it goes on. Its players are rung for the first of the two."""
        table, seats = await self._table(table_id), await self.store.seats(table_id)
        if table is None or table.stage not in ("aside", "running"):
            return None
        name = table_name(table, table.language)
        if table.stage == "running":
            return Post(text=text("table.revived", table.language, table=name), table_id=table_id, mark=name)
        users = tuple(seat.user for seat in seats if seat.user)
        people = self._mentions(seats)
        words = text("table.aside", table.language, people=people, table=name, error=table.error or "?")
        return Post(text=words, table_id=table_id, pings=users, mark=name)


def bold_name(table: TableRow) -> str:
    return f"**{table_name(table, table.language)}**"


def seating_line(history: Sequence[SeatingRow], language: str) -> str:
    """Who sits on a seat by the last row of its history, and from whom they have it."""
    before, now = history[-2], history[-1]
    fields = {"name": safe_name(now.name), "before": safe_name(before.name)}
    if now.robot:
        return text("seat.to_robot", language, **fields)
    if now.user in {row.user for row in history[:-1]}:
        return text("seat.back", language, **fields)
    return text("seat.to_member", language, **fields)
