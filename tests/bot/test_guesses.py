"""What had to be guessed spends no cards at once: the panel opens with the guess, for whoever wants to be asked."""

from typing import Any

import pytest
import simcord

from bot.games.metro.draft import MetroDraft
from bot.games.metro.typed import parse_metro_move, parse_place, parse_share, parse_train
from bot.games.tickets.atlas import atlas
from bot.games.tickets.cards import payment_id
from bot.games.tickets.choices import harbour_payments
from bot.games.tickets.typed import parse_claim, parse_draw, parse_harbour, parse_ticket_keep, parse_ticket_move
from data.texts import text
from rules.catalog import TICKET_TITLES
from rules.metro.actions import PlaceTile
from rules.metro.tiles import turned_code
from rules.tickets.actions import BuildHarbour, ClaimRoute, TopUpTunnel
from tests.bot.conftest import Clock
from tests.bot.tables import Table, moments
from tests.bot.tapping import components
from tests.bot.town import Town

GUESSED = text("panel.guessed", "en")


def written(title: str, track: str) -> str:
    """Both cities, as somebody would type them."""
    book = atlas(title)
    found = book.tracks[track]
    return f"{book.city(found.a)} {book.city(found.b)}"


def misspelt(name: str) -> str:
    """One letter of the longest word is wrong."""
    word = max(name.split(), key=len)
    return name.replace(word, word[:3] + "q" + word[4:])


def claims(title: str, every: int = 31) -> Any:
    for table in moments(title, 3, seed=5, every=every):
        for player in table.to_act():
            legal = table.legal(player)
            for track in legal.tracks()[:6]:
                yield table.view(player), legal, track, list(legal.payments(track))


@pytest.mark.parametrize("title", TICKET_TITLES)
def test_ids_act_and_what_leaves_the_payment_open_is_a_guess(title: str) -> None:
    found = set()
    for view, legal, track, prices in claims(title, every=13):
        exact = parse_claim(view, legal, track, payment_id(prices[-1]), "none", "none") if title == "germany" else None
        exact = exact or parse_claim(view, legal, track, payment_id(prices[-1]))
        assert not exact.is_guess
        left_open = parse_claim(view, legal, track)
        is_open = len(prices) > 1 or any(len(set(there)) > 1 for there in legal.passengers(track))
        assert left_open.is_guess == is_open
        claim = left_open.actions[0]
        assert isinstance(claim, ClaimRoute)
        assert claim in legal
        if is_open:
            draft = left_open.draft
            assert (draft.page, draft.track, draft.cards, draft.passengers) == (
                "claim",
                claim.track,
                claim.cards,
                claim.passengers,
            )
        found.add(is_open)
    assert True in found


@pytest.mark.parametrize("title", ["usa", "nordic"])
def test_a_misspelt_route_is_a_guess_and_a_name_that_fits_one_route_alone_is_none(title: str) -> None:
    book, tried = atlas(title), 0
    for view, legal, track, prices in claims(title):
        pay, name = payment_id(prices[0]), written(title, track)
        found = book.tracks[track]
        keys = {book.twin_key(each) for each in book.tracks.values() if {each.a, each.b} == {found.a, found.b}}
        if len(keys) > 1:
            continue
        result = parse_claim(view, legal, name, pay)
        assert not result.is_guess, name
        wrong = parse_claim(view, legal, misspelt(name), pay)
        assert wrong.actions == result.actions
        assert wrong.is_guess, misspelt(name)
        tried += 1
    assert tried


def test_of_two_tracks_between_two_cities_the_one_that_can_be_paid_is_a_guess() -> None:
    book, tried = atlas("usa"), 0
    for view, legal, track, prices in claims("usa"):
        found = book.tracks[track]
        payable = {book.twin_key(book.tracks[each]) for each in legal.tracks()}
        keys = {book.twin_key(each) for each in book.tracks.values() if {each.a, each.b} == {found.a, found.b}}
        if len(keys) > 1 and len(keys & payable) == 1:
            assert parse_claim(view, legal, written("usa", track), payment_id(prices[0])).is_guess
            tried += 1
    assert tried


def test_free_text_for_a_move_that_spends_cards_is_a_guess_where_the_payment_is_open() -> None:
    tried = 0
    for view, legal, track, prices in claims("usa"):
        if len(prices) > 1:
            assert not parse_ticket_move(view, legal, f"claim:{track}").is_guess
            assert parse_ticket_move(view, legal, misspelt(written("usa", track))).is_guess
            tried += 1
    assert tried


