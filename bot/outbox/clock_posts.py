"""Posts about time: reminders, nudges, what the others are asked about somebody silent, and sleep.

They name whom a table waits for and since when, and nothing of what is asked.
"""

from collections.abc import Sequence

from bot.games.menus import OTHER
from bot.games.page import Button
from bot.naming import link, table_name
from bot.outbox.post import Post
from bot.outbox.posts import Posts
from bot.store.rows import SeatRow, TableRow, WaitRow
from bot.tables.calendar import ring_moment
from bot.tables.clocks import ANSWERS, Waited, people_asked
from bot.tables.pace import A_DAY, AN_HOUR, schedule, seconds, stands_still
from bot.text.names import safe_name
from data.texts import text


class ClockPosts(Posts):
    """They ring whom the table waits for, unless at an hour at which that may not be."""

    async def reminder(self, table_id: int, seat: int) -> Post | None:
        found = await self._waited(table_id, seat)
        if found is None:
            return None
        table, player, wait = found
        language, waited = table.language, self.tables.now() - wait.since
        people, pings = await self._people(table, [player])
        key, n = (
            ("remind.days", waited / A_DAY) if waited >= A_DAY else ("remind.hours", max(waited, AN_HOUR) / AN_HOUR)
        )
        name = table_name(table, language)
        words = text(key, language, n=int(n), people=people, table=name, link=await self._link(table))
        until = deadline_line(await self._clock(table_id, seat), language)
        return Post(
            text="\n".join(line for line in (words, until) if line),
            rows=(reminder_buttons(language),),
            table_id=table_id,
            pings=pings,
            mark=f"{people}, {name}",
        )

    async def nudge(self, table_id: int, seat: int, by: int) -> Post | None:
        found = await self._waited(table_id, seat)
        if found is None:
            return None
        table, player, _ = found
        people, pings = await self._people(table, [player])
        words = nudge_text(table, await self._name_of(table_id, by), people, await self._link(table))
        return Post(text=words, rows=(reminder_buttons(table.language),), table_id=table_id, pings=pings)

    async def past_reminder(self, table_id: int, seat: int, by: int | None) -> Post | None:
        """What a reminder, or a nudge by somebody, is known by that has arrived and that nobody needs any more."""
        table, seats = await self._table(table_id), await self.store.seats(table_id)
        if table is None or seat >= len(seats):
            return None
        if by is not None:
            mark = nudge_text(table, await self._name_of(table_id, by)).strip(" ,·")
            return Post(text=mark, table_id=table_id, mark=mark)
        people, _ = await self._people(table, [seats[seat]])
        mark = f"{people}, {table_name(table, table.language)}"
        return Post(text=mark, table_id=table_id, mark=mark)

    async def _name_of(self, table_id: int, user: int) -> str:
        return next((row.name for row in await self.store.seats(table_id) if row.user == user), "?")

    async def _waited(self, table_id: int, seat: int) -> tuple[TableRow, SeatRow, WaitRow] | None:
        """Somebody who may still be reminded: not muted, and their clock runs."""
        table, seats = await self._table(table_id), await self.store.seats(table_id)
        wait = next((wait for wait in await self.store.waits(table_id) if wait.seat == seat), None)
        if table is None or table.stage != "running" or stands_still(table):
            return None
        if wait is None or wait.is_muted or wait.has_stand_in or seat >= len(seats) or seats[seat].user is None:
            return None
        return table, seats[seat], wait

    async def asked(self, table_id: int, seat: int, start: int) -> Post | None:
        """What the others may decide about somebody whose time is up; later, what has come of it."""
        table, seats = await self._table(table_id), await self.store.seats(table_id)
        if table is None or seat >= len(seats):
            return None
        sat = [row.name for row in await self.store.seatings(table_id) if row.seat == seat and row.user is not None]
        language, name = table.language, safe_name(sat[-1] if sat else seats[seat].name)
        heading = text("ask.heading", language, player=name, table=table_name(table, language))
        wait = next((wait for wait in await self.store.waits(table_id) if wait.seat == seat), None)
        if table.stage != "running" or wait is None or wait.asked is None or int(wait.start) != start:
            outcome = "seat" if seats[seat].robot else result_of(wait, start)
            result = text(f"ask.result.{outcome}", language, player=name)
            return Post(text=f"{heading}\n{result}", table_id=table_id, mark=heading)
        others = people_asked(seats, await self.store.waits(table_id), seat)
        people, pings = await self._people(table, others)
        answers = [answered(each, wait) for each in others]
        sleeps = f"<t:{int(wait.asked + seconds(schedule(table)[-1]))}:R>" if schedule(table) else ""
        lines = [
            heading,
            f"{people} {text('ask.rule', language, player=name)}",
            " · ".join(answers),
            text("ask.else", language, when=sleeps) if sleeps and not table.is_asleep else "",
        ]
        words = "\n".join(line for line in lines if line)
        return Post(text=words, rows=(ask_buttons(seat, language),), table_id=table_id, pings=pings, mark=heading)

    async def slept(self, table_id: int) -> Post | None:
        """That a table sleeps, and how it is woken; later, that it goes on."""
        table, seats = await self._table(table_id), await self.store.seats(table_id)
        if table is None:
            return None
        language, name = table.language, f"**{table_name(table, table.language)}**"
        if table.stage != "running" or not table.is_asleep:
            return Post(text=text("sleep.over", language, table=name), table_id=table_id, mark=name)
        waited = [seats[wait.seat] for wait in await self.store.waits(table_id)]
        names = ", ".join(safe_name(seat.name) for seat in waited)
        words = text("sleep.post", language, table=name, names=names)
        wake = Button(label=text("press.wake", language), verb="wake", style="good")
        return Post(text=words, rows=((wake,),), table_id=table_id, mark=name)

    async def _people(self, table: TableRow, seats: Sequence[SeatRow]) -> tuple[str, tuple[int, ...]]:
        """Them in words, and whom of them that rings: nobody in quiet hours, or who is no longer on the server, or is
        away as far as the table allows for that; and nobody at all while the table stands still."""
        now, users = self.tables.now(), [seat.user for seat in seats if seat.user is not None]
        left = await self.members.left(table.guild, users)
        rung = [
            seat.user
            for seat in seats
            if seat.user is not None
            and seat.user not in left
            and not stands_still(table)
            and ring_moment(await self.tables.clocks.habits(table, seat), now) <= now
        ]
        words = [self._mention(seat) if seat.user in rung else safe_name(seat.name) for seat in seats if seat.user]
        return " ".join(words), tuple(rung)

    async def _clock(self, table_id: int, seat: int) -> Waited | None:
        return next((clock for clock in await self.tables.clocks.clocks(table_id) if clock.seat == seat), None)

    async def _link(self, table: TableRow) -> str:
        post = await self._message(table.id, "post")
        return link(table, post.message if post else None)


