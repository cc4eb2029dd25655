"""Metro's panel: pages fit Discord, every legal move can be tapped together, nothing illegal comes of a tap."""

from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from bot.games.metro.choices import next_square
from bot.games.metro.draft import MetroDraft
from bot.games.metro.entries import metro_move_of, metro_moves
from bot.games.metro.taps import ANSWERS
from bot.games.metro.typed import parse_draw_tile, parse_metro_move, parse_place, parse_share, parse_train
from bot.games.mistakes import NothingMatches
from bot.games.page import Page, Settings, Tapped
from bot.games.suggestions import suggest
from data.languages import LANGUAGES
from rules.metro.actions import DrawTile, ExchangeShare, PlaceTile, PlaceTrain
from tests.bot.tables import Table
from tests.bot.test_ticket_pages import assert_fits, on_the_page, things_to_tap

TABLES = ({}, {"direction": "free", "hand": "3"}, {"modules": "1+2"}, {"modules": "2", "hand": "2"}, {"modules": "3+4"})


def show(table: Table, player: int, draft: MetroDraft, language: str = "en", coach: bool = False) -> Page:
    chosen = Settings(coach=coach)
    return table.face.page(table.view(player), table.legal(player), draft, chosen, language, table.names)


def tap(table: Table, player: int, draft: MetroDraft, verb: str, *values: str) -> Tapped:
    return table.face.tap(table.view(player), table.legal(player), draft, verb, values, Settings())


@pytest.mark.parametrize("options", TABLES, ids=str)
@pytest.mark.parametrize("language", LANGUAGES)
def test_every_page_fits_discord(options: dict[str, str], language: str) -> None:
    table = Table("metro", 3, 4, options)
    while table.to_act():
        for player in range(3):
            for coach in (False, True):
                page = show(table, player, MetroDraft(), language, coach)
                assert_fits(page)
                for verb, values in things_to_tap(page.rows):
                    assert_fits(
                        show(table, player, tap(table, player, MetroDraft(), verb, *values).draft, language, coach)
                    )
        table.play_on(13)
    assert_fits(show(table, 0, MetroDraft(), language))


def carry_out(table: Table, action: Any) -> Any:
    """Tap an action together; each tap must be on the page."""
    draft, player = MetroDraft(), action.player

    def touch(verb: str, *values: str) -> Tapped:
        nonlocal draft
        assert on_the_page(show(table, player, draft), verb, values), (verb, values)
        result = tap(table, player, draft, verb, *values)
        draft = result.draft
        return result

    match action:
        case PlaceTile(square=square, tile=tile, turn=turn):
            for _ in range(3):
                if show(table, player, draft).picture.tile != tile:  # type: ignore[union-attr]
                    touch("tile")
            for _ in range(4):
                if show(table, player, draft).picture.turn != turn:  # type: ignore[union-attr]
                    touch("turn")
            for verb, name, at in (("column", square[0], 0), ("row", square[1], 1)):
                if show(table, player, draft).picture.square[at] != name:  # type: ignore[union-attr,index]
                    touch(verb, name)
            return touch("place", f"{square}.{tile}.{turn}").actions[0]
        case DrawTile():
            return touch("draw_tile").actions[0]
        case ExchangeShare(give=give, take=take):
            touch("share")
            if on_the_page(show(table, player, draft), "give", (str(give),)):
                touch("give", str(give))
            return touch("take", f"{take}.{give}").actions[0]
        case PlaceTrain(space=space, share=share):
            touch("train")
            for verb, value in (("space", space), ("show", str(share))):
                if on_the_page(show(table, player, draft), verb, (value,)):
                    touch(verb, value)
            return touch("put").actions[0]


