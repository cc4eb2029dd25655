"""What was done last, in the title."""

from render.kit.symbols import ICONS
from render.tickets.board import draw_board
from render.tickets.moves import SIGNS
from rules.tickets.events import CardDrawn, Passed, TicketsKept, TunnelGivenUp, TunnelTurned
from tests.render.probe import written_in
from tests.render.tickets.positions import midgame, seats


def test_every_kind_of_turn_has_a_sign_among_several() -> None:
    assert set(SIGNS.values()) <= set(ICONS)
    view, _ = midgame("nordic", 3, 5)
    track = next(iter(view.owners))
    events = [
        CardDrawn(0, "cards", False, "red"),
        TunnelGivenUp(1, track),
        TicketsKept(2, 2, 1, None),
        TunnelTurned(0, track, (), ("red",), 1),
        Passed(1),
    ]
    written = [one.string for one in written_in(lambda: draw_board(view, seats(3), events=events))]
    assert "5 moves" in written
