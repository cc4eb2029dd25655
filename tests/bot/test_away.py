"""`/away`, and the settings of one's time: typed, tapped and in forms, in every language."""

from datetime import datetime
from typing import Any
from zoneinfo import ZoneInfo

import pytest
import simcord

from bot.store.rows import UserSettings
from tests.bot.conftest import Clock
from tests.bot.tapping import components
from tests.bot.town import Town

WARSAW = ZoneInfo("Europe/Warsaw")
TUESDAY = datetime(2026, 11, 17, 21, 30, tzinfo=WARSAW).timestamp()


@pytest.fixture
def town(simcord_env: simcord.Env, clock: Clock) -> Town:
    clock.now = lambda: TUESDAY
    return Town(simcord_env)


def at(words: str) -> int:
    return int(datetime.fromisoformat(words).replace(tzinfo=WARSAW).timestamp())


async def mine(town: Town, person: Any) -> UserSettings:
    return await town.bot.store.user(person.id)


async def say(town: Town, person: Any, command: str, **options: Any) -> str:
    words: str = (await person.slash(town.channel, command, **options)).response.content
    return words


async def set_mine(town: Town, person: Any, option: str, value: str) -> str:
    return await say(town, person, "settings me", option=option, value=value)


def menu(message: Any, own_id: str) -> Any:
    return next(part for part in components(message) if part["custom_id"] == own_id)


# Settings


async def test_time_zone_quiet_hours_and_days_off_are_set_by_typing(town: Town) -> None:
    ada, _ = town.people
    assert "Europe/Warsaw (21:30)" in await set_mine(town, ada, "zone", "Warszawa")
    assert "Quiet hours: 22:00–7:00" in await set_mine(town, ada, "quiet", "22-7")
    assert "Days off: Sat, Sun" in await set_mine(town, ada, "days_off", "weekend")
    assert "Tell me when I am next: yes" in await set_mine(town, ada, "next_up", "on")
    kept = await mine(town, ada)
    assert (kept.zone, kept.quiet_from, kept.quiet_until, kept.days_off) == ("Europe/Warsaw", 22, 7, (5, 6))
    assert kept.next_up
    assert "Quiet hours: none" in await set_mine(town, ada, "quiet", "off")
    assert "Time zone: not set" in await set_mine(town, ada, "zone", "off")
    kept = await mine(town, ada)
    assert (kept.zone, kept.quiet_from, kept.days_off) == (None, None, ())


@pytest.mark.parametrize(
    ("option", "value", "words"),
    [
        ("zone", "Atlantis", "don't know the time zone Atlantis"),
        ("quiet", "22-7", "time zone first"),
        ("quiet", "at night", "two whole hours"),
        ("days_off", "Sunday", "time zone first"),
        ("days_off", "mon tue wed thu fri sat sun", "must be left"),
    ],
)
async def test_what_makes_no_sense_is_refused_kindly_and_changes_nothing(
    town: Town, option: str, value: str, words: str
) -> None:
    ada, _ = town.people
    before = await mine(town, ada)
    assert words in await set_mine(town, ada, option, value)
    assert (await mine(town, ada)).zone == before.zone


async def test_time_zones_are_offered_with_the_time_there(town: Town) -> None:
    ada, _ = town.people
    offered = await ada.autocomplete(town.channel, "settings me", "value", "polska", option="zone")
    assert [(choice["name"], choice["value"]) for choice in offered] == [("Europe/Warsaw · 21:30", "Europe/Warsaw")]
    options = await ada.autocomplete(town.channel, "settings me", "option", "")
    assert {"zone", "quiet", "days_off", "next_up"} <= {choice["value"] for choice in options}


async def test_the_page_of_habits_is_reached_and_used_by_tapping(town: Town) -> None:
    ada, _ = town.people
    first = (await ada.slash(town.channel, "settings me")).response
    page = (await ada.click(first, custom_id="sm:0:-:habits")).response
    assert "When you may be rung" in page.content
    form = await ada.click(page, custom_id="sm:0:-:zone:~en")
    page = (await ada.submit_modal(form, {"typed": "Warsaw"})).response
    assert "Europe/Warsaw" in page.content
    page = (await ada.select(page, ["23-7"], custom_id="sn:0:-:quiet")).response
    assert "Quiet hours: 23:00–7:00" in page.content
    page = (await ada.select(page, ["5", "6"], custom_id="sn:0:-:days_off")).response
    assert "Days off: Sat, Sun" in page.content
    page = (await ada.select(page, ["next_up=on"], custom_id="sn:0:-:set_mine__next_up")).response
    assert "next: yes" in page.content
    page = (await ada.select(page, [], custom_id="sn:0:-:days_off")).response
    assert "Days off: none" in page.content
    form = await ada.select(page, ["~en"], custom_id="sn:0:-:quiet")
    page = (await ada.submit_modal(form, {"typed": "from 20 to 9"})).response
    assert "Quiet hours: 20:00–9:00" in page.content
    back = (await ada.click(page, custom_id="sm:0:-:set_mine")).response
    assert menu(back, "sn:0:-:set_mine__theme")
    kept = await mine(town, ada)
    assert (kept.zone, kept.quiet_from, kept.quiet_until, kept.next_up) == ("Europe/Warsaw", 20, 9, True)


async def test_the_page_speaks_polish(town: Town) -> None:
    ada, _ = town.people
    await set_mine(town, ada, "language", "pl")
    await set_mine(town, ada, "zone", "Polska")
    assert "Dni wolne: sob., niedz." in await set_mine(town, ada, "days_off", "sobota i niedziela")
    assert "urlop do" in await say(town, ada, "away", until="piątek")
    assert "Koniec urlopu" in await say(town, ada, "away", until="brak")


