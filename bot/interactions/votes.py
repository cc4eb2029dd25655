"""What a table decides together: proposed, answered, or done at once by whoever has nobody to ask."""

from collections.abc import Mapping

from msgspec.structs import replace

from bot.errors import NoTable, Refusal
from bot.games.page import Button
from bot.interactions.request import Reader, Request
from bot.interactions.services import Services, check_host
from bot.naming import table_name
from bot.outbox.lines import joined
from bot.outbox.post import Post
from bot.outbox.vote_posts import silence_line, vote_result
from bot.store.rows import VoteRow
from bot.tables.votes import names_by_user, waiting
from bot.text.names import safe_name
from data.texts import text


class VoteHandlers:
    def __init__(self, services: Services) -> None:
        self.members = services.members
        self.votes = services.tables.votes

    async def cancel(self, request: Request) -> Post:
        """Propose to stop the game; a moderator may also do it at once. Whoever has nobody to ask is asked instead."""
        proposed = await self.propose(request, "stop")
        if proposed is None:
            return await self._ask_again(request)
        if not may_end(request.reader):
            return proposed
        stop = Button(label=text("press.stop_now", request.language), verb="stop", choice="yes", style="bad")
        return replace(proposed, rows=((stop,),), table_id=request.table_id)

    async def propose(
        self, request: Request, kind: str, payload: Mapping[str, str] | None = None, besides: int | None = None
    ) -> Post | None:
        """Ask everybody else who plays, `besides` the one whom it is about; None where there is nobody to ask. Whoever
        proposes what is proposed already agrees to it."""
        left, asked = await self._asked(request, besides)
        vote = await self.votes.open(request.table_id)
        if vote is not None and request.user in vote.answers and (vote.kind, vote.payload) == (kind, payload or {}):
            return await self.vote(request, is_yes=True)
        if request.user not in asked or len(asked) == 1:
            return None
        table, language = await request.table(), request.language
        due = self.votes.silence_ends(table)
        vote = await self.votes.propose(request.table_id, request.user, asked, kind, payload, due)
        names = await self._names(request, waiting(vote))
        lines = [text("vote.proposed", language, names=names), silence_line(vote, language)]
        if left:
            lines.append(text("vote.not_counted", language, names=await self._names(request, left)))
        return Post(text=joined(lines))

    async def _asked(self, request: Request, besides: int | None = None) -> tuple[list[int], list[int]]:
        """Players who have left the server, and those who are still there; only they or a moderator may ask."""
        table = await request.table()
        if table.stage != "running":
            raise NoTable
        humans = [user for user in names_by_user(await request.seats()) if user != besides]
        if request.user not in humans:
            check_host(request.reader, table)
        others = [user for user in humans if user != request.user]
        gone = await self.members.left(table.guild, others, is_anew=True)
        return [user for user in humans if user in gone], [user for user in humans if user not in gone]

    async def _ask_again(self, request: Request) -> Post:
        language, name = request.language, table_name(await request.table(), request.language)
        stop = Button(label=text("press.stop", language), verb="stop", choice="yes", style="bad")
        keep = Button(label=text("press.keep_playing", language), verb="stop", choice="no")
        words = text("vote.sure", language, table=name)
        return Post(text=words, rows=((stop, keep),), table_id=request.table_id)

    async def sure(self, request: Request) -> Post:
        """The answer to that question."""
        name = table_name(await request.table(), request.language)
        if request.choice != "yes":
            return Post(text=text("vote.refused", request.language, table=name))
        _, asked = await self._asked(request)
        is_alone = request.user not in asked or len(asked) == 1
        if not is_alone and not may_end(request.reader):
            return await self.cancel(request)
        await self.votes.stop(request.table_id, request.author)
        return Post(text=text("vote.stopped", request.language, table=name))

    async def vote(self, request: Request, is_yes: bool, number: int | None = None) -> Post:
        """An answer to the open vote; `number` is the one that a button was made for."""
        table, vote = await request.table(), await self.votes.open(request.table_id)
        if vote is None:
            raise Refusal("refuse.no_vote")
        others = [user for user in waiting(vote) if user != request.user]
        left = await self.members.left(table.guild, others, is_anew=True)
        after = await self.votes.answer(request.table_id, request.user, is_yes, number, left)
        return Post(text=await self._outcome(request, after))

    async def _outcome(self, request: Request, vote: VoteRow) -> str:
        if vote.result is None:
            return text("vote.agreed", request.language, names=await self._names(request, waiting(vote)))
        table = await request.table()
        return f"{table_name(table, request.language)}: {vote_result(vote, table, request.language)}"

    async def _names(self, request: Request, users: list[int]) -> str:
        names = names_by_user(await request.seats())
        return ", ".join(safe_name(names.get(user, "?")) for user in users)


def may_end(reader: Reader) -> bool:
    """Moderators of the table's channel, and whoever manages the server, need to ask nobody."""
    return reader.is_moderator or reader.is_manager
