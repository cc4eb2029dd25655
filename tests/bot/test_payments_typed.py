"""A payment that no menu lists can be typed: into a command, or into the form behind “Other…”."""

from collections import Counter
from collections.abc import Callable
from random import Random
from typing import Any

import pytest
import simcord
from hypothesis import given, settings
from hypothesis import strategies as st

from bot.client import Semafor
from bot.games.menus import OTHER
from bot.games.page import Menu, Settings
from bot.games.tickets.atlas import atlas
from bot.games.tickets.cards import payment_id, payment_text
from bot.games.tickets.choices import harbour_payments, payment_of
from bot.games.tickets.draft import TicketDraft
from bot.games.tickets.entries import payments
from bot.games.tickets.typed import parse_claim, parse_payment
from bot.games.tickets.typed_payments import typed_payment
from data.languages import LANGUAGES
from rules.catalog import TICKET_TITLES
from rules.tickets.actions import BuildHarbour, Cards, ClaimRoute, TopUpTunnel
from tests.bot.conftest import Clock
from tests.bot.tables import NAMES, Table
from tests.bot.tapping import components, filled
from tests.bot.town import Town


@pytest.mark.parametrize(
    ("title", "typed", "cards"),
    [
        ("usa", "red2+loco1", (("red", 2), ("loco", 1))),
        ("usa", "2 red 1 loco", (("red", 2), ("loco", 1))),
        ("usa", "2 red + 1 locomotive", (("red", 2), ("loco", 1))),
        ("usa", "1 loco, 2 red", (("red", 2), ("loco", 1))),
        ("usa", "2x red and 1x loco", (("red", 2), ("loco", 1))),
        ("usa", "red 2 loco 1", (("red", 2), ("loco", 1))),
        ("usa", "1 red 1 red", (("red", 2),)),
        ("usa", "2 czerwone 1 lokomotywa", (("red", 2), ("loco", 1))),
        ("usa", "5 zoltych kart i 2 lokomotywy", (("yellow", 5), ("loco", 2))),
        ("usa", "2 cze 1 lok", (("red", 2), ("loco", 1))),
        ("world", "2 red double ships 1 joker", (("red-ships", 2), ("joker", 1))),
        ("world", "2 czerwone karty dwóch statków", (("red-ships", 2),)),
        ("world", "3 red ships", (("red-ship", 3),)),
        ("world", "2 yellow with harbour", (("yellow-port", 2),)),
    ],
)
def test_cards_are_understood_as_people_write_them(title: str, typed: str, cards: Cards) -> None:
    assert typed_payment(title, typed) == cards


@pytest.mark.parametrize("typed", ["", "red", "2", "2 pink", "red loco", "0 red", "2 red 4", "2 r g", "give up", "…"])
def test_what_is_no_payment_is_none(typed: str) -> None:
    assert typed_payment("usa", typed) is None


def test_a_colour_alone_means_the_cards_that_the_route_takes() -> None:
    assert typed_payment("world", "3 red") == (("red", 3),)
    assert typed_payment("world", "3 red", {"red-ship", "joker"}) == (("red-ship", 3),)
    assert typed_payment("world", "3 red", {"red-ship", "red-ships", "joker"}) is None


@settings(max_examples=60, deadline=None)
@given(
    title=st.sampled_from(TICKET_TITLES),
    language=st.sampled_from(LANGUAGES),
    counts=st.lists(
        st.tuples(st.integers(0, 24), st.integers(1, 12)), min_size=1, max_size=4, unique_by=lambda c: c[0]
    ),
)
def test_every_payment_is_understood_as_we_write_it(title: str, language: str, counts: list[tuple[int, int]]) -> None:
    deck = list(atlas(title).cards)
    cards = tuple(sorted({deck[place % len(deck)]: n for place, n in counts}.items(), key=lambda c: deck.index(c[0])))
    assert typed_payment(title, payment_text(cards, language)) == cards


@pytest.mark.parametrize("title", TICKET_TITLES)
def test_a_line_of_the_list_typed_out_is_the_payment_that_it_shows(title: str) -> None:
    """A refusal names these lines as the nearest: they have to be understood."""
    table = Table(title, 3, seed=4).play_until(
        lambda t: any(
            len(list(t.legal(t.to_act()[0]).payments(track))) > 1 for track in t.legal(t.to_act()[0]).tracks()
        )
    )
    player = table.to_act()[0]
    view, legal = table.view(player), table.legal(player)
    for language in LANGUAGES:
        for track in legal.tracks():
            for entry in payments(legal, title, track, language):
                for typed in (entry.label, entry.value, payment_text(payment_of(entry.value) or (), language)):
                    claim = parse_claim(view, legal, track, typed, language=language).actions[0]
                    assert isinstance(claim, ClaimRoute)
                    assert payment_id(claim.cards) == entry.value


