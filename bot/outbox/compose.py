"""Words and pictures for letters, found when they are sent: from kept events and the views of their readers."""

import logging
from collections.abc import Sequence
from typing import Literal

from msgspec.structs import replace

from bot.errors import NotNow, Refusal, TableAside
from bot.games.page import Button
from bot.games.status import final_line, own_lines, result_line, turn_heading, waiting_line
from bot.games.story import describe, without_end
from bot.members import Everybody, Members
from bot.naming import link, lobby_lines, mention, seat_text, table_name
from bot.outbox.post import Attachment, Link, Parcel, Row
from bot.pictures import Pictures
from bot.store.rows import SeatRow, TableRow, VoteRow
from bot.tables.votes import names_by_user, waiting
from bot.tables.writer import Seen, Tables, game_of
from bot.text.names import name_of, names_of, safe_name
from data.texts import text
from rules.game import Event
from rules.record import write_record
from rules.tickets.view import TicketView

LONGEST_POST = 1900
log = logging.getLogger(__name__)


class Announcer:
    """Composes every letter. Public ones are made from `view_for(None)` and `seen_by(None)` only."""

    def __init__(self, tables: Tables, pictures: Pictures, members: Members | None = None) -> None:
        self.tables = tables
        self.pictures = pictures
        self.members = members or Everybody()

    async def post(self, game: int, about: dict[str, int], *, is_plain: bool) -> Parcel | None:
        """A turn's post: whose turn it is, what happened since the last post, the board."""
        seen = await self.tables.seen_at(game, about["until"])
        is_live = bool(about.get("live"))
        now = await self.tables.seen(game, None) if is_live else seen
        events = await self._events(game, about["after"], about["until"])
        lines = [await self._heading(seen), *self._story(seen, events)]
        if seen.view.turn == 0:
            lines.append(choosing(waiting_for_people(now)))
        elif is_live:
            lines += self._story(now, await self._events(game, about["until"], now.seq))
        files = () if is_plain or is_live else await self._board(seen, events)
        return Parcel(
            text=joined(lines),
            files=files,
            keeps_files=is_live,
            rows=() if now.view.is_over or now.view.turn > seen.view.turn else (post_buttons(seen),),
            game=game,
            pings=() if is_live else await self._to_ring(seen),
        )

    async def opening(self, game: int) -> Parcel | None:
        """The first post once everybody has chosen; None where nothing was to be chosen."""
        try:
            if (await self.tables.seen_at(game, 0)).view.turn == 0:
                return await self.post(game, {"after": 0, "until": 0, "live": 1}, is_plain=True)
        except Refusal:
            log.info("game %s was stopped in its opening", game)
        return None

    async def _events(self, game: int, after: int, until: int) -> list[Event]:
        if after >= until:
            return []
        return [event for told in await self.tables.told(game, after, until, None) for event in told.events]

    def _story(self, seen: Seen, events: Sequence[Event]) -> list[str]:
        robots = frozenset(seat.seat for seat in seen.seats if seat.robot)
        return describe(seen.table.title, events, seen.names, seen.table.language, None, robots)

    async def _heading(self, seen: Seen) -> str:
        language, table = seen.table.language, table_name(seen.table, seen.table.language)
        asked = [seen.seats[seat] for seat in seen.view.to_act]
        order = " → ".join(safe_name(seat.name) for seat in seen.seats)
        begins = text("table.begins_plain", language, table=table, order=order)
        if seen.view.turn == 0:
            people = " ".join(mention(seat.user) for seat in seen.seats if seat.user)
            return text("table.begins", language, people=people, table=table, order=order)
        if all(seat.robot for seat in asked):
            return begins
        ringing = await self._to_ring(seen)
        who = ", ".join(mention(s.user) if s.user in ringing else safe_name(s.name) for s in asked if s.user)
        heading = turn_heading(who, table, seen.view.turn, language)
        return heading if seen.seq else f"{heading}\n{begins}"

    async def _to_ring(self, seen: Seen) -> tuple[int, ...]:
        """Whom the post rings: whoever is asked, unless a DM of their own does it or the table is quiet."""
        if seen.table.posts == "quiet" and seen.seq > 0:
            return ()
        left = await self._left(seen)
        asked = [seen.seats[seat] for seat in seen.view.to_act if seat not in left]
        return tuple([seat.user for seat in asked if seat.user and not await self._rings_by_dm(seen, seat)])

    async def _left(self, seen: Seen) -> list[int]:
        """The seats that are asked now and whose players have left the server."""
        if seen.view.turn == 0:
            return []
        asked = {user: seat for seat in seen.view.to_act if (user := seen.seats[seat].user) is not None}
        gone = await self.members.left(seen.table.guild, asked)
        return [seat for user, seat in asked.items() if user in gone]

    async def waits_in_vain(self, game: int) -> bool:
        return bool(await self._left(await self.tables.seen(game, None)))

    async def left(self, game: int) -> Parcel | None:
        """A kind word to the table when the one it waits for has left the server."""
        seen = await self.tables.seen(game, None)
        gone = await self._left(seen)
        if not gone:
            return None
        words = text("table.left", seen.table.language, names=names_of(seen.names, gone))
        return Parcel(text=f"**{table_name(seen.table, seen.table.language)}** · {words}", game=game)

    async def _rings_by_dm(self, seen: Seen, seat: SeatRow) -> bool:
        assert seat.user is not None
        if seen.view.turn == 0 or not (await self.tables.store.user(seat.user)).dm_on_turn:
            return False
        seats = await self.tables.store.seats(seen.table.id)
        return seats[seat.seat].dm == "open"

    async def _board(self, seen: Seen, events: Sequence[Event]) -> tuple[Attachment, ...]:
        drawn = await self.pictures.board(waiting_for_people(seen), events=events, language=seen.table.language)
        return (drawn,) if drawn else ()

    async def ping(self, game: int, about: dict[str, int]) -> Parcel | None:
        """The short line of a quiet table, for whoever is asked now; or, where `about` names a seat, for that alone."""
        seen = await self.tables.seen(game, None)
        if seen.view.is_over:
            return None
        asked = [seen.seats[seat] for seat in seen.view.to_act]
        users = [seat.user for seat in asked if seat.user and not await self._rings_by_dm(seen, seat)]
        if "seat" in about:
            users = [user for user in users if user == await self._to_call(seen, about)]
        if not users:
            return None
        post = await self.tables.store.message(game, "post")
        if post is not None and post.about["until"] != about.get("until", post.about["until"]):
            return None  # a newer post is there, with a line of its own
        where = link(seen.table, post.message if post else None)
        language = seen.table.language
        people = " ".join(mention(user) for user in users)
        words = text("table.quiet_ping", language, people=people, table=table_name(seen.table, language), link=where)
        return Parcel(text=words, game=game, pings=tuple(users))

    async def _to_call(self, seen: Seen, about: dict[str, int]) -> int | None:
        """The player of a seat whose DM was refused, unless the turn is over or the channel has rung them for it."""
        if seen.view.turn != about["turn"]:
            return None
        said = [await self.tables.store.message(seen.table.id, slot) for slot in ("post", "ping")]
        if any(message.about.get("rang", 0) >> about["seat"] & 1 for message in said if message):
            return None
        return seen.seats[about["seat"]].user

    async def end(self, game: int, about: dict[str, int], *, is_plain: bool) -> Parcel | None:
        """The last post: who has won, the score sheet, the board, the record."""
        seen = await self.tables.seen(game, None)
        language = seen.table.language
        users = tuple(seat.user for seat in seen.seats if seat.user)
        people = " ".join(mention(user) for user in users)
        events = await self._events(game, about["after"], about["until"])
        table = table_name(seen.table, language)
        lines = [
            text(
                "table.over", language, people=people, table=table, result=result_line(seen.view, seen.names, language)
            ),
            final_line(seen.view, seen.names, language),
            *self._story(seen, without_end(events)),
        ]
        files = [] if is_plain else [*await self._result(seen), *await self._board(seen, events)]
        files.append(await self._record(game, table))
        log_button = Button(label=text("press.log", language), verb="log")
        return Parcel(text=joined(lines), files=tuple(files), rows=((log_button,),), game=game, pings=users)

    async def _result(self, seen: Seen) -> list[Attachment]:
        history = await self.tables.history(seen.table.id)
        return await self.pictures.result(seen, history, seen.table.language)

    async def _record(self, game: int, table: str) -> Attachment:
        raw = write_record(await self.tables.record(game))
        return Attachment(f"semafor-{game}.json", raw, table)

    async def lobby(self, game: int) -> Parcel | None:
        lobby = await self.tables.lobby(game)
        table = lobby.table
        language = table.language
        seats = game_of(table).seats
        host = next((safe_name(seat.name) for seat in lobby.seats if seat.user == table.host), "?")
        mark = table_name(table, language)
        if table.stage != "lobby":
            key = "lobby.closed" if table.stage == "closed" else "lobby.begun"
            return Parcel(text=text(key, language, table=mark), game=game, mark=mark)
        heading = text("lobby.heading", language, table=table_name(table, language), host=host)
        if lobby.invited:
            heading += " · " + text("lobby.invited", language, people=" ".join(map(mention, lobby.invited)))
        lines = [heading, *lobby_lines(lobby, seats[0], seats[-1], language)]
        can_start = len(lobby.seats) in seats
        if not can_start:
            lines.append(text("lobby.too_few", language, n=seats[0] - len(lobby.seats)))
        rows = lobby_buttons(language, can_start)
        return Parcel(text=joined(lines), rows=rows, game=game, pings=lobby.invited, mark=mark)

    async def notice(self, game: int, about: dict[str, int]) -> Parcel | None:
        """A line of its own: an invitation, or a lobby that is about to be closed."""
        lobby = await self.tables.lobby(game)
        if lobby.table.stage != "lobby":
            return None
        language, table = lobby.table.language, table_name(lobby.table, lobby.table.language)
        post = await self.tables.store.message(game, "lobby")
        where = link(lobby.table, post.message if post else None)
        if "user" in about:
            user = about["user"]
            facts = " · ".join([table, text("choice.seats", language, n=lobby.table.size), pace_of(lobby.table)])
            words = text("lobby.invitation", language, people=mention(user), table=facts, link=where)
            buttons = tuple(lobby_button(verb, language) for verb in ("join", "rules"))
            return Parcel(text=words, rows=(buttons,), game=game, pings=(user,))
        when = f"<t:{int(lobby.table.closes or 0)}:R>"
        words = text("lobby.warning", language, people=mention(lobby.table.host), table=table, when=when, link=where)
        return Parcel(text=words, game=game, pings=(lobby.table.host,))

    async def hello(self, game: int, user: int) -> Parcel | None:
        """What a DM says before there is a hand to show."""
        lobby = await self.tables.lobby(game)
        if lobby.table.stage not in ("lobby", "closed"):
            return None
        settings = await self.tables.store.user(user)
        language = settings.language or settings.spoken or lobby.table.language
        seat = next((seat_text(seat, language) for seat in lobby.seats if seat.user == user), "")
        key = "hello.closed" if lobby.table.stage == "closed" else "hello.seat" if seat else "hello.free"
        name = table_name(lobby.table, language)
        return Parcel(text=f"**{name}** · <#{lobby.table.channel}> · {text(key, language, seat=seat)}", mark=name)

    async def vote(self, game: int) -> Parcel | None:
        """A proposal with everybody's answer so far; rings nobody."""
        vote, table = await self.tables.store.vote(game), await self.tables.store.table(game)
        if vote is None or table is None:
            return None
        language, names = table.language, names_by_user(await self.tables.store.seats(game))
        proposer = safe_name(names.get(vote.proposer, "?"))
        heading = text("vote.stop", language, player=proposer, table=table_name(table, language))
        if vote.result is not None:
            return Parcel(text=joined([heading, text(f"vote.result.{vote.result}", language)]), game=game, mark=heading)
        marks = [f"{safe_name(names[user])} {'✓' if answer else '…'}" for user, answer in vote.answers.items()]
        lines = [heading, text("vote.rule", language), " · ".join(marks)]
        return Parcel(text=joined(lines), rows=(vote_buttons(vote, language),), game=game, mark=heading)

    async def stopped(self, game: int) -> Parcel | None:
        """The last word about a game that was stopped."""
        table = await self.tables.store.table(game)
        if table is None:
            return None
        return Parcel(text=text("table.stopped", table.language, table=table_name(table, table.language)), game=game)

    async def aside(self, game: int) -> Parcel | None:
        """That a game is set aside; later, that it goes on. Its players are rung for the first of the two."""
        table, seats = await self.tables.store.table(game), await self.tables.store.seats(game)
        if table is None or table.stage not in ("aside", "running"):
            return None
        name = table_name(table, table.language)
        if table.stage == "running":
            return Parcel(text=text("table.revived", table.language, table=name), game=game, mark=name)
        users = tuple(seat.user for seat in seats if seat.user)
        people = " ".join(mention(user) for user in users)
        words = text("table.aside", table.language, people=people, table=name, error=table.error or "?")
        return Parcel(text=words, game=game, pings=users, mark=name)

    async def show(self, game: int) -> Parcel | None:
        """The board as it stands, because somebody wants all to see it."""
        seen = await self.tables.seen(game, None)
        language = seen.table.language
        heading = f"**{table_name(seen.table, language)}** · {waiting_line(seen.view, seen.names, language)}"
        return Parcel(text=heading, files=await self._board(seen, ()), game=game)

    async def hand(self, game: int, seat: int, *, is_plain: bool) -> Parcel | None:
        """A player's own hand by DM, naming the game and leading back to it."""
        try:
            seen = await self.tables.seen_by_seat(game, seat)
        except NotNow:
            raise
        except TableAside:
            return await self._handless(game, seat, "hand.aside")
        except Refusal:
            return await self._handless(game, seat, "hand.stopped")
        user = seen.seats[seat].user
        assert user is not None
        settings = await self.tables.store.user(user)
        language = settings.language or settings.spoken or seen.table.language
        picture = None if is_plain else await self.pictures.hand(seen, settings.theme, language)
        play = Button(label=text("press.play", language), verb="play", style="good", is_disabled=not seen.is_asked)
        board = Button(label=text("press.board", language), verb="board")
        post = await self.tables.store.message(game, "post")
        where = link(seen.table, post.message if post else None)
        buttons = () if seen.view.is_over else (play, board)
        table = await self.tables.store.table(game)
        is_gone = table is not None and table.blocked == "gone"
        rows: tuple[Row, ...] = (buttons if is_gone else (*buttons, Link(text("press.table", language), where)),)
        rings = settings.dm_on_turn and seen.is_asked
        lines = hand_lines(seen, language, is_gone=is_gone)
        vote = await self._vote_of(seen, user, language)
        if vote is not None:
            lines, rows = [*lines, vote.text], (*rows, *vote.rows)
        return Parcel(
            text=joined(lines),
            files=(picture,) if picture else (),
            rows=rows,
            game=game,
            pings=(user,) if rings else (),
            mark=table_name(seen.table, language),
            about_turn=seen.view.turn,
        )

    async def _vote_of(self, seen: Seen, user: int, language: str) -> Parcel | None:
        """A vote that waits for this player."""
        vote = await self.tables.store.vote(seen.table.id)
        if vote is None or vote.result is not None or user not in waiting(vote):
            return None
        proposer = safe_name(names_by_user(seen.seats).get(vote.proposer, "?"))
        words = text("vote.stop", language, player=proposer, table=table_name(seen.table, language))
        return Parcel(text=words, rows=(vote_buttons(vote, language),))

    async def _handless(self, game: int, seat: int, key: str) -> Parcel | None:
        """What a DM becomes when its game is stopped or set aside."""
        table, seats = await self.tables.store.table(game), await self.tables.store.seats(game)
        user = seats[seat].user if seat < len(seats) else None
        if table is None or table.stage not in ("closed", "aside") or user is None:
            return None
        settings = await self.tables.store.user(user)
        language = settings.language or settings.spoken or table.language
        name = table_name(table, language)
        words = f"**{name}** · <#{table.channel}> · {text(key, language)}"
        return Parcel(text=words, game=game, mark=name)


