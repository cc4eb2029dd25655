"""A draft whose page can't be shown is dropped; the panel opens at home, and nothing is played."""

from typing import Any

import msgspec
import pytest
import simcord

from bot.attachment import Attachment
from bot.drawing import page_order
from bot.games.metro.pictures import MetroPicture
from bot.games.tickets.draft import TicketDraft
from bot.games.tickets.face import TicketFace
from bot.pictures import NotDrawn, sight_of
from bot.tables.snapshot import GameSnapshot
from data.texts import text
from rules.metro.actions import PlaceTrain
from tests.bot.tapping import components
from tests.bot.town import Town

DROPPED = text("panel.dropped", "en")


def verbs(message: Any) -> set[str]:
    return {part["custom_id"].split(":")[3] for part in components(message)}


def id_of(message: Any, verb: str) -> str:
    return next(part["custom_id"] for part in components(message) if part["custom_id"].split(":")[3] == verb)


async def asked_seat(town: Town, table_id: int) -> tuple[Any, GameSnapshot]:
    person = (await town.asked(table_id))[0]
    return person, await town.bot.tables.snapshot(table_id, person.id)


async def keep(town: Town, snapshot: GameSnapshot, draft: str | TicketDraft) -> None:
    assert snapshot.seat is not None
    kept = draft if isinstance(draft, str) else msgspec.json.encode(draft).decode()
    await town.bot.store.save_draft(snapshot.table.id, snapshot.seat, snapshot.decision, kept)


async def kept_draft(town: Town, snapshot: GameSnapshot) -> TicketDraft:
    assert snapshot.seat is not None
    kept = await town.bot.store.draft(snapshot.table.id, snapshot.seat, snapshot.decision)
    return TicketDraft() if kept is None else msgspec.json.decode(kept, type=TicketDraft)


async def play_until_a_claim(town: Town, table_id: int) -> tuple[Any, GameSnapshot, str]:
    for _ in range(200):
        person, snapshot = await asked_seat(town, table_id)
        if snapshot.view.phase == "turn" and (tracks := list(snapshot.legal.tracks())):  # type: ignore[union-attr]
            return person, snapshot, tracks[0]
        await town.type_move(table_id, person)
    raise AssertionError("no route can be claimed")


@pytest.mark.parametrize(
    "draft",
    [
        '{"page": 7}',
        "no JSON at all",
        '{"page": "claim", "track": "TRACK", "cards": [["banana", 2]]}',
        '{"page": "claim", "track": "TRACK", "passengers": ["nobody", 3]}',
    ],
)
async def test_a_draft_that_makes_no_page_is_dropped(simcord_env: simcord.Env, draft: str) -> None:
    town = Town(simcord_env)
    game = await town.begin("usa")
    person, snapshot, track = await play_until_a_claim(town, game)
    await keep(town, snapshot, draft.replace("TRACK", track))
    result = await person.slash(town.channel, "play")
    assert {"route", "tickets"} <= verbs(result.response)
    assert await kept_draft(town, snapshot) == TicketDraft()
    assert (await town.bot.tables.snapshot(game, person.id)).seq == snapshot.seq


async def test_a_tap_on_a_draft_that_makes_no_page_opens_home(
    simcord_env: simcord.Env, monkeypatch: pytest.MonkeyPatch
) -> None:
    town = Town(simcord_env)
    game = await town.begin("usa")
    person, snapshot, track = await play_until_a_claim(town, game)
    opened = await person.slash(town.channel, "play")
    tap = TicketFace.tap

    def failing(*args: Any) -> Any:
        return tap(*args) if args[3] == TicketDraft() else {}["no such thing"]

    await keep(town, snapshot, TicketDraft(page="claim", track=track))
    monkeypatch.setattr(TicketFace, "tap", failing)
    result = await person.select(opened.response, [track], custom_id=id_of(opened.response, "route"))
    assert DROPPED in result.response.content
    assert {"route", "tickets"} <= verbs(result.response)
    assert await kept_draft(town, snapshot) == TicketDraft()


async def test_a_draft_whose_picture_can_not_be_drawn_is_dropped(
    simcord_env: simcord.Env, monkeypatch: pytest.MonkeyPatch
) -> None:
    town = Town(simcord_env)
    game = await town.begin("usa")
    person, snapshot, track = await play_until_a_claim(town, game)
    opened = await person.slash(town.channel, "play")
    failing_for(town, monkeypatch, "claim")
    result = await person.select(opened.response, [track], custom_id=id_of(opened.response, "route"))
    assert DROPPED in result.response.content
    assert {"route", "tickets"} <= verbs(result.response)
    assert result.response.attachments
    assert await kept_draft(town, snapshot) == TicketDraft()


async def test_where_no_picture_at_all_can_be_drawn_the_draft_stays(
    simcord_env: simcord.Env, monkeypatch: pytest.MonkeyPatch
) -> None:
    town = Town(simcord_env)
    game = await town.begin("usa")
    person, snapshot, track = await play_until_a_claim(town, game)
    opened = await person.slash(town.channel, "play")
    failing_for(town, monkeypatch, "claim", "hand")
    result = await person.select(opened.response, [track], custom_id=id_of(opened.response, "route"))
    assert DROPPED not in result.response.content
    assert {"claim", "pay"} & verbs(result.response)
    assert not result.response.attachments
    assert (await kept_draft(town, snapshot)).track == track


def failing_for(town: Town, monkeypatch: pytest.MonkeyPatch, *kinds: str) -> None:
    assert town.bot.app is not None

    async def attempted(kind: str, about: str, *_order: object) -> Attachment | None:
        if kind in kinds:
            raise NotDrawn
        return Attachment(f"{kind}.png", b"\x89PNG", f"{kind} of {about}")

    monkeypatch.setattr(town.bot.app.pictures, "_attempted", attempted)


async def test_a_train_with_a_share_is_shown_and_drawn_also_from_a_draft_of_old(simcord_env: simcord.Env) -> None:
    town = Town(simcord_env)
    host, other = town.people
    await host.slash(town.channel, "game new", title="metro", seats=2)
    await host.slash(town.channel, "game options", option="modules", value="1+2")
    await other.slash(town.channel, "game join")
    await host.slash(town.channel, "game start")
    table = await town.bot.store.table_in(town.channel.id)
    assert table is not None
    person, snapshot = await asked_seat(town, table.id)
    assert any(isinstance(action, PlaceTrain) and action.share for action in snapshot.legal or ())
    await keep(town, snapshot, '{"page":"train"}')
    result = await person.slash(town.channel, "play")
    assert {"space", "show", "put"} <= verbs(result.response)
    assert result.response.attachments
    train = next(action for action in snapshot.legal or () if isinstance(action, PlaceTrain))
    picture = MetroPicture(kind="train", space=train.space, share=train.share)
    order = page_order(sight_of(snapshot, "light", "pl"), picture)
    assert order.draw().startswith(b"\x89PNG")
    assert train.space in order.tell()