def test_a_harbour_with_several_payments_is_a_guess_until_one_is_said() -> None:
    table = Table("world", 2, seed=1).play_until(
        lambda t: bool(t.to_act()) and any(len(each) > 1 for each in harbour_payments(t.legal(t.to_act()[0])).values()),
        most=6000,
    )
    player = table.to_act()[0]
    view, legal = table.view(player), table.legal(player)
    city, prices = next(iter(harbour_payments(legal).items()))
    result = parse_harbour(view, legal, city)
    assert result.is_guess
    assert (result.draft.page, result.draft.city, result.draft.cards) == ("harbour", city, prices[0])
    said = parse_harbour(view, legal, city, payment_id(prices[1]))
    assert not said.is_guess
    assert said.actions == (BuildHarbour(player, city, prices[1]),)


SLIPS = {"red": "redd", "yellow": "yelow", "purple": "purpel", "orange": "ornage", "green": "grean", "white": "whtie"}


def test_a_misspelt_card_is_a_guess_and_one_that_is_named_or_begun_is_not() -> None:
    tried = set()
    for table in moments("usa", 2, seed=3, every=5):
        for player in table.to_act():
            view, legal = table.view(player), table.legal(player)
            if view.phase != "turn":
                continue
            for card in {*view.row} & {"yellow", "purple", "orange", "green", "white"}:
                for plain in (card, card.upper(), card[:3], text(f"word.card.{card}", "pl")):
                    assert not parse_draw(view, legal, plain).is_guess, plain
                wrong = parse_draw(view, legal, SLIPS[card])
                assert wrong.is_guess
                assert wrong.actions == parse_draw(view, legal, card).actions
                assert wrong.confirm is not None
                assert (wrong.confirm.verb, wrong.confirm.choice) == ("draw", f"{view.row.index(card)}-{card}")
                assert parse_draw(view, legal, card, SLIPS[card]).is_guess
                tried.add(card)
    assert tried


def test_a_misspelt_deck_to_refill_from_is_a_guess() -> None:
    table = Table("world", 2, seed=1).play_until(lambda t: t.view(t.to_act()[0]).phase == "turn")
    player = table.to_act()[0]
    view, legal = table.view(player), table.legal(player)
    card = next(each for each in view.row if each is not None and each != "loco")
    assert not parse_draw(view, legal, card, refill="ships").is_guess
    wrong = parse_draw(view, legal, card, refill="shipz")
    assert wrong.is_guess
    assert wrong.draft.refill == "ships"


def test_misspelt_tickets_are_ticked_and_not_kept() -> None:
    table = Table("usa", 2, seed=1)
    view, legal = table.view(0), table.legal(0)
    letters = parse_ticket_keep(view, legal, "A B C")
    assert not letters.is_guess
    names = " ".join(atlas("usa").city(city) for ticket in view.offer for city in atlas("usa").tickets[ticket].cities)
    assert not parse_ticket_keep(view, legal, names).is_guess
    wrong = parse_ticket_keep(view, legal, misspelt(names))
    assert (wrong.is_guess, wrong.actions, wrong.draft.kept) == (True, letters.actions, view.offer)


def test_a_misspelt_answer_in_a_tunnel_is_a_guess() -> None:
    table = Table("nordic", 2, seed=1).play_until(
        lambda t: (
            bool(t.to_act()) and t.view(t.to_act()[0]).phase == "tunnel" and len(list(t.legal(t.to_act()[0]))) > 1
        ),
        most=6000,
    )
    player = table.to_act()[0]
    view, legal = table.view(player), table.legal(player)
    assert view.phase == "tunnel"
    cards = next(action.cards for action in legal if isinstance(action, TopUpTunnel))
    assert not parse_claim(view, legal, pay=payment_id(cards)).is_guess
    assert not parse_claim(view, legal, pay="give up").is_guess
    wrong = parse_claim(view, legal, pay="zrezygunj")
    assert wrong.is_guess
    assert wrong.confirm is not None
    assert wrong.confirm.verb == "give_up"


def test_a_misspelt_passenger_is_a_guess() -> None:
    tried = 0
    for view, legal, track, prices in claims("germany"):
        ends = legal.passengers(track)
        colours = [next((colour for colour in there if colour in SLIPS), None) for there in ends]
        if colours[0] is None:
            continue
        rest = "none"
        pay = payment_id(prices[0])
        assert not parse_claim(view, legal, track, pay, colours[0], rest).is_guess
        if colours[0] != "red":
            assert parse_claim(view, legal, track, pay, SLIPS[colours[0]], rest).is_guess
            tried += 1
    assert tried


