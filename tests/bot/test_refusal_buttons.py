"""A refusal carries the nearest legal thing as a button, and that button does what it says."""

from typing import Any

import pytest
import simcord

from bot.games.page import Menu, Settings
from bot.games.refusals import Refused, refused
from bot.games.refused_page import refused_page
from bot.games.tickets.atlas import atlas
from bot.games.tickets.choices import claimable
from bot.games.tickets.typed import parse_claim
from bot.interactions.components import Tap
from data.languages import LANGUAGES
from rules.catalog import TICKET_TITLES
from rules.errors import IllegalAction
from rules.game import Action
from rules.metro.actions import PlaceTile, PlaceTrain
from rules.tickets.actions import BuildHarbour, ClaimRoute, DrawBlind, DrawCard, ExchangePieces, Pass, TopUpTunnel
from tests.bot.conftest import Clock
from tests.bot.requests import request_of
from tests.bot.tables import NAMES, Table, moments
from tests.bot.tapping import components
from tests.bot.town import Town


def refusal(table: Table, action: Action, language: str = "en") -> Refused | None:
    """What a player is told about an action; None where it is legal."""
    player = action.player
    view, legal = table.view(player), table.legal(player)
    if action in legal:
        return None
    with pytest.raises(IllegalAction) as error:
        table.game.apply(table.state, action)
    return refused(error.value, view, legal, NAMES, language, action)


def assert_ways_lead_on(table: Table, player: int, told: Refused) -> None:
    """Without confirmations each button acts or opens a page where something is left to choose, and it fits Discord."""
    view, legal = table.view(player), table.legal(player)
    face = table.face
    draft = face.draft_towards(face.draft(), told.instead)
    page = face.page(view, legal, draft, Settings(), "en", NAMES)
    shown = refused_page(page, told.instead, face.dispensable)
    assert shown.picture is None
    assert len(shown.rows) <= 5
    ids = [(button.verb, button.choice) for row in shown.rows if not isinstance(row, Menu) for button in row]
    assert len(set(ids)) == len(ids)
    for way in told.instead:
        assert (way.verb, way.choice) in ids
        assert len(f"sm:999999999999:999999999:{way.verb}:{way.choice}") <= 100
        result = face.tap(view, legal, face.draft(), way.verb, [way.choice], Settings(confirm=False))
        assert result.actions or result.draft != face.draft()
        assert all(action in legal for action in result.actions)


def wrong_ticket_moves(table: Table, player: int) -> list[Action]:
    view = table.view(player)
    tracks = [*list(view.owners)[:3], "nowhere", next(iter(table.legal(player).tracks()), "nowhere")]
    return [
        *(ClaimRoute(player, track, (("red", 1),)) for track in tracks),
        DrawCard(player, "loco", None),
        DrawCard(player, "red", "wagons"),
        DrawBlind(player, "ships"),
        TopUpTunnel(player, (("red", 9),)),
        BuildHarbour(player, "lima", (("red", 1),)),
        ExchangePieces(player, "ships", 24),
        Pass(player),
    ]


@pytest.mark.parametrize("title", TICKET_TITLES)
def test_every_way_out_of_a_ticket_game_s_refusal_is_legal(title: str) -> None:
    found = set()
    for table in moments(title, 3, seed=3, every=31):
        for player in table.to_act():
            for action in wrong_ticket_moves(table, player):
                told = refusal(table, action)
                if told is not None:
                    assert_ways_lead_on(table, player, told)
                    found |= {way.verb for way in told.instead}
    assert found >= {"claim_that", "blind"}


@pytest.mark.parametrize("options", [{}, {"direction": "free", "hand": "3"}, {"modules": "2"}])
def test_every_way_out_of_metro_s_refusals_is_legal(options: dict[str, str]) -> None:
    table = Table("metro", 3, seed=4, options=options)
    found = set()
    for _ in range(12):
        table.play_on(5)
        for player in table.to_act():
            wrong = [PlaceTile(player, square, None, 0) for square in ("A1", "D4", "E3", "H9", "G7")]
            spaces = [PlaceTrain(player, space, None) for space in ("C1", "C5", "C9")]
            for action in (*wrong, PlaceTile(player, "A2", "zzzz", 0), PlaceTile(player, "A2", None, 90), *spaces):
                told = refusal(table, action)
                if told is not None:
                    assert_ways_lead_on(table, player, told)
                    found |= {way.verb for way in told.instead}
    assert "place" in found


def test_a_tunnel_s_answer_is_offered_when_another_one_is_refused() -> None:
    table = Table("nordic", 2, seed=8).play_until(
        lambda t: bool(t.to_act()) and "top_up" in t.legal(t.to_act()[0]).kinds()
    )
    player = table.to_act()[0]
    told = refusal(table, TopUpTunnel(player, (("red", 9),)))
    assert told is not None
    (way,) = told.instead
    assert way.verb == "top_up"
    assert_ways_lead_on(table, player, told)


