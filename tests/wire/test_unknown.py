"""An interaction that no code knows: answered kindly and at once, without a traceback, and nothing changes."""

import asyncio
import logging
from collections.abc import Iterator
from typing import Any

import pytest

from bot.interactions.suggestions import Suggestions
from bot.local.driver import Driver, Result
from bot.local.world import interactions
from bot.local.world.model import InteractionType
from bot.local.world.payload import interaction as as_sent
from tests.wire.station import PLACE, Station, ok

COMMAND, COMPONENT = InteractionType.COMMAND, InteractionType.COMPONENT
AUTOCOMPLETE, MODAL = InteractionType.AUTOCOMPLETE, InteractionType.MODAL
CHANGED = {"en": "This has changed", "pl": "coś się tu zmieniło"}
FIELD = {"type": 4, "custom_id": "typed", "value": "red"}


def option(name: str, value: Any, kind: int = 3, **more: Any) -> dict[str, Any]:
    return {"name": name, "type": kind, "value": value, **more}


def command(name: str, *options: Any, kind: int = 1) -> dict[str, Any]:
    return {"id": "1", "name": name, "type": kind, "options": list(options)}


def sub(name: str, sub_name: str, *options: Any, **more: Any) -> dict[str, Any]:
    return command(name, {"name": sub_name, "type": 1, "options": list(options)}, **more)


def button(custom_id: Any, kind: Any = 2, **more: Any) -> dict[str, Any]:
    return {"custom_id": custom_id, "component_type": kind, "id": 1, **more}


def form(custom_id: Any, *components: Any, **more: Any) -> dict[str, Any]:
    return {"custom_id": custom_id, "components": list(components), **more}


TITLE = option("title", "usa")
UNKNOWN = {
    "a command that is gone": (COMMAND, command("gone")),
    "a command without a name": (COMMAND, {"id": "1", "type": 1}),
    "a command without data": (COMMAND, {}),
    "a subcommand that is gone": (COMMAND, sub("game", "gone")),
    "a subcommand of what is a plain command": (COMMAND, sub("draw", "card")),
    "a group as a command": (COMMAND, command("game")),
    "a command that has become a group": (COMMAND, command("game", TITLE)),
    "a menu of a person": (COMMAND, command("Challenge", kind=2)),
    "a menu of a message": (COMMAND, command("Quote", kind=3)),
    "a command of a kind to come": (COMMAND, command("draw", kind=9)),
    "an option that is gone": (COMMAND, command("claim", option("path", "omaha"))),
    "an option without a value": (COMMAND, command("claim", {"name": "route", "type": 3})),
    "an option without a kind": (COMMAND, command("claim", {"name": "route", "value": "omaha"})),
    "an option of another kind": (COMMAND, command("claim", option("route", 7, kind=4))),
    "a number where words are": (COMMAND, command("claim", option("route", 7))),
    "words where a number is": (COMMAND, sub("game", "new", TITLE, option("seats", "two", kind=4))),
    "a list where words are": (COMMAND, command("claim", option("route", ["omaha"]))),
    "a required option left out": (COMMAND, sub("game", "new")),
    "words without end": (COMMAND, command("claim", option("route", "x" * 6000))),
    "a title that is gone": (COMMAND, sub("game", "new", option("title", "chess"))),
    "a pace that is gone": (COMMAND, sub("game", "new", TITLE, option("pace", "warp"))),
    "a language that we don't speak": (COMMAND, sub("game", "new", TITLE, option("language", "xx"))),
    "an answer that is none": (COMMAND, sub("game", "vote", option("answer", "maybe"))),
    "a robot of no known strength": (COMMAND, sub("game", "robot", option("strength", "emperor"))),
    "an id outside the pattern": (COMPONENT, button("banana")),
    "an empty id": (COMPONENT, button("")),
    "an id with a line break": (COMPONENT, button("sm:1:-:play:\n")),
    "an id of another age": (COMPONENT, button("semafor/1/play")),
    "a number too long": (COMPONENT, button("sm:" + "9" * 40 + ":-:play")),
    "a question too long": (COMPONENT, button("sm:1:" + "9" * 20 + ":play")),
    "no id": (COMPONENT, {"component_type": 2}),
    "no kind": (COMPONENT, {"custom_id": "sm:1:-:play"}),
    "an id that is a number": (COMPONENT, button(7)),
    "a menu's id on a button": (COMPONENT, button("sn:1:-:zoom")),
    "a button's id on a menu": (COMPONENT, button("sm:1:-:play", 3, values=["x"])),
    "a menu of roles": (COMPONENT, button("su:1:-:member_invite", 6, values=["1"])),
    "a component of a kind to come": (COMPONENT, button("sm:1:-:play", 99)),
    "values that are no list": (COMPONENT, button("sn:1:-:zoom", 3, values="whole")),
    "values that are no words": (COMPONENT, button("sn:1:-:zoom", 3, values=[{"a": 1}])),
    "a tap without data": (COMPONENT, {}),
    "an empty form": (MODAL, form("sx:1:0:pay")),
    "a form with another field": (MODAL, form("sx:1:0:pay", {"type": 4, "custom_id": "other", "value": "x"})),
    "a form of no known id": (MODAL, form("banana", FIELD)),
    "a form with a button's id": (MODAL, form("sm:1:0:pay", FIELD)),
    "a form of words": (MODAL, form("sx:1:0:pay", "red", 7, None)),
    "a form without components": (MODAL, {"custom_id": "sx:1:0:pay"}),
    "a form without an id": (MODAL, {"components": [FIELD]}),
    "a form without data": (MODAL, {}),
}
NO_LIST = {
    "of a command that is gone": command("gone", option("route", "o", focused=True)),
    "of a subcommand that is gone": sub("game", "gone", option("value", "o", focused=True)),
    "of a group": command("game", option("value", "o", focused=True)),
    "of an option that is gone": command("claim", option("path", "o", focused=True)),
    "of an option that has none": sub("game", "new", option("name", "o", focused=True)),
    "with nothing typed into": command("claim", option("route", "o")),
    "with an option of another kind": command("claim", option("route", 7, kind=4, focused=True)),
    "with a value that is no word": command("claim", option("route", None, focused=True)),
    "without a value": command("claim", {"name": "route", "type": 3, "focused": True}),
    "without options": command("claim"),
    "without data": {},
}


