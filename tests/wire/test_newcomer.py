"""Somebody's first game over the wire: set up on one page, begun with one tap, led through the first turn."""

from itertools import cycle

import pytest

from bot.games.catalog import face_of
from bot.games.tickets.panel import TICKED
from bot.local.driver import Driver, Result, words
from bot.local.world import components
from bot.local.world.model import Message
from data.languages import LANGUAGES
from data.texts import text
from rules.catalog import all_titles
from rules.robots import STRENGTHS
from tests.wire.station import Station, ok, verbs

FEET = "👣"


def option(page: Message, menu: str, start: str) -> tuple[str, str]:
    """The id of a menu, and the value of its entry that begins like this."""
    (part,) = (each for each in components.walk(page.components) if f":solo__{menu}" in each.get("custom_id", ""))
    return part["custom_id"], next(each["value"] for each in part["options"] if each["value"].startswith(start))


def chosen(page: Message) -> list[str]:
    menus = [each for each in components.walk(page.components) if each.get("options")]
    return [entry["value"] for menu in menus for entry in menu["options"] if entry.get("default")]


def button(message: Message, verb: str) -> str:
    ids = [each["custom_id"] for each in components.walk(message.components) if "custom_id" in each]
    return next(each for each in ids if each.split(":")[3] == verb)


async def shown(station: Station, result: Result) -> Message:
    """What a private message says once the bot has done its part: a tap changes it, and only then is it another."""
    await ok(result)
    await station.calm()
    return result.message


async def solo_page(station: Station, person: Driver) -> Message:
    first = await shown(station, await person.slash("trains", "help"))
    return await shown(station, await person.click(first, custom_id="sm:0:-:play_now"))


async def choose(station: Station, person: Driver, page: Message, menu: str, start: str) -> Message:
    custom_id, value = option(page, menu, start)
    return await shown(station, await person.select(page, value, custom_id=custom_id))


async def begin(station: Station, person: Driver, page: Message) -> int:
    """One tap; the number of the table."""
    await ok(await person.click(page, custom_id=button(page, "play_now")))
    await station.calm()
    (table,) = (each for each in await station.bot.store.tables_of(person.id))
    return table.id


def call(station: Station, channel: int) -> Message:
    """The post whose button opens the panel."""
    (post,) = (each for each in station.bench.public(channel) if "play" in verbs(each))
    return post


async def opened(station: Station, person: Driver, table_id: int) -> Message:
    table = await station.bot.store.table(table_id)
    assert table is not None
    post = call(station, table.channel)
    return await shown(station, await person.click(post, custom_id=f"sm:{table_id}:-:play"))


async def test_a_game_against_robots_is_set_up_on_one_page_and_begun_with_one_tap(station: Station) -> None:
    ada = station.people[0]
    page = await solo_page(station, ada)
    assert chosen(page) == ["usa.1.apprentice"] * 3
    page = await choose(station, ada, page, "title", "metro")
    page = await choose(station, ada, page, "robots", "metro.5")
    page = await choose(station, ada, page, "strength", "metro.5.conductor")
    assert chosen(page) == ["metro.5.conductor"] * 3
    page = await choose(station, ada, page, "title", "usa")
    assert chosen(page) == ["usa.4.conductor"] * 3, "no more robots than there are seats"
    table_id = await begin(station, ada, page)
    table, seats = await station.bot.store.table(table_id), await station.bot.store.seats(table_id)
    assert table is not None
    assert (table.title, table.stage) == ("usa", "running")
    assert [seat.robot for seat in seats].count("conductor") == 4
    again = await solo_page(station, ada)
    assert chosen(again)[0].startswith("usa.1."), "what was played last comes first"


async def test_a_button_of_an_earlier_release_asks_too_and_nonsense_begins_nothing(station: Station) -> None:
    ada = station.people[0]
    first = (await ok(await ada.slash("trains", "help"))).message
    await ok(await ada.click(first, custom_id="sm:0:-:play_now"))
    assert not await station.bot.store.tables_of(ada.id)


