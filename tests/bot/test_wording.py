"""Sentences say what happened, once, under the right names and in the right case."""

from typing import Any

import pytest

from bot.games.metro.status import tile_text
from bot.games.narrator import Narrator
from bot.games.page import Menu, Settings
from bot.games.refusals import refusal_text
from bot.games.story import describe, short_line
from bot.games.tickets.cards import card_name
from bot.games.tickets.entries import harbour_prices, row_cards
from bot.games.turn_groups import TurnGroup
from bot.interactions.lobby import variant_from
from bot.tables.lobby import title_options
from bot.text.labels import clipped
from bot.text.variants import variant_text
from data.languages import LANGUAGES
from data.texts import text
from rules.errors import WrongMoment
from rules.metro.errors import TileNotInHand, WhichTile
from rules.metro.events import GameEnded as MetroEnded
from rules.metro.events import LineScored, TileDrawn, TilePlaced
from rules.tickets.events import (
    CardDrawn,
    DeckReshuffled,
    GameEnded,
    LastRoundBegan,
    PiecesChosen,
    PiecesRevealed,
    RouteClaimed,
    RowSwept,
    TunnelTurned,
    TurnBegan,
)
from tests.bot.tables import NAMES, Table


def plain(words: str) -> str:
    return words.replace("\u00a0", " ")


def told(title: str, *events: Any, language: str = "en", reader: int | None = None) -> str:
    return plain("\n".join(describe(title, events, NAMES, language, reader)))


SWEPT = RowSwept(old=(), new=())


def test_the_row_of_world_is_swept_because_of_jokers() -> None:
    assert told("world", SWEPT) == "Three jokers: the row is dealt anew."
    assert told("world", SWEPT, language="pl") == "Trzy dżokery: odkryte karty wymieniono na nowe."
    assert told("usa", SWEPT) == "Three locomotives: the row is dealt anew."


def test_a_reshuffled_deck_is_named_where_there_are_two() -> None:
    ships = DeckReshuffled(deck="ships", cards=12)
    assert told("world", ships) == "The discards are shuffled into a new deck of 12 cards (ship deck)."
    assert told("world", ships, language="pl") == (
        "Karty odrzucone potasowano (stos kart Statków): nowy stos ma 12 kart."
    )
    one = DeckReshuffled(deck="cards", cards=12)
    assert told("usa", one) == "The discards are shuffled into a new deck of 12 cards."


def test_whoever_chooses_pieces_last_is_told_once() -> None:
    events = (PiecesChosen(0, 20, 40), PiecesRevealed(wagons=(20, 22), ships=(40, 38)))
    both = "You play with 20 wagons and 40 ships. Bo plays with 22 wagons and 38 ships."
    assert told("world", *events, reader=0) == both
    assert told("world", events[0], reader=0) == "You play with 20 wagons and 40 ships."


def test_a_short_line_ends_with_the_great_news() -> None:
    claim = RouteClaimed(0, "duluth-omaha", (("red", 2),), 2, 2)
    events = (claim, LastRoundBegan(0, 1), CardDrawn(0, "cards", False, "red"))
    line = short_line(Narrator("usa", NAMES, "en", None), TurnGroup(0, events))
    assert plain(line) == "Ada: Duluth → Omaha +2 · 1 card · **Last round: 1 more turn each.**"


def test_robots_in_a_row_leave_no_loose_ends() -> None:
    events = [TilePlaced(0, "A1", "aaaa", 0, False), TileDrawn(1, None, True)]
    (line,) = describe("metro", events, NAMES, "en", None, frozenset((0, 1)))
    assert line == "Ada: A1"


def test_what_robots_did_is_told_apart() -> None:
    claims = [RouteClaimed(0, "duluth-omaha", (("red", 2),), 2, 9), RouteClaimed(1, "duluth-helena", (), 15, 9)]
    events = [claims[0], TurnBegan(1, 2), claims[1], TurnBegan(0, 3)]
    (line,) = describe("usa", events, NAMES, "en", None, frozenset((0, 1)))
    assert line == "Ada: Duluth → Omaha +2; Bo: Duluth → Helena +15"


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_list_of_cards_can_be_read_in_one_way_only(language: str) -> None:
    for card in ("red-ship", "red-ships", "red-port"):
        assert "," not in card_name(card, language)
        assert "," not in text(f"card.taken.{card}", language)


def drawn(*cards: str, title: str = "usa", language: str = "en", reader: int | None = None) -> str:
    return told(title, *(CardDrawn(0, "cards", False, card) for card in cards), language=language, reader=reader)


