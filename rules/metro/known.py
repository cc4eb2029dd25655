"""A view as a state again: what its reader knows lies in its place, and whatever is hidden is blank.

Whoever acts knows what is legal: the reader's legal actions are the same here as in the game that the view is of.
"""

from rules.game import PlayerId
from rules.metro.board import PLACES, STATIONS
from rules.metro.box import NOBODY, Box
from rules.metro.placement import train_squares
from rules.metro.shares import Shares
from rules.metro.state import State
from rules.metro.view import MetroView, tracks_in

BLANK = ""
"""A tile or a share that others hold, or that lies face down."""


def known_state(box: Box, view: MetroView) -> State:
    trains = known_trains(box, view)
    return State(
        options=view.options,
        seats=view.seats,
        pile=(BLANK,) * view.pile,
        taken=0,
        hands=tuple(known_hand(view, player) for player in range(view.seats)),
        drawn=view.drawn,
        player=view.to_act[0] if view.to_act else 0,
        turn=view.turn,
        tracks=tracks_in(view),
        trains=tuple(trains),
        train_squares=squares_of(trains),
        points=tuple(known_points(view)),
        shares=known_shares(view) if view.companies else None,
        numbers=(),
    )


def known_hand(view: MetroView, player: PlayerId) -> tuple[str, ...]:
    return view.hand if player == view.reader else (BLANK,) * view.hand_sizes[player]


def known_trains(box: Box, view: MetroView) -> list[int]:
    """For each station and space: the index of the owner's colour, or NOBODY."""
    places = view.stations + view.spaces
    trains = [NOBODY if place.owner is None else box.colours.index(place.owner) for place in places]
    return trains + [NOBODY] * (PLACES - len(trains))


def squares_of(trains: list[int]) -> int:
    """Those that trains in the central station lead into."""
    return train_squares(tuple(place for place in range(STATIONS, PLACES) if trains[place] != NOBODY))


def known_points(view: MetroView) -> list[int]:
    """For each marker on the score track."""
    if view.companies:
        return [company.points for company in view.companies]
    points = [0] * view.seats
    for score in view.scores:
        points[score.player] += score.points
    return points


def known_shares(view: MetroView) -> Shares:
    """Of others, none."""
    blanks = (BLANK,) * len(view.open_shares)
    own, shown = tuple(share.company for share in view.shares), tuple(share.is_shown for share in view.shares)
    players = range(view.seats)
    return Shares(
        held=tuple(own if player == view.reader else blanks for player in players),
        shown=tuple(shown if player == view.reader else (False,) * len(blanks) for player in players),
        piles=((BLANK,) * view.hidden_shares,) * len(blanks),
        open=tuple(share.company for share in view.open_shares),
    )
