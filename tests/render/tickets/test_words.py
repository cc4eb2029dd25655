"""Alt texts and the text board: what someone who can't see the picture needs, in every language."""

import pytest
from msgspec.structs import replace

from data.languages import LANGUAGES
from data.texts import text
from render.kit.seat import Seat
from render.kit.words import MOST
from render.tickets.alt import alt_board, alt_hand, alt_preview, alt_scores, text_board
from render.tickets.preview import ClaimPlan
from render.tickets.scene import Scene, scene_of
from render.tickets.ticket_rows import notes_of, ticket_lines
from rules.catalog import TICKET_TITLES
from rules.tickets.events import (
    CardDrawn,
    HarbourBuilt,
    Passed,
    PiecesExchanged,
    RouteClaimed,
    TicketsKept,
    TunnelGivenUp,
    TunnelTurned,
)
from rules.tickets.maps import load_map
from rules.tickets.view import TicketView
from tests.render.tickets.positions import COLOURS, empty, finished, for_player, midgame, seats

GAMES = TICKET_TITLES
every_language = pytest.mark.parametrize("language", LANGUAGES)
every_game = pytest.mark.parametrize("game", GAMES)


@every_language
@every_game
def test_the_board_is_told_in_1024_characters(game: str, language: str) -> None:
    view, events = midgame(game, 3, 20)
    words = alt_board(view, seats(3), events=events, language=language, table="#12")
    assert len(words) <= MOST
    for seat, player in zip(seats(3), view.players, strict=True):
        assert f"{seat.name} (" in words
        assert str(player.points) in words
    assert "#12" in words


@every_language
@every_game
def test_a_table_that_is_called_like_its_game_is_named_once(game: str, language: str) -> None:
    name = text(f"word.game.{game}", language)
    assert alt_board(empty(game, 2), seats(2), language=language, table=f"{name} #12").startswith(f"{name} #12")
    words = alt_board(empty(game, 2), seats(2), language=language, table="Night train")
    assert words.startswith(f"{name} Night train")


@every_language
def test_long_names_don_t_make_it_longer_than_it_may_be(language: str) -> None:
    view, events = midgame("world", 5, 20)
    long = [Seat("Ż" * 120, colour) for colour in COLOURS]
    assert len(alt_board(view, long, events=events, language=language)) <= MOST


def test_it_says_whose_turn_it_is_the_last_move_and_the_row() -> None:
    view = replace(empty("usa", 2), row=("red", "loco", None, "blue", "white"), current=1)
    ada_and_bo = [Seat("Ada", "teal"), Seat("Bo", "lime")]
    words = alt_board(view, ada_and_bo, events=(RouteClaimed(0, "denver-omaha", (), 7, 30),))
    assert "To play: Bo." in words
    assert "Last move, Ada: Denver – Omaha, +7." in words
    assert "1 red; 2 locomotive; 3 empty; 4 blue; 5 white" in words


@every_language
@pytest.mark.parametrize(
    "event",
    [
        CardDrawn(0, "cards", True, None),
        CardDrawn(0, "cards", False, "red"),
        TunnelTurned(0, "bergen-oslo", (("blue", 4),), ("blue", "red", "loco"), 2),
        TunnelGivenUp(0, "bergen-oslo"),
        TicketsKept(0, 2, 1, None),
        Passed(0),
    ],
)
def test_every_kind_of_move_has_words(event: object, language: str) -> None:
    assert alt_board(empty("nordic", 2), seats(2), events=(event,), language=language)  # type: ignore[arg-type]


@every_language
def test_moves_of_the_world_have_words(language: str) -> None:
    for event in (HarbourBuilt(0, "lima", (), 2), PiecesExchanged(0, "ships", 3)):
        assert alt_board(empty("world", 2), seats(2), events=(event,), language=language)


@every_language
@every_game
def test_the_text_board_names_every_track_from_both_ends(game: str, language: str) -> None:
    view, _ = midgame(game, 3, 20)
    lines = [line for line in text_board(view, seats(3), language=language).splitlines() if line.startswith("- ")]
    file = load_map(game)
    abroad = {terminal for country in file.countries for terminal in country.terminals}
    assert len(lines) == sum((track.a not in abroad) + (track.b not in abroad) for track in file.tracks)


