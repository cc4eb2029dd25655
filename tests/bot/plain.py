"""A composer with hardly any words, and a table that is played without Discord."""

from random import Random

from bot.errors import NotNow, Refusal, TableAside
from bot.games.page import Button
from bot.outbox.post import Parcel
from bot.store.rows import TableRow
from bot.tables.lobby import Lobby, add_robot, join
from bot.tables.writer import Tables
from rules.game import Action

ADA, BO = 11, 12
CHANNEL = 500


class PlainComposer:
    def __init__(self, tables: Tables) -> None:
        self.tables = tables

    async def post(self, game: int, about: dict[str, int], *, is_plain: bool) -> Parcel | None:
        seen = await self.tables.seen_at(game, about["until"])
        told = await self.tables.told(game, about["after"], about["until"], None)
        asked = [seen.seats[seat].user for seat in seen.view.to_act]
        text = f"turn {seen.view.turn} after {about['until']}, {len(told)} actions"
        play = Button(label="Play", verb="play")
        return Parcel(text=text, rows=((play,),), game=game, pings=tuple(user for user in asked if user))

    async def opening(self, game: int) -> Parcel | None:
        return None

    async def ping(self, game: int, about: dict[str, int]) -> Parcel | None:
        return Parcel(text=f"ping {about['until']}", game=game)

    async def end(self, game: int, about: dict[str, int], *, is_plain: bool) -> Parcel | None:
        return Parcel(text=f"over after {about['until']}", game=game)

    async def lobby(self, game: int) -> Parcel | None:
        lobby = await self.tables.lobby(game)
        return Parcel(text=f"lobby: {', '.join(seat.name for seat in lobby.seats)}", game=game)

    async def notice(self, game: int, about: dict[str, int]) -> Parcel | None:
        return Parcel(text="notice", game=game)

    async def hello(self, game: int, user: int) -> Parcel | None:
        return None

    async def left(self, game: int) -> Parcel | None:
        return None

    async def vote(self, game: int) -> Parcel | None:
        vote = await self.tables.store.vote(game)
        return Parcel(text=f"vote: {vote.result if vote else None}", game=game)

    async def stopped(self, game: int) -> Parcel | None:
        return Parcel(text="stopped", game=game)

    async def aside(self, game: int) -> Parcel | None:
        table = await self.tables.store.table(game)
        return Parcel(text="aside" if table is not None and table.stage == "aside" else "goes on", game=game)

    async def show(self, game: int) -> Parcel | None:
        return Parcel(text="board", game=game)

    async def hand(self, game: int, seat: int, *, is_plain: bool) -> Parcel | None:
        try:
            seen = await self.tables.seen_by_seat(game, seat)
        except NotNow:
            raise
        except TableAside:
            return Parcel(text="aside hand", game=game)
        except Refusal:
            return Parcel(text="no hand", game=game)
        return Parcel(text=f"hand of {seat}: {seen.view.hand}", game=game, question=seen.question)


def table_of(title: str, size: int) -> TableRow:
    return TableRow(
        guild=1, channel=CHANNEL, title=title, name="Test", host=ADA, size=size, seating="given", opened=0.0
    )


async def start_table(tables: Tables, title: str = "usa", people: int = 2, robots: int = 0) -> int:
    lobby = Lobby(table=table_of(title, people + robots))
    for number in range(people):
        lobby = join(lobby, ADA + number, f"P{number}")
    for number in range(robots):
        lobby = add_robot(lobby, "conductor", f"Robot {number}")
    table = await tables.open_lobby(lobby)
    await tables.start(table.id)
    await tables.finish()
    return table.id


async def next_action(tables: Tables, game: int) -> tuple[int, Action, int] | None:
    """Who acts next, with what and on which question; the same at every call until somebody has acted."""
    seen = await tables.seen(game, None)
    people = [seat for seat in seen.view.to_act if seen.seats[seat].user is not None]
    if not people:
        return None
    user = seen.seats[people[0]].user
    assert user is not None
    own = await tables.seen(game, user)
    assert own.legal is not None
    action = own.game.advise(own.view, own.legal, Random(f"person/{own.seq}").random)
    return user, action, own.question
