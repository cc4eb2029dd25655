"""The form behind “Other…” and the button of a refusal, over the wire and over a restart."""

from typing import Any

from bot.games.menus import OTHER
from bot.games.tickets.cards import payment_text
from bot.local.driver import Driver, Result, labels
from bot.local.world import components
from bot.local.world.model import Message
from bot.tables.snapshot import GameSnapshot
from tests.bot.tapping import filled
from tests.wire.station import PLACE, Station, ok


def can_claim(snapshot: GameSnapshot) -> bool:
    legal: Any = snapshot.legal
    return snapshot.view.phase == "turn" and len(open_tracks(legal)) > 1 and bool(snapshot.view.owners)


def open_tracks(legal: Any) -> list[str]:
    """Routes that can be paid in more than one way."""
    return [track for track in legal.tracks() if not legal.has_one_payment(track)]


def own_id(message: Message, verb: str) -> str:
    ids = [each["custom_id"] for each in components.walk(message.components) if "custom_id" in each]
    return next((each for each in ids if each.split(":")[3] == verb), "")


def offered(message: Message) -> list[str]:
    """The entries of its menus, which have room for a part of many routes."""
    return [option["value"] for each in components.walk(message.components) for option in each.get("options", ())]


def other(message: Message) -> str:
    """The menu's entry that opens the form."""
    entries = [option for each in components.walk(message.components) for option in each.get("options", ())]
    return next(str(option["value"]) for option in entries if option["value"].startswith(OTHER))


async def page_with(station: Station, result: Result, verb: str) -> Message:
    """The answer, once it is a page where something can be done."""
    await station.bench.until(lambda: own_id(result.message, verb))
    return result.message


async def panel_of(station: Station, table_id: int, language: str = "en-GB") -> tuple[Driver, Any, Message]:
    person = await station.play_until(table_id, can_claim)
    snapshot = await station.snapshot(table_id, person)
    person.speak(language)
    return person, snapshot, (await ok(await person.slash(PLACE, "play"))).message


async def test_another_payment_is_typed_into_a_form(station: Station) -> None:
    game = await station.begin("usa")
    person, snapshot, panel = await panel_of(station, game, "pl")
    track = next(track for track in open_tracks(snapshot.legal) if track in offered(panel))
    cards = list(snapshot.legal.payments(track))[-1]
    page = await page_with(station, await person.select(panel, track, custom_id=own_id(panel, "route")), "pay")
    form = await person.select(page, other(page), custom_id=own_id(page, "pay"))
    assert form.modal is not None
    assert form.modal["title"] == "Inna zapłata"
    sent = await person.submit_modal(form, filled(form.modal, cards, "pl"))
    shown = await page_with(station, sent, "claim")
    await station.bench.until(lambda: any(payment_text(cards, "pl") in label for label in labels(shown)))
    await person.click(shown, custom_id=own_id(shown, "claim"))
    await station.bench.until(lambda: not own_id(shown, "claim"))
    assert (await station.snapshot(game, person)).view.owners[track] == snapshot.seat


async def test_a_payment_typed_for_one_route_never_pays_for_another(station: Station) -> None:
    """Confirmations are off, and a second panel has turned to another route while the form was open."""
    game = await station.begin("usa")
    found: list[str] = []
    while len(found) < 2:  # a hand may be too poor for two such routes: more cards make it richer
        person, snapshot, panel = await panel_of(station, game)
        several = [track for track in snapshot.legal.tracks() if len(list(snapshot.legal.payments(track))) > 1]
        found = [track for track in several if track in offered(panel)]
        if len(found) < 2:
            await ok(await person.slash(PLACE, "draw", card="blind", second="blind"))
    first, second = found[:2]
    await ok(await person.slash(PLACE, "settings me", option="confirm", value="off"))
    cards = list(snapshot.legal.payments(second))[-1]
    page = await page_with(station, await person.select(panel, first, custom_id=own_id(panel, "route")), "pay")
    form = await person.select(page, other(page), custom_id=own_id(page, "pay"))
    again = (await ok(await person.slash(PLACE, "play"))).message
    back = await person.click(again, label="Back")
    home = await page_with(station, back, "route")
    await page_with(station, await person.select(home, second, custom_id=own_id(home, "route")), "pay")
    await ok(await person.submit_modal(form, filled(form.modal, cards)))
    await station.calm()
    after = await station.snapshot(game, person)
    assert after.view.owners == snapshot.view.owners
    assert after.seq == snapshot.seq


async def test_the_button_of_a_refusal_outlives_a_restart(station: Station) -> None:
    game = await station.begin("usa")
    person, snapshot, _ = await panel_of(station, game)
    refused = (await ok(await person.slash(PLACE, "claim", route=next(iter(snapshot.view.owners))))).message
    assert "Claim that" in labels(refused)
    await station.restart()
    page = await page_with(station, await person.click(refused, label="Claim that"), "claim")
    await person.click(page, custom_id=own_id(page, "claim"))
    await station.bench.until(lambda: not own_id(page, "claim"))
    assert len((await station.snapshot(game)).view.owners) == len(snapshot.view.owners) + 1