def vote_buttons(vote: VoteRow, language: str) -> tuple[Button, ...]:
    """Their ids name the vote: on an older one they answer nothing."""
    return (
        Button(label=text("press.agree", language), verb="vote", choice=f"yes.{vote.id}", style="bad"),
        Button(label=text("press.keep_playing", language), verb="vote", choice=f"no.{vote.id}", style="good"),
    )


def hand_lines(seen: Seen, language: str, *, is_gone: bool = False) -> list[str]:
    """USA #12 · #trains · your turn, and below it all that the player holds; `is_gone`: its channel."""
    key = "hand.over" if seen.view.is_over else "hand.your_turn" if seen.is_asked else "hand.waiting"
    waiting = names_of(seen.names, seen.view.to_act)
    state = text(key, language, names=waiting)
    if is_gone:
        gone = text("table.blocked.gone", language)
        return [f"**{table_name(seen.table, language)}** · {state}", gone, *own_lines(seen.view, language)]
    heading = f"**{table_name(seen.table, language)}** · <#{seen.table.channel}> · {state}"
    return [heading, *own_lines(seen.view, language)]


def waiting_for_people(seen: Seen) -> Seen:
    """An opening in which robots have chosen: they do so at once, and nobody ever waits for them."""
    people = tuple(seat for seat in seen.view.to_act if not seen.seats[seat].robot)
    if seen.view.turn > 0 or not people or not isinstance(seen.view, TicketView):
        return seen
    players = [replace(each, is_choosing=each.player in people) for each in seen.view.players]
    return replace(seen, view=replace(seen.view, to_act=people, players=tuple(players)))


