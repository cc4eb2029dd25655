"""People for tests: they use commands, press buttons and read, and wait until the bot has done its part.

    bench = Bench(local_discord)
    ada = bench.person("ada")
    result = await ada.slash("trains", "game new", title="usa")
    await ada.click(result.message, label="Join")

Every action waits until the bot has acknowledged it or the three seconds are over.
"""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from typing import TypeVar

from bot.local.person import Person, find_component
from bot.local.server import LocalDiscord
from bot.local.world import components, messages, payload, threads
from bot.local.world.composing import text_of
from bot.local.world.errors import Json
from bot.local.world.model import (
    Answer,
    Channel,
    ChannelFlag,
    GatewayEvent,
    Guild,
    Interaction,
    Member,
    Message,
    MessageFlag,
    Overwrite,
    User,
)
from bot.local.world.permissions import Permission

T = TypeVar("T")
Place = str | int | Channel
PATIENCE = 60.0


@dataclass
class Result:
    """What became of one interaction. `message` follows later edits: it is the message as it is now."""

    bench: Bench
    interaction: Interaction

    @property
    def acknowledged(self) -> bool:
        return self.interaction.answer is not None

    @property
    def failed(self) -> bool:
        return self.interaction.failed

    @property
    def deferred(self) -> bool:
        return self.interaction.answer in (Answer.DEFER, Answer.DEFER_UPDATE)

    @property
    def modal(self) -> Json | None:
        return self.interaction.modal

    @property
    def choices(self) -> list[Json]:
        return self.interaction.choices or []

    @property
    def message(self) -> Message:
        """The answer: the bot's new message, or the one that was clicked if the bot updated it."""
        return self.bench.world.message(self.interaction.channel_id, self.interaction.response_id or 0)

    @property
    def ephemeral(self) -> bool:
        return self.message.is_ephemeral

    @property
    def thinking(self) -> bool:
        """Acknowledged, but not yet answered: a new message says so, one that is to change only hasn't changed yet."""
        if self.interaction.answer is Answer.DEFER_UPDATE:
            return (self.message.edited_at or 0.0) < self.interaction.made_at
        return bool(self.message.flags & MessageFlag.LOADING)

    @property
    def follow_ups(self) -> list[Message]:
        every = self.bench.world.history(self.interaction.channel_id)
        mine = [each for each in every if each.interaction_id == self.interaction.id]
        return [each for each in mine if each.id != self.interaction.response_id]

    async def settled(self, timeout: float = PATIENCE) -> Message:
        """The answer once it is more than "thinking…"."""
        await self.bench.until(lambda: not self.thinking, timeout)
        await self.bench.breathe()
        return self.message


