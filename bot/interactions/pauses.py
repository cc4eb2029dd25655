"""Stopping a table's clocks and letting them go on."""

from bot.errors import NotSeated
from bot.interactions.request import Request
from bot.interactions.services import Services, is_host
from bot.interactions.votes import VoteHandlers
from bot.naming import table_name
from bot.outbox.post import Post
from bot.tables.pauses import KINDS, check_pause
from data.texts import text


class PauseHandlers:
    def __init__(self, services: Services, votes: VoteHandlers) -> None:
        self.tables = services.tables
        self.votes = votes

    async def pause(self, request: Request) -> Post:
        return await self._change(request, is_paused=True)

    async def resume(self, request: Request) -> Post:
        return await self._change(request, is_paused=False)

    async def _change(self, request: Request, *, is_paused: bool) -> Post:
        """The host and moderators at once, the other players by vote."""
        sitting = await self.tables.seats.sitting(request.table_id)
        decides = is_host(request.reader, sitting.table)
        if not decides and request.user not in sitting.humans:
            raise NotSeated
        check_pause(sitting.table, is_paused=is_paused)
        if not decides and (proposed := await self.votes.propose(request, KINDS[is_paused])) is not None:
            return proposed
        await self.tables.pauses.change(request.table_id, request.author, is_paused=is_paused)
        name = table_name(sitting.table, request.language)
        return Post(text=text("pause.done" if is_paused else "pause.over", request.language, table=name))
