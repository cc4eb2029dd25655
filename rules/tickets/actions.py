"""What a player can wish for in a ticket game."""

from typing import Literal, TypeAlias

from rules.game import Action

Cards: TypeAlias = tuple[tuple[str, int], ...]
"""Cards by kind and count, such as (("red", 2), ("loco", 1))."""


class DrawCard(Action, frozen=True, tag="draw"):
    """Take a card of this kind from the face-up row; with two decks, `refill` names the one that fills its place."""

    card: str
    refill: str | None = None


class DrawBlind(Action, frozen=True, tag="blind"):
    """Take the top card of a deck; left out, the only deck."""

    deck: str | None = None


class ClaimRoute(Action, frozen=True, tag="claim"):
    """Pay for a track. Where passengers wait, `passengers` names the one taken at each end, None leaves them."""

    track: str
    cards: Cards
    passengers: tuple[str | None, str | None] = (None, None)


class DrawTickets(Action, frozen=True, tag="tickets"):
    """Draw tickets to choose from; with two piles, `long` of them from the long one, announced before drawing."""

    long: int = 0


class KeepTickets(Action, frozen=True, tag="keep"):
    tickets: tuple[str, ...]


class TopUpTunnel(Action, frozen=True, tag="top_up"):
    """Lay what the turned cards ask for, on top of what lies there already."""

    cards: Cards


class GiveUpTunnel(Action, frozen=True, tag="give_up"):
    """Take the cards back; the turn is over."""


class ChoosePieces(Action, frozen=True, tag="pieces"):
    """The secret choice at the opening; the rest of the pieces are ships."""

    wagons: int


class BuildHarbour(Action, frozen=True, tag="harbour"):
    city: str
    cards: Cards


class ExchangePieces(Action, frozen=True, tag="exchange"):
    """Swap unplaced pieces for as many of the other kind; `to` is what they become."""

    to: Literal["wagons", "ships"]
    count: int


class Pass(Action, frozen=True, tag="pass"):
    pass


TicketAction: TypeAlias = (
    DrawCard
    | DrawBlind
    | ClaimRoute
    | DrawTickets
    | KeepTickets
    | TopUpTunnel
    | GiveUpTunnel
    | ChoosePieces
    | BuildHarbour
    | ExchangePieces
    | Pass
)
