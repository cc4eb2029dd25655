"""Leaving a seat of a running game, handing it on, taking one over, coming back: by command or by button."""

from bot.errors import NotSeated, Refusal
from bot.games.page import Button, Menu
from bot.interactions.request import Request
from bot.interactions.services import Services, check_host, is_host
from bot.interactions.votes import VoteHandlers
from bot.naming import mention, seat_text, table_name
from bot.outbox.post import Post
from bot.store.rows import ANYBODY, SeatRow
from bot.tables import seats as rooms
from bot.tables.lobby import ROBOT
from bot.tables.seats import Sitting
from bot.text.names import safe_name
from data.texts import text
from rules.robots import STRENGTHS


class SeatHandlers:
    def __init__(self, services: Services, votes: VoteHandlers) -> None:
        self.tables = services.tables
        self.seats = services.tables.seats
        self.members = services.members
        self.votes = votes

    # Leaving and coming back

    async def resign(self, request: Request, strength: str | None = None) -> Post:
        """Ask whether they are sure; their answer comes back as the choice, with the strength they asked for."""
        sitting = await self.seats.sitting(request.table_id)
        seat, language = sitting.seat_of(request.user), request.language
        name = table_name(sitting.table, language)
        if request.choice == "no":
            return Post(text=text("seat.kept", language, table=name))
        if request.choice in ("yes", *STRENGTHS):
            return await self._leave(request, seat, ROBOT if request.choice == "yes" else request.choice)
        is_last = sitting.humans == (request.user,)
        leave = Button(label=text("press.resign", language), verb="resign", choice=strength or "yes", style="bad")
        keep = Button(label=text("press.keep_playing", language), verb="resign", choice="no")
        stop = (Button(label=text("press.stop", language), verb="stop", choice="yes"),) if is_last else ()
        words = text("seat.resign_last" if is_last else "seat.resign_sure", language, table=name)
        return Post(text=words, rows=((leave, *stop, keep),), table_id=request.table_id)

    async def _leave(self, request: Request, seat: SeatRow, strength: str) -> Post:
        def change(sitting: Sitting) -> Sitting:
            return rooms.to_robot(sitting, sitting.seat_of(request.user).seat, strength)

        after = await self.seats.change(request.table_id, change, "resigned", request.author)
        language, name = request.language, table_name(after.table, request.language)
        back = Button(label=text("press.return", language), verb="return")
        wanted = Button(label=text("press.substitute", language), verb="substitute", choice=str(seat.seat))
        words = text("seat.resigned", language, table=name)
        ways = (back,) if after.table.in_dms else (back, wanted)
        return Post(text=words, rows=(ways,), table_id=request.table_id)

    async def come_back(self, request: Request) -> Post:
        def change(sitting: Sitting) -> Sitting:
            return rooms.come_back(sitting, request.user, request.reader.name)

        return self._seated(request, await self.seats.change(request.table_id, change, "returned", request.author))

    def _seated(self, request: Request, sitting: Sitting) -> Post:
        language, seat = request.language, sitting.seat_of(request.user)
        words = text(
            "seat.yours",
            language,
            table=table_name(sitting.table, language),
            seat=seat_text(sitting.table.title, seat, language),
        )
        play = Button(label=text("press.play", language), verb="play", style="good")
        hand = Button(label=text("press.hand", language), verb="hand")
        return Post(text=words, rows=((play, hand),), table_id=request.table_id)

    # Handing on and taking over

    async def replace(
        self, request: Request, seat: int, member: int | None, strength: str | None, *, is_member: bool = True
    ) -> Post:
        """Offer a seat to a member, or to whoever comes, or give it to a robot."""
        if not is_member and not (await request.table()).in_dms:
            raise Refusal("refuse.not_member")
        if strength is not None and member is None:
            if strength not in STRENGTHS:
                raise Refusal("refuse.changed")
            sitting = await self.seats.sitting(request.table_id)
            is_own = sitting.seat(seat).user == request.user
            return await (self.resign(request, strength) if is_own else self.kick(request, seat, strength))
        return await self.offer(request, seat, ANYBODY if member is None else member)

    async def hand_on(self, request: Request, user: int | None) -> Post:
        """The reader's own seat, to a member or to `ANYBODY`; None asks to whom."""
        sitting, language = await self.seats.sitting(request.table_id), request.language
        seat = sitting.seat_of(request.user).seat
        if user is not None:
            return await self.offer(request, seat, user)
        menu = Menu(verb="hand_on", placeholder=text("press.hand_on", language), lists_members=True)
        anybody = Button(label=text("press.hand_on.anyone", language), verb="hand_on", choice=str(ANYBODY))
        if sitting.table.in_dms:  # a menu lists nobody there
            return Post(text=text("offer.whom_dm", language, seat=seat + 1))
        return Post(text=text("offer.whom", language), rows=(menu, (anybody,)), table_id=request.table_id)

    async def offer(self, request: Request, seat: int, user: int | None) -> Post:
        """None takes back what was offered."""
        if user == ANYBODY and (await request.table()).in_dms:
            raise Refusal("refuse.offer_dm", seat=seat + 1)
        why_not = await self._why_not_yet(request, seat)

        def change(sitting: Sitting) -> Sitting:
            self._check_may_give(request, sitting, seat, why_not)
            return rooms.offer(sitting, seat, user)

        what = "withdrawn" if user is None else "opened" if user == ANYBODY else "offered"
        after = await self.seats.change(request.table_id, change, what, request.author)
        fields = {"name": safe_name(after.seat(seat).name), "n": seat + 1}
        if user:
            return Post(text=text("offer.made", request.language, **fields, person=mention(user)))
        if user is None:
            return Post(text=text("offer.withdrawn", request.language, **fields))
        withdraw = Button(label=text("press.withdraw", request.language), verb="withdraw", choice=str(seat))
        words = text("offer.opened", request.language, **fields)
        return Post(text=words, rows=((withdraw,),), table_id=request.table_id)

    def _check_may_give(self, request: Request, sitting: Sitting, number: int, why_not: Refusal | None) -> None:
        """Everybody their own; the host that of a robot, and that of somebody who is waited for in vain."""
        seat = sitting.seat(number)
        if request.user in (seat.user, sitting.former_player(number)):
            return
        check_host(request.reader, sitting.table)
        if not seat.robot and why_not is not None:
            raise why_not

    async def take(self, request: Request, seat: int | None = None) -> Post:
        """A seat that is offered to the reader, or to whoever comes."""

        def change(sitting: Sitting) -> Sitting:
            return rooms.take(sitting, request.user, request.reader.name, seat)

        return self._seated(request, await self.seats.change(request.table_id, change, "replaced", request.author))

    async def decline(self, request: Request, seat: int) -> Post:
        def change(sitting: Sitting) -> Sitting:
            return rooms.decline(sitting, request.user, seat)

        after = await self.seats.change(request.table_id, change, "declined", request.author)
        return Post(text=text("offer.declined", request.language, table=table_name(after.table, request.language)))

    # Somebody who is waited for in vain

    async def kick(self, request: Request, seat: int, strength: str = ROBOT) -> Post:
        """The host gives the seat to a robot at once, the other players by vote."""
        sitting = await self.seats.sitting(request.table_id)
        row = sitting.seat(seat)
        if row.robot:
            raise Refusal("refuse.robots_seat")
        if row.user == request.user:
            raise Refusal("refuse.kick_own")
        if request.user not in sitting.humans and not is_host(request.reader, sitting.table):
            raise NotSeated
        if len(sitting.humans) == 1:
            raise Refusal("refuse.kick_last", name=safe_name(row.name))
        if (why_not := await self._why_not_yet(request, seat)) is not None:
            raise why_not
        if not is_host(request.reader, sitting.table):
            payload = {**await self._kick_payload(request, row), "strength": strength}
            proposed = await self.votes.propose(request, "kick", payload, besides=row.user)
            if proposed is not None:
                return proposed

        def change(now: Sitting) -> Sitting:
            if now.seat(seat).user != row.user:
                raise Refusal("refuse.changed_hands")
            return rooms.to_robot(now, seat, strength, is_open=True)

        await self.seats.change(request.table_id, change, "kicked", request.author)
        return Post(text=text("seat.kicked", request.language, name=safe_name(row.name)))

    async def _kick_payload(self, request: Request, row: SeatRow) -> dict[str, str]:
        decision = (await self.tables.snapshot_of_seat(request.table_id, row.seat)).decision
        return {"seat": str(row.seat + 1), "seated": row.name, "decision": str(decision)}

    async def _why_not_yet(self, request: Request, seat: int) -> Refusal | None:
        """Why nobody else may give a person's seat away now; None where they have left, or their time is up."""
        sitting = await self.seats.sitting(request.table_id)
        row = sitting.seat(seat)
        if row.user is None or await self.members.left(sitting.table.guild, [row.user], is_anew=True):
            return None
        clock = next((each for each in await self.tables.clocks.clocks(request.table_id) if each.seat == seat), None)
        name = safe_name(row.name)
        if clock is None:
            return Refusal("refuse.kick_not_waited", name=name)
        if clock.until is None:
            return Refusal("refuse.kick_no_deadline", name=name)
        if clock.until > self.tables.now():
            return Refusal("refuse.kick_early", name=name, when=f"<t:{int(clock.until) + 1}:R>")
        return None
