"""Forms over the wire: nobody else's, never late without a kind word, and a slow moment only costs the form."""

import asyncio
from pathlib import Path

import pytest

from bot.games.tickets.choices import claimable
from bot.local.driver import words
from bot.local.world import components
from bot.tables.snapshot import GameSnapshot
from tests.wire.station import Station, ok, station_at


def can_claim(snapshot: GameSnapshot) -> bool:
    view, legal = snapshot.view, snapshot.legal
    is_turn = view.turn > 0 and view.phase == "turn"  # type: ignore[attr-defined]
    return is_turn and len(claimable(view, legal)) > 1  # type: ignore[arg-type]


async def test_a_form_shows_only_what_its_reader_may_see(station: Station) -> None:
    ada, bo = station.people
    game = await station.begin("usa")
    for person in (ada, bo):
        form = await person.click(station.live_post(), custom_id=f"sm:{game}:-:keep_form")
        assert form.modal is not None
        field = components.find(form.modal["components"], "keep")
        assert field is not None
        offer = (await station.snapshot(game, person)).view.offer  # type: ignore[attr-defined]
        assert [option["value"] for option in field["options"]] == list(offer)
    person = await station.play_until(game, can_claim)
    other = bo if person is ada else ada
    opened = await other.click(station.live_post(), custom_id=f"sm:{game}:-:claim_form")
    assert opened.modal is None
    assert "Hand" in (await ok(opened)).message.content


async def test_a_form_that_is_sent_late_is_answered_kindly_and_changes_nothing(station: Station) -> None:
    game = await station.begin("usa")
    person = await station.play_until(game, can_claim)
    form = await person.click(station.live_post(), custom_id=f"sm:{game}:-:claim_form")
    assert form.modal is not None
    field = components.find(form.modal["components"], "claim")
    assert field is not None
    await station.type_move(game, person)
    seq = (await station.snapshot(game)).seq
    late = await ok(await person.submit_modal(form, {"claim": field["options"][0]["value"]}))
    assert "settled already" in words(late.message)
    assert (await station.snapshot(game)).seq == seq


async def test_a_form_outlives_a_restart_and_the_panel_goes_on_in_its_message(station: Station) -> None:
    game = await station.begin("lantern")
    (person, *_) = await station.asked(game)
    panel = (await ok(await person.click(station.live_post(), custom_id=f"sm:{game}:-:play"))).message
    decision = (await station.snapshot(game, person)).decision
    form = await person.click(panel, custom_id=f"sm:{game}:{decision}:keep_form")
    assert form.modal is not None
    await station.restart()
    offer = (await station.snapshot(game, person)).view.offer  # type: ignore[attr-defined]
    sent = await ok(await person.submit_modal(form, {"keep": list(offer)}))
    assert sent.message.id == panel.id
    tickets = (await station.snapshot(game, person)).view.tickets  # type: ignore[attr-defined]
    assert len(tickets) == len(offer)


async def test_too_few_ticks_never_reach_the_bot(station: Station) -> None:
    game = await station.begin("usa")
    person = station.people[0]
    form = await person.click(station.live_post(), custom_id=f"sm:{game}:-:keep_form")
    offer = (await station.snapshot(game, person)).view.offer  # type: ignore[attr-defined]
    with pytest.raises(Exception, match="Must be between 2 and 3"):
        await person.submit_modal(form, {"keep": [offer[0]]})


async def test_where_looking_takes_too_long_the_panel_is_opened_instead(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with station_at(folder) as station:
        game = await station.begin("usa")
        person = station.people[0]
        monkeypatch.setattr("bot.interactions.router.LONGEST_LOOK", 0.05)

        async def slow(*_: object) -> None:
            await asyncio.sleep(60)

        monkeypatch.setattr(station.bot.router.panel, "form", slow)
        opened = await ok(await person.click(station.live_post(), custom_id=f"sm:{game}:-:keep_form"))
        assert opened.modal is None
        assert "Keep at least 2" in opened.message.content