class Bench:
    def __init__(self, discord: LocalDiscord) -> None:
        self.discord = discord
        self.world = discord.world
        self.faults = discord.faults
        self._stirred = asyncio.Event()
        self.world.listeners.append(self._stir)

    def _stir(self, event: GatewayEvent) -> None:
        self._stirred.set()

    async def until(self, condition: Callable[[], T], timeout: float = PATIENCE) -> T:
        """Wait until something holds, looking again whenever anything happens."""
        async with asyncio.timeout(timeout):
            while not (found := condition()):
                self._stirred.clear()
                try:
                    await asyncio.wait_for(self._stirred.wait(), 0.1)
                except TimeoutError:
                    continue
        return found

    async def breathe(self) -> None:
        """As long as a person needs to see what is new: the bot learns of its own answer only after it is there."""
        with contextlib.suppress(TimeoutError):
            async with asyncio.timeout(0.5):
                while self.discord.api.busy:
                    await asyncio.sleep(0.002)
        await asyncio.sleep(0.02)
        for _ in range(30):  # a busy machine may wake us before the bot's own tasks have had their turn
            await asyncio.sleep(0)

    def person(self, name: str) -> Driver:
        user = next(each for each in self.world.users.values() if each.name == name)
        return Driver(self, Person(self.world, user.id))

    @property
    def guild(self) -> Guild:
        return next(iter(self.world.guilds.values()))

    def add_person(self, name: str, locale: str = "en-GB") -> Driver:
        """One more member of the guild, beside the four who are there from the start."""
        user = User(id=self.world.ids.next(), name=name, display=name.capitalize(), locale=locale)
        self.guild.members[user.id] = Member(user_id=user.id, joined_at=self.world.clock())
        self.world.put(user)
        self.world.put(self.guild)
        return self.person(name)

    def add_stranger(self, name: str, *, has_app: bool = True, locale: str = "en-GB") -> Driver:
        """Somebody who is on no server; `has_app`: who has added the bot for themselves."""
        display = name.capitalize()
        self.world.put(User(id=self.world.ids.next(), name=name, display=display, locale=locale, has_app=has_app))
        return self.person(name)

    def add_channel(self, name: str) -> Channel:
        return threads.create_channel(self.world, self.guild.owner_id, self.guild.id, {"name": name})

    def add_forum(self, name: str, *tags: str, needs_tag: bool = False) -> Channel:
        """A forum with these tags; `needs_tag`: no post is opened without one."""
        body: Json = {"name": name, "type": 15, "available_tags": [{"name": tag} for tag in tags]}
        body["flags"] = int(ChannelFlag.REQUIRE_TAG) if needs_tag else 0
        return threads.create_channel(self.world, self.guild.owner_id, self.guild.id, body)

    def posts_in(self, place: Place) -> list[Channel]:
        """The posts of a forum, oldest first."""
        forum = self.channel(place)
        return [each for each in self.world.channels.values() if each.is_thread and each.parent_id == forum.id]

    def tags_of(self, post: Channel) -> list[str]:
        names = {tag.id: tag.name for tag in self.world.channel(post.parent_id or 0).tags}
        return [names[each] for each in post.applied]

    def channel(self, place: Place) -> Channel:
        if isinstance(place, Channel):
            return place
        if isinstance(place, int):
            return self.world.channel(place)
        return next(each for each in self.world.channels.values() if each.name == place)

    def public(self, place: Place) -> list[Message]:
        """What everybody in the channel sees."""
        return [each for each in self.world.history(self.channel(place).id) if not each.is_ephemeral]

    async def advance(self, seconds: float) -> None:
        await self.discord.advance(seconds)

    # Faults that are states of the world

    def forbid(self, place: Place, what: Permission = Permission.SEND_MESSAGES) -> None:
        """Take a permission from the bot in a channel."""
        channel = self.channel(place)
        channel.overwrites = [*channel.overwrites, Overwrite(id=self.world.bot_id, is_member=True, deny=int(what))]
        self._change(channel)

    def permit(self, place: Place, what: Permission) -> None:
        """Give the bot a permission in a channel."""
        channel = self.channel(place)
        channel.overwrites = [*channel.overwrites, Overwrite(id=self.world.bot_id, is_member=True, allow=int(what))]
        self._change(channel)

    def allow_again(self, place: Place) -> None:
        channel = self.channel(place)
        channel.overwrites = [each for each in channel.overwrites if each.id != self.world.bot_id]
        self._change(channel)

    def _change(self, channel: Channel) -> None:
        self.world.put(channel)
        self.world.tell("CHANNEL_UPDATE", payload.channel(self.world, channel), channel)

    def delete_channel(self, place: Place) -> None:
        threads.erase(self.world, self.channel(place))

    def delete_message(self, message: Message) -> None:
        messages.erase(self.world, message)

    def remove_bot(self) -> None:
        """Throw the bot out of the guild; commands are no longer offered there."""
        del self.guild.members[self.world.bot_id]
        self.world.put(self.guild)
        self.world.tell("GUILD_DELETE", {"id": str(self.guild.id)})

    def set_up_guild(self, **settings: object) -> None:
        """Change what the guild is like: its `locale`, its `system_channel_id`."""
        for name, value in settings.items():
            setattr(self.guild, name, value)
        self._change_guild()

    def take_from_everyone(self, what: Permission) -> None:
        """Nobody without another role has these permissions any more, the bot neither."""
        self.guild.roles[self.guild.id].permissions &= ~int(what)
        self._change_guild()

    def _change_guild(self) -> None:
        self.world.put(self.guild)
        if self.world.bot_id in self.guild.members:
            self.world.tell("GUILD_UPDATE", payload.guild(self.guild))

    def invite_bot(self) -> None:
        self.guild.members[self.world.bot_id] = Member(user_id=self.world.bot_id, joined_at=self.world.clock())
        self.world.put(self.guild)
        told = payload.guild_create(self.world, self.guild)
        del told["unavailable"]  # it is there only when a known guild comes back
        self.world.tell("GUILD_CREATE", told)

    def remove_person(self, person: Driver) -> None:
        """Nobody is told: that takes a privileged intent."""
        del self.guild.members[person.id]
        self.world.put(self.guild)

    def return_person(self, person: Driver) -> None:
        self.guild.members[person.id] = Member(user_id=person.id, joined_at=self.world.clock())
        self.world.put(self.guild)

    async def drop_socket(self) -> None:
        await self.discord.gateway.drop_sockets()

    async def ask_to_reconnect(self) -> None:
        await self.discord.gateway.ask_to_reconnect()

    async def invalidate_session(self, resumable: bool = False) -> None:
        await self.discord.gateway.invalidate(resumable)