@pytest.mark.parametrize("language", LANGUAGES)
def test_several_routes_that_fit_are_buttons(language: str) -> None:
    table = Table("usa", 2, seed=6).play_until(lambda t: bool(t.to_act()) and len(t.legal(t.to_act()[0]).tracks()) > 20)
    player = table.to_act()[0]
    view, legal = table.view(player), table.legal(player)
    ends = [city for track in claimable(view, legal) for city in (track.a, track.b)]
    city = atlas("usa").city(max(ends, key=ends.count))
    with pytest.raises(IllegalAction) as error:
        parse_claim(view, legal, city, language=language)
    told = refused(error.value, view, legal, NAMES, language)
    assert len(told.instead) > 1
    assert all(city in way.label for way in told.instead)
    assert_ways_lead_on(table, player, told)


def test_nobody_is_offered_anything_while_others_play() -> None:
    table = Table("usa", 2, seed=6).play_until(lambda t: t.view(0).phase == "turn" and len(t.view(0).owners) > 2)
    waiting = 1 - table.to_act()[0]
    told = refusal(table, ClaimRoute(waiting, next(iter(table.view(0).owners)), (("red", 1),)))
    assert told is not None
    assert told.instead == ()


# On Discord


@pytest.fixture
def town(simcord_env: simcord.Env, clock: Clock) -> Town:
    clock.now = lambda: simcord_env.now().timestamp()
    return Town(simcord_env)


def button(message: Any, label: str) -> str:
    return next(part["custom_id"] for part in components(message) if part.get("label") == label)  # type: ignore[no-any-return]


async def refused_claim(town: Town, table_id: int) -> tuple[Any, Any]:
    """A player who wanted a route that is taken, and the answer."""
    for _ in range(200):
        asked = (await town.asked(table_id))[0]
        snapshot = await town.bot.tables.snapshot(table_id, asked.id)
        if (
            snapshot.view.phase == "turn"
            and snapshot.view.owners
            and snapshot.legal is not None
            and "claim" in snapshot.legal.kinds()
        ):  # type: ignore[attr-defined]
            result = await asked.slash(town.channel, "claim", route=next(iter(snapshot.view.owners)))
            return asked, result.response
        await town.type_move(table_id, asked)
    raise AssertionError("nothing was ever taken")


async def test_claim_that_opens_the_claim_page_and_acts_from_there(town: Town) -> None:
    game = await town.begin("usa")
    asked, answer = await refused_claim(town, game)
    assert "you can pay it" in answer.content
    seq = await town.bot.store.last_seq(game)
    page = (await asked.click(answer, custom_id=button(answer, "Claim that"))).response
    assert page.attachments
    assert await town.bot.store.last_seq(game) == seq
    confirm = next(part for part in components(page) if part.get("style") == 3)
    await asked.click(page, custom_id=confirm["custom_id"])
    assert await town.bot.store.last_seq(game) == seq + 1


async def test_claim_that_acts_at_once_without_confirmations(town: Town) -> None:
    game = await town.begin("usa")
    for person in town.people:
        await person.slash(town.channel, "settings me", option="confirm", value="off")
    asked, answer = await refused_claim(town, game)
    seq = await town.bot.store.last_seq(game)
    own_id = button(answer, "Claim that")
    done = (await asked.click(answer, custom_id=own_id)).response
    assert "You claim" in done.content
    assert await town.bot.store.last_seq(game) == seq + 1


async def test_a_settled_or_foreign_button_changes_nothing(town: Town) -> None:
    game = await town.begin("usa")
    asked, answer = await refused_claim(town, game)
    own_id = button(answer, "Claim that")
    await town.type_move(game, asked)
    seq = await town.bot.store.last_seq(game)
    late = (await asked.click(answer, custom_id=own_id)).response
    assert "settled already" in late.content
    _, _, decision, verb, choice = own_id.split(":")
    stranger = town.guild.add_member(town.env.create_user("stranger"))
    tap = Tap(table_id=game, decision=int(decision), verb=verb, values=(choice,))
    foreign = await town.bot.router.handle(request_of(town, stranger.id, tap))
    assert "no seat" in foreign.text
    assert await town.bot.store.last_seq(game) == seq


async def test_metro_offers_the_nearest_square(town: Town) -> None:
    game = await town.begin("metro")
    asked = (await town.asked(game))[0]
    answer = (await asked.slash(town.channel, "metro place", square="D3")).response
    assert "Nearest legal square" in answer.content
    place = next(part for part in components(answer) if part["custom_id"].split(":")[3] == "place")
    assert place["label"].startswith("Place on")
    done = (await asked.click(answer, custom_id=place["custom_id"])).response
    assert f"on {place['label'].split()[2]}" in done.content
