"""How many taps each thing takes from the call, as README's table says it; never more than these."""

from pathlib import Path

import pytest

from bot.games.tickets.choices import claimable
from bot.local.world import components
from bot.tables.snapshot import GameSnapshot
from rules.catalog import TICKET_TITLES, TITLES
from tests.wire.station import Station, station_at
from tests.wire.taps import Thumb

README = Path(__file__).parent.parent.parent / "README.md"
MOST = {"two cards": 3, "a route, paid the thriftiest way": 3, "tickets drawn and kept": 4, "a tile": 2}
"""Besides one for each ticket that is ticked."""
EACH = " + 1 a ticket"


def written() -> dict[str, dict[str, str]]:
    """README's table: by action and title."""
    lines = README.read_text().split("\n")
    head = next(at for at, line in enumerate(lines) if line.startswith("| from the call"))
    rows = [[cell.strip() for cell in line.strip("|").split("|")] for line in lines[head:] if line.startswith("|")]
    names = rows[0][1:]
    found: dict[str, dict[str, str]] = {}
    for row in rows[2:]:
        if len(row) != len(rows[0]):
            break
        found[row[0]] = dict(zip(names, row[1:], strict=True))
    return found


def is_turn(snapshot: GameSnapshot) -> bool:
    return snapshot.view.turn > 0 and snapshot.view.phase == "turn"  # type: ignore[attr-defined]


async def opening(station: Station, game: int) -> str:
    """Tickets of the deal, ticked in the form that the call opens; where their mix is chosen first, in the panel."""
    person = await station.play_until(game, lambda snapshot: {"keep", "tickets"} & {*snapshot.view.asked} != set())  # type: ignore[attr-defined]
    thumb = Thumb(station, game, person)
    if "tickets" in (await station.snapshot(game, person)).view.asked:  # type: ignore[attr-defined]
        await thumb.call()
        return f"{await kept(thumb)}{EACH}"
    await thumb.call("keep_form")
    view = (await station.snapshot(game, person)).view
    await thumb.send("keep", *view.offer[: view.keep_at_least])  # type: ignore[attr-defined]
    assert "keep" not in (await station.snapshot(game, person)).view.asked  # type: ignore[attr-defined]
    return f"{thumb.taps - view.keep_at_least}{EACH}"  # type: ignore[attr-defined]


async def kept(thumb: Thumb) -> int:
    """Draw tickets and keep as few as may be; the taps besides those that tick."""
    await thumb.press("mix")
    snapshot = await thumb.station.snapshot(thumb.game, thumb.person)
    offer, least = snapshot.view.offer, snapshot.view.keep_at_least  # type: ignore[attr-defined]
    for ticket in offer[:least]:
        await thumb.press("tick", ticket)
    await thumb.press("kept")
    assert (await thumb.station.snapshot(thumb.game, thumb.person)).seq > snapshot.seq
    return thumb.taps - least


async def two_cards(station: Station, game: int) -> str:
    thumb = Thumb(station, game, await station.play_until(game, is_turn))
    await thumb.call()
    before = (await station.snapshot(game)).view.turn
    await thumb.press("blind")
    await thumb.press("blind")
    assert (await station.snapshot(game)).view.turn > before
    return str(thumb.taps)


async def tickets(station: Station, game: int) -> str:
    thumb = Thumb(station, game, await station.play_until(game, is_turn))
    await thumb.call()
    await thumb.press("tickets")
    return f"{await kept(thumb)}{EACH}"


async def route(station: Station, game: int) -> str:
    def can_claim(snapshot: GameSnapshot) -> bool:
        return is_turn(snapshot) and len(claimable(snapshot.view, snapshot.legal)) > 1  # type: ignore[arg-type]

    person = await station.play_until(game, can_claim)
    thumb = Thumb(station, game, person)
    await thumb.call("claim_form")
    before = await station.snapshot(game, person)
    field = components.find(thumb.form.modal["components"], "claim")
    assert field is not None
    await thumb.send("claim", field["options"][0]["value"])
    assert (await station.snapshot(game, person)).seq > before.seq
    return str(thumb.taps)


@pytest.mark.parametrize("title", TICKET_TITLES)
async def test_the_table_of_taps_is_true_of_a_ticket_game(folder: Path, title: str) -> None:
    async with station_at(folder) as station:
        game = await station.begin(title)
        counted = {
            "the first tickets": await opening(station, game),
            "two cards": await two_cards(station, game),
            "tickets drawn and kept": await tickets(station, game),
            "a route, paid the thriftiest way": await route(station, game),
        }
    told = {action: cells[title] for action, cells in written().items() if cells[title] != "–"}
    assert counted == told
    for action, most in MOST.items():
        assert int(counted.get(action, "0").removesuffix(EACH)) <= most


async def test_the_table_of_taps_is_true_of_metro(folder: Path) -> None:
    async with station_at(folder) as station:
        game = await station.begin("metro")
        (person,) = await station.asked(game)
        thumb = Thumb(station, game, person)
        await thumb.call()
        await thumb.press("place")
        assert person not in await station.asked(game)
    assert {action: cells["metro"] for action, cells in written().items() if cells["metro"] != "–"} == {
        "a tile": str(thumb.taps)
    }
    assert thumb.taps <= MOST["a tile"]


def test_the_table_of_taps_has_every_title() -> None:
    assert all(set(cells) == set(TITLES) for cells in written().values())