@pytest.mark.parametrize("options", TABLES, ids=str)
def test_every_legal_action_can_be_tapped_together(options: dict[str, str]) -> None:
    table = Table("metro", 2, 12, options)
    seen = set()
    while table.to_act():
        legal = list(table.legal(table.to_act()[0]))
        for action in [*legal[:: max(1, len(legal) // 8)], legal[-1]]:
            assert carry_out(table, action) == action
            seen.add(type(action))
        table.play_on(5)
    modules = options.get("modules", "")
    assert (ExchangeShare in seen) == ("1" in modules)
    assert (PlaceTrain in seen) == ("2" in modules)


VERBS = (*ANSWERS, "claim", "", "plan")
VALUES = ("", "A", "Z", "1", "9", "up", "open", "10", "C3", "nonsense")


@settings(max_examples=40, deadline=None)
@given(data=st.data(), seed=st.integers(0, 30), played=st.integers(0, 60), options=st.sampled_from(TABLES))
def test_nothing_illegal_comes_of_any_tap(data: Any, seed: int, played: int, options: dict[str, str]) -> None:
    table = Table("metro", 2, seed, options).play_on(played)
    player = data.draw(st.integers(0, 1))
    legal, draft = table.legal(player), MetroDraft()
    for _ in range(10):
        page = show(table, player, draft)
        assert_fits(page)
        forged = st.tuples(st.sampled_from(VERBS), st.tuples(st.sampled_from(VALUES)))
        verb, values = data.draw(st.one_of(st.sampled_from(list(things_to_tap(page.rows))), forged))
        result = tap(table, player, draft, verb, *values)
        assert all(action in legal for action in result.actions)
        draft = result.draft


def test_arrows_go_to_the_next_legal_square() -> None:
    squares = ("A1", "C1", "B3", "H8")
    assert next_square(squares, "A1", "right") == "C1"
    assert next_square(squares, "A1", "down") == "B3"
    assert next_square(squares, "A1", "left") is None


def test_the_page_tells_what_the_tile_would_do() -> None:
    table = Table("metro", 2, 5).play_on(30)
    page = show(table, table.to_act()[0], MetroDraft())
    assert "line " in page.text
    assert page.picture is not None
    assert page.picture.kind == "tile"
    assert f"**{page.picture.square}**" in page.text


@pytest.mark.parametrize("options", TABLES, ids=str)
@pytest.mark.parametrize("language", LANGUAGES)
def test_every_option_offers_what_its_command_understands(options: dict[str, str], language: str) -> None:
    table = Table("metro", 2, 7, options)
    while table.to_act():
        player = table.to_act()[0]
        view, legal = table.view(player), table.legal(player)
        for entry in metro_moves(view, legal, language, table.names):
            action = metro_move_of(view, legal, entry.value)
            assert action is not None
            assert len(entry.value) <= 100
        for option in ("square", "turn", "tile", "give", "take", "space", "share", "move"):
            for typed in ("", "c", "1"):
                listed = suggest(view, legal, option, typed, language, table.names)
                assert len(listed) <= 25
                assert all(0 < len(entry.label) <= 100 for entry in listed)
        table.play_on(9)


def test_squares_are_read_as_people_write_them() -> None:
    table = Table("metro", 2, 1)
    view, legal = table.view(0), table.legal(0)
    assert parse_place(view, legal, " c4 ").actions == (PlaceTile(0, "C4"),)
    assert parse_place(view, legal, "4C", turn=90).actions == (PlaceTile(0, "C4", None, 90),)
    assert parse_draw_tile(view, legal).actions == (DrawTile(0),)


def test_shares_and_trains_by_command() -> None:
    table = Table("metro", 2, 1, {"modules": "1+2"})
    view, legal = table.view(0), table.legal(0)
    assert parse_share(view, legal, "20%", "odkryty", language="pl").actions == (ExchangeShare(0, 20, "open"),)
    own = view.shares[0]
    assert parse_train(view, legal, "3", own.company).actions[0].player == 0
    assert parse_train(view, legal, "c3", "10").actions == (PlaceTrain(0, "C3", 10),)
    with pytest.raises(NothingMatches):
        parse_share(view, legal, "magenta", "open")


def test_a_move_by_its_square() -> None:
    table = Table("metro", 2, 1)
    view, legal = table.view(0), table.legal(0)
    square = next(action.square for action in legal if isinstance(action, PlaceTile))
    assert parse_metro_move(view, legal, square).actions[0].square == square  # type: ignore[attr-defined]


def test_labels_show_names_as_they_are_and_sentences_escape_them() -> None:
    table = Table("metro", 2, 5).play_on(30)
    player = table.to_act()[0]
    names = ["_a_", "*b*"]
    offered = suggest(table.view(player), table.legal(player), "square", "", "en", names)
    labels = " ".join(entry.label for entry in offered)
    assert names[1 - player] in labels
    assert "\\" not in labels
    page = table.face.page(table.view(player), table.legal(player), MetroDraft(), Settings(), "en", names)
    assert names[1 - player] not in page.text
