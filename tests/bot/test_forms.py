"""Forms with fields: what a game asks in one fits Discord, shows its reader's own things alone, and is understood."""

from collections.abc import Iterator
from typing import Any

import pytest
import simcord

from bot.games.form import Form
from bot.games.menus import OTHER
from bot.games.page import Settings
from bot.games.tickets.draft import TicketDraft
from bot.interactions.forms import modal_of, tap_from_form
from bot.interactions.habits import away_form
from bot.interactions.option_menus import span_form
from bot.local.world.components import check_modal
from bot.local.world.submission import submitted
from bot.tables.pace import OWN_SPANS
from data.languages import LANGUAGES
from rules.catalog import TICKET_TITLES
from rules.tickets.actions import ClaimRoute, KeepTickets
from tests.bot.conftest import Clock
from tests.bot.tables import Table
from tests.bot.test_ticket_pages import moments, tap
from tests.bot.town import Town


def payload(form: Form) -> dict[str, Any]:
    """As Discord gets it, found to be in order."""
    built = modal_of(form, 12, 345, {}).to_dict()
    assert 0 < len(built["title"]) <= 45
    assert len(built["custom_id"]) <= 100
    return {**built, "components": check_modal(built["components"])}


def forms(table: Table, player: int, language: str) -> Iterator[tuple[Form, TicketDraft]]:
    view, legal, face = table.view(player), table.legal(player), table.face
    for verb in ("keep_form", "claim_form"):
        form = face.form(view, legal, TicketDraft(), verb, "", language)
        if form is not None:
            yield form, TicketDraft()
    for track in list(legal.tracks())[:6] if view.phase == "turn" else ():
        draft: Any = tap(table, player, TicketDraft(), "route", track).draft
        form = face.form(view, legal, draft, "pay", f"{OTHER}{language}:{track}", language)
        if form is not None:
            yield form, draft


@pytest.mark.parametrize("title", TICKET_TITLES)
def test_every_form_fits_discord_and_is_understood_when_it_is_sent(title: str) -> None:
    verbs = set()
    for at, table in enumerate(moments(title, 2, seed=3, every=19)):
        language = LANGUAGES[at % len(LANGUAGES)]
        for player in table.to_act():
            for form, draft in forms(table, player, language):
                modal = payload(form)
                verbs.add(form.verb)
                send(table, player, form, draft, modal)
    assert {"keep_sent", "claim_sent", "pay"} <= verbs


def send(table: Table, player: int, form: Form, draft: TicketDraft, modal: dict[str, Any]) -> None:
    """Filled in with the first that each field needs."""
    view, legal = table.view(player), table.legal(player)
    first = form.fields[0]
    given: dict[str, object] = {}
    if form.verb == "keep_sent":
        given = {"keep": [one.value for one in first.choices[: first.least]]}
    elif form.verb == "claim_sent":
        component = modal["components"][0]["component"]
        value = first.choices[0].value
        given = {"claim": value if component["type"] == 21 else [value]}
    received = tap_from_form(submitted(modal, given))
    assert received is not None
    assert (received.table_id, received.decision, received.verb) == (12, 345, form.verb)
    if form.is_typed:
        typed, target = received.values
        assert target == draft.track
        result = table.face.typed_field(view, legal, draft, "pay", target, typed, "en")
        assert result.draft.cards == draft.cards
        return
    result = table.face.tap(view, legal, draft, received.verb, received.values, Settings())
    (action,) = result.actions
    assert action in legal
    assert isinstance(action, KeepTickets if form.verb == "keep_sent" else ClaimRoute)


@pytest.mark.parametrize("language", LANGUAGES)
def test_forms_about_people_and_tables_fit_discord(language: str) -> None:
    away = tap_from_form(submitted(payload(away_form(language)), {"away": "3 days"}))
    assert away is not None
    assert away.values == ("3 days", "")
    for option in OWN_SPANS:
        form = span_form(f"{OTHER}{language}:{option}", language)
        assert form is not None
        span = tap_from_form(submitted(payload(form), {"days": ["2d"], "hours": ["0h"]}))
        assert span is not None
        assert span.values == ("2d", option)
    assert span_form(f"{OTHER}{language}:seats", language) is None


@pytest.fixture
def town(simcord_env: simcord.Env, clock: Clock) -> Town:
    clock.now = lambda: simcord_env.now().timestamp()
    return Town(simcord_env)


async def test_tickets_are_kept_and_a_route_is_claimed_by_forms_from_the_call(town: Town) -> None:
    game = await town.begin("usa")
    for person in town.people:
        form = await person.click(town.channel.last_message, custom_id=f"sm:{game}:-:keep_form")
        offer = (await town.bot.tables.snapshot(game, person.id)).view.offer  # type: ignore[attr-defined]
        (field,) = [row["component"] for row in form.modal["components"]]
        assert [option["value"] for option in field["options"]] == list(offer)
        done = await person.submit_modal(form, {"keep": list(offer[:2])})
        assert done.ephemeral
    assert (await town.bot.tables.snapshot(game, None)).view.turn == 1
    for _ in range(40):
        (asked,) = await town.asked(game)
        snapshot = await town.bot.tables.snapshot(game, asked.id)
        if len(snapshot.legal.tracks()) > 1 and snapshot.view.phase == "turn":  # type: ignore[union-attr, attr-defined]
            break
        await town.type_move(game, asked)
    form = await asked.click(town.channel.last_message, custom_id=f"sm:{game}:-:claim_form")
    track = form.modal["components"][0]["component"]["options"][0]["value"]
    done = await asked.submit_modal(form, {"claim": track})
    assert "You claim" in done.response.content
    assert track in (await town.bot.tables.snapshot(game, None)).view.owners  # type: ignore[attr-defined]
