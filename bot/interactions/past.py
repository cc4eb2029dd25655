"""Looking back at a game: whether its deal was fair."""

from bot.errors import Refusal
from bot.interactions.responder import Reader
from bot.interactions.services import Services
from bot.naming import deal_line, table_name
from bot.outbox.compose import joined
from bot.outbox.post import Post
from bot.store.rows import TableRow
from bot.threads import in_thread
from data.texts import text
from rules.errors import BadRecord
from rules.verify import verify


class PastHandlers:
    def __init__(self, services: Services) -> None:
        self.services = services
        self.tables = services.tables
        self.store = services.store

    async def verify(self, reader: Reader, table: TableRow) -> Post:
        """Hash, seed, every shuffle and draw of a finished game made again; of one that runs, what was promised."""
        language, name = reader.language, table_name(table, reader.language)
        if table.deal is None:
            raise Refusal("refuse.no_proof", table=name)
        if table.stage == "closed":
            raise Refusal("refuse.stopped_unproved", table=name)
        if table.stage != "over":
            return Post(text=joined([text("fair.later", language, table=name), deal_line(table.deal, language)]))
        self.services.allowance.take(reader.user)
        record = await self.tables.record(table.id)
        try:
            proof = await in_thread(verify, record)
        except BadRecord as error:
            return Post(text=text("fair.broken", language, table=name, reason=error.reason, step=error.seq or "–"))
        points = ", ".join(map(str, proof.points))
        facts = {"hash": proof.hash, "secret": proof.secret, "seed": record.seed, "points": points}
        salts = ", ".join(proof.salts) or "–"
        return Post(text=text("fair.proved", language, table=name, n=len(record.actions), salts=salts, **facts))
