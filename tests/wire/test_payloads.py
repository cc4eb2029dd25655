"""Whatever the bot asks of Discord is what Discord's own description of its interface allows.

`tests/golden/discord/requests.json` is the part of that description that is about the requests below.
"""

import json
from pathlib import Path
from typing import Any

import pytest
from jsonschema import Draft202012Validator

from bot.games.menus import MENU
from bot.games.tickets.choices import claimable, payments
from bot.local.driver import Driver
from bot.local.http_api import HttpApi
from bot.local.routes.table import Call, Route
from bot.local.world import components
from bot.local.world.permissions import Permission
from tests.wire.station import PLACE, Finger, Station, ok, station_at
from tests.wire.test_emojis import WithAll, brought

DESCRIBED = json.loads((Path(__file__).parent.parent / "golden" / "discord" / "requests.json").read_text())
DESCRIBED["components"]["schemas"]["SnowflakeType"] = {"type": ["string", "integer"]}
"""Discord takes ids as numbers too, and that is how discord.py writes them."""
VALIDATORS = {
    name: Draft202012Validator({**schema, "components": DESCRIBED["components"]})
    for name, schema in DESCRIBED["requests"].items()
}
ROOMS = {"POST /channels/{channel_id}/threads", "PATCH /channels/{channel_id}", "POST /users/@me/channels"}
"""Requests that begin and change places; the other test needs none of them."""
Sent = list[tuple[str, Any]]


@pytest.fixture
def sent(monkeypatch: pytest.MonkeyPatch) -> Sent:
    """Every body that the bot sends from now on, with its route."""
    bodies: Sent = []
    read = HttpApi._call

    async def noted(self: HttpApi, request: Any, route: Route) -> Call:
        call = await read(self, request, route)
        bodies.append((f"{route.method} {route.path}", call.body))
        return call

    monkeypatch.setattr(HttpApi, "_call", noted)
    return bodies


def mistakes(bodies: Sent) -> list[str]:
    found = []
    for name, body in bodies:
        if name in VALIDATORS:
            found += [
                f"{name}: {error.json_path}: {error.message[:200]}" for error in VALIDATORS[name].iter_errors(body)
            ]
    return found


async def fill(station: Station, person: Driver, form: Any) -> None:
    """Send a form as it is, with the first of what it needs."""
    given: dict[str, object] = {}
    for field in components.walk(form.modal["components"]):
        if field["type"] == components.CHECKBOX_GROUP:
            given[field["custom_id"]] = [option["value"] for option in field["options"]]
        elif field["type"] == components.RADIO_GROUP:
            given[field["custom_id"]] = field["options"][0]["value"]
        elif field["type"] == components.TEXT_INPUT and field.get("required") is not False:
            given[field["custom_id"]] = "3 days"
    await ok(await person.submit_modal(form, given))
    await station.calm()


def payable(snapshot: Any) -> list[str]:
    """Routes of the menu that can be paid in several ways, where it has more than one."""
    view, legal = snapshot.view, snapshot.legal
    if view.phase != "turn" or len(claimable(view, legal)) < 2:
        return []
    return [track.id for track in claimable(view, legal)[: MENU - 1] if len(payments(legal, track.id)) > 1]


async def open_forms(station: Station, game: int) -> set[int]:
    """Every kind of form, opened and sent; their kinds of fields."""
    kinds: set[int] = set()

    async def seen(person: Driver, form: Any) -> None:
        assert form.modal is not None
        kinds.update(int(each["type"]) for each in components.walk(form.modal["components"]))
        await fill(station, person, form)

    for person in station.people:
        await seen(person, await person.click(station.live_post(), custom_id=f"sm:{game}:-:keep_form"))
    person = await station.play_until(game, lambda snapshot: bool(payable(snapshot)))
    snapshot = await station.snapshot(game, person)
    track = payable(snapshot)[0]
    panel = (await ok(await person.slash(PLACE, "play"))).message
    at = f"sn:{game}:{snapshot.decision}"
    await ok(await person.select(panel, track, custom_id=f"{at}:route"))
    await station.calm()
    await seen(person, await person.select(panel, f"~en:{track}", custom_id=f"{at}:pay"))
    await seen(person, await person.click(station.live_post(), custom_id=f"sm:{game}:-:claim_form"))
    away = (await ok(await person.slash(PLACE, "away"))).message
    await seen(person, await person.click(away, custom_id="sm:0:-:away:~en"))
    await ok(await person.slash("slow-line", "game new", title="lantern", seats=2))
    options = (await ok(await person.slash("slow-line", "game options"))).message
    await ok(await person.select(options, "pace=own", custom_id=f"sn:{game + 1}:-:option__pace"))
    await station.calm()
    own = f"sn:{game + 1}:-:option__reminder"
    await seen(person, await person.select(options, "~en:reminder", custom_id=own))
    return kinds


async def test_posts_panels_forms_and_emojis_are_as_discord_describes_them(folder: Path, sent: Sent) -> None:
    async with station_at(folder, make_pictures=WithAll) as station:
        await brought(station)
        game = await station.begin("usa")
        fields = await open_forms(station, game)
        finger = Finger(station, game)
        for _ in range(60):
            asked = await station.asked(game)
            await finger.tap(asked[0])
        for command in ("help", "hand", "board", "log", "games", "rules", "since"):
            await ok(await station.people[0].slash(PLACE, command))
            await station.calm()
    names = {name for name, _ in sent}
    assert set(VALIDATORS) - names <= {"POST /webhooks/{application_id}/{token}", *ROOMS}
    assert {components.CHECKBOX_GROUP, components.RADIO_GROUP, components.STRING_SELECT} <= fields
    assert not set(mistakes(sent))


async def test_so_are_threads_posts_of_a_games_room_and_tables_without_a_server(folder: Path, sent: Sent) -> None:
    async with station_at(folder) as station:
        ada, bo = station.people
        await ok(await ada.slash(PLACE, "game new", title="lantern", seats=2, place="thread"))
        forum = station.bench.add_forum("games")
        station.bench.permit(forum, Permission.MANAGE_CHANNELS | Permission.MANAGE_THREADS)
        await ok(await ada.slash(PLACE, "settings server", option="room", value="games"))
        await ok(await ada.slash(PLACE, "game new", title="lantern", seats=2))
        await station.told()
        (post,) = station.bench.posts_in("games")
        await ok(await bo.slash(post, "game join"))
        await ok(await ada.slash(post, "game start"))
        await station.told()
        await ok(await ada.slash(PLACE, "game new", title="lantern", seats=2, robots=1, place="dm"))
        await station.told()
    names = {name for name, _ in sent}
    assert names >= ROOMS
    assert not set(mistakes(sent))


def test_a_body_that_discord_would_refuse_is_found() -> None:
    callback = "POST /interactions/{interaction_id}/{token}/callback"
    field = {"type": 22, "custom_id": "keep", "options": [{"label": "A", "value": "a"}]}
    modal = {
        "custom_id": "sf:1:2:keep_sent",
        "title": "Keep",
        "components": [{"type": 18, "label": "L", "component": field}],
    }
    assert not mistakes([(callback, {"type": 9, "data": modal})])
    assert mistakes([(callback, {"type": 9, "data": {**modal, "title": "K" * 46}})])
    assert mistakes([("POST /applications/{application_id}/emojis", {"name": "x", "image": ""})])
