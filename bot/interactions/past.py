"""Looking back at a game: the board at any turn, a film of it, its record, and whether its deal was fair."""

import asyncio
import logging

from msgspec.structs import replace

from bot.attachment import Attachment
from bot.errors import Refusal
from bot.games.page import Button
from bot.games.reviews import point_lines
from bot.games.story import describe
from bot.interactions.allowance import A_PAGE
from bot.interactions.board import tuple_of, ways_back
from bot.interactions.components import SEVERAL
from bot.interactions.request import Request
from bot.interactions.responder import show
from bot.interactions.services import Services
from bot.naming import deal_line, seat_emojis, table_name
from bot.outbox.lines import joined
from bot.outbox.post import Post
from bot.tables.snapshot import GameSnapshot
from bot.threads import in_thread
from bot.workers.pool import WorkersBusy, WorkFailed
from data.texts import text
from rules.errors import BadRecord
from rules.record import Record, write_record
from rules.review import Review
from rules.turns import Moment, moments_after
from rules.verify import verify

log = logging.getLogger(__name__)
A_FILM = 8
"""What a film costs of an allowance: four a minute."""
TOLD_EVERY = 2.0
"""Seconds between two words on how far a film has come."""


class PastHandlers:
    def __init__(self, services: Services) -> None:
        self.services = services
        self.tables = services.tables
        self.store = services.store

    async def step(self, request: Request, number: int | None = None) -> Post:
        """The board as the channel saw it after a turn, and what had happened; the last one unless another is named."""
        snapshot, language = await request.public_snapshot(), request.language
        found = await self.tables.moments(request.table_id)
        shown = min(max(len(found) - 1 if number is None else number, 0), len(found) - 1)
        self.services.allowance.take(request.user, A_PAGE)
        moment = found[shown]
        then = replace(snapshot, view=moment.view)
        theme = request.reader.settings.theme
        picture = await self.services.pictures.board(then, events=moment.events, theme=theme, language=language)
        name = table_name(snapshot.table, language)
        key = "step.deal" if shown == 0 else "step.turn" if moment.turn else "step.opening"
        heading = text(key, language, table=name, turn=moment.turn)
        title = snapshot.table.title
        story = describe(title, moment.events, snapshot.names, language, emojis=seat_emojis(title, snapshot.seats))
        rows = (step_buttons(shown, len(found) - 1), (Button(label=text("press.log", language), verb="log"),))
        return Post(text=joined([heading, *story]), files=tuple_of(picture), rows=rows, table_id=request.table_id)

    async def film(self, request: Request, part: str = "all", is_public: bool = False) -> Post:
        """What the channel saw, as a film: the whole game, or since the reader's last turn."""
        snapshot, language = await request.snapshot(), request.language
        if (part == "since" or is_public) and snapshot.seat is None:
            raise Refusal("refuse.not_seated")
        after = 0
        if part == "since" and snapshot.seat is not None:
            after = (await self.tables.since(snapshot, snapshot.seat)).turn
        seen = moments_after(await self.tables.moments(request.table_id), after)
        if len(seen) < 2:
            raise Refusal("refuse.no_film")
        self.services.allowance.take(request.user, A_FILM)
        if is_public:
            await self.tables.show_film(request.table_id, after)
            return Post(text=text("film.posted", language))
        film = await self._made(request, await request.public_snapshot(), seen)
        if film is None:
            raise Refusal("refuse.film_busy")
        words = text("film.shown", language, table=table_name(snapshot.table, language), n=len(seen) - 1)
        return Post(text=words, files=(film,), rows=(ways_back(snapshot, language),), table_id=request.table_id)

    async def _made(self, request: Request, snapshot: GameSnapshot, seen: list[Moment]) -> Attachment | None:
        """The film; as long as it is being made, the answer says how far it has come."""
        so_far = [(0, len(seen))]

        def note(done: int, whole: int) -> None:
            so_far[0] = (done, whole)

        theme, limit = request.reader.settings.theme, request.interaction.filesize_limit
        making = self.services.pictures.film(snapshot, seen, theme, request.language, limit, note)
        drawing = asyncio.ensure_future(making)
        while not (await asyncio.wait({drawing}, timeout=TOLD_EVERY))[0]:
            done, whole = so_far[0]
            words = text("film.progress", request.language, percent=100 * done // whole)
            await show(request.interaction, Post(text=words), request.language)
        return await drawing

    async def review(self, request: Request) -> Post:
        """Everybody's chances over a finished game, and the moves that cost most; the answer says how far it is."""
        snapshot, language = await request.public_snapshot(), request.language
        if snapshot.table.stage != "over":
            raise Refusal("refuse.review_later")
        self.services.allowance.take(request.user, A_PAGE if self.tables.reviews.knows(request.table_id) else A_FILM)
        try:
            record, found = await self._reviewed(request)
        except (WorkersBusy, WorkFailed) as error:
            log.error("table %s: no review, %s", request.table_id, error)
            raise Refusal("refuse.review_busy") from None
        table, theme = table_name(snapshot.table, language), request.reader.settings.theme
        picture = await self.services.pictures.review(snapshot, found, theme, language)
        points = await in_thread(point_lines, record, found, snapshot.names, language)
        words = joined([text("review.head", language, table=table), *points])
        return Post(text=words, files=tuple_of(picture), table_id=request.table_id)

    async def _reviewed(self, request: Request) -> tuple[Record, Review]:
        so_far = [(0, 1)]

        def note(done: int, whole: int) -> None:
            so_far[0] = (done, whole)

        working = asyncio.ensure_future(self.tables.reviews.review(request.table_id, note))
        while not (await asyncio.wait({working}, timeout=TOLD_EVERY))[0]:
            done, whole = so_far[0]
            words = text("review.progress", request.language, percent=100 * done // whole)
            await show(request.interaction, Post(text=words), request.language)
        return await working

    async def record(self, request: Request) -> Post:
        """The file of a finished game."""
        self.services.allowance.take(request.user)
        table = await request.table()
        name = table_name(table, request.language)
        raw = write_record(await self.tables.record(table.id))
        file = Attachment(f"semafor-{table.id}.json", raw, name)
        return Post(text=text("record.here", request.language, table=name), files=(file,), table_id=table.id)

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


def step_buttons(shown: int, last: int) -> tuple[Button, ...]:
    """To the deal, one turn back, one on, to the end. Two may lead to one turn, and ids have to differ."""
    back, on = max(shown - 1, 0), min(shown + 1, last)
    steps = (("⏮", "first", 0), ("◀", "back", back), ("▶", "on", on), ("⏭", "last", last))
    return tuple(
        Button(label=label, verb=f"step{SEVERAL}{which}", choice=str(to), is_disabled=to == shown)
        for label, which, to in steps
    )
