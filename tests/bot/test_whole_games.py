"""Whole games over a simulated Discord."""

from typing import Any

import pytest
import simcord

from bot.games.status import final_line, result_line
from rules.catalog import TITLES
from rules.record import replayed
from tests.bot.tapping import Tapper
from tests.bot.town import Town


def some(titles: tuple[str, ...]) -> list[Any]:
    """These at once, the others in the soak: tests over the wire play each title once more, by both ways together."""
    return [title if title in titles else pytest.param(title, marks=pytest.mark.soak) for title in TITLES]


@pytest.mark.parametrize("title", some(("world", "metro", "lantern")))
async def test_a_whole_game_by_commands(simcord_env: simcord.Env, title: str) -> None:
    town = Town(simcord_env)
    game = await town.begin(title)
    await town.play_by_commands(game)
    rules, state = replayed(await town.bot.tables.record(game))
    assert rules.is_over(state)
    last = town.channel.last_message
    assert last is not None
    assert {file.filename for file in last.attachments} >= {f"semafor-{game}.json", "board.png", "scores.png"}
    assert len(last.mentions) == 2
    heading, scores, *story = last.content.splitlines()
    view = rules.view_for(state, None)
    snapshot = await town.bot.tables.snapshot(game, None)
    assert f"#{game} is over: {result_line(view, snapshot.names, 'en')}" in heading
    assert scores == final_line(view, snapshot.names, "en")
    assert 1 <= len(story) <= 3
    assert "win" not in "\n".join(story)


@pytest.mark.parametrize("title", some(("usa", "nordic", "germany")))
async def test_a_whole_game_by_tapping(simcord_env: simcord.Env, title: str) -> None:
    town = Town(simcord_env)
    game = await town.begin(title)
    tapper = Tapper(town, game)
    for _ in range(3000):
        asked = await town.asked(game)
        if not asked:
            break
        await tapper.tap(asked[-1])
    rules, state = replayed(await town.bot.tables.record(game))
    assert rules.is_over(state)
