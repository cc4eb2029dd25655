"""A server with people in it, and the ways in which they play: by command, or by tapping."""

from random import Random
from typing import Any

import simcord

from bot.client import Semafor
from bot.games.tickets.cards import payment_id
from rules.game import Action
from rules.metro import actions as metro
from rules.tickets import actions as tickets
from tests.yardstick import sensible_wish

NAMES = ("ada", "bo", "cyd", "dan", "eva")


class Town:
    def __init__(self, env: simcord.Env, people: int = 2) -> None:
        self.env = env
        self.guild = env.create_guild()
        self.channel = self.guild.create_text_channel("trains")
        users = [env.create_user(name) for name in NAMES[:people]]
        self.users = {user.id: user for user in users}
        self.people = [self.guild.add_member(user) for user in users]
        self.by_id = {person.id: person for person in self.people}

    @property
    def bot(self) -> Semafor:
        assert isinstance(self.env.bot, Semafor)
        return self.env.bot

    async def begin(self, title: str, robots: int = 0, **options: Any) -> int:
        """A table where everybody sits, with the game begun; its number."""
        host, *others = self.people
        seats = len(self.people) + robots
        await host.slash(self.channel, "game new", title=title, seats=seats, robots=robots, **options)
        table = await self.bot.store.table_in(self.channel.id)
        assert table is not None
        for person in others:
            await person.slash(self.channel, "game join")
        if others:
            await host.slash(self.channel, "game start")
        return table.id

    async def asked(self, table_id: int) -> list[Any]:
        """The people who are asked something now."""
        snapshot = await self.bot.tables.snapshot(table_id, None)
        return [self.by_id[user] for seat in snapshot.view.to_act if (user := snapshot.seats[seat].user) is not None]

    async def wish(self, table_id: int, person: Any) -> Action:
        """What a sensible player would do in this seat."""
        snapshot = await self.bot.tables.snapshot(table_id, person.id)
        return sensible_wish(snapshot.game, snapshot.view, snapshot.legal, Random(snapshot.seq).random)

    async def type_move(self, table_id: int, person: Any) -> Any:
        snapshot = await self.bot.tables.snapshot(table_id, person.id)
        command, options = typed(await self.wish(table_id, person), snapshot.view)
        return await person.slash(self.channel, command, **options)

    async def play_by_commands(self, table_id: int, most: int = 2000) -> int:
        moves = 0
        while moves < most and (asked := await self.asked(table_id)):
            result = await self.type_move(table_id, asked[0])
            assert result.ephemeral
            moves += 1
        return moves


def typed(action: Action, view: Any) -> tuple[str, dict[str, Any]]:
    """The command and options that make this very action."""
    match action:
        case tickets.DrawCard():
            return "draw", {"card": action.card, **({"refill": action.refill} if action.refill else {})}
        case tickets.DrawBlind():
            return "draw", {"card": action.deck or "blind"}
        case tickets.ClaimRoute():
            ends = ("passenger1", "passenger2")
            taken = {end: colour or "none" for end, colour in zip(ends, action.passengers, strict=True)}
            riders = taken if view.passengers else {}
            return "claim", {"route": action.track, "pay": payment_id(action.cards), **riders}
        case tickets.DrawTickets():
            return "tickets draw", {"long": action.long}
        case tickets.KeepTickets():
            letters = ["ABCDEFGH"[view.offer.index(ticket)] for ticket in action.tickets]
            return "tickets keep", {"keep": " ".join(letters)}
        case tickets.TopUpTunnel():
            return "claim", {"pay": payment_id(action.cards)}
        case tickets.GiveUpTunnel():
            return "claim", {"pay": "give_up"}
        case tickets.ChoosePieces():
            return "fleet pieces", {"wagons": action.wagons}
        case tickets.BuildHarbour():
            return "fleet harbour", {"city": action.city, "pay": payment_id(action.cards)}
        case tickets.ExchangePieces():
            return "fleet exchange", {"direction": action.to, "count": action.count}
        case tickets.Pass():
            return "game pass", {}
        case _:
            return typed_metro(action)


def typed_metro(action: Action) -> tuple[str, dict[str, Any]]:
    match action:
        case metro.PlaceTile():
            tile = {"tile": action.tile} if action.tile else {}
            return "metro place", {"square": action.square, "turn": action.turn, **tile}
        case metro.DrawTile():
            return "metro draw", {}
        case metro.ExchangeShare():
            return "metro share", {"give": str(action.give), "take": action.take}
        case metro.PlaceTrain():
            share = {"share": str(action.share)} if action.share is not None else {}
            return "metro train", {"space": action.space, **share}
    raise AssertionError(action)
