"""A table being set: who sits where, in which colour, with which options. A lobby goes in, a new one comes out."""

import secrets
from collections.abc import Callable, Iterable, Mapping, Sequence

import msgspec
from msgspec.structs import replace

from bot.errors import NoOption, Refusal
from bot.games.catalog import face_of
from bot.store.rows import Deal, SeatRow, TableRow
from bot.tables.pace import (
    AWAY_LIMITS,
    CONSEQUENCES,
    DEADLINES,
    OWN_SPANS,
    PACES,
    REMINDERS,
    schedule,
    seconds,
    span_of,
)
from bot.tables.variants import settled, title_options, usual_value
from data.languages import LANGUAGES
from rules.catalog import find_game
from rules.errors import BadOption
from rules.game import AnyGame
from rules.proof import lots_of

POSTS = ("normal", "quiet")
HELP = ("helpful", "coach")
TABLE_OPTIONS: dict[str, tuple[str, ...]] = {
    "pace": PACES,
    "posts": POSTS,
    "language": LANGUAGES,
    "seating": ("random", "given"),
    "reminder": REMINDERS,
    "deadline": DEADLINES,
    "consequence": CONSEQUENCES,
    "away": AWAY_LIMITS,
    "help": HELP,
}
ROBOT = "conductor"
A_WEEK = 7 * 86400.0
LONGEST_NAME = 32
CODE_LETTERS = "ABCDEFGHJKLMNPQRSTUVWXYZ23456789"
"""None that is taken for another one."""
CODE_LENGTH = 12


class Lobby(msgspec.Struct, frozen=True, kw_only=True):
    table: TableRow
    seats: tuple[SeatRow, ...] = ()
    invited: tuple[int, ...] = ()

    @property
    def is_full(self) -> bool:
        return len(self.seats) >= self.table.size

    @property
    def humans(self) -> tuple[int, ...]:
        return tuple(seat.user for seat in self.seats if seat.user is not None)

    @property
    def awaited(self) -> tuple[int, ...]:
        """Those for whom a seat is kept, as they have played together before, and who have not said yes."""
        return tuple(user for user in self.humans if user in self.invited)

    @property
    def joined(self) -> tuple[int, ...]:
        """Those who have taken their seat themselves."""
        return tuple(user for user in self.humans if user not in self.invited)

    @property
    def free_colours(self) -> tuple[str, ...]:
        taken = {seat.colour for seat in self.seats}
        return tuple(colour for colour in face_of(self.table.title).colours if colour not in taken)


def clean_name(name: str) -> str:
    """A name as it is kept: one line, no control characters, not too long."""
    plain = "".join(letter if letter.isprintable() else " " for letter in name)
    return " ".join(plain.split())[:LONGEST_NAME] or "?"


def rules_of(title: str) -> AnyGame:
    game = find_game(title)
    if game is None:
        raise Refusal("refuse.no_title")
    return game


def new_lobby(
    table: TableRow, host_name: str, robots: int, robot_name: Callable[[int], str], strength: str = ROBOT
) -> Lobby:
    """A lobby with its host seated and robots beside; raises `Refusal` or `BadOption` where that can't be."""
    game = rules_of(table.title)
    if table.size not in game.seats:
        raise Refusal("refuse.seats", n=table.size, least=game.seats[0], most=game.seats[-1])
    if not 0 <= robots < table.size:
        raise Refusal("refuse.robots", n=robots, most=table.size - 1)
    table = replace(table, variant=settled(table.title, table.variant))
    lobby = join(Lobby(table=table), table.host, host_name)
    for number in range(robots):
        lobby = add_robot(lobby, strength, robot_name(number + 1))
    return lobby


def rematch(table: TableRow, before: Sequence[SeatRow], robot_name: Callable[[int], str]) -> Lobby:
    """A lobby in which everybody sits one place further than before, in the same colour. The host has said yes; the
    others' seats are kept for them. Where nobody sits any more, a robot does."""
    seats = []
    for old in before:
        is_empty = old.user is None and old.robot is None
        robot, name = (ROBOT, robot_name(old.seat + 1)) if is_empty else (old.robot, old.name)
        dm = "closed" if robot else "untried"
        seats.append(SeatRow(seat=old.seat, user=old.user, robot=robot, name=name, colour=old.colour, dm=dm))
    invited = tuple(seat.user for seat in seats if seat.user not in (None, table.host))
    return rotated(Lobby(table=table, seats=tuple(seats), invited=invited), before)


def check_open(table: TableRow) -> None:
    """Seats and options change before the game begins only."""
    if table.stage != "lobby":
        stage = table.stage if table.stage in ("over", "closed") else "running"
        raise Refusal(f"refuse.lobby_over.{stage}")


