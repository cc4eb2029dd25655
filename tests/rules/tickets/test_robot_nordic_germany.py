"""The robot on the maps with ferries, tunnels, two piles and passengers."""

from random import Random

from rules.chance import Chance
from rules.game import PlayerId
from rules.tickets.actions import ClaimRoute, DrawCard, DrawTickets, GiveUpTunnel, TicketAction, TopUpTunnel
from rules.tickets.state import State
from tests.rules.tickets.positions import game_of, position
from tests.rules.tickets.test_germany import HERE, MAGDEBURG, with_passengers, with_waiting
from tests.rules.tickets.test_nordic import GREEN_TUNNEL, ORANGE_FERRY, PLAIN_ROW, at_the_tunnel


def advice(title: str, state: State, player: PlayerId = 0) -> TicketAction:
    game = game_of(title)
    legal = game.legal_actions(state, player)
    action = game.advise(game.view_for(state, player), legal, Random(1).random)
    assert action in legal
    return action


def considered(title: str, state: State, player: PlayerId = 0) -> list[TicketAction]:
    """What is thought about, best first."""
    game = game_of(title)
    legal = game.legal_actions(state, player)
    found = game.candidates(game.view_for(state, player), legal, Random(1).random)
    return [candidate.action for candidate in found]


def test_it_pays_a_ferry_with_a_locomotive_and_the_colour() -> None:
    hand = {"orange": 3, "loco": 2, "red": 1}
    state = position("nordic", hands=[hand], tickets=[["oslo-stavanger"]], owners={"kristiansand-oslo": 0})
    claims = [action for action in considered("nordic", state) if isinstance(action, ClaimRoute)]
    assert claims[0] == ClaimRoute(0, ORANGE_FERRY, (("orange", 2), ("loco", 1)))


def test_it_takes_locomotives_for_the_symbols_of_a_ferry() -> None:
    row = ("red", "loco", "white", "white", "black")
    owners = {"goteborg-oslo": 0}
    state = position("nordic", hands=[{}], row=row, tickets=[["kobenhavn-oslo"]], owners=owners)
    assert advice("nordic", state) == DrawCard(0, "loco")


def test_it_tops_up_a_tunnel_with_the_colour_first() -> None:
    state = at_the_tunnel({"green": 3, "loco": 1}, "green", "red", "red", green=2)
    assert advice("nordic", state) == TopUpTunnel(0, (("green", 1),))


def test_it_gives_up_a_tunnel_that_it_cannot_pay_or_that_is_too_dear() -> None:
    poor = at_the_tunnel({"green": 2}, "green", "red", "red", green=2)
    assert advice("nordic", poor) == GiveUpTunnel(0)
    dear = at_the_tunnel({"green": 6}, "green", "green", "loco", green=2)
    assert advice("nordic", dear) == GiveUpTunnel(0)


def test_it_tries_a_tunnel_with_a_card_in_reserve() -> None:
    wish, owners = [["oslo-stavanger"]], {"kristiansand-oslo": 0}
    state = position("nordic", hands=[{"green": 3}], row=PLAIN_ROW, tickets=wish, owners=owners)
    assert advice("nordic", state) == ClaimRoute(0, GREEN_TUNNEL, (("green", 2),))


def test_it_announces_half_long_tickets_at_the_opening() -> None:
    game = game_of("germany")
    state = game.setup(game.options({}), 2, Chance("7"))
    assert advice("germany", state) == DrawTickets(0, 2)


def test_it_announces_a_mix_that_the_piles_can_serve() -> None:
    long = [ticket.id for ticket in game_of("germany").board.tickets if ticket.pile == "long"]
    owned = {"mannheim-stuttgart": 0}
    state = position("germany", piles={"short": (), "long": long[:6]}, owners=owned, row=PLAIN_ROW)
    draws = [action for action in considered("germany", state) if isinstance(action, DrawTickets)]
    assert draws[0] == DrawTickets(0, 4)


def test_it_takes_passengers_of_colours_that_it_can_win() -> None:
    state = with_waiting(
        position("germany", hands=[{"red": 3}], tickets=[["berlin-leipzig"]], owners={"leipzig-magdeburg": 0}), HERE
    )
    state = with_passengers(state, (0, 0, 0, 0, 1, 1), (5, 0, 0, 0, 1, 5))
    action = advice("germany", state)
    assert action == ClaimRoute(0, MAGDEBURG, (("red", 3),), ("blue", "green"))
