"""Who waits for a place gets one in turn."""

import asyncio

import pytest

from bot.room import Room


async def take(room: Room, who: str, served: list[str]) -> None:
    await room.acquire(who)
    served.append(who)
    await asyncio.sleep(0)
    room.release()


async def test_one_who_wants_a_lot_lets_the_others_in_between() -> None:
    room, served = Room(1), list[str]()
    tasks = [asyncio.create_task(take(room, "busy", served)) for _ in range(8)]
    await asyncio.sleep(0)
    tasks += [asyncio.create_task(take(room, who, served)) for who in ("calm", "late")]
    await asyncio.gather(*tasks)
    assert len(served) == 10
    assert served.index("calm") <= 3
    assert served.index("late") <= 4


async def test_no_more_than_there_is_room_for_are_in() -> None:
    room, inside, most = Room(2), 0, 0

    async def work(who: int) -> None:
        nonlocal inside, most
        await room.acquire(who % 3)
        inside += 1
        most = max(most, inside)
        await asyncio.sleep(0.001)
        inside -= 1
        room.release()

    await asyncio.gather(*(work(who) for who in range(20)))
    assert (inside, most) == (0, 2)


async def test_whoever_gives_up_takes_no_place_along() -> None:
    room = Room(1)
    await room.acquire("a")
    for _ in range(3):
        with pytest.raises(TimeoutError):
            await asyncio.wait_for(room.acquire("b"), 0.001)
    waiting = asyncio.create_task(room.acquire("c"))
    leaving = asyncio.create_task(room.acquire("d"))
    await asyncio.sleep(0)
    room.release()
    leaving.cancel()
    await waiting
    room.release()
    await asyncio.wait_for(room.acquire("e"), 60)


async def test_a_place_given_to_one_who_is_just_leaving_goes_on_to_the_next() -> None:
    room = Room(1)
    await room.acquire("a")
    leaving, staying = asyncio.create_task(room.acquire("b")), asyncio.create_task(room.acquire("c"))
    await asyncio.sleep(0)
    room.release()
    leaving.cancel()
    await asyncio.wait_for(staying, 60)