def join(lobby: Lobby, user: int, name: str) -> Lobby:
    """Take a seat, or say yes to the one that is kept."""
    if user in lobby.awaited:
        return uninvited(lobby, user)
    if user in lobby.humans:
        raise Refusal("refuse.seated_already")
    if lobby.is_full:
        raise Refusal("refuse.full")
    seat = SeatRow(seat=len(lobby.seats), user=user, name=unique(lobby, name), colour=lobby.free_colours[0])
    return replace(uninvited(lobby, user), seats=(*lobby.seats, seat))


def uninvited(lobby: Lobby, user: int) -> Lobby:
    return replace(lobby, invited=tuple(other for other in lobby.invited if other != user))


def unique(lobby: Lobby, name: str) -> str:
    """Two people of one name would be mixed up in every sentence."""
    taken, plain, number = {seat.name for seat in lobby.seats}, clean_name(name), 2
    name = plain
    while name in taken:
        name, number = f"{plain[: LONGEST_NAME - 4]} ({number})", number + 1
    return name


def leave(lobby: Lobby, user: int) -> Lobby:
    if user not in lobby.humans:
        raise Refusal("refuse.not_seated")
    left = uninvited(without(lobby, next(seat for seat in lobby.seats if seat.user == user)), user)
    if not left.joined:
        return close(left)
    host = left.table.host if left.table.host in left.joined else left.joined[0]
    return replace(left, table=replace(left.table, host=host))


def without_awaited(lobby: Lobby) -> Lobby:
    """Whoever has not said yes is not dealt in."""
    return reseated(lobby, [seat for seat in lobby.seats if seat.user not in lobby.awaited])


def without(lobby: Lobby, gone: SeatRow) -> Lobby:
    return reseated(lobby, [seat for seat in lobby.seats if seat != gone])


def reseated(lobby: Lobby, seats: Iterable[SeatRow]) -> Lobby:
    placed = [replace(seat, seat=number) for number, seat in enumerate(seats)]
    face = face_of(lobby.table.title)
    if face.gives_colours:
        placed = [replace(seat, colour=face.colours[seat.seat]) for seat in placed]
    return replace(lobby, seats=tuple(placed))


def add_robot(lobby: Lobby, strength: str, name: str) -> Lobby:
    if lobby.is_full:
        raise Refusal("refuse.full")
    seat = SeatRow(
        seat=len(lobby.seats), robot=strength, name=unique(lobby, name), colour=lobby.free_colours[0], dm="closed"
    )
    return replace(lobby, seats=(*lobby.seats, seat))


def remove_robot(lobby: Lobby, number: int | None = None) -> Lobby:
    robots = [seat for seat in lobby.seats if seat.robot and number in (None, seat.seat)]
    if not robots:
        raise Refusal("refuse.no_robot")
    return without(lobby, robots[-1])


def choose_colour(lobby: Lobby, user: int, colour: str) -> Lobby:
    mine = next((seat for seat in lobby.seats if seat.user == user), None)
    if mine is None:
        raise Refusal("refuse.not_seated")
    if face_of(lobby.table.title).gives_colours:
        raise Refusal("refuse.colour_by_seat")
    if colour != mine.colour and colour not in lobby.free_colours:
        raise Refusal("refuse.colour")
    return reseated(lobby, [replace(seat, colour=colour) if seat == mine else seat for seat in lobby.seats])


def invite(lobby: Lobby, user: int) -> Lobby:
    if user in lobby.humans:
        raise Refusal("refuse.already_seated")
    if user in lobby.invited:
        return lobby
    if len(lobby.invited) >= 10:
        raise Refusal("refuse.too_many_invited")
    return replace(lobby, invited=(*lobby.invited, user))


def known_options(table: TableRow) -> dict[str, tuple[str, ...]]:
    """Every option that a table has, with its values."""
    seats = tuple(str(count) for count in rules_of(table.title).seats)
    return {**TABLE_OPTIONS, "seats": seats, **title_options(table.title)}


def value_of(table: TableRow, option: str) -> str:
    """What an option is set to."""
    if option in TABLE_OPTIONS:
        return str(getattr(with_own_times(table), option))
    if option == "seats":
        return str(table.size)
    return table.variant.get(option) or usual_value(table.title, option)


def set_option(lobby: Lobby, option: str, value: str) -> Lobby:
    """Change one option of the table or of its title; raises `BadOption` with what is allowed."""
    table = lobby.table
    if option in OWN_SPANS:
        span = span_of(value)
        if span is None:
            raise Refusal("refuse.span")
        return replace(lobby, table=with_table_option(table, option, span))
    if option in TABLE_OPTIONS:
        if value not in TABLE_OPTIONS[option]:
            raise BadOption(option, value, TABLE_OPTIONS[option])
        return replace(lobby, table=with_table_option(table, option, value))
    if option == "seats":
        return set_size(lobby, int(value) if value.isdecimal() and len(value) < 4 else 0)
    known = known_options(table)
    if option not in known:
        raise NoOption(option, tuple(known))
    return replace(lobby, table=replace(table, variant=settled(table.title, {**table.variant, option: value})))


