"""The face of each title. The one module of the bot in which a title or a family of games is named."""

from bot.games.face import AnyFace
from bot.games.metro.face import MetroFace
from bot.games.tickets.face import TicketFace
from rules.catalog import TICKET_TITLES

FACES: dict[str, AnyFace] = {**dict.fromkeys(TICKET_TITLES, TicketFace()), "metro": MetroFace()}
FIRST_TITLE = "usa"
"""What somebody plays who only wants to see how it is."""


def face_of(title: str) -> AnyFace:
    return FACES[title]


def every_face() -> tuple[AnyFace, ...]:
    """Each once, however many titles it has."""
    return tuple(dict.fromkeys(FACES.values()))
