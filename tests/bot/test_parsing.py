"""Whatever is typed into a command is understood, or refused with a sentence; nothing else ever comes of it."""

from collections.abc import Callable
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from bot.games.catalog import face_of
from bot.games.metro import typed as metro
from bot.games.refusals import refusal_text
from bot.games.tickets import typed as tickets
from data.languages import LANGUAGES
from rules.catalog import TITLES
from rules.errors import IllegalAction, NotYourTurn, UnknownPlayer
from tests.bot.tables import Table

Parse = Callable[[Any, Any, str, str, int], Any]
COMMANDS: dict[str, Parse] = {
    "draw": lambda view, legal, a, b, _n: tickets.parse_draw(view, legal, a, b, a),
    "claim": lambda view, legal, a, b, _n: tickets.parse_claim(view, legal, a, b, b, a),
    "claim plainly": lambda view, legal, a, _b, _n: tickets.parse_claim(view, legal, a),
    "tickets draw": lambda view, legal, _a, _b, n: tickets.parse_ticket_draw(view, legal, n),
    "tickets keep": lambda view, legal, a, _b, _n: tickets.parse_ticket_keep(view, legal, a),
    "pieces": lambda view, legal, _a, _b, n: tickets.parse_pieces(view, legal, n),
    "exchange": lambda view, legal, a, _b, n: tickets.parse_exchange(view, legal, a, n),
    "harbour": lambda view, legal, a, b, _n: tickets.parse_harbour(view, legal, a, b),
    "pass": lambda view, legal, _a, _b, _n: tickets.parse_pass(view, legal),
    "play": lambda view, legal, a, _b, _n: face_of(view.game).typed_move(view, legal, a, (), "en"),
    "metro place": lambda view, legal, a, b, n: metro.parse_place(view, legal, a, n, b),
    "metro draw": lambda view, legal, _a, _b, _n: metro.parse_draw_tile(view, legal),
    "metro share": lambda view, legal, a, b, _n: metro.parse_share(view, legal, a, b),
    "metro train": lambda view, legal, a, b, _n: metro.parse_train(view, legal, a, b),
}
TYPED = st.one_of(
    st.text(max_size=100),
    st.sampled_from(
        ["", "red", "blind", "duluth-omaha", "red2+loco1", "A C", "lima", "c4", "10", "open", "ships", "new york", "…"]
    ),
)


@settings(max_examples=150, deadline=None)
@given(
    title=st.sampled_from(TITLES),
    played=st.integers(0, 120),
    seed=st.integers(0, 9),
    command=st.sampled_from(sorted(COMMANDS)),
    first=TYPED,
    second=TYPED,
    number=st.integers(-5, 400),
    language=st.sampled_from(LANGUAGES),
)
def test_a_command_is_carried_out_or_refused_in_words(
    title: str, played: int, seed: int, command: str, first: str, second: str, number: int, language: str
) -> None:
    options = {"modules": "1+2"} if title == "metro" and seed % 2 else {}
    table = Table(title, 2, seed, options).play_on(played)
    for player in (0, 1):
        view, legal = table.view(player), table.legal(player)
        try:
            for action in COMMANDS[command](view, legal, first, second, number).actions:
                assert action.player == player
                table.game.apply(table.state, action)
        except IllegalAction as refused:
            said = refusal_text(refused, view, legal, table.names, language)
            assert 5 < len(said) < 900
            assert "{" not in said or "{" in first + second


@pytest.mark.parametrize("title", ["usa", "metro"])
def test_nobody_plays_from_the_channel(title: str) -> None:
    table = Table(title, 2, seed=1).play_on(20)
    with pytest.raises(UnknownPlayer):
        table.face.typed_move(table.view(None), table.legal(0), "blind", (), "en")


def test_a_move_out_of_turn_is_refused_as_such() -> None:
    table = Table("usa", 2, seed=1).play_until(lambda t: t.view(0).phase == "turn")
    other = 1 - table.to_act()[0]
    with pytest.raises(NotYourTurn):
        table.face.typed_move(table.view(other), table.legal(other), "blind", (), "en")
