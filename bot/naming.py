"""What tables, seats and places are called in texts, and where they are."""

from collections.abc import Mapping, Sequence

from bot.games.catalog import face_of
from bot.store.rows import Deal, SeatRow, TableRow
from bot.tables.lobby import Lobby
from bot.tables.pace import schedule
from bot.tables.variants import idle_options
from bot.text.emojis import emoji
from bot.text.names import name_of, plain_name, safe_name
from bot.text.variants import idle_text, variant_text
from data.languages import own_name
from data.texts import text
from rules.proof import hash_of

MARKS = {"raspberry": "◆", "teal": "●", "violet": "▲", "lime": "■", "brown": "✚"}
"""A sign beside a colour's word, so that nobody has to tell colours apart."""


def title_name(title: str, language: str) -> str:
    return text(f"word.game.{title}", language)


def table_name(table: TableRow, language: str) -> str:
    """USA #12, or, where it was given a name, USA #12 (Friday)"""
    name = f" ({safe_name(table.name)})" if table.name else ""
    return f"{title_name(table.title, language)} #{table.id}{name}"


def table_label(table: TableRow, language: str) -> str:
    """As `table_name`, for labels, which know no formatting."""
    name = f" ({plain_name(table.name)})" if table.name else ""
    return f"{title_name(table.title, language)} #{table.id}{name}"


def table_mark(table: TableRow) -> str:
    """#12, or Friday #12: for pictures, which name the title themselves and know no formatting."""
    return f"{plain_name(table.name)} #{table.id}".strip()


def place_name(table: TableRow, language: str) -> str:
    """**USA #12** · #trains; without a channel, the name alone"""
    name = f"**{table_name(table, language)}**"
    return name if table.in_dms else f"{name} · <#{table.channel}>"


def link(table: TableRow, message: int | None = None) -> str:
    base = f"https://discord.com/channels/{table.guild or '@me'}/{table.channel}"
    return base if message is None else f"{base}/{message}"


def way_to(table: TableRow, language: str) -> str:
    """A link to its channel; of a table without one, that it is played by DM."""
    return text("table.by_dm", language) if table.in_dms else link(table)


def when(moment: float) -> str:
    """In each reader's own time zone and language, day and hour."""
    return f"<t:{int(moment)}:f>"


def away_line(away: Mapping[int, float], names: Sequence[str], language: str) -> str:
    """Away: Bo (until 24 December 2026 00:00)"""
    people = [text("away.one", language, player=name_of(names, seat), until=when(at)) for seat, at in away.items()]
    return text("away.list", language, people=", ".join(people)) if people else ""


def mention(user: int) -> str:
    return f"<@{user}>"


def seat_emojis(title: str, seats: Sequence[SeatRow]) -> tuple[str, ...]:
    """By seat, the small picture of its colour."""
    return tuple(face_of(title).colour_emoji(seat.colour) for seat in seats)


def seat_text(title: str, seat: SeatRow, language: str) -> str:
    """1 ◆ raspberry Ada, or 2 ● teal Robot 1 (conductor)"""
    colour = text(f"colour.{seat.colour}", language)
    name = safe_name(seat.name) if seat.robot is None else robot_text(seat.name, seat.robot, language)
    sign = emoji(face_of(title).colour_emoji(seat.colour), MARKS.get(seat.colour, "●"))
    return text("lobby.seat", language, n=seat.seat + 1, sign=sign, colour=colour, name=name)


def robot_text(name: str, strength: str, language: str) -> str:
    """Robot 1 (conductor)"""
    return text("lobby.robot", language, name=safe_name(name), strength=text(f"choice.strength.{strength}", language))


def robot_name(number: int, language: str) -> str:
    return text("lobby.robot_name", language, n=number)


def lobby_lines(lobby: Lobby, least: int, most: int, language: str) -> list[str]:
    """The lobby post under its heading: what is played, who sits where, until when."""
    table = lobby.table
    facts = [
        text("lobby.players", language, least=least, most=most),
        pace_text(table, language),
        *([text("choice.help.coach", language)] if table.help == "coach" else ()),
        text(f"choice.posts.{table.posts}", language),
        own_name(table.language),
        text(f"lobby.seating.{table.seating}", language),
        *variant_facts(table, language),
    ]
    seats = [seat_text(table.title, seat, language) for seat in lobby.seats]
    seats += [text("lobby.free", language, n=number + 1) for number in range(len(lobby.seats), table.size)]
    lines = [" · ".join(facts), " · ".join(seats)]
    if lobby.awaited:
        begins = text("lobby.last_yes", language) if lobby.is_full else ""
        lines.append(f"{text('lobby.awaited', language, names=awaited_names(lobby))} {begins}".rstrip())
    if table.closes is not None:
        lines.append(text("lobby.closes", language, when=f"<t:{int(table.closes)}:R>"))
    return lines


def awaited_names(lobby: Lobby) -> str:
    """For whom a seat is kept."""
    return ", ".join(safe_name(seat.name) for seat in lobby.seats if seat.user in lobby.awaited)


def pace_text(table: TableRow, language: str) -> str:
    """daily pace (reminders after 20 h, 44 h; time is up after 4 days, then the table is asked)"""
    pace, spans = text(f"choice.pace.{table.pace}", language), schedule(table)
    if not spans:
        return pace
    *reminders, last = [span_text(span, language) for span in spans]
    then = text(f"pace.then.{table.consequence}", language)
    if table.away != "none":
        then = text("pace.away", language, then=then, limit=span_text(table.away, language))
    return text("pace.terms", language, pace=pace, reminders=", ".join(reminders), deadline=last, then=then)


def span_text(span: str, language: str) -> str:
    """20 h, or 4 days"""
    return text("span.days" if span.endswith("d") else "span.hours", language, n=int(span[:-1]))


def deal_line(deal: Deal | None, language: str) -> str:
    """What everybody may know of a deal before the game is over; nothing where it has no proof."""
    if deal is None:
        return ""
    key = "fair.promise" if deal.salts else "fair.promise.unsalted"
    return text(key, language, hash=hash_of(deal.secret), salts=", ".join(deal.salts))


def variant_facts(table: TableRow, language: str) -> list[str]:
    """What was chosen for the title; of what has no effect beside the rest, that is said."""
    idle = idle_options(table.title, table.variant)
    return [
        idle_text(name, value, language) if name in idle else variant_text(name, value, language)
        for name, value in sorted(table.variant.items())
    ]