def test_equal_cards_are_counted() -> None:
    assert drawn("purple", "purple") == "Ada takes 2 purple from the row."
    assert drawn("purple", "loco", title="nordic") == "Ada takes purple and a locomotive from the row."
    assert drawn("loco", "loco", title="nordic", language="pl") == "Ada bierze z odkrytych: 2 Lokomotywy."
    assert drawn("black", "black", language="pl", reader=0) == "Dobierasz: 2 czarne."
    assert drawn("black", "red", language="pl", reader=0) == "Dobierasz: czarna, czerwona."
    turned = TunnelTurned(0, "bergen-oslo", (("blue", 4),), ("blue", "red", "blue"), 2)
    assert "2 blue, red turned up" in told("nordic", turned)


def test_the_deck_is_called_by_its_name() -> None:
    table = Table("usa", 2, seed=1).play_until(lambda table: table.view(None).phase == "turn")
    player = table.to_act()[0]
    for language, labels in (("en", {"Deck", "Two from the deck"}), ("pl", {"Stos", "Dwie ze stosu"})):
        page = table.face.page(
            table.view(player), table.legal(player), table.face.draft(), Settings(), language, table.names
        )
        shown = {button.label for row in page.rows if not isinstance(row, Menu) for button in row}
        left = table.view(None).decks["cards"]
        assert {f"{label} ({left})" if len(label) < 6 else label for label in labels} <= shown


def second_card_of_world() -> Table:
    """A joker lies face up, and only a second card may be drawn."""
    for seed in range(60):
        table = Table("world", 2, seed).play_until(
            lambda table: table.view(None).phase == "second_card" and "joker" in table.view(None).row
        )
        if table.to_act():
            return table
    raise AssertionError("no such table")


@pytest.mark.parametrize("language", LANGUAGES)
def test_each_line_of_the_second_card_page_begins_like_a_sentence(language: str) -> None:
    table = second_card_of_world()
    player = table.to_act()[0]
    page = table.face.page(
        table.view(player), table.legal(player), table.face.draft(), Settings(), language, table.names
    )
    assert all(line[0] == line[0].upper() for line in page.text.splitlines())
    labels = [plain(entry.label) for entry in row_cards(table.view(player), "pl")]
    assert "Dżoker · odkryta" not in labels
    assert not [label for label in labels if label.endswith("odkryta")]


def ferry_page(language: str) -> Any:
    """The page for a ferry that is paid with many different cards instead of a locomotive."""
    for seed in range(40):
        table = Table("nordic", 2, seed).play_until(lambda table: wide_ferry(table) is not None)
        found = wide_ferry(table)
        if found is not None:
            player = table.to_act()[0]
            view, legal = table.view(player), table.legal(player)
            draft = table.face.tap(view, legal, table.face.draft(), "route", (found,), Settings()).draft
            return table.face.page(view, legal, draft, Settings(), language, table.names)
    raise AssertionError("no such ferry")


def wide_ferry(table: Table) -> str | None:
    if not table.to_act():
        return None
    player = table.to_act()[0]
    view, legal = table.view(player), table.legal(player)
    if view.phase != "turn" or "claim" not in legal.kinds():
        return None
    for track in legal.tracks():
        first = next(iter(legal.payments(track)))
        if len(first) >= 5 and not any(card == "loco" for card, _ in first):
            return track
    return None


def test_a_long_payment_is_shortened_on_the_button_not_cut() -> None:
    page = ferry_page("pl")
    buttons = [button.label for row in page.rows if not isinstance(row, Menu) for button in row]
    (claim,) = [label for label in buttons if label.startswith(("Buduj", "Połóż"))]
    assert "zamiast" in claim
    assert "…" not in claim


def test_payments_to_choose_from_stand_in_the_nominative() -> None:
    table = Table("usa", 2, seed=3).play_until(lambda table: has_single_card_route(table) is not None)
    track = has_single_card_route(table)
    assert track is not None
    player = table.to_act()[0]
    view, legal = table.view(player), table.legal(player)
    draft = table.face.tap(view, legal, table.face.draft(), "route", (track,), Settings()).draft
    page = table.face.page(view, legal, draft, Settings(), "pl", table.names)
    (menu,) = [row for row in page.rows if isinstance(row, Menu) and row.verb == "pay"]
    words = {plain(choice.label) for choice in menu.choices}
    assert words
    assert not [label for label in words if label.endswith(("ą", "ę"))]
    (claim,) = [b.label for row in page.rows if not isinstance(row, Menu) for b in row if b.verb == "claim"]
    assert plain(claim).endswith(("ą", "ę"))


def has_single_card_route(table: Table) -> str | None:
    if not table.to_act() or table.view(table.to_act()[0]).phase != "turn":
        return None
    legal = table.legal(table.to_act()[0])
    single = (track for track in legal.tracks() if next(iter(legal.payments(track)))[0][1] == 1)
    return next(single, None)


