"""What the small pictures of the ticket games are called; whoever only names them need not load what draws them."""

from rules.tickets.maps import Card

DECK, TICKET, WAGON, SHIP, HARBOUR = "deck", "ticket", "wagon", "ship", "harbour"
PILES = {"cards": DECK, "wagons": WAGON, "ships": SHIP}
"""By the name of a deck."""


def card_emoji(card: Card) -> str:
    """red, or in a game with two kinds of cards red_wagon, red_port, red_ship, red_ships; loco or joker"""
    name = card.id.replace("-", "_")
    return f"{name}_wagon" if card.colour == card.id and card.deck == "wagons" else name


def player_emoji(colour: str) -> str:
    return f"{colour}_wagon"


def harbour_emoji(colour: str) -> str:
    return f"{colour}_harbour"


def passenger_emoji(colour: str) -> str:
    return f"{colour}_passenger"