# Away


@pytest.mark.parametrize(
    ("typed", "until"),
    [
        ("2026-12-24", "2026-12-25"),
        ("24.12.", "2026-12-25"),
        ("friday", "2026-11-21"),
        ("3 dni", "2026-11-21"),
        ("today", "2026-11-18"),
    ],
)
async def test_away_lasts_until_the_end_of_a_day_by_the_own_clock(town: Town, typed: str, until: str) -> None:
    ada, _ = town.people
    await set_mine(town, ada, "zone", "Warsaw")
    words = await say(town, ada, "away", until=typed)
    assert f"You are away until <t:{at(until)}:f>" in words
    assert (await mine(town, ada)).away == ((int(TUESDAY), at(until)),)


async def test_away_may_begin_later(town: Town) -> None:
    ada, _ = town.people
    await set_mine(town, ada, "zone", "Warsaw")
    words = await say(town, ada, "away", until="3 days", **{"from": "2026-12-01"})
    assert f"from <t:{at('2026-12-01')}:f> until <t:{at('2026-12-05')}:f>" in words


@pytest.mark.parametrize(
    ("options", "words"),
    [
        ({"until": "soon"}, "don't understand the day soon"),
        ({"until": "2026-11-16"}, "over before it begins"),
        ({"until": "2026-11-20", "from": "2026-11-21"}, "over before it begins"),
        ({"until": "2026-11-20", "from": "yesterday-ish"}, "don't understand the day"),
        ({"until": "2027-11-16"}, "at most"),
        ({"until": "9999-12-31"}, "don't understand the day"),
        ({"until": "off"}, "You are not away"),
        ({}, "You are not away. Say until which day"),
    ],
)
async def test_what_is_no_time_away_changes_nothing(town: Town, options: dict[str, str], words: str) -> None:
    ada, _ = town.people
    assert words in await say(town, ada, "away", **options)
    assert (await mine(town, ada)).away == ()


async def test_without_a_time_zone_days_end_at_midnight_utc_and_that_is_said(town: Town) -> None:
    ada, _ = town.people
    words = await say(town, ada, "away", until="2026-11-20")
    assert f"<t:{at('2026-11-21') + 3600}:f>" in words
    assert "don't know your time zone" in words


async def test_the_table_and_its_status_say_who_is_away(town: Town) -> None:
    ada, bo = town.people
    await town.begin("usa")
    await say(town, bo, "away", until="2026-11-20")
    (line,) = [message for message in town.channel.history() if "is away until" in message.content]
    assert line.content.startswith("bo is away until <t:")
    assert not line.mentions
    assert "Away: bo (until <t:" in await say(town, ada, "game status")
    await say(town, bo, "away", until="off")
    assert "Away:" not in await say(town, ada, "game status")
    assert [message.content for message in town.channel.history() if message.id == line.id] == ["bo is back."]


async def test_a_table_limits_days_away_in_its_options_and_says_so(town: Town) -> None:
    ada, bo = town.people
    await ada.slash(town.channel, "game new", title="usa", seats=2, place="here")
    page = await say(town, ada, "game options", option="away", value="14d")
    assert "days away stop the clock for 14\xa0days at most" in page
    assert "14\xa0days at most" in await say(town, bo, "game status")
    assert "7d, 14d, 30d" in await say(town, ada, "game options", option="away", value="8d")
    await bo.slash(town.channel, "game join")
    await ada.slash(town.channel, "game start")
    assert "days away: 14 at most" in await say(town, ada, "game status")
    await say(town, bo, "away", until="3 days")
    assert not [message for message in town.channel.history() if "clock goes on" in message.content]
    await say(town, bo, "away", until="30 days")
    (line,) = [message for message in town.channel.history() if "is away until" in message.content]
    assert f"At this table bo's clock goes on <t:{int(TUESDAY) + 14 * 86400}:f>" in line.content


async def test_the_limit_speaks_polish(town: Town) -> None:
    ada, _ = town.people
    await say(town, ada, "settings me", option="language", value="pl")
    await ada.slash(town.channel, "game new", title="usa", seats=2, place="here")
    page = await say(town, ada, "game options", option="urlop", value="7d")
    assert "urlop zatrzymuje zegar najwyżej na 7\xa0dni" in page


async def test_the_button_opens_a_form_and_leads_back(town: Town) -> None:
    ada, _ = town.people
    page = (await ada.slash(town.channel, "away")).response
    form = await ada.click(page, custom_id="sm:0:-:away:~en")
    assert form.modal is not None
    answer = (await ada.submit_modal(form, {"away": "next friday"})).response
    assert "You are away until" in answer.content
    page = (await ada.slash(town.channel, "away")).response
    here = (await ada.click(page, custom_id="sm:0:-:away:off")).response
    assert "You are here again" in here.content
    form = await ada.click((await ada.slash(town.channel, "away")).response, custom_id="sm:0:-:away:~en")
    wrong = (await ada.submit_modal(form, {"away": "when it rains"})).response
    assert "don't understand the day" in wrong.content


async def test_nobody_sees_somebody_elses_hours(town: Town) -> None:
    ada, bo = town.people
    await town.begin("usa")
    await set_mine(town, ada, "zone", "Warsaw")
    await set_mine(town, ada, "quiet", "22-7")
    seen = [message.content for message in town.channel.history()]
    seen += [await say(town, bo, "game status"), await say(town, bo, "games"), await say(town, bo, "log")]
    assert not [words for words in seen if "Warsaw" in words or "22:00" in words]