def test_the_text_board_tells_owners_free_and_closed_tracks_apart() -> None:
    view = replace(empty("usa", 2), owners={"dallas-houston": 1}, closed=("dallas-houston-2",))
    words = text_board(view, [Seat("Ada", "teal"), Seat("Bo", "lime")]).replace("\u00a0", " ")
    dallas = words[words.index("\nDallas\n") :].split("\n")
    assert "- Houston: 1 space, grey; Bo" in dallas
    assert "- Houston: 1 space, grey; closed" in dallas


@every_language
@every_game
def test_hands_and_results_have_words(game: str, language: str) -> None:
    file = load_map(game)
    view, _ = midgame(game, 3, 12)
    tickets = [(ticket.id, False, True) for ticket in file.tickets[:3]]
    own = for_player(view, 1, tickets, {card.id: 2 for card in file.cards})
    words = alt_hand(replace(own, offer=(file.tickets[5].id,)), seats(3), language=language)
    assert len(words) <= MOST
    result = alt_scores(finished(game, 2, 20), seats(2), language=language)
    assert result.index("1. ") < result.index("2. ")


def test_a_planned_claim_says_what_it_scores_and_a_harbour_shows_the_board() -> None:
    view = empty("world", 3)
    words = alt_preview(view, seats(3), ClaimPlan(track="casablanca-lagos"))
    assert words == "Planned: Casablanca – Lagos, 4\u00a0spaces, grey, 7\u00a0points."
    assert alt_preview(view, seats(3), ClaimPlan(city="lagos"), table="#7") == alt_board(view, seats(3), table="#7")


def test_after_a_shared_place_the_next_ones_are_skipped() -> None:
    view = finished("usa", 3)
    tied = replace(view, ranking=((0, 2), (1,)))
    ada, bo, cyd = (seat.name for seat in seats(3))
    words = alt_scores(tied, seats(3))
    assert f"1. {ada}:" in words
    assert f"1. {cyd}:" in words
    assert f"3. {bo}:" in words


def test_passengers_are_called_by_their_name_however_many_wait() -> None:
    view, _ = midgame("germany", 2, 20)
    words = text_board(view, seats(2), language="pl")
    assert " · Pasażerowie: " in words
    assert "czekają" not in words


def test_tickets_in_polish_agree_with_their_noun() -> None:
    tickets = [(ticket.id, i == 0, i < 2) for i, ticket in enumerate(load_map("usa").tickets[:3])]
    words = alt_hand(for_player(midgame("usa", 2, 20)[0], 0, tickets, {"red": 1}), seats(2), language="pl")
    assert words.count("Bilet ") == 3
    assert all(state in words for state in (": ukończony, +", ": jeszcze możliwy, −", ": zablokowany, −"))


def test_an_offered_ticket_says_whether_it_can_still_be_finished() -> None:
    map_file = load_map("usa")
    ticket = next(ticket for ticket in map_file.tickets if ticket.cities == ("boston", "miami"))
    around = [track.id for track in map_file.tracks if "miami" in (track.a, track.b)]
    free = replace(empty("usa", 2), reader=0, hand={}, offer=(ticket.id,), keep_at_least=1)
    shut = replace(free, owners=dict.fromkeys(around, 1))
    own = replace(free, owners={track.id: 0 for track in map_file.tracks})
    told = [notes_of(scene, *ticket_lines(scene)) for scene in (quick_scene(view) for view in (free, shut, own))]
    assert told[0][0].endswith("to go")
    assert told[1:] == [("blocked",), ("finished",)]


def quick_scene(view: TicketView) -> Scene:
    return scene_of(view, seats(view.seats), (), "light", "en", "")


@every_language
@every_game
def test_the_end_board_s_words_have_the_same_totals_as_its_picture(game: str, language: str) -> None:
    view = finished(game, 3)
    scene = scene_of(view, seats(3), (), "light", language, "")
    words = alt_board(view, seats(3), language=language)
    for player in range(3):
        total = text("word.count.points", language, n=scene.points(player))
        assert f"{scene.name(player)} (" in words
        assert f"): {total}, " in words.split(f"{scene.name(player)} (")[1]
        assert scene.points(player) == sum(score.points for score in view.scores if score.player == player)