def has_single_card_harbour(table: Table) -> bool:
    if not table.to_act():
        return False
    legal = table.legal(table.to_act()[0])
    harbours = legal.of_kind("harbour") if "harbour" in legal.kinds() else ()
    return any(1 in dict(action.cards).values() for action in harbours)


def test_harbour_prices_stand_in_the_nominative() -> None:
    for seed in range(60):
        table = Table("world", 2, seed).play_until(has_single_card_harbour)
        if table.to_act():
            break
    legal = table.legal(table.to_act()[0])
    cities = {action.city for action in legal.of_kind("harbour")}
    labels = [plain(entry.label) for city in cities for entry in harbour_prices(legal, city, "pl")]
    assert [label for label in labels if "1 " in label]
    assert not [label for label in labels if "1 dżokera" in label or "ą " in label]


def test_long_labels_are_cut_between_words() -> None:
    assert clipped("linia 5 (spółka fioletowa) kończy się", 20) == "linia 5 (spółka…"
    assert clipped("Duluth → Omaha · 2", 12) == "Duluth…"
    assert clipped("x" * 50, 10) == "x" * 9 + "…"
    assert clipped("kurz", 4) == "kurz"


def test_what_is_asked_instead_is_listed_like_a_sentence() -> None:
    table = Table("usa", 2, seed=1)
    error = WrongMoment(("draw", "claim", "tickets"))
    said = refusal_text(error, table.view(0), table.legal(0), NAMES, "en")
    assert said == "Something else is asked now: a card (/draw), a route (/claim) or new tickets (/tickets draw)."
    polish = refusal_text(error, table.view(0), table.legal(0), NAMES, "pl")
    answers = "karta (/dobierz), połączenie (/buduj) albo nowe Bilety (/bilety dobierz)"
    assert polish == f"Teraz pytanie jest inne: {answers}."


@pytest.mark.parametrize("language", LANGUAGES)
def test_tiles_in_refusals_look_as_everywhere_else(language: str) -> None:
    table = Table("metro", 2, seed=1)
    which = refusal_text(WhichTile(("aaaa", "dddd")), table.view(0), table.legal(0), NAMES, language)
    assert f"{tile_text('aaaa')} / {tile_text('dddd')}" in which
    other = refusal_text(TileNotInHand("dddd"), table.view(0), table.legal(0), NAMES, language)
    assert tile_text("dddd") in other


@pytest.mark.parametrize("language", LANGUAGES)
def test_points_below_zero_have_a_true_minus(language: str) -> None:
    assert plain(text("word.count.points", language, n=-6)).casefold().startswith("−6 p")
    table = Table("world", 2, seed=2).play_until(lambda table: any(p.points < 0 for p in table.view(None).players))
    lines = table.face.status_lines(table.view(None), table.names, language)
    assert [line for line in lines if "−" in line]
    assert not [line for line in lines if " -" in line]


def test_a_line_of_a_company_is_told_of() -> None:
    line = LineScored("5", "12", "green", None, 3, 3)
    assert told("metro", line, language="pl") == "Linia 5 (spółka zielona) gotowa: 3 karty torów, 3 punkty."


def test_options_of_a_title_can_be_typed_in_polish() -> None:
    typed = variant_from("Moduły=1+2, ręka=3; kierunek=dowolny")
    assert typed == {"modules": "1+2", "hand": "3", "direction": "free"}
    assert variant_from("modules=none reka=2") == {"modules": "none", "hand": "2"}


def test_options_of_a_title_are_told_in_the_reader_s_language() -> None:
    told = {
        variant_text(name, value, "pl"): f"{name}={value}"
        for name, values in title_options("metro").items()
        for value in values
    }
    assert told["moduły: 1+2"] == "modules=1+2"
    assert told["dowolny kierunek"] == "direction=free"
    english = {variant_text(name, value, "en") for name, value in (pair.split("=") for pair in told.values())}
    assert not english & set(told)
    assert max(map(len, told)) <= 100


def test_winners_who_tie_are_listed_like_a_sentence() -> None:
    assert told("usa", GameEnded((0, 1))) == "**Ada and Bo share the win.**"
    assert told("metro", MetroEnded((0, 1, 2)), language="pl") == "**Wspólne zwycięstwo: Ada, Bo i Cyd.**"


def test_a_drawn_ship_card_is_called_a_card() -> None:
    assert drawn("yellow-ship", title="world", language="pl", reader=0) == "Dobierasz: żółta karta Jednego Statku."
    assert drawn("red-ships", "red-ships", title="world", reader=0) == "You draw: 2 red double ships."


def test_pieces_that_are_shown_are_not_announced_first() -> None:
    events = (PiecesChosen(1, None, None), PiecesRevealed(wagons=(20, 22), ships=(40, 38)))
    assert told("world", *events) == "Ada plays with 20 wagons and 40 ships. Bo plays with 22 wagons and 38 ships."