def test_a_tile_that_nobody_has_turned_is_shown_before_it_is_placed() -> None:
    table = Table("metro", 3, seed=1, options={"direction": "free"})
    asked = 0
    for _ in range(30):
        (player,) = table.to_act()
        view, legal = table.view(player), table.legal(player)
        places = [action for action in legal if isinstance(action, PlaceTile)]
        for square in {action.square for action in places}:
            found = parse_place(view, legal, square)
            (action,) = found.actions
            assert action in legal
            looks = {turned_code(one.tile or "", one.turn) for one in places if one.square == square}
            assert found.is_guess == (len(looks) > 1)
            asked += found.is_guess
            if found.is_guess:
                assert found.draft == MetroDraft(square=square, turn=action.turn)
                assert not parse_place(view, legal, square, turn=action.turn).is_guess
        table.play_on(1)
    assert asked


def test_metros_typed_forms_are_guesses_where_they_are_misspelt() -> None:
    table = Table("metro", 3, seed=1, options={"modules": "1+2"})
    view, legal = table.view(0), table.legal(0)
    assert not parse_place(view, legal, "4 c").is_guess
    held = [each.company for each in view.shares]
    share = next(each for each in view.shares if held.count(each.company) == 1 and len(each.company) > 4)
    name = text(f"word.colour.{share.company}", "en")
    wrong = name[:2] + name[3] + name[2] + name[4:]
    assert not parse_share(view, legal, name, "open").is_guess
    assert not parse_share(view, legal, f"{share.percent} %", "open").is_guess
    guess = parse_share(view, legal, wrong, "open")
    assert (guess.is_guess, guess.draft.page, guess.draft.share) == (True, "share", str(share.percent))
    assert not parse_train(view, legal, "3", name).is_guess
    guess = parse_train(view, legal, "3", wrong)
    assert (guess.is_guess, guess.draft.page, guess.draft.space) == (True, "train", "C3")
    drawn = parse_metro_move(view, legal, "draw insteda")
    assert drawn.is_guess
    assert drawn.confirm is not None
    assert drawn.confirm.verb == "draw_tile"
    assert not parse_metro_move(view, legal, "draw instead").is_guess


# On Discord


@pytest.fixture
def town(simcord_env: simcord.Env, clock: Clock) -> Town:
    clock.now = lambda: simcord_env.now().timestamp()
    return Town(simcord_env)


async def open_claim(town: Town, table_id: int) -> tuple[Any, str]:
    """A player who can pay a route in several ways, and the route."""
    for _ in range(200):
        asked = (await town.asked(table_id))[0]
        snapshot = await town.bot.tables.snapshot(table_id, asked.id)
        legal: Any = snapshot.legal
        if snapshot.view.phase == "turn":
            for track in legal.tracks():
                if len(list(legal.payments(track))) > 1:
                    return asked, track
        await town.type_move(table_id, asked)
    raise AssertionError("nothing could be claimed")


async def test_a_guess_opens_the_panel_and_is_played_when_it_is_confirmed(town: Town) -> None:
    game = await town.begin("usa")
    asked, track = await open_claim(town, game)
    seq = await town.bot.store.last_seq(game)
    page = (await asked.slash(town.channel, "claim", route=track)).response
    assert GUESSED in page.content
    assert page.attachments
    assert await town.bot.store.last_seq(game) == seq
    confirm = next(part for part in components(page) if part["custom_id"].split(":")[3] == "claim")
    done = await asked.click(page, custom_id=confirm["custom_id"])
    assert "You claim" in done.response.content
    assert track in (await town.bot.tables.snapshot(game, None)).view.owners


async def turn_with(town: Town, table_id: int, cards: set[str]) -> tuple[Any, str]:
    """A player whose turn begins, and one of these cards in the row."""
    for _ in range(200):
        asked = (await town.asked(table_id))[0]
        view: Any = (await town.bot.tables.snapshot(table_id, asked.id)).view
        if view.phase == "turn" and (found := cards & {*view.row}):
            return asked, min(found)
        await town.type_move(table_id, asked)
    raise AssertionError("no such card came")


async def test_a_misspelt_card_is_drawn_by_the_button_that_names_it(town: Town) -> None:
    game = await town.begin("usa")
    asked, card = await turn_with(town, game, {"yellow", "purple", "orange", "green", "white"})
    seq = await town.bot.store.last_seq(game)
    page = (await asked.slash(town.channel, "draw", card=SLIPS[card])).response
    assert GUESSED in page.content
    assert await town.bot.store.last_seq(game) == seq
    first = components(page)[0]
    assert first["label"] == text(f"word.card.{card}", "en").capitalize()
    done = (await asked.click(page, custom_id=first["custom_id"])).response
    assert await town.bot.store.last_seq(game) == seq + 1
    assert GUESSED not in done.content


async def test_without_confirmations_a_guess_is_played_at_once(town: Town) -> None:
    game = await town.begin("usa")
    for person in town.people:
        await person.slash(town.channel, "settings me", option="confirm", value="off")
    asked, track = await open_claim(town, game)
    done = (await asked.slash(town.channel, "claim", route=track)).response
    assert "You claim" in done.content