def claim_page(table: Table, player: int, draft: TicketDraft) -> Any:
    return table.face.page(table.view(player), table.legal(player), draft, Settings(), "pl", NAMES)


def menu(page: Any, verb: str) -> Menu:
    return next(row for row in page.rows if isinstance(row, Menu) and row.verb == verb)


def test_the_menu_of_payments_ends_with_other_and_a_typed_one_is_shown() -> None:
    table = Table("nordic", 2, seed=5).play_until(lambda t: t.view(0).phase == "turn" and unlisted(t) is not None)
    claim = unlisted(table)
    assert claim is not None
    player, legal = claim.player, table.legal(claim.player)
    draft = table.face.tap(table.view(player), legal, TicketDraft(), "route", [claim.track], Settings()).draft
    pays = menu(claim_page(table, player, draft), "pay").choices
    assert pays[-1].value == f"{OTHER}pl:{claim.track}"
    typed = payment_text(claim.cards, "pl")
    result = parse_payment(table.view(player), legal, draft, "pay", "", typed, "pl")
    assert result.actions == (claim,)
    page = claim_page(table, player, result.draft)
    assert [choice.value for choice in menu(page, "pay").choices if choice.is_chosen]
    assert table.face.tap(table.view(player), legal, result.draft, "claim", [], Settings()).actions == (claim,)


def unlisted(table: Table) -> ClaimRoute | None:
    """A legal claim with a payment that the menu doesn't list."""
    player = table.to_act()[0]
    view, legal, random = table.view(player), table.legal(player), Random(1)
    hand = [card for card, n in view.hand.items() for _ in range(n)]
    for track in legal.tracks():
        listed = {frozenset(cards) for cards in legal.payments(track)}
        for size in range(atlas(view.game).tracks[track].length, len(hand)):
            picked = Counter(random.sample(hand, size))
            claim = ClaimRoute(player, track, tuple((card, picked[card]) for card in view.hand if picked[card]))
            if frozenset(claim.cards) not in listed and claim in legal:
                return claim
    return None


def test_a_harbour_s_payment_can_be_typed() -> None:
    table = Table("world", 2, seed=1).play_until(
        lambda t: (
            bool(t.to_act()) and any(len(prices) > 1 for prices in harbour_payments(t.legal(t.to_act()[0])).values())
        ),
        most=6000,
    )
    player = table.to_act()[0]
    view, legal = table.view(player), table.legal(player)
    build = next(action for action in legal if isinstance(action, BuildHarbour))
    draft = TicketDraft(page="harbour", city=build.city)
    result = parse_payment(view, legal, draft, "port_pay", "", payment_text(build.cards, "en"), "en")
    assert result.actions == (build,)
    page = table.face.page(view, legal, result.draft, Settings(), "en", NAMES)
    assert menu(page, "port_pay").choices[-1].value == f"{OTHER}en:{build.city}"
    assert table.face.tap(view, legal, result.draft, "build", [], Settings()).actions == (build,)


def test_a_tunnel_s_answer_can_be_typed() -> None:
    table = Table("nordic", 2, seed=8).play_until(
        lambda t: bool(t.to_act()) and "top_up" in t.legal(t.to_act()[0]).kinds()
    )
    player = table.to_act()[0]
    view, legal = table.view(player), table.legal(player)
    answer = next(action for action in legal if isinstance(action, TopUpTunnel))
    for language in LANGUAGES:
        typed = payment_text(answer.cards, language)
        assert parse_payment(view, legal, TicketDraft(), "top_up", "", typed, language).actions == (answer,)
        assert parse_claim(view, legal, pay=typed, language=language).actions == (answer,)


# On Discord


@pytest.fixture
def town(simcord_env: simcord.Env, clock: Clock) -> Town:
    clock.now = lambda: simcord_env.now().timestamp()
    return Town(simcord_env)


