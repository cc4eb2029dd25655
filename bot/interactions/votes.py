"""Stopping a game unfinished: proposed, answered, or done at once by whoever has nobody to ask."""

from bot.errors import NoTable, Refusal
from bot.games.page import Button
from bot.interactions.responder import Reader, author
from bot.interactions.services import Services
from bot.naming import table_name
from bot.outbox.compose import joined, vote_result
from bot.outbox.post import Post
from bot.store.rows import TableRow, VoteRow
from bot.tables.votes import names_by_user, waiting
from bot.text.names import safe_name
from data.texts import text


class VoteHandlers:
    def __init__(self, services: Services) -> None:
        self.services = services
        self.store = services.store
        self.votes = services.tables.votes

    async def cancel(self, reader: Reader, table: TableRow) -> Post:
        """Ask everybody else who plays. A moderator without a seat, or a host with nobody to ask, is asked instead."""
        left, asked = await self._asked(reader, table)
        vote = await self.votes.open(table.id)
        if vote is not None and reader.user in vote.answers:
            return await self.vote(reader, table.id, is_yes=True)
        if reader.user not in asked or len(asked) == 1:
            return self._ask_again(reader, table)
        vote = await self.votes.propose(table.id, reader.user, asked)
        table_text = table_name(table, reader.language)
        names = await self._names(table.id, waiting(vote))
        lines = [text("vote.proposed", reader.language, names=names, table=table_text)]
        if left:
            lines.append(text("vote.not_counted", reader.language, names=await self._names(table.id, left)))
        return Post(text=joined(lines))

    async def _asked(self, reader: Reader, table: TableRow) -> tuple[list[int], list[int]]:
        """Players who have left the server, and those who are still there; only they or a moderator may ask."""
        if table.stage != "running":
            raise NoTable
        humans = list(names_by_user(await self.store.seats(table.id)))
        if reader.user not in humans:
            self.services.check_host(reader, table)
        others = [user for user in humans if user != reader.user]
        gone = await self.services.members.left(table.guild, others, is_anew=True)
        return [user for user in humans if user in gone], [user for user in humans if user not in gone]

    def _ask_again(self, reader: Reader, table: TableRow) -> Post:
        language = reader.language
        stop = Button(label=text("press.stop", language), verb="stop", choice="yes", style="bad")
        keep = Button(label=text("press.keep_playing", language), verb="stop", choice="no")
        words = text("vote.sure", language, table=table_name(table, language))
        return Post(text=words, rows=((stop, keep),), table_id=table.id)

    async def sure(self, reader: Reader, table_id: int, *, is_sure: bool) -> Post:
        """The answer to that question."""
        table = await self.store.table(table_id)
        if table is None:
            raise NoTable
        name = table_name(table, reader.language)
        if not is_sure:
            return Post(text=text("vote.refused", reader.language, table=name))
        _, asked = await self._asked(reader, table)
        if reader.user in asked and len(asked) > 1:
            return await self.cancel(reader, table)
        await self.votes.stop(table_id, author(reader))
        return Post(text=text("vote.stopped", reader.language, table=name))

    async def vote(self, reader: Reader, table_id: int, is_yes: bool, number: int | None = None) -> Post:
        """An answer to the open vote; `number` is the one that a button was made for."""
        table, vote = await self.store.table(table_id), await self.votes.open(table_id)
        if table is None or vote is None:
            raise Refusal("refuse.no_vote")
        others = [user for user in waiting(vote) if user != reader.user]
        left = await self.services.members.left(table.guild, others, is_anew=True)
        after = await self.votes.answer(table_id, reader.user, is_yes, number, left)
        return Post(text=await self._outcome(reader, table, after))

    async def _outcome(self, reader: Reader, table: TableRow, vote: VoteRow) -> str:
        if vote.result is None:
            return text("vote.agreed", reader.language, names=await self._names(table.id, waiting(vote)))
        return f"{table_name(table, reader.language)}: {vote_result(vote, table, reader.language)}"

    async def _names(self, table_id: int, users: list[int]) -> str:
        names = names_by_user(await self.store.seats(table_id))
        return ", ".join(safe_name(names[user]) for user in users)