@pytest.mark.parametrize(("title", "language"), list(zip(all_titles(), cycle(LANGUAGES), strict=False)))
async def test_the_first_call_leads_through_the_first_turn_and_never_again(
    station: Station, title: str, language: str
) -> None:
    ada = station.people[0]
    if language != "en":
        await ok(await ada.slash("trains", "settings me", option="language", value=language))
    page = await choose(station, ada, await solo_page(station, ada), "title", title)
    table_id = await begin(station, ada, page)
    table = await station.bot.store.table(table_id)
    assert table is not None
    post, steps = call(station, table.channel), list[str]()
    assert text("lead.call", language, play="").split("**")[0] in post.content, "the call says that it leads on"
    for line in await own_lines(station, table_id, ada):
        assert line not in words(post)
    while not (await station.bot.store.user(ada.id)).led:
        panel = await opened(station, ada, table_id)
        while FEET in panel.content:
            (step,) = (line for line in panel.content.splitlines() if line.startswith(FEET))
            assert "know_it" in verbs(panel)
            assert "tips" not in verbs(panel), "one piece of advice at a time"
            steps.append(step)
            panel = await shown(station, await step_on(ada, panel))
    assert len(set(steps)) == len(set(steps) & every_step(language)) >= (1 if title == "metro" else 2)
    snapshot = await station.snapshot(table_id, ada)
    assert snapshot.view.turn > 1, "the whole first turn was made"
    assert FEET not in (await opened(station, ada, table_id)).content
    assert FEET not in call(station, table.channel).content


def every_step(language: str) -> set[str]:
    keys = ("keep", "mix", "pieces", "turn", "turn.claim", "second_card", "metro")
    return {text(f"lead.{key}", language) for key in keys}


async def step_on(person: Driver, panel: Message) -> Result:
    """What somebody does who does as told: keep all, confirm, draw."""
    parts = [each for each in components.walk(panel.components) if "custom_id" in each and not each.get("disabled")]
    parts = [part for part in parts if not part.get("label", "").startswith(TICKED)]
    by_verb = {part["custom_id"].split(":")[3]: part for part in reversed(parts)}
    verb = next(each for each in ("tick", "kept", "choose", "place", "mix", "draw", "blind") if each in by_verb)
    part = by_verb[verb]
    if part["type"] == components.BUTTON:
        return await person.click(panel, custom_id=part["custom_id"])
    return await person.select(panel, *(each["value"] for each in part["options"]), custom_id=part["custom_id"])


async def own_lines(station: Station, table_id: int, person: Driver) -> list[str]:
    snapshot = await station.snapshot(table_id, person)
    return [line for each in LANGUAGES for line in face_of(snapshot.table.title).own_lines(snapshot.view, each)]


async def test_whoever_knows_it_says_so_and_is_led_no_more(station: Station) -> None:
    ada = station.people[0]
    table_id = await begin(station, ada, await solo_page(station, ada))
    panel = await opened(station, ada, table_id)
    assert text("lead.keep", "en") in panel.content
    panel = await shown(station, await ada.click(panel, custom_id=button(panel, "know_it")))
    assert FEET not in panel.content
    assert "kept" in verbs(panel)
    assert FEET not in (await opened(station, ada, table_id)).content


async def test_whoever_has_played_is_not_led_in_another_game(station: Station) -> None:
    game = await station.begin("metro")
    for _ in range(6):
        await station.type_move(game, (await station.asked(game))[0])
    ada = station.people[0]
    await station.begin("usa", place="slow-line")
    post = next(each for each in station.bench.public("slow-line") if "play" in verbs(each))
    assert FEET not in post.content
    assert FEET not in (await ok(await ada.click(post, custom_id=f"sm:{game + 1}:-:play"))).message.content


async def test_the_strengths_are_offered_gentlest_first(station: Station) -> None:
    page = await solo_page(station, station.people[0])
    (menu,) = (each for each in components.walk(page.components) if "solo__strength" in each.get("custom_id", ""))
    assert [each["value"].split(".")[2] for each in menu["options"]] == list(STRENGTHS)