class Driver:
    """One person of a test."""

    def __init__(self, bench: Bench, person: Person) -> None:
        self.bench = bench
        self.person = person

    @property
    def id(self) -> int:
        return self.person.id

    @property
    def mention(self) -> str:
        return f"<@{self.id}>"

    async def slash(self, place: Place, command: str, /, **options: object) -> Result:
        """People and channels may be given as options just as they are."""
        given = {name: _as_option(value) for name, value in options.items()}
        return await self._answered(self.person.use(self.bench.channel(place), command, given))

    async def autocomplete(
        self, place: Place, command: str, option: str, typed: object, /, **others: object
    ) -> list[Json]:
        """The choices that the bot offers for what has been typed so far; `others` are options filled in before."""
        values = {**others, option: typed}
        result = await self._answered(self.person.ask_choices(self.bench.channel(place), command, values, option))
        return result.choices

    async def click(
        self, message: Message, *, custom_id: str | None = None, label: str | None = None, wait: bool = True
    ) -> Result:
        component = find_component(message, custom_id=custom_id, label=label)
        begun = self.person.press(message, component["custom_id"])
        return await self._answered(begun) if wait else Result(self.bench, begun)

    async def select(self, message: Message, *values: str, custom_id: str | None = None) -> Result:
        """Choose in a menu, which needs naming only where the message has several."""
        menus = [each for each in components.walk(message.components) if each["type"] in components.SELECTS]
        chosen = next(each for each in menus if custom_id in (None, each["custom_id"]))
        return await self._answered(self.person.press(message, chosen["custom_id"], list(values)))

    async def submit_modal(self, opened: Result, values: Mapping[str, object]) -> Result:
        """Fill in the modal that an earlier action opened, by custom id or by label."""
        assert opened.modal, "no modal is open"
        by_name = dict(_fields_by_label(opened.modal))
        named = {by_name.get(name, name): value for name, value in values.items()}
        return await self._answered(self.person.submit(opened.interaction.id, named))

    async def _answered(self, interaction: Interaction) -> Result:
        await self.bench.until(lambda: interaction.answer is not None or interaction.failed)
        await self.bench.breathe()
        return Result(self.bench, interaction)

    async def say(self, place: Place, content: str) -> Message:
        return self.person.say(self.bench.channel(place), content)

    # Reading

    def sees(self, place: Place) -> list[Message]:
        """All that this person sees in a channel, the private answers too, oldest first."""
        return self.person.messages(self.bench.channel(place), limit=10_000)

    def pings(self) -> list[Message]:
        """Every message that has called for this person, in all channels, oldest first."""
        every = [message for channel in self.bench.world.channels for message in self.bench.world.history(channel)]
        return sorted((each for each in every if self.id in each.pinged), key=lambda each: each.id)

    @property
    def dm(self) -> Channel:
        """Where this person and the bot write to each other."""
        return self.person.open_dm(self.bench.world.bot_id)

    def dms(self) -> list[Message]:
        """The direct messages with the bot."""
        channel = self.bench.world.dm_between(self.id, self.bench.world.bot_id)
        return self.sees(channel) if channel else []

    async def next_message(
        self,
        place: Place | None = None,
        fits: Callable[[Message], bool] | None = None,
        after: int = 0,
        timeout: float = PATIENCE,
    ) -> Message:
        """The first message newer than `after` that fits, in a channel or (None) in the direct messages."""

        def find() -> Message | None:
            seen = self.dms() if place is None else self.sees(place)
            return next((each for each in seen if each.id > after and (fits is None or fits(each))), None)

        found = await self.bench.until(find, timeout)
        assert found is not None
        return found

    def add_app(self, has_app: bool = True) -> None:
        """Add the bot for themselves, or do so no longer."""
        self.person.set_up(has_app=has_app)

    def close_dms(self, closed: bool = True) -> None:
        self.person.set_up(takes_dms=not closed)

    def speak(self, locale: str) -> None:
        self.person.set_up(locale=locale)


def _as_option(value: object) -> object:
    return str(value.id) if isinstance(value, Driver | Channel) else value


def words(message: Message) -> str:
    """All the text of a message: content, texts of a layout, labels and placeholders."""
    return "\n".join([text_of(message), *labels(message)])


def labels(message: Message) -> list[str]:
    """What stands on the buttons and in the menus."""
    return list(_labels(message))


def _labels(message: Message) -> Iterator[str]:
    for each in components.walk(message.components):
        if each.get("label"):
            yield each["label"]
        if each.get("placeholder"):
            yield each["placeholder"]
        yield from (option["label"] for option in each.get("options") or [])


def _fields_by_label(modal: Json) -> Iterator[tuple[str, str]]:
    for each in components.walk(modal["components"]):
        if each["type"] == components.LABEL:
            yield each["label"], each["component"]["custom_id"]
        elif each["type"] == components.TEXT_INPUT and each.get("label"):
            yield each["label"], each["custom_id"]
