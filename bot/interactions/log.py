"""`/log`: the moves of a game as a reader may know them, of everybody or of one member, for oneself or for all."""

from collections.abc import Sequence
from functools import partial

from bot.errors import Refusal
from bot.games.page import Button
from bot.interactions.log_page import log_lines, pages
from bot.interactions.request import Request
from bot.interactions.responder import show_to_all
from bot.interactions.services import Services
from bot.naming import table_name
from bot.outbox.lines import LONGEST_POST, joined
from bot.outbox.post import Post
from bot.store.rows import SeatingRow
from bot.tables.seats import names_at
from bot.tables.since import own_actions
from bot.tables.snapshot import GameSnapshot, KeptAction
from bot.text.names import safe_name
from data.texts import text

ROOM_FOR_HEADING = 60


class LogHandlers:
    def __init__(self, services: Services) -> None:
        self.services = services
        self.tables = services.tables
        self.store = services.store

    async def log(
        self, request: Request, page: int | None = None, member: int | None = None, is_public: bool = False
    ) -> Post:
        """The last page unless another is asked for; `member`: only what they have done."""
        if is_public:
            return await self._shown_to_all(request, page, member)
        table = await request.find_table()
        audit = await self.store.audit(request.table_id)
        if table is not None and table.stage in ("lobby", "closed") and audit:
            # There are no moves, or they are over and done with: only who did what to the table is shown.
            lines = log_lines(table.title, (), audit, lambda _: (), request.language, None)
            return log_page(table.id, table_name(table, request.language), lines, request.language, page)
        return await self._page(request, await request.snapshot(), request.language, page, member)

    async def tap(self, request: Request) -> Post:
        """A page, and whose moves are on it: 3, or 3.81002"""
        page, _, member = (request.choice or "").partition(".")
        return await self.log(request, number_in(page), number_in(member))

    async def _shown_to_all(self, request: Request, page: int | None, member: int | None) -> Post:
        """By whoever plays there, and in the table's own channel: elsewhere are people who may not see it."""
        snapshot = await request.public_snapshot()
        if request.user not in [seat.user for seat in snapshot.seats]:
            raise Refusal("refuse.not_seated")
        if request.reader.channel != snapshot.table.channel:
            raise Refusal("refuse.log_elsewhere")
        self.services.allowance.take(request.user)
        language = snapshot.table.language
        await show_to_all(request.interaction, await self._page(request, snapshot, language, page, member), language)
        return Post(text=text("log.posted", request.language))

    async def _page(
        self, request: Request, snapshot: GameSnapshot, language: str, page: int | None, member: int | None
    ) -> Post:
        """As the reader of the snapshot may know it."""
        table_id = request.table_id
        kept = await self.tables.kept_actions(table_id, 0, None, snapshot.seat, with_undone=True)
        audit, history = await self.store.audit(table_id), await self.store.seatings(table_id)
        whose = ""
        if member is not None:
            whose = last_name(history, member)
            kept, audit = moves_of(kept, history, member), [row for row in audit if row.user == member]
        names = partial(names_at, history, snapshot.seats)
        lines = log_lines(snapshot.table.title, kept, audit, names, language, snapshot.seat)
        heading = f"{table_name(snapshot.table, language)}{f' · {safe_name(whose)}' if whose else ''}"
        step = Button(label=text("press.step", language), verb="step")
        return log_page(table_id, heading, lines, language, page, member, (step,))


def number_in(choice: str) -> int | None:
    return int(choice) if choice.isdecimal() else None


def moves_of(kept: Sequence[KeptAction], history: Sequence[SeatingRow], user: int) -> list[KeptAction]:
    """What somebody has done themselves: not what a robot or somebody else did on a seat that was theirs."""
    seats = {row.seat for row in history if row.user == user}
    own = {seat: own_actions([row for row in history if row.seat == seat], user) for seat in seats}
    return [one for one in kept if one.player in own and one.seq in own[one.player]]


def last_name(history: Sequence[SeatingRow], user: int) -> str:
    """What somebody was called who has played there, most lately."""
    names = [row.name for row in history if row.user == user]
    if not names:
        raise Refusal("refuse.log_member")
    return names[-1]


def log_page(
    table_id: int,
    about: str,
    lines: list[str],
    language: str,
    page: int | None,
    member: int | None = None,
    more: tuple[Button, ...] = (),
) -> Post:
    """One page of it, with the ways to the pages beside it."""
    parts = pages(lines, LONGEST_POST - len(about) - ROOM_FOR_HEADING)
    shown = min(max(page or len(parts), 1), len(parts))
    heading = text("log.heading", language, table=about, page=shown, pages=len(parts))
    whose = "" if member is None else f".{member}"
    back = Button(label="◀", verb="log", choice=f"{shown - 1}{whose}", is_disabled=shown == 1)
    forth = Button(label="▶", verb="log", choice=f"{shown + 1}{whose}", is_disabled=shown == len(parts))
    part = parts[shown - 1] or [text("log.empty", language)]
    return Post(text=joined([heading, *part]), rows=((back, forth, *more),), table_id=table_id)
