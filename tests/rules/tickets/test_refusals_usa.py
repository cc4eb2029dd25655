"""Every refusal that `usa` can give, by name and with its fields; a refusal changes nothing."""

from collections.abc import Callable

import pytest
from msgspec.structs import replace

from rules.chance import Chance
from rules.errors import CannotPass, GameOver, IllegalAction, NotYourTurn, UnknownPlayer, WrongMoment
from rules.tickets.actions import (
    BuildHarbour,
    ChoosePieces,
    ClaimRoute,
    DrawBlind,
    DrawCard,
    DrawTickets,
    ExchangePieces,
    GiveUpTunnel,
    KeepTickets,
    Pass,
    TicketAction,
)
from rules.tickets.errors import (
    CardsNotInHand,
    DrawClosed,
    NoCardsLeft,
    NoTicketsLeft,
    NotInRow,
    NotInThisGame,
    SisterIsYours,
    SisterTaken,
    TicketNotOffered,
    TooFewPieces,
    TooFewTickets,
    TrackTaken,
    UnknownCard,
    UnknownDeck,
    UnknownTicket,
    UnknownTrack,
    WildAsSecond,
    WrongColour,
    WrongMix,
    WrongNumber,
)
from rules.tickets.state import State
from tests.rules.tickets.positions import game_of, position

USA = game_of("usa")
ROW = ("red", "blue", "green", "white", "loco")
OPENING = USA.setup(USA.options({}), 2, Chance("7"))
OFFER = [USA.board.tickets[ticket].id for ticket in OPENING.players[0].offer]


def in_hand(**cards: int) -> State:
    return position(hands=[cards], row=ROW)


def second_card() -> State:
    return USA.apply(in_hand(), DrawBlind(0)).state


def choosing() -> State:
    state = position(piles={"tickets": ["boston-miami", "duluth-el_paso", "dallas-new_york"]})
    return USA.apply(state, DrawTickets(0)).state


def over() -> State:
    state = replace(position(row=ROW), turns_left=1)
    return USA.apply(USA.apply(state, DrawBlind(0)).state, DrawBlind(0)).state


def bare() -> State:
    return position(row=(None,) * 5, decks={"cards": []}, discards={}, piles={"tickets": []})


