"""A turn that was prepared: by taps and by typing, carried out while its owner is away, and nobody the wiser."""

from pathlib import Path

from bot.local.driver import Driver, labels, words
from bot.tables.snapshot import GameSnapshot
from rules.game import View
from rules.tickets.maps import load_map
from rules.tickets.view import TicketView
from tests.wire.station import PLACE, Station, ok, station_at


def is_turn(snapshot: GameSnapshot) -> bool:
    """A turn that begins, after the opening."""
    return snapshot.view.turn > 1 and getattr(snapshot.view, "phase", "turn") == "turn"


def too_dear(view: View) -> str:
    """A route that this hand can't pay."""
    assert isinstance(view, TicketView)
    assert view.hand is not None
    held = view.hand
    return next(
        track.id
        for track in load_map(view.game).tracks
        if track.colour
        and track.id not in view.owners
        and held.get(track.colour, 0) + held.get("loco", 0) < track.length
    )


async def end_turn(station: Station, game: int, person: Driver) -> None:
    turn = (await station.snapshot(game)).view.turn
    while (now := await station.snapshot(game)).view.turn == turn and not now.view.is_over:
        await station.type_move(game, person)


async def plan_two_blind(station: Station, game: int, person: Driver) -> None:
    """From the page that one sees while others are asked."""
    panel = (await ok(await person.click(station.live_post(), custom_id=f"sm:{game}:-:play"))).message
    page = (await ok(await person.click(panel, label="Plan"))).message
    await ok(await person.select(page, "blind:cards", custom_id=f"sn:{game}:-:plan_add"))


async def test_a_turn_planned_by_taps_is_played_at_once_and_its_owner_told_in_private(folder: Path) -> None:
    async with station_at(folder, people=3) as station:
        game = await station.begin("usa")
        first = await station.play_until(game, is_turn)
        order = [seat.user for seat in (await station.snapshot(game)).seats]
        second = station.person(order[(order.index(first.id) + 1) % 3] or 0)
        third = station.person(order[(order.index(first.id) + 2) % 3] or 0)
        second.speak("pl")
        await plan_two_blind(station, game, second)
        pings = len(second.pings())
        await end_turn(station, game, first)
        await station.told()
        assert await station.asked(game) == [third]
        assert len(second.pings()) == pings, "nobody is rung for a turn that is over"
        assert third.mention in station.live_post().content
        assert "Plan wykonany: Dwie karty w ciemno" in second.dms()[0].content
        public = " ".join(words(post) for post in station.bench.public(PLACE))
        assert "plan" not in public.casefold()
        assert all("plan" not in person.dms()[0].content.casefold() for person in (first, third))


async def test_a_plan_is_typed_shown_and_dropped(folder: Path) -> None:
    async with station_at(folder, people=2) as station:
        game = await station.begin("usa")
        first = await station.play_until(game, is_turn)
        second = next(person for person in station.people if person is not first)
        for person in station.people:
            person.speak("en-US")
        offered = await second.autocomplete(PLACE, "plan set", "first", "")
        wish = next(each["value"] for each in offered if each["value"].startswith("claim:"))
        track = next(track for track in load_map("usa").tracks if track.id == wish.split(":")[1])
        names = {city.id: city.name for city in load_map("usa").cities}
        start, end = names[track.a], names[track.b]
        found = await second.autocomplete(PLACE, "plan set", "first", f"{start} {end[:3]}")
        assert wish in [each["value"] for each in found]
        stops = await second.autocomplete(PLACE, "plan set", "stop", end)
        assert f"city:{track.b}" in [each["value"] for each in stops]
        made = await ok(await second.slash(PLACE, "plan set", first=wish, then="draw:red", stop=f"city:{track.b}"))
        assert f"{start} → {end}" in made.message.content
        assert f"Stop if somebody builds at {end}" in made.message.content
        shown = (await ok(await second.slash(PLACE, "plan show"))).message
        assert f"1. {start} → {end}" in shown.content
        assert "2. Red if it lies open" in shown.content
        assert {"Remove the last", "Drop the plan"} <= set(labels(shown))
        shorter = (await ok(await second.click(shown, label="Remove the last"))).message
        assert "Stop if somebody builds" not in shorter.content
        gone = (await ok(await second.slash(PLACE, "plan clear"))).message
        assert "Your plan is gone." in gone.content
        assert await station.bot.store.plans(game) == []
        unclear = (await ok(await second.slash(PLACE, "plan set", first="xyzzy"))).message
        assert "xyzzy" in unclear.content
        assert await station.bot.store.plans(game) == []


async def test_whoever_is_asked_or_has_no_seat_can_plan_nothing(folder: Path) -> None:
    async with station_at(folder, people=2) as station:
        game = await station.begin("usa")
        first = await station.play_until(game, is_turn)
        for person in (first, dora := station.bench.person("dora")):
            person.speak("en-US")
        now = (await ok(await first.slash(PLACE, "plan set", first="blind:cards"))).message
        assert "It's your turn" in now.content
        outside = (await ok(await dora.slash(PLACE, "plan set", first="blind:cards"))).message
        assert "seat" in outside.content
        assert await dora.autocomplete(PLACE, "plan set", "first", "") == []
        assert await station.bot.store.plans(game) == []


async def test_a_plan_that_does_not_fit_rings_its_owner_and_says_why_in_private_alone(folder: Path) -> None:
    async with station_at(folder, people=2) as station:
        game = await station.begin("usa")
        first = await station.play_until(game, is_turn)
        second = next(person for person in station.people if person is not first)
        for person in station.people:
            person.speak("en-US")
        wish = f"claim:{too_dear((await station.snapshot(game, second)).view)}"
        await ok(await second.slash(PLACE, "plan set", first=wish))
        await station.restart()
        pings = len(second.pings())
        await end_turn(station, game, first)
        await station.told()
        assert (await station.bot.store.plans(game))[0].outcome is not None
        assert len(second.pings()) == pings + 1
        panel = (await ok(await second.click(station.live_post(), custom_id=f"sm:{game}:-:play"))).message
        assert "Your plan was dropped" in panel.content
        assert "Your plan was dropped" in second.dms()[0].content
        assert "plan" not in words(station.live_post()).casefold()


async def test_a_square_is_planned_for_the_held_tile(folder: Path) -> None:
    async with station_at(folder, people=2) as station:
        game = await station.begin("metro")
        first = (await station.asked(game))[0]
        second = next(person for person in station.people if person is not first)
        second.speak("en-US")
        offered = await second.autocomplete(PLACE, "plan set", "first", "place on")
        squares = [each["value"] for each in offered if each["value"].startswith("place:")]
        await ok(await second.slash(PLACE, "plan set", first=squares[0], then="longest", **{"finally": squares[1]}))
        await end_turn(station, game, first)
        await station.told()
        taken = (await station.bot.store.plans(game))[0]
        assert taken.outcome is not None
        assert await station.asked(game) == ([first] if "done" in taken.outcome else [second])
