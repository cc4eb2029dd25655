"""What options offer while somebody types; nothing rather than something late or wrong."""

import re
from collections.abc import Iterable
from contextlib import suppress
from itertools import groupby
from operator import attrgetter

from discord.app_commands import Choice

from bot.errors import Refusal
from bot.games.catalog import FIRST_TITLE, face_of
from bot.games.story import describe
from bot.games.suggestions import Suggestion, fitted, suggest, suggest_zooms
from bot.interactions.request import read_request
from bot.interactions.services import Services, meant
from bot.naming import table_label
from bot.text.labels import clipped
from bot.text.matching import Entry, find
from bot.text.names import plain_name
from bot.text.rules_pages import help_topics, rules_topics
from bot.text.slash import Interaction
from data.texts import text
from rules.catalog import all_titles

LONGEST = 100
FORMATTING = re.compile(r"[*\\\u200b]")
"""What sentences are made bold and harmless with; a list shows it as it is."""


class Suggestions:
    def __init__(self, services: Services) -> None:
        self.services = services
        self.tables = services.tables
        self.store = services.store

    async def options(self, interaction: Interaction, option: str, typed: str) -> list[Choice[str]]:
        """What an option of a move offers, made from the reader's own view."""
        given = {name: str(value) for name, value in interaction.namespace if value is not None and name != option}
        request = await read_request(interaction, self.tables)
        try:
            request = await self.services.find_table(request, meant(given.get("game")))
            snapshot = await request.snapshot()
        except Refusal:
            return []
        language, typed = request.language, typed[:LONGEST]
        if option == "zoom":
            return choices(suggest_zooms(snapshot.view, typed, language))
        if snapshot.seat is None or snapshot.legal is None:
            return []
        return choices(suggest(snapshot.view, snapshot.legal, option, typed, language, snapshot.names, given))

    async def plans(self, interaction: Interaction, typed: str, *, is_wish: bool) -> list[Choice[str]]:
        """What a plan can hold, for whoever has a seat and is not asked."""
        request = await read_request(interaction, self.tables)
        try:
            request = await self.services.find_table(request, meant(interaction.namespace.game))
            snapshot = await request.snapshot()
        except Refusal:
            return []
        if snapshot.seat is None or snapshot.view.turn == 0 or snapshot.view.is_over:
            return []
        planner = face_of(snapshot.table.title).planner
        entries = (planner.wishes if is_wish else planner.conditions)(snapshot.view, request.language, snapshot.names)
        return choices(fitted(find(entries, typed[:LONGEST]), [], "list.more", request.language))

    async def tables_of(self, interaction: Interaction, typed: str) -> list[Choice[str]]:
        """The reader's own lobbies and running games."""
        request = await read_request(interaction, self.tables)
        lobbies = [table for table in await self.store.tables_of(request.user) if table.stage == "lobby"]
        labels = {table.id: table_label(table, request.language) for table in lobbies}
        fitting = [number for number, label in labels.items() if typed.casefold() in label.casefold()]
        games = await self.games(interaction, typed)
        return [*(Choice(name=labels[number][:LONGEST], value=f"#{number}") for number in fitting), *games][:25]

    async def games(self, interaction: Interaction, typed: str) -> list[Choice[str]]:
        """The reader's own running games by number and name, those first that wait for the reader."""
        request = await read_request(interaction, self.tables)
        language, found = request.language, []
        for table in await self.store.tables_of(request.user):
            name = table_label(table, language)
            if table.stage == "running" and typed.casefold() in name.casefold():
                with suppress(Refusal):  # one that can't be loaded hides no other
                    is_asked = (await request.at(table).snapshot()).is_asked
                    label = text("games.choice.your_turn", language, table=name) if is_asked else name
                    found.append((not is_asked, table.id, label))
        return [Choice(name=label[:LONGEST], value=f"#{game}") for _, game, label in sorted(found)[:25]]

    async def turns(self, interaction: Interaction, typed: str) -> list[Choice[str]]:
        """The turns that a table may go back to, the newest first, each with what was done in it as all may know it."""
        request = await read_request(interaction, self.tables)
        try:
            request = await self.services.find_table(request, meant(interaction.namespace.game))
            snapshot = await request.public_snapshot()
        except Refusal:
            return []
        kept = await self.tables.kept_actions(request.table_id, 0, None, None)
        found = []
        for turn, part in groupby(kept, key=attrgetter("turn")):
            events = [event for one in part for event in one.events]
            words = " ".join(describe(snapshot.table.title, events, snapshot.names, request.language, None))
            label = text("rollback.turn", request.language, turn=turn, words=FORMATTING.sub("", words))
            if turn > 0 and typed.casefold().strip() in label.casefold():
                found.append(Choice(name=clipped(label, LONGEST), value=str(turn)))
        return found[::-1][:25]

    async def seats(self, interaction: Interaction, typed: str) -> list[Choice[int]]:
        """The seats of the channel's table, by number and name."""
        request = await read_request(interaction, self.tables)
        table = await self.services.table_here(request, interaction.namespace.game)
        seats = await self.store.seats(table.id) if table is not None else ()
        labels = {seat.seat + 1: f"{seat.seat + 1} · {plain_name(seat.name)}" for seat in seats}
        fitting = [number for number, label in labels.items() if str(typed).casefold() in label.casefold()]
        return [Choice(name=labels[number][:LONGEST], value=number) for number in fitting]

    async def topics(self, interaction: Interaction, title: str | None, typed: str) -> list[Choice[str]]:
        """The pages of the rules by name; without a title, by what most titles call them."""
        request = await read_request(interaction, self.tables)
        table = await self.services.table_here(request) if title is None else None
        title = title or (table.title if table is not None else None)
        known = rules_topics(title if title in all_titles() else FIRST_TITLE, request.language)
        return choices(find(known, typed[:LONGEST]))

    async def help_topics(self, interaction: Interaction, typed: str) -> list[Choice[str]]:
        request = await read_request(interaction, self.tables)
        return choices(find(help_topics(request.language), typed[:LONGEST]))


def choices(entries: Iterable[Entry | Suggestion]) -> list[Choice[str]]:
    return [Choice(name=entry.label, value=entry.value) for entry in entries]