REFUSALS: list[tuple[Callable[[], State], TicketAction, IllegalAction]] = [
    (in_hand, DrawBlind(1), NotYourTurn(1, (0,))),
    (in_hand, DrawBlind(2), UnknownPlayer(2)),
    (in_hand, DrawBlind(-1), UnknownPlayer(-1)),
    (over, DrawBlind(1), GameOver()),
    (in_hand, Pass(0), CannotPass()),
    (second_card, DrawTickets(0), WrongMoment(("draw", "blind"))),
    (second_card, Pass(0), WrongMoment(("draw", "blind"))),
    (choosing, DrawBlind(0), WrongMoment(("keep",))),
    (lambda: OPENING, DrawBlind(0), WrongMoment(("keep",))),
    (in_hand, KeepTickets(0, ()), WrongMoment(("draw", "blind", "claim", "tickets"))),
    (in_hand, BuildHarbour(0, "miami", ()), NotInThisGame("harbour")),
    (in_hand, ExchangePieces(0, "ships", 1), NotInThisGame("exchange")),
    (in_hand, ChoosePieces(0, 20), NotInThisGame("pieces")),
    (in_hand, GiveUpTunnel(0), NotInThisGame("give_up")),
    (in_hand, DrawCard(0, "pink"), UnknownCard("pink")),
    (in_hand, DrawCard(0, "black"), NotInRow("black")),
    (second_card, DrawCard(0, "loco"), WildAsSecond("loco")),
    (in_hand, DrawCard(0, "red", "ships"), UnknownDeck("ships", ("cards",))),
    (in_hand, DrawBlind(0, "ships"), UnknownDeck("ships", ("cards",))),
    (bare, DrawBlind(0), NoCardsLeft("cards")),
    (lambda: position(row=ROW, decks={"cards": []}, discards={}), DrawCard(0, ROW[0]), DrawClosed()),
    (bare, DrawTickets(0), NoTicketsLeft()),
    (in_hand, DrawTickets(0, 2), WrongMix(2, 0, 0)),
    (choosing, KeepTickets(0, ()), TooFewTickets(0, 1)),
    (lambda: OPENING, KeepTickets(0, (OFFER[0],)), TooFewTickets(1, 2)),
    (lambda: OPENING, KeepTickets(0, (OFFER[0], OFFER[0])), TicketNotOffered(OFFER[0])),
    (choosing, KeepTickets(0, ("boston-mars",)), UnknownTicket("boston-mars")),
    (choosing, KeepTickets(0, ("atlanta-montreal",)), TicketNotOffered("atlanta-montreal")),
    (in_hand, ClaimRoute(0, "boston-mars", (("red", 2),)), UnknownTrack("boston-mars")),
    (in_hand, ClaimRoute(0, "montreal-new_york", (("pink", 3),)), UnknownCard("pink")),
    (
        lambda: position(hands=[{"blue": 3}], owners={"montreal-new_york": 1}),
        ClaimRoute(0, "montreal-new_york", (("blue", 3),)),
        TrackTaken("montreal-new_york", 1),
    ),
    (
        lambda: position(hands=[{"red": 2}], owners={"boston-new_york": 1}),
        ClaimRoute(0, "boston-new_york-2", (("red", 2),)),
        SisterTaken("boston-new_york-2", 1, 2),
    ),
    (
        lambda: position(seats=4, hands=[{"red": 2}], owners={"boston-new_york": 0}),
        ClaimRoute(0, "boston-new_york-2", (("red", 2),)),
        SisterIsYours("boston-new_york-2"),
    ),
    (
        lambda: position(hands=[{"blue": 3}], wagons=[2, 45]),
        ClaimRoute(0, "montreal-new_york", (("blue", 3),)),
        TooFewPieces("montreal-new_york", "wagons", 3, 2),
    ),
    (
        lambda: in_hand(blue=3),
        ClaimRoute(0, "montreal-new_york", (("blue", 2),)),
        WrongNumber("montreal-new_york", 3, 2),
    ),
    (lambda: in_hand(blue=3), ClaimRoute(0, "montreal-new_york", ()), WrongNumber("montreal-new_york", 3, 0)),
    (
        lambda: in_hand(red=3),
        ClaimRoute(0, "montreal-new_york", (("red", 3),)),
        WrongColour("montreal-new_york", "blue", (("red", 3),)),
    ),
    (
        lambda: in_hand(red=2, green=1),
        ClaimRoute(0, "montreal-toronto", (("red", 2), ("green", 1))),
        WrongColour("montreal-toronto", None, (("green", 1), ("red", 2))),
    ),
    (
        lambda: in_hand(blue=2),
        ClaimRoute(0, "montreal-new_york", (("blue", 2), ("loco", 1))),
        CardsNotInHand((("loco", 1),)),
    ),
    (lambda: in_hand(blue=3), ClaimRoute(0, "montreal-new_york", (("blue", -3),)), CardsNotInHand((("blue", -3),))),
    (
        lambda: in_hand(blue=3),
        ClaimRoute(0, "montreal-new_york", (("blue", 2), ("blue", 1))),
        CardsNotInHand((("blue", 1),)),
    ),
    (lambda: in_hand(), ClaimRoute(0, "montreal-new_york", (("blue", 999),)), CardsNotInHand((("blue", 999),))),
]


@pytest.mark.parametrize(
    ("build", "action", "refusal"), REFUSALS, ids=[f"{n}-{type(row[2]).__name__}" for n, row in enumerate(REFUSALS)]
)
def test_refusals(build: Callable[[], State], action: TicketAction, refusal: IllegalAction) -> None:
    state = build()
    before = USA.codecs.state.encode(state)
    with pytest.raises(IllegalAction) as caught:
        USA.apply(state, action)
    assert caught.value == refusal
    assert action not in USA.legal_actions(state, action.player)
    assert USA.codecs.state.encode(state) == before


def test_no_refusal_is_forgotten() -> None:
    """Each refusal that concerns this title is in the list above."""
    elsewhere = {"LocomotivesNotHere", "WrongTopUp", "NoSuchPassenger", "WrongPieces", "NotAHarbourCity"}
    elsewhere |= {
        "TooFewLocomotives",
        "HarbourTaken",
        "NoTrackThere",
        "NoHarboursLeft",
        "WrongHarbourCards",
        "WrongExchange",
    }
    known = {cls.__name__ for cls in IllegalAction.__subclasses__() if cls.__module__.startswith("rules.tickets")}
    named = {type(refusal).__name__ for _, _, refusal in REFUSALS}
    assert known - elsewhere <= named