async def opened_form(town: Town, table_id: int) -> tuple[Any, Any, ClaimRoute]:
    """A player before the form for a route, the form, and what could be paid."""
    for _ in range(200):
        asked = (await town.asked(table_id))[0]
        snapshot = await town.bot.tables.snapshot(table_id, asked.id)
        legal: Any = snapshot.legal
        claims = legal.of_kind("claim") if snapshot.view.phase == "turn" else ()
        claim = next((claim for claim in claims if not legal.has_one_payment(claim.track)), None)
        if claim is not None:
            panel = (await asked.slash(town.channel, "play")).response
            route = f"sn:{table_id}:{snapshot.decision}:route"
            page = (await asked.select(panel, [claim.track], custom_id=route)).response
            result = await asked.select(
                page, [f"{OTHER}en:{claim.track}"], custom_id=f"sn:{table_id}:{snapshot.decision}:pay"
            )
            return asked, result, claim
        await town.type_move(table_id, asked)
    raise AssertionError("nothing could be claimed")


async def test_a_form_is_opened_and_what_it_says_is_shown_to_be_confirmed(town: Town) -> None:
    game = await town.begin("usa")
    asked, form, claim = await opened_form(town, game)
    assert form.modal is not None
    seq = await town.bot.store.last_seq(game)
    page = (await asked.submit_modal(form, filled(form.modal, claim.cards))).response
    confirm = next(part for part in components(page) if part["custom_id"].split(":")[3] == "claim")
    assert payment_text(claim.cards, "en") in confirm["label"]
    assert await town.bot.store.last_seq(game) == seq
    done = await asked.click(page, custom_id=confirm["custom_id"])
    assert "You claim" in done.response.content


async def test_a_mistake_in_the_form_is_refused_as_in_a_command(town: Town) -> None:
    game = await town.begin("usa")
    asked, form, claim = await opened_form(town, game)
    seq = await town.bot.store.last_seq(game)
    fields = [row["component"] for row in form.modal["components"]]
    everything = {field["custom_id"]: [field["options"][-1]["value"]] for field in fields}
    assert sum(len(field["options"]) - 1 for field in fields) > atlas("usa").tracks[claim.track].length
    page = (await asked.submit_modal(form, everything)).response
    assert "You can pay" in page.content
    verbs = [part["custom_id"].split(":")[3] for part in components(page)]
    assert "pay" in verbs
    assert verbs.count("claim") + verbs.count("claim_that") == 1
    assert [file.filename for file in page.attachments] == ["claim.png"]
    assert await town.bot.store.last_seq(game) == seq


async def test_without_confirmations_the_form_pays(town: Town) -> None:
    game = await town.begin("usa")
    for person in town.people:
        await person.slash(town.channel, "settings me", option="confirm", value="off")
    for _ in range(200):
        asked = (await town.asked(game))[0]
        snapshot = await town.bot.tables.snapshot(game, asked.id)
        many = [t for t in snapshot.legal.tracks() if len(list(snapshot.legal.payments(t))) > 1]  # type: ignore[union-attr]
        if snapshot.view.phase == "turn" and many:
            break
        await town.type_move(game, asked)
    cards = list(snapshot.legal.payments(many[0]))[1]  # type: ignore[union-attr]
    panel = (await asked.slash(town.channel, "play")).response
    page = (await asked.select(panel, [many[0]], custom_id=f"sn:{game}:{snapshot.decision}:route")).response
    form = await asked.select(page, [f"{OTHER}en:{many[0]}"], custom_id=f"sn:{game}:{snapshot.decision}:pay")
    done = await asked.submit_modal(form, filled(form.modal, cards, "pl"))
    assert "You claim" in done.response.content


async def test_a_form_that_is_sent_late_changes_nothing(town: Town) -> None:
    game = await town.begin("usa")
    asked, form, claim = await opened_form(town, game)
    await town.type_move(game, asked)
    seq = await town.bot.store.last_seq(game)
    page = (await asked.submit_modal(form, filled(form.modal, claim.cards))).response
    assert "settled already" in page.content
    assert await town.bot.store.last_seq(game) == seq


async def test_a_form_outlives_a_restart(town: Town, make_bot: Callable[[], Semafor]) -> None:
    game = await town.begin("usa")
    asked, form, claim = await opened_form(town, game)
    await town.bot.finish()
    await town.env.restart_bot(make_bot())
    page = (await asked.submit_modal(form, filled(form.modal, claim.cards))).response
    assert any(part["custom_id"].split(":")[3] == "claim" for part in components(page))
