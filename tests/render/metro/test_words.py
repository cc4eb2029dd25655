"""Metro's alt texts and text board: what someone who can't see the picture needs, in every language."""

import re

import pytest

from data.languages import LANGUAGES
from render.kit.seat import Seat
from render.kit.words import MOST
from render.metro.alt import alt_board, alt_hand, alt_preview, alt_scores, text_board
from render.metro.plans import TilePlan
from rules.metro.events import LineScored, ShareExchanged, TileDrawn, TilePlaced, TrainPlaced
from tests.render.metro.positions import LONG, own, seats, seen
from tests.rules.metro.playing import MODULE_SETS

every_language = pytest.mark.parametrize("language", LANGUAGES)


@every_language
@pytest.mark.parametrize("modules", MODULE_SETS)
@pytest.mark.parametrize("tiles", [0, 40, 60])
def test_the_board_is_told_in_1024_characters(modules: str, tiles: int, language: str) -> None:
    view, events = seen(6, f"modules={modules}", tiles)
    words = alt_board(view, seats(6, LONG), events=events, language=language, table="#12")
    assert len(words) <= MOST
    assert words.startswith("Metro #12")
    assert LONG[view.ranking[0][0] if view.is_over else view.to_act[0]] in words


@every_language
def test_long_names_don_t_make_it_longer_than_it_may_be(language: str) -> None:
    view, events = seen(6)
    assert len(alt_board(view, [Seat("Ż" * 200, "teal")] * 6, events=events, language=language)) <= MOST


def test_it_says_whose_turn_it_is_the_last_move_and_the_scores() -> None:
    view, _ = seen(2, tiles=20)
    square = view.laid[-1].square
    events = (TilePlaced(0, square, "aaaa", 0, False), LineScored("7", "C3", "yellow", 0, 9, 18))
    words = alt_board(view, [Seat("Ada", "teal"), Seat("Bo", "teal")], events=events)
    name = ("Ada", "Bo")[view.to_act[0]]
    assert f"{name} to play, tile 21 of 60." in words
    assert f"Last move: Ada, {square}, line 7 (Ada) → C3: +18." in words
    for player, score in enumerate(view.scores):
        assert f"{('Ada', 'Bo')[player]} ({('yellow', 'blue')[player]}): {score.points}\u00a0point" in words


@every_language
@pytest.mark.parametrize(
    "event",
    [TrainPlaced(0, "C4", "red", 20), ShareExchanged(0, 30, "hidden", None, None, None), TileDrawn(0, None, True)],
)
def test_every_kind_of_move_is_told(event: TrainPlaced | ShareExchanged | TileDrawn, language: str) -> None:
    view, _ = seen(3, "modules=1+2")
    without = alt_board(view, seats(3), language=language)
    assert len(alt_board(view, seats(3), events=(event,), language=language)) > len(without) + 10


@every_language
def test_a_line_that_pays_nobody_is_not_told(language: str) -> None:
    view, _ = seen(3)
    placed = TilePlaced(0, view.laid[-1].square, "aaaa", 0, False)
    nobody = LineScored("16", "17", None, None, 5, 5)
    assert alt_board(view, seats(3), events=(placed, nobody), language=language) == alt_board(
        view, seats(3), events=(placed,), language=language
    )


@every_language
def test_a_hand_is_told(language: str) -> None:
    view = own(3, "modules=1+2 hand=3")
    words = alt_hand(view, seats(3), language=language)
    assert words.count("→") == 4 * len(view.hand)
    assert "40%" in words
    numbers = own(2, "modules=4 cards=2")
    words = alt_hand(numbers, seats(2), language=language)
    assert all(f"{card.number} ({card.points})" in words for card in numbers.numbers)


@every_language
@pytest.mark.parametrize("modules", ["none", "1+2", "3+4"])
def test_the_result_is_told(modules: str, language: str) -> None:
    view, _ = seen(6, f"modules={modules}", 60)
    totals = {player: sum(s.points for s in view.scores if s.player == player) for player in range(6)}
    for words in (alt_scores(view, seats(6), language=language), alt_board(view, seats(6), language=language)):
        for player, total in totals.items():
            assert re.search(rf"{seats(6)[player].name}( \([^)]*\))?: {total}\s", words)


@every_language
def test_a_plan_is_told(language: str) -> None:
    view = own(4)
    words = alt_preview(view, seats(4), TilePlan(view.hand[0], "C4"), language=language)
    assert "C4" in words
    assert alt_preview(view, seats(4), TilePlan(view.hand[0]), language=language)


@every_language
@pytest.mark.parametrize("modules", ["none", "2", "3"])
def test_the_text_board_has_every_line_and_square(modules: str, language: str) -> None:
    view, _ = seen(4, f"modules={modules}")
    words = text_board(view, seats(4), language=language)
    rows = words.splitlines()
    assert len(rows) == 2 + sum(line.owner is not None for line in view.lines) + 8
    for line in view.lines:
        if line.owner and line.end:
            assert f"{line.start} (" in words
            assert f"→ {line.end}:" in words
    for tile in view.laid:
        assert f"{tile.square} " in words


@every_language
def test_each_sentence_begins_with_a_capital(language: str) -> None:
    view, events = seen(3, tiles=60)
    words = alt_board(
        view, [Seat("Ada", "teal"), Seat("Bo", "teal"), Seat("Cyd", "teal")], events=events, language=language
    )
    sentences = [sentence for sentence in re.split(r"[.] (?=\D)", words) if sentence]
    assert not [sentence for sentence in sentences if sentence[0].islower()]


def test_companies_are_feminine_in_polish() -> None:
    view, events = seen(3, "modules=1", tiles=40)
    words = alt_board(view, seats(3), events=events, language="pl")
    assert re.search(r"Spółki, punkty [(]wartość[)]: \w+a \d", words)
    assert re.search(r"linia \d+ [(]spółka \w+a[)]", text_board(view, seats(3), language="pl"))