def choosing(seen: Seen) -> str:
    """Choosing: Ada ✓ · Bo …"""
    still = seen.view.to_act if seen.view.turn == 0 else ()
    marks = [f"{name_of(seen.names, seat.seat)} {'…' if seat.seat in still else '✓'}" for seat in seen.seats]
    return text("table.choosing", seen.table.language, people=" · ".join(marks))


def post_buttons(seen: Seen) -> tuple[Button, ...]:
    language = seen.table.language
    play = "press.choose" if seen.view.turn == 0 else "press.play"
    return (
        Button(label=text(play, language), verb="play", style="good"),
        Button(label=text("press.hand", language), verb="hand"),
        Button(label=text("press.board", language), verb="board"),
    )


def pace_of(table: TableRow) -> str:
    return text(f"choice.pace.{table.pace}", table.language)


STYLES: dict[str, Literal["good", "bad"]] = {"join": "good", "start": "good", "cancel": "bad"}


def lobby_button(verb: str, language: str) -> Button:
    return Button(label=text(f"press.{verb}", language), verb=verb, style=STYLES.get(verb, "plain"))


def lobby_buttons(language: str, can_start: bool) -> tuple[Row, ...]:
    first = [lobby_button(verb, language) for verb in ("join", "leave", "colour", "options")]
    start = replace(lobby_button("start", language), is_disabled=not can_start)
    second = tuple(lobby_button(verb, language) for verb in ("robot", "invite", "rules", "cancel"))
    return (*first, start), second


def joined(lines: Sequence[str]) -> str:
    """As one message; a story too long for it is cut, never its heading."""
    whole = "\n".join(line for line in lines if line)
    return whole if len(whole) <= LONGEST_POST else whole[: LONGEST_POST - 1].rstrip() + "…"
