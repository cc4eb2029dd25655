"""What players get by DM while a game goes on."""

import asyncio

from msgspec.structs import replace

from bot.attachment import Attachment
from bot.errors import NotNow, Refusal, TableAside
from bot.games.page import Button
from bot.naming import link, place_name, table_name, title_name
from bot.outbox.lines import hand_lines, joined, note_line, seen_actions, since_lines
from bot.outbox.post import Link, Post, Row
from bot.outbox.vote_posts import VotePosts
from bot.store.items import copy_key
from bot.store.rows import TableRow
from bot.tables.since import Since
from bot.tables.snapshot import GameSnapshot
from bot.text.names import names_of
from data.texts import text


class HandPosts(VotePosts):
    """A player's own hand, and what becomes of it; that somebody is next."""

    async def hand(self, table_id: int, seat: int, user: int, *, is_plain: bool) -> Post | None:
        """A player's own hand by DM, naming the table and leading back to it; nobody else's who has the seat by now."""
        try:
            snapshot = await self.tables.snapshot_of_seat(table_id, seat)
        except NotNow:
            raise
        except TableAside:
            return await self._handless(table_id, user, "hand.aside")
        except Refusal:
            return await self._handless(table_id, user, "hand.stopped")
        if snapshot.seats[seat].user != user:
            return None
        settings = await self.tables.store.user(user)
        language = settings.language or settings.spoken or snapshot.table.language
        missed = await self.tables.missed(snapshot) if snapshot.is_asked else None
        files = () if is_plain else await self._own_pictures(snapshot, missed, settings.theme, language)
        play = Button(label=text("press.play", language), verb="play", style="good", is_disabled=not snapshot.is_asked)
        board = Button(label=text("press.board", language), verb="board")
        since = Button(label=text("press.since", language), verb="since")
        buttons = () if snapshot.view.is_over else (play, since, board)
        table = await self.tables.store.table(table_id)
        is_gone = table is not None and table.blocked == "gone"
        where = None if is_gone else await self._way(snapshot.table, user)
        rows: tuple[Row, ...] = (buttons if where is None else (*buttons, Link(text("press.table", language), where)),)
        is_turn = snapshot.is_asked and snapshot.view.turn > 0  # the opening is rung for by its post
        is_called = settings.dm_on_turn and not snapshot.table.in_dms  # there its post is a DM already
        rings = is_called and is_turn and await self.tables.people.may_ring(user)
        heading, *own = hand_lines(snapshot, language, is_gone=is_gone)
        lines = [heading, *await self._own_digest(snapshot, missed, language), *own]
        if settings.is_newcomer and snapshot.is_asked:
            lines.append(text("lead.call", language, play=play.label))
        vote = await self._vote_of(snapshot, user, language)
        if vote is not None:
            lines, rows = [*lines, vote.text], (*rows, *vote.rows)
        return Post(
            text=joined(lines),
            files=files,
            rows=rows,
            table_id=table_id,
            pings=(user,) if rings else (),
            mark=table_name(snapshot.table, language),
            about_turn=snapshot.view.turn,
        )

    async def _way(self, table: TableRow, user: int) -> str | None:
        """A link to the last post, for this player; None where it is nowhere."""
        post = await self.store.message(table.id, copy_key("post", user if table.in_dms else 0))
        if table.in_dms:
            return None if post is None else link(replace(table, channel=post.channel), post.message)
        return link(table, post.message if post else None)

    async def _own_pictures(
        self, snapshot: GameSnapshot, missed: Since | None, theme: str, language: str
    ) -> tuple[Attachment, ...]:
        """The hand, and the board where there is something to see of what its holder has missed."""
        drawing = [self.pictures.hand(snapshot, theme, language)]
        if actions := seen_actions(snapshot, missed):
            public = await self.tables.snapshot(snapshot.table.id, None)
            drawing.append(self.pictures.since(public, actions, theme, language))
        return tuple(picture for picture in await asyncio.gather(*drawing) if picture)

    async def _own_digest(self, snapshot: GameSnapshot, missed: Since | None, language: str) -> list[str]:
        """What the hand's holder has missed and noted, as long as it is for them to move and they have not begun to."""
        user = None if snapshot.seat is None else snapshot.seats[snapshot.seat].user
        if missed is None or user is None:
            return []
        note = await self.tables.store.note(snapshot.table.id, user)
        return [*since_lines(snapshot, missed, language), note_line(note)]

    async def _handless(self, table_id: int, user: int, key: str) -> Post | None:
        """What a DM becomes when its game is stopped or set aside."""
        table = await self.tables.store.table(table_id)
        if table is None or table.stage not in ("closed", "aside"):
            return None
        return await self._without_hand(table, user, key)

    async def hand_closed(self, table_id: int, user: int) -> Post | None:
        """What the DM of somebody becomes who has left the seat; nothing, where they are back."""
        table, seats = await self.tables.store.table(table_id), await self.tables.store.seats(table_id)
        if table is None or any(seat.user == user for seat in seats):
            return None
        return await self._without_hand(table, user, "hand.left")

    async def _without_hand(self, table: TableRow, user: int, key: str) -> Post:
        settings = await self.tables.store.user(user)
        language = settings.language or settings.spoken or table.language
        name = table_name(table, language)
        words = f"{place_name(table, language)} · {text(key, language)}"
        return Post(text=words, table_id=table.id, mark=name)

    async def next_up(self, table_id: int, seat: int, turn: int) -> Post | None:
        """To whoever comes next, by DM: that the player before them has begun."""
        snapshot = await self.tables.snapshot_of_seat(table_id, seat)
        user = snapshot.seats[seat].user
        if user is None or snapshot.is_asked or snapshot.view.is_over or snapshot.view.turn != turn:
            return None
        settings = await self.tables.store.user(user)
        if not settings.next_up or self.tables.people.is_away(settings):
            return None
        language = settings.language or settings.spoken or snapshot.table.language
        names, way = names_of(snapshot.names, snapshot.view.to_act), await self._way(snapshot.table, user)
        # Without the table's number, by which a DM with a hand is known.
        words = text("next.line", language, title=title_name(snapshot.table.title, language), player=names)
        return Post(text=f"{words} {way or ''}".rstrip(), table_id=table_id)
