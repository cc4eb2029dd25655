"""Whatever a bot sends, it is taken or refused; nothing makes the local Discord stumble."""

from __future__ import annotations

import copy
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from bot.local.world import commands, components, founding, interactions, messages
from bot.local.world.errors import ApiRefusal
from bot.local.world.world import World

BUTTON = {"type": 2, "style": 1, "label": "Play", "custom_id": "play", "emoji": {"name": "x"}}
MENU = {"type": 3, "custom_id": "m", "options": [{"label": "a", "value": "b"}]}
PICTURE = {"url": "https://example.org/x.png"}
MESSAGE: dict[str, Any] = {
    "content": "Hello",
    "embeds": [{"title": "Board", "image": PICTURE, "fields": [{"name": "a", "value": "b"}]}],
    "components": [{"type": 1, "components": [BUTTON]}, {"type": 1, "components": [MENU]}],
    "allowed_mentions": {"parse": ["users"], "roles": ["1"]},
    "attachments": [],
    "message_reference": {"message_id": "1", "fail_if_not_exists": False},
    "flags": 4096,
    "nonce": "n",
    "enforce_nonce": True,
}
SECTION = {
    "type": 9,
    "components": [{"type": 10, "content": "x"}],
    "accessory": {"type": 11, "media": PICTURE},
}
GALLERY = {"type": 12, "items": [{"media": PICTURE, "description": "A board"}]}
LAYOUT: dict[str, Any] = {
    "flags": 1 << 15,
    "components": [{"type": 17, "accent_color": 3, "components": [SECTION, GALLERY, {"type": 14, "spacing": 2}]}],
}
OPTION = {"type": 3, "name": "t", "description": "d", "choices": [{"name": "a", "value": "b"}]}
COMMAND: dict[str, Any] = {
    "name": "game",
    "description": "The table",
    "name_localizations": {"pl": "gra"},
    "default_member_permissions": "32",
    "contexts": [0],
    "options": [{"type": 1, "name": "new", "description": "Open", "options": [OPTION]}],
}
TEXT_FIELD = {"type": 4, "style": 1, "custom_id": "n"}
RADIO = {"type": 21, "custom_id": "r", "options": [{"label": each, "value": each} for each in "ab"]}
FIELDS = [{"type": 18, "label": "A field", "component": each} for each in (TEXT_FIELD, RADIO, MENU)]
MODAL: dict[str, Any] = {"type": 9, "data": {"custom_id": "m", "title": "Name", "components": FIELDS}}
CHOICES: dict[str, Any] = {"type": 8, "data": {"choices": [{"name": "a", "value": "b"}]}}
ODD: list[Any] = [None, True, [], {}, [None], [1], [[]], [{}], "x" * 5000, "", -1, 0, 2**70, 1.5, "1"]
odd = st.one_of(st.sampled_from(ODD), st.integers(-3, 30), st.text(max_size=5))


def places(value: Any, path: tuple[Any, ...] = ()) -> list[tuple[Any, ...]]:
    inner = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    return [path, *(place for key, each in inner for place in places(each, (*path, key)))]


@st.composite
def spoilt(draw: st.DrawFn, body: dict[str, Any]) -> dict[str, Any]:
    """The body with something odd in one or two places, or with a field that is not there."""
    spoilt_body = copy.deepcopy(body)
    for _ in range(draw(st.integers(1, 2))):
        path = draw(st.sampled_from([place for place in places(spoilt_body) if place]))
        holder = spoilt_body
        for step in path[:-1]:
            holder = holder[step]
        if isinstance(holder, dict) and draw(st.booleans()):
            del holder[path[-1]]
        else:
            holder[path[-1]] = copy.deepcopy(draw(odd))
    return spoilt_body


@pytest.fixture(scope="module")
def world() -> World:
    made = World(lambda: 1_800_000_000.0)
    founding.found(made, "Welcome", "Play", {})
    return made


def taken_or_refused(act: Any, world: World, *given_to: Any) -> None:
    """Whatever else is raised fails the test, and so does a refusal that has changed something."""
    before = said_and_registered(world)
    try:
        act(world, *given_to)
    except ApiRefusal:
        assert said_and_registered(world) == before


def said_and_registered(world: World) -> tuple[list[int], list[str]]:
    said = [message.id for channel in world.channels for message in world.messages.at_hand(channel)]
    return said, sorted(command.name for command in world.commands.values())


def test_what_is_not_spoilt_is_taken(world: World) -> None:
    channel = world.guild_channels(next(iter(world.guilds)))[1]
    for body in (MESSAGE, LAYOUT):
        messages.send(world, world.bot_id, channel, body, [])
    commands.replace_all(world, None, [COMMAND])
    components.check_modal(FIELDS)


@settings(max_examples=150, deadline=None)
@given(body=st.one_of(spoilt(MESSAGE), spoilt(LAYOUT)))
def test_messages(world: World, body: dict[str, Any]) -> None:
    channel = world.guild_channels(next(iter(world.guilds)))[1]
    taken_or_refused(messages.send, world, world.bot_id, channel, body, [])


@settings(max_examples=100, deadline=None)
@given(body=spoilt(COMMAND))
def test_commands(world: World, body: dict[str, Any]) -> None:
    taken_or_refused(commands.replace_all, world, None, [body])


@settings(max_examples=100, deadline=None)
@given(body=st.one_of(spoilt(MODAL), spoilt({"type": 4, "data": MESSAGE}), spoilt(CHOICES)))
def test_answers(world: World, body: dict[str, Any]) -> None:
    ada = next(each for each in world.users.values() if not each.is_bot)
    channel = world.guild_channels(next(iter(world.guilds)))[1]
    (command,) = commands.replace_all(world, None, [{"name": "hand", "description": "Your hand"}])
    begun = interactions.begin_command(world, ada, channel, command, [], {})
    taken_or_refused(interactions.respond, world, begun.id, begun.token, body, [])