@pytest.fixture(autouse=True)
def nothing_was_a_fault(caplog: pytest.LogCaptureFixture) -> Iterator[None]:
    yield
    logged = [*caplog.get_records("call"), *caplog.records]
    assert not [record.getMessage() for record in logged if record.exc_info or record.levelno >= logging.ERROR]


async def send(person: Driver, kind: InteractionType, data: Any, message: int | None = None) -> Result:
    """What no honest client would send."""
    channel = person.bench.channel(PLACE)
    begun = interactions._begin(person.bench.world, kind, person.person.user, channel, data, message_id=message)
    return await person._answered(begun)


async def as_it_was(station: Station) -> tuple[Any, ...]:
    store = station.bot.store
    return await store.table(1), await store.table(2), await store.last_seq(1), await store.vote(1)


async def test_whatever_nobody_knows_is_answered_and_changes_nothing(station: Station) -> None:
    ada, bo = station.people
    bo.speak("pl")
    game = await station.begin("usa")
    before, post = await as_it_was(station), station.live_post()
    for name, (kind, data) in UNKNOWN.items():
        for person, language in ((ada, "en"), (bo, "pl")):
            message = post.id if kind is not COMMAND else None
            result = await ok(await send(person, kind, data, message))
            assert CHANGED[language] in result.message.content, name
    await station.calm()
    assert await as_it_was(station) == before
    assert (await ok(await ada.click(post, custom_id=f"sm:{game}:-:play"))).message.content


async def test_a_number_out_of_range_is_explained(station: Station) -> None:
    ada = station.people[0]
    result = await ok(await send(ada, COMMAND, sub("game", "new", TITLE, option("seats", 10**30, kind=4))))
    assert "2 to 5 players" in result.message.content


async def test_a_kind_of_interaction_to_come_is_answered_too(station: Station) -> None:
    ada = station.people[0]
    world = station.bench.world
    channel = station.bench.channel(PLACE)
    result = await send(ada, MODAL, form("banana"))
    sent = as_sent(world, result.interaction) | {"type": 9}
    begun = interactions._begin(world, MODAL, ada.person.user, channel, {})
    world.tell("INTERACTION_CREATE", sent | {"id": str(begun.id), "token": begun.token}, channel, author=ada.id)
    await ok(await ada._answered(begun))


async def test_a_tap_without_its_message_is_answered(station: Station) -> None:
    ada = station.people[0]
    game = await station.begin("usa")
    result = await ok(await send(ada, COMPONENT, button(f"sm:{game}:-:play")))
    assert "Keep" in result.message.content or result.message.components
    await station.calm()  # what fails once the answer is there is a fault too


async def test_somebody_who_is_not_on_the_server_is_not_invited(station: Station) -> None:
    ada = station.people[0]
    await ok(await ada.slash(PLACE, "game new", title="usa"))
    result = await ok(await send(ada, COMMAND, sub("game", "invite", option("member", "4242", kind=6))))
    assert "isn't on this server" in result.message.content


async def test_a_list_that_nobody_can_make_is_empty(station: Station) -> None:
    ada = station.people[0]
    await station.begin("usa")
    for name, data in NO_LIST.items():
        result = await send(ada, AUTOCOMPLETE, data)
        assert result.acknowledged, name
        assert result.choices == [], name


async def test_a_list_that_takes_too_long_is_empty_in_time(station: Station, monkeypatch: pytest.MonkeyPatch) -> None:
    ada = station.people[0]
    await station.begin("usa")
    monkeypatch.setattr("bot.client.LONGEST_LIST", 0.2)

    async def slow(*_: Any) -> list[Any]:
        await asyncio.sleep(5)
        return []

    monkeypatch.setattr(Suggestions, "options", slow)
    result = await send(ada, AUTOCOMPLETE, command("claim", option("route", "o", focused=True)))
    assert result.acknowledged
    assert result.choices == []
