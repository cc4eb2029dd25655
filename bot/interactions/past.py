"""Looking back at a game: whether its deal was fair."""

from bot.errors import Refusal
from bot.interactions.request import Request
from bot.interactions.services import Services
from bot.naming import deal_line, table_name
from bot.outbox.compose import joined
from bot.outbox.post import Post
from bot.threads import in_thread
from data.texts import text
from rules.errors import BadRecord
from rules.verify import verify


class PastHandlers:
    def __init__(self, services: Services) -> None:
        self.services = services
        self.tables = services.tables
        self.store = services.store

    async def verify(self, request: Request) -> Post:
        """Hash, seed, every shuffle and draw of a finished game made again; of one that runs, what was promised."""
        table, language = await request.table(), request.language
        name = table_name(table, language)
        if table.deal is None:
            raise Refusal("refuse.no_proof", table=name)
        if table.stage == "closed":
            raise Refusal("refuse.stopped_unproved", table=name)
        if table.stage != "over":
            return Post(text=joined([text("fair.later", language, table=name), deal_line(table.deal, language)]))
        self.services.allowance.take(request.user)
        record = await self.tables.record(table.id)
        try:
            proof = await in_thread(verify, record)
        except BadRecord as error:
            return Post(text=text("fair.broken", language, table=name, reason=error.reason, step=error.seq or "–"))
        points = ", ".join(map(str, proof.points))
        facts = {"hash": proof.hash, "secret": proof.secret, "seed": record.seed, "points": points}
        salts = ", ".join(proof.salts) or "–"
        return Post(text=text("fair.proved", language, table=name, n=len(record.actions), salts=salts, **facts))