def nudge_text(table: TableRow, nudger: str, people: str = "", where: str = "") -> str:
    name = table_name(table, table.language)
    return text("remind.nudge", table.language, people=people, player=safe_name(nudger), table=name, link=where)


def result_of(wait: WaitRow | None, start: int) -> str:
    """What has come of a question: they have moved, a robot plays, or the others wait on."""
    if wait is None:
        return "moved"
    if wait.has_stand_in and int(wait.start) == start:
        return "turn"
    return "wait"


def answered(seat: SeatRow, wait: WaitRow) -> str:
    """Ada ✓, or Ada …"""
    return f"{safe_name(seat.name)} {'✓' if seat.user in wait.answers else '…'}"


def deadline_line(clock: Waited | None, language: str) -> str:
    return "" if clock is None or clock.until is None else text("clock.deadline", language, when=moment(clock.until))


def moment(at: float) -> str:
    return f"<t:{int(at)}:R>"


def reminder_buttons(language: str) -> tuple[Button, ...]:
    return (
        Button(label=text("press.play", language), verb="play", style="good"),
        Button(label=text("press.mute", language), verb="mute"),
        Button(label=text("press.away", language), verb="away", choice=f"{OTHER}{language}"),
    )


def ask_buttons(seat: int, language: str) -> tuple[Button, ...]:
    """Their ids name the seat: on a question that is settled they answer nothing."""
    return tuple(
        Button(
            label=text(f"press.ask_{answer}", language),
            verb="ask",
            choice=f"{answer}.{seat}",
            style="good" if answer == "wait" else "plain",
        )
        for answer in ANSWERS
    )
