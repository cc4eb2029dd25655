"""Why a ticket game refuses an action. Fields only; the sentences are in the catalogues."""

from dataclasses import dataclass

from rules.errors import IllegalAction
from rules.tickets.actions import Cards


@dataclass
class NotInThisGame(IllegalAction):
    """The title has no such action; `action` is its short name."""

    action: str


@dataclass
class UnknownTrack(IllegalAction):
    track: str


@dataclass
class UnknownCard(IllegalAction):
    card: str


@dataclass
class UnknownDeck(IllegalAction):
    deck: str
    decks: tuple[str, ...]


@dataclass
class UnknownTicket(IllegalAction):
    ticket: str


@dataclass
class TrackTaken(IllegalAction):
    track: str
    owner: int


@dataclass
class SisterTaken(IllegalAction):
    """With few players one track of a double or triple closes the others."""

    track: str
    owner: int
    seats: int


@dataclass
class SisterIsYours(IllegalAction):
    """Nobody may own two tracks of a double or triple."""

    track: str


@dataclass
class TooFewPieces(IllegalAction):
    track: str
    kind: str
    needed: int
    left: int


@dataclass
class WrongNumber(IllegalAction):
    """Not as many cards as the track has spaces; `worth` is how many spaces the cards cover."""

    track: str
    needed: int
    worth: int


@dataclass
class WrongColour(IllegalAction):
    """These cards don't pay for this track; `colour` is its own, None for a grey one."""

    track: str
    colour: str | None
    cards: Cards


@dataclass
class LocomotivesNotHere(IllegalAction):
    """Nordic: locomotives have no use on a plain route."""

    track: str


@dataclass
class TooFewLocomotives(IllegalAction):
    """A ferry asks for `needed` locomotives; `given` counts the cards that stand in for one, too."""

    track: str
    needed: int
    given: int


@dataclass
class CardsNotInHand(IllegalAction):
    missing: Cards


@dataclass
class NotInRow(IllegalAction):
    card: str


@dataclass
class WildAsSecond(IllegalAction):
    """A face-up locomotive can't be the second card."""

    card: str


@dataclass
class NoCardsLeft(IllegalAction):
    deck: str


@dataclass
class DrawClosed(IllegalAction):
    """Every deck and all discards are empty: a draw can't begin with a card of the row."""


@dataclass
class NoTicketsLeft(IllegalAction):
    pass


@dataclass
class WrongMix(IllegalAction):
    """`long` must lie between `least` and `most`: a whole draw, and not all of it from an empty pile."""

    long: int
    least: int
    most: int


@dataclass
class TooFewTickets(IllegalAction):
    kept: int
    needed: int


@dataclass
class TicketNotOffered(IllegalAction):
    ticket: str


@dataclass
class WrongTopUp(IllegalAction):
    """A tunnel asks for `asked` more: cards of `colour` or locomotives; None means locomotives alone."""

    asked: int
    colour: str | None


@dataclass
class NoSuchPassenger(IllegalAction):
    place: str
    colour: str


@dataclass
class WrongPieces(IllegalAction):
    wagons: int
    least: int
    most: int


@dataclass
class NotAHarbourCity(IllegalAction):
    city: str


@dataclass
class HarbourTaken(IllegalAction):
    city: str
    owner: int


@dataclass
class NoTrackThere(IllegalAction):
    city: str


@dataclass
class NoHarboursLeft(IllegalAction):
    pass


@dataclass
class WrongHarbourCards(IllegalAction):
    cards: Cards


@dataclass
class WrongExchange(IllegalAction):
    count: int
    most: int