def with_table_option(table: TableRow, option: str, value: str) -> TableRow:
    """Whoever says when to remind, or when time is up, wants a pace of their own."""
    if option not in ("reminder", "deadline"):
        return replace(table, **{option: value})
    table = replace(with_own_times(table), pace="own", **{option: value})
    if seconds(table.reminder) >= seconds(table.deadline):
        raise Refusal("refuse.deadline_first")
    return table


def with_own_times(table: TableRow) -> TableRow:
    """The first reminder and the deadline as they are with its pace."""
    spans = schedule(table)
    return replace(table, reminder=spans[0], deadline=spans[-1]) if spans else table


def set_size(lobby: Lobby, size: int) -> Lobby:
    seats = rules_of(lobby.table.title).seats
    if size not in seats:
        raise Refusal("refuse.seats", n=size, least=seats[0], most=seats[-1])
    if size < len(lobby.seats):
        raise Refusal("refuse.seats_taken", n=len(lobby.seats))
    return replace(lobby, table=replace(lobby.table, size=size))


def order_seats(lobby: Lobby, order: str) -> Lobby:
    """`random` draws lots at the start; `rotate` moves everybody up by one; else names or numbers, first to last."""
    if order == "random":
        return replace(lobby, table=replace(lobby.table, seating="random"))
    given = replace(lobby, table=replace(lobby.table, seating="given"))
    if order == "given":
        return given
    if order == "rotate":
        return reseated(given, (*lobby.seats[1:], *lobby.seats[:1]))
    return reseated(given, named_order(lobby, order))


def named_order(lobby: Lobby, order: str) -> list[SeatRow]:
    words = [word.strip().casefold() for word in order.replace(";", ",").split(",") if word.strip()]
    left, chosen = list(lobby.seats), []
    for word in words:
        found = [s for s in left if word == str(s.seat + 1) or s.name.casefold().startswith(word)]
        if not found:
            raise Refusal("refuse.order", word=word[:LONGEST_NAME])
        chosen.append(found[0])
        left.remove(found[0])
    return chosen + left


def speak_alone(lobby: Lobby, own: Mapping[int, str], servers: str) -> Lobby:
    """Nobody else reads the table of somebody who plays alone, so it speaks as they do.

    A language other than the server's was chosen on purpose, and stays.
    """
    table = lobby.table
    if len(lobby.humans) != 1 or table.language != servers:
        return lobby
    return replace(lobby, table=replace(table, language=own.get(lobby.humans[0], table.language)))


def close(lobby: Lobby) -> Lobby:
    return replace(lobby, table=replace(lobby.table, stage="closed", closes=None, code=None))


def new_code() -> str:
    """For whoever is invited to a table without a channel: nobody guesses it, and it can be read out."""
    letters = "".join(secrets.choice(CODE_LETTERS) for _ in range(CODE_LENGTH))
    return "-".join(letters[first : first + 4] for first in range(0, CODE_LENGTH, 4))


def as_code(typed: str) -> str:
    """A code as it is kept, however it was typed: abcd efgh 2345 is ABCD-EFGH-2345."""
    letters = "".join(letter for letter in typed.upper() if letter.isalnum())[: 2 * CODE_LENGTH]
    return "-".join(letters[first : first + 4] for first in range(0, len(letters), 4))


def promised(lobby: Lobby, secret: str) -> Lobby:
    """A lobby whose deal is bound to a secret from now on."""
    return replace(lobby, table=replace(lobby.table, deal=Deal(secret=secret)))


def salted(lobby: Lobby, salt: str) -> Lobby:
    """What somebody adds to the seed; a table from before there was a proof takes none."""
    deal = lobby.table.deal
    if deal is None:
        return lobby
    return replace(lobby, table=replace(lobby.table, deal=replace(deal, salts=(*deal.salts, salt))))


def rotated(lobby: Lobby, before: Sequence[SeatRow]) -> Lobby:
    """Everybody one place further than in the game before, whose first player comes last; newcomers follow."""
    left, placed = list(lobby.seats), []
    for old in (*before[1:], *before[:1]):
        alike = [seat for seat in left if seat.user == old.user]
        same = next((seat for seat in alike if seat.robot == old.robot), alike[0] if alike else None)
        if same is not None:
            left.remove(same)
            placed.append(same)
    return reseated(lobby, (*placed, *left))


def ready(lobby: Lobby, game: AnyGame, seed: str) -> tuple[object, tuple[SeatRow, ...], tuple[int, ...]]:
    """Options and seats of the game that begins, and the lots that gave them; raises where it can't begin like this."""
    count = len(lobby.seats)
    if count not in game.seats:
        raise Refusal("refuse.too_few_players", n=count, least=game.seats[0], most=game.seats[-1])
    lots = lots_of(seed, count) if lobby.table.seating == "random" else ()
    seats = [lobby.seats[number] for number in lots or range(count)]
    return game.options(lobby.table.variant), reseated(lobby, seats).seats, lots
