"""The one door through which a game changes, and the only place that holds states. Everybody else gets views.

Each game has a lock. An action is checked and applied under it and kept in one transaction with the new snapshot and
the letters that will tell about it; only then has it happened.
"""

import asyncio
import logging
import secrets
from collections import OrderedDict
from collections.abc import AsyncIterator, Awaitable, Callable, Sequence
from contextlib import asynccontextmanager
from random import Random
from typing import Any
from weakref import WeakValueDictionary

import msgspec
from msgspec.structs import replace

from bot.errors import NoTable, NotNow, NotSeated, Refusal, StaleAction, TableAside
from bot.store.protocol import ChannelTaken, LostRace, StoreWriter, TooManyOwn, TooManyTables
from bot.store.rows import ActionRow, AuditRow, GuildSettings, Letter, SeatRow, Snapshot, Stage, TableRow
from bot.tables.audit import Author, row, rows_about
from bot.tables.lobby import Lobby, check_open, ready
from bot.threads import in_thread
from rules.catalog import find_game
from rules.chance import Chance
from rules.errors import BadRecord, IllegalAction
from rules.game import Action, AnyGame, Event, LegalActions, PlayerId, Step, View
from rules.points import points_by_turn
from rules.record import FORMAT, Record, open_record, replay, replayed

KEPT_IN_MEMORY = 200
ROBOT_ACTIONS_AT_ONCE = 24
ROBOT_PAUSE = 60.0
log = logging.getLogger(__name__)


class CachedGame(msgspec.Struct, frozen=True, kw_only=True):
    """A running game in memory. Never leaves this module."""

    table: TableRow
    seats: tuple[SeatRow, ...]
    game: AnyGame
    state: Any
    seq: int
    decisions: tuple[int, ...]


class GameSnapshot(msgspec.Struct, frozen=True, kw_only=True):
    """A running game as one reader may see it."""

    table: TableRow
    seats: tuple[SeatRow, ...]
    game: AnyGame
    view: Any
    seq: int
    seat: PlayerId | None = None
    legal: LegalActions[Any] | None = None
    decision: int = 0

    @property
    def names(self) -> tuple[str, ...]:
        return tuple(seat.name for seat in self.seats)

    @property
    def is_asked(self) -> bool:
        return self.seat is not None and self.seat in self.view.to_act


class KeptAction(msgspec.Struct, frozen=True, kw_only=True):
    """One kept action as a reader may be told of it."""

    seq: int
    turn: int
    player: PlayerId
    at: float
    events: tuple[Event, ...]


class Tables:
    def __init__(self, store: StoreWriter, now: Callable[[], float], new_seed: Callable[[], str] | None = None) -> None:
        self.store = store
        self.now = now
        self._new_seed = new_seed or (lambda: secrets.token_hex(16))
        self.on_letters: Callable[[int], None] = lambda _: None
        """Called after anything was kept that has to be told."""
        self.telling: Callable[[int], Awaitable[None]] = no_telling
        """Waits until what was kept by now is told, or has failed."""
        self._locks: WeakValueDictionary[int, asyncio.Lock] = WeakValueDictionary()
        """Each for as long as somebody holds it or waits for it."""
        self._cached: OrderedDict[int, CachedGame] = OrderedDict()
        self._tasks: dict[int, asyncio.Task[None]] = {}
        self._retries: dict[int, asyncio.TimerHandle] = {}
        self._aside: set[int] = set()
        """Games that this run has found set aside."""

    def lock(self, table_id: int) -> asyncio.Lock:
        return self._locks.setdefault(table_id, asyncio.Lock())

    # Lobbies

    async def open_lobby(self, lobby: Lobby, *, is_told: bool = True, limits: GuildSettings | None = None) -> TableRow:
        """Raises `Refusal` where the server's limits leave no room for it."""
        letters = [Letter(slot="lobby", kind="lobby"), *greetings(lobby.humans)] if is_told else []
        try:
            table_id = await self.store.add_table(lobby.table, lobby.seats, lobby.invited, letters, limits)
        except ChannelTaken:
            raise Refusal("refuse.table_here", link=f"<#{lobby.table.channel}>") from None
        except TooManyTables:
            raise Refusal("refuse.too_many_tables", n=limits.tables if limits else 0) from None
        except TooManyOwn:
            raise Refusal("refuse.too_many_own", n=limits.tables_each if limits else 0) from None
        self.on_letters(table_id)
        return replace(lobby.table, id=table_id)

    async def lobby(self, table_id: int) -> Lobby:
        table = await self.store.table(table_id)
        if table is None:
            raise NoTable
        return Lobby(table=table, seats=await self.store.seats(table_id), invited=await self.store.invited(table_id))

    async def change_lobby(
        self, table_id: int, change: Callable[[Lobby], Lobby], more: Sequence[Letter] = (), by: Author | None = None
    ) -> Lobby:
        """Apply `change` under the table's lock and keep what came of it, and who has done it; `more` is to be told."""
        async with self.lock(table_id):
            before = await self.lobby(table_id)
            check_open(before.table)
            after = change(before)
            if after != before:
                new = [user for user in after.invited if user not in before.invited]
                invitations = [Letter(slot=f"invite:{u}", kind="notice", about={"user": u}) for u in new]
                touched = {*before.humans} if after.table.stage == "closed" else {*before.humans} ^ {*after.humans}
                letters = [Letter(slot="lobby", kind="lobby"), *invitations, *greetings(sorted(touched)), *more]
                audit = rows_about(before, after, by)
                await self.store.save_table(after.table, after.seats, after.invited, letters, self.now(), audit)
        self.on_letters(table_id)
        return after

    async def write(self, table_id: int, letters: Sequence[Letter]) -> None:
        """Have something told that is no change of the game."""
        await self.store.write_letters(table_id, letters, self.now())
        self.on_letters(table_id)

    async def start(
        self, table_id: int, last_change: Callable[[Lobby], Lobby] = lambda lobby: lobby, by: Author | None = None
    ) -> None:
        """Deal. `last_change` sees the lobby under its lock: it may refuse, or settle what was left open."""
        async with self.lock(table_id):
            lobby = await self.lobby(table_id)
            check_open(lobby.table)
            await self._deal(last_change(lobby), [row(lobby.table, by, "started")] if by else [])
        self._go_on(table_id)

    async def _deal(self, lobby: Lobby, audit: Sequence[AuditRow]) -> None:
        rules = game_of(lobby.table)
        seed = self._new_seed()
        options, seats = ready(lobby, rules, Random(f"{seed}/seats"))
        state = rules.setup(options, len(seats), Chance(seed))
        table = replace(
            lobby.table,
            stage="running",
            closes=None,
            rules=rules.rules_version,
            options=rules.codecs.options.encode(options).decode(),
            seed=seed,
        )
        cached = CachedGame(table=table, seats=seats, game=rules, state=state, seq=0, decisions=(0,) * len(seats))
        was_told = await self.store.message(table.id, "lobby") or await self.store.letters(table.id)
        letters = [Letter(slot="lobby", kind="lobby")] if was_told else []
        letters += hand_letters(seats, range(len(seats)))
        letters.append(Letter(slot="post:0", kind="post", about={"after": 0, "until": 0}))
        await self.store.begin(table, seats, snapshot_of(cached), letters, self.now(), audit)
        self._remember(cached)

    # Playing

    async def play(self, table_id: int, user: int, action: Action, decision: int | None = None) -> tuple[Event, ...]:
        """Apply one action of the seat's player and keep it; returns what happened, as that player may see it.

        `decision` is the one that a button was made to answer.
        """
        async with self.lock(table_id):
            cached = await self._load(table_id)
            seat = seat_of(cached.seats, user)
            if seat is None or action.player != seat:
                raise NotSeated
            if decision is not None and decision != cached.decisions[seat]:
                raise StaleAction
            step = cached.game.apply(cached.state, action)
            await self._keep(cached, [(action, step)])
        self._go_on(table_id)
        return tuple(event.seen_by(seat) for event in step.events)

    async def _keep(self, before: CachedGame, steps: Sequence[tuple[Action, Step[Any]]]) -> CachedGame:
        """Write actions, snapshot and letters in one transaction; the caller holds the lock."""
        rows, decisions, state, now = [], list(before.decisions), before.state, self.now()
        for seq, (action, step) in enumerate(steps, start=before.seq + 1):
            turn = before.game.view_for(state, None).turn
            rows.append(action_row(before.game, seq, action, step.events, turn, now))
            decisions[action.player] = seq
            state = step.state
        after = replace(before, state=state, seq=rows[-1].seq, decisions=tuple(decisions))
        letters, told = letters_about(before, after, [action.player for action, _ in steps])
        stage: Stage = "over" if after.game.is_over(state) else "running"
        after = replace(after, table=replace(after.table, told=told, stage=stage))
        if stage == "over":
            letters += await self._last_words(before.table.id)
        try:
            await self.store.append(before.table.id, rows, snapshot_of(after), letters, told=told, stage=stage, now=now)
        except BaseException as error:
            self._cached.pop(before.table.id, None)
            if isinstance(error, LostRace):
                raise StaleAction from None
            raise
        self._remember(after)
        return after

    async def _last_words(self, table_id: int) -> list[Letter]:
        """A vote that is still open has nothing to decide any more."""
        vote = await self.store.vote(table_id)
        return [] if vote is None or vote.result is not None else [Letter(slot="vote", kind="vote")]

    def _go_on(self, table_id: int) -> None:
        """Tell what was kept, and let robots play if it is theirs."""
        if (retry := self._retries.pop(table_id, None)) is not None:
            retry.cancel()
        self.on_letters(table_id)
        cached = self._cached.get(table_id)
        if (cached is None or robots_to_act(cached)) and table_id not in self._tasks:
            task = asyncio.create_task(self._robots(table_id), name=f"robots of {table_id}")
            self._tasks[table_id] = task
            task.add_done_callback(lambda _: self._tasks.pop(table_id, None))

    async def _robots(self, table_id: int) -> None:
        try:
            async with self.lock(table_id):
                cached = await self._load(table_id)
                while robots := robots_to_act(cached):
                    steps = await in_thread(robot_steps, cached, robots)
                    cached = await self._keep(cached, steps)
        except NotNow:
            self._retry(table_id)
        except Refusal:
            log.warning("game %s: its robots can't play", table_id)
        except Exception:
            log.exception("game %s: robots stopped; they try again in a minute", table_id)
            self._retry(table_id)
        self.on_letters(table_id)

    def _retry(self, table_id: int) -> None:
        self._retries[table_id] = asyncio.get_running_loop().call_later(ROBOT_PAUSE, self._go_on, table_id)

    async def wake_robots(self) -> None:
        """After a start: robots go on where the last run stopped."""
        for table in await self.store.tables_at("running"):
            if any(seat.robot for seat in await self.store.seats(table.id)):
                self._go_on(table.id)

    async def finish(self) -> None:
        """Wait for what is under way."""
        while self._tasks:
            await asyncio.wait(set(self._tasks.values()))

    def rest(self) -> None:
        """Begin nothing more by itself."""
        for retry in self._retries.values():
            retry.cancel()

    def drop(self) -> list[asyncio.Task[None]]:
        """Give up what is under way: robots decide the same after the next start."""
        tasks = list(self._tasks.values())
        for task in tasks:
            task.cancel()
        return tasks

    # Looking

    async def snapshot(self, table_id: int, user: int | None) -> GameSnapshot:
        """The game as `user` may see it: with a seat their own view, else the channel's."""
        cached = await self._now(table_id)
        return seen_by(cached, None if user is None else seat_of(cached.seats, user))

    async def snapshot_of_seat(self, table_id: int, seat: PlayerId) -> GameSnapshot:
        return seen_by(await self._now(table_id), seat)

    async def _now(self, table_id: int) -> CachedGame:
        """Readers don't wait for whoever is acting: what is kept is what there is."""
        cached = self._cached.get(table_id)
        if cached is None:
            async with self.lock(table_id):
                cached = await self._load(table_id)
        return cached

    async def snapshot_at(self, table_id: int, seq: int) -> GameSnapshot:
        """What the channel saw after action `seq`."""
        async with self.lock(table_id):
            cached = await self._load(table_id)
            if cached.seq != seq:
                async with self._loading(cached.table):
                    rows = await self.store.actions(table_id, until=seq)
                    _, state = await in_thread(replayed, record_from(cached.table, cached.seats, rows))
                cached = replace(cached, state=state, seq=seq)
        return seen_by(cached, None)

    async def told(self, table_id: int, after: int, until: int | None, reader: int | None) -> list[KeptAction]:
        """Kept actions as the seat `reader`, or the channel, may be told of them."""
        table = await self.store.table(table_id)
        if table is None:
            raise NoTable
        rules = game_of(table)
        return [kept_action(rules, row, reader) for row in await self.store.actions(table_id, after, until)]

    async def record(self, table_id: int) -> Record:
        """The whole game written down, seed included; only once it is over."""
        table = await self.store.table(table_id)
        if table is None:
            raise NoTable
        if table.stage != "over":
            raise Refusal("refuse.record_later")
        return record_from(table, await self.store.seats(table_id), await self.store.actions(table_id))

    async def history(self, table_id: int) -> list[tuple[int, ...]]:
        """Everybody's points after each turn of a finished game."""
        return await in_thread(history_of, await self.record(table_id))

    # Memory

    def _remember(self, cached: CachedGame) -> None:
        self._cached[cached.table.id] = cached
        self._cached.move_to_end(cached.table.id)
        while len(self._cached) > KEPT_IN_MEMORY:
            self._cached.popitem(last=False)

    def forget(self, table_id: int) -> None:
        """It was changed in the store."""
        self._cached.pop(table_id, None)

    async def _load(self, table_id: int) -> CachedGame:
        cached = self._cached.get(table_id)
        if cached is None:
            cached = await self._read(table_id)
            self._remember(cached)
        return cached

    async def _read(self, table_id: int) -> CachedGame:
        table = await self.store.table(table_id)
        if table is None or table.stage in ("lobby", "closed"):
            raise NoTable(why_not(table), table_id)
        if table.stage == "aside":
            self._aside.add(table_id)
            raise TableAside(table.error or "?")
        async with self._loading(table):
            cached = await self._rebuilt(table)
        if table_id in self._aside:  # revived beside us, from the command line
            self._aside.discard(table_id)
            asyncio.get_running_loop().call_soon(self._go_on, table_id)
        return cached

    @asynccontextmanager
    async def _loading(self, table: TableRow) -> AsyncIterator[None]:
        """A log that can't be replayed sets its game aside; any other trouble may be over when somebody asks again."""
        try:
            yield
        except (BadRecord, IllegalAction) as error:
            error_id = secrets.token_hex(4)
            log.error("error %s: game %s is set aside: %s", error_id, table.id, plainly(error))
            await self._set_aside(table, error_id)
            raise TableAside(error_id) from error
        except Exception as error:
            log.exception("game %s can't be loaded now; it is tried again when somebody asks", table.id)
            raise NotNow from error

    async def _set_aside(self, table: TableRow, error_id: str) -> None:
        self.forget(table.id)
        self._aside.add(table.id)
        letters = [] if table.stage == "over" else await self._aside_letters(table.id)
        await self.store.set_aside(table.id, error_id, letters, self.now())
        self.on_letters(table.id)

    async def _aside_letters(self, table_id: int) -> list[Letter]:
        """That a game is set aside, or goes on: in the channel, and in everybody's DM."""
        seats = await self.store.seats(table_id)
        return [Letter(slot="aside", kind="aside"), *hand_letters(seats, range(len(seats)))]

    async def revive(self, table_id: int) -> bool:
        """Try a game again that was set aside; whether it goes on now. What waited to be told is still written."""
        async with self.lock(table_id):
            table = await self.store.table(table_id)
            if table is None or table.stage != "aside":
                return False
            try:
                cached = await self._rebuilt(table)
            except Exception as error:
                log.warning("game %s stays aside (error %s): %s", table_id, table.error, plainly(error))
                return False
            is_over = cached.game.is_over(cached.state)
            letters = [] if is_over else await self._aside_letters(table_id)
            await self.store.revive(table_id, "over" if is_over else "running", letters, self.now())
        log.info("game %s is no longer set aside", table_id)
        return True

    async def revive_all(self) -> None:
        """After a start: this code may replay what the last one could not."""
        for table in await self.store.tables_at("aside"):
            await self.revive(table.id)

    async def _rebuilt(self, table: TableRow) -> CachedGame:
        """From the snapshot where it fits these rules and the log's end, else from the log."""
        rules, seats = game_of(table), await self.store.seats(table.id)
        snapshot, last = await self.store.snapshot(table.id), await self.store.last_seq(table.id)
        if snapshot is not None and snapshot.rules == rules.rules_version and snapshot.seq == last:
            try:
                state = rules.codecs.state.decode(snapshot.state)
                decisions = snapshot.decisions
                return CachedGame(table=table, seats=seats, game=rules, state=state, seq=last, decisions=decisions)
            except BadRecord:
                log.warning("game %s: its snapshot can't be read; the log is", table.id)
        rows = await self.store.actions(table.id)
        _, state = await in_thread(replayed, record_from(table, seats, rows))
        decisions = tuple(max((row.seq for row in rows if row.player == seat.seat), default=0) for seat in seats)
        return CachedGame(table=table, seats=seats, game=rules, state=state, seq=last, decisions=decisions)


def game_of(table: TableRow) -> AnyGame:
    """The rules that a game began with, for good; of a table that has not begun, the newest."""
    game = find_game(table.title, table.rules)
    if game is None:
        raise BadRecord("unknown rules", f"{table.title} {table.rules}")
    return game


def plainly(error: Exception) -> str:
    """What went wrong with a log, without anything that is written in it: that may be somebody's secret."""
    if isinstance(error, BadRecord):
        cause = f" ({type(error.cause).__name__})" if error.cause else ""
        return f"{error.reason}{cause}, action {error.seq}"
    return type(error).__name__


def why_not(table: TableRow | None) -> str:
    """Why there is no game to be seen at a table."""
    if table is not None and table.stage == "lobby":
        return "refuse.not_begun"
    return "refuse.no_table" if table is None or table.seed is None else "refuse.stopped"


def seat_of(seats: Sequence[SeatRow], user: int) -> PlayerId | None:
    return next((seat.seat for seat in seats if seat.user == user), None)


def seen_by(cached: CachedGame, seat: PlayerId | None) -> GameSnapshot:
    return GameSnapshot(
        table=cached.table,
        seats=cached.seats,
        game=cached.game,
        view=cached.game.view_for(cached.state, seat),
        seq=cached.seq,
        seat=seat,
        legal=None if seat is None else cached.game.legal_actions(cached.state, seat),
        decision=0 if seat is None else cached.decisions[seat],
    )


def robots_to_act(cached: CachedGame) -> list[PlayerId]:
    return sorted(seat for seat in cached.game.to_act(cached.state) if cached.seats[seat].robot)


def robot_steps(cached: CachedGame, robots: list[PlayerId]) -> list[tuple[Action, Step[Any]]]:
    """What the robots do until a person is asked, or for a while; the same whenever it is worked out again."""
    steps: list[tuple[Action, Step[Any]]] = []
    while robots and len(steps) < ROBOT_ACTIONS_AT_ONCE:
        action = robot_action(cached, robots[0])
        step = cached.game.apply(cached.state, action)
        steps.append((action, step))
        cached = replace(cached, state=step.state, seq=cached.seq + 1)
        robots = robots_to_act(cached)
    return steps


def robot_action(cached: CachedGame, seat: PlayerId) -> Action:
    game, legal = cached.game, cached.game.legal_actions(cached.state, seat)
    random = Random(f"{cached.table.seed}/robot/{cached.seq}").random
    action: Action
    try:
        action = game.advise(game.view_for(cached.state, seat), legal, random)
        if action in legal:
            return action
        log.error("game %s: a robot wished for something illegal after action %s", cached.table.id, cached.seq)
    except Exception:
        log.exception("game %s: a robot failed after action %s", cached.table.id, cached.seq)
    action = next(iter(legal))
    return action


def letters_about(before: CachedGame, after: CachedGame, actors: Sequence[PlayerId]) -> tuple[list[Letter], int]:
    """What has to be told after some actions, and the last action that posts cover then."""
    game, told = after.game, before.table.told
    asked_before, asked = game.to_act(before.state), game.to_act(after.state)
    view = game.view_for(after.state, None)
    began = view.turn > 0 and game.view_for(before.state, None).turn == 0
    touched = range(len(after.seats)) if began or view.is_over else sorted({*actors} | (asked_before ^ asked))
    letters = hand_letters(after.seats, touched)
    about = {"after": told, "until": after.seq}
    if view.is_over:
        return [*letters, Letter(slot="end", kind="end", about=about)], after.seq
    if all(after.seats[seat].robot for seat in asked):
        return letters, told
    if is_new_turn(before, view):
        return [*letters, Letter(slot=f"post:{after.seq}", kind="post", about=about)], after.seq
    return [*letters, Letter(slot="live", kind="live")], told


def is_new_turn(before: CachedGame, view: View) -> bool:
    """Whether a turn has begun since the last post: robots' turns wait for the next person's."""
    told_turn = before.game.view_for(before.state, None).turn
    only_robots = robots_to_act(before) and len(robots_to_act(before)) == len(before.game.to_act(before.state))
    return view.turn > told_turn or (view.turn > 0 and bool(only_robots))


def greetings(users: Sequence[int]) -> list[Letter]:
    """A DM to everybody who took or left a seat: closed ones are known before the deal."""
    return [Letter(slot=f"hello:{user}", kind="hello", about={"user": user}) for user in users]


async def no_telling(_game: int) -> None:
    return None


def hand_letters(seats: Sequence[SeatRow], touched: Sequence[PlayerId]) -> list[Letter]:
    return [Letter(slot=f"dm:{seat}", kind="dm", about={"seat": seat}) for seat in touched if seats[seat].user]


def action_row(game: AnyGame, seq: int, action: Action, events: tuple[Event, ...], turn: int, now: float) -> ActionRow:
    kept = b"[" + b",".join(game.codecs.event.encode(event) for event in events) + b"]"
    encoded = game.codecs.action.encode(action)
    return ActionRow(seq=seq, player=action.player, action=encoded, events=kept, turn=turn, at=now)


def kept_action(game: AnyGame, row: ActionRow, reader: PlayerId | None) -> KeptAction:
    raws = msgspec.json.decode(row.events, type=list[msgspec.Raw])
    events = tuple(game.codecs.event.decode(raw).seen_by(reader) for raw in raws)
    return KeptAction(seq=row.seq, turn=row.turn, player=row.player, at=row.at, events=events)


def history_of(record: Record) -> list[tuple[int, ...]]:
    game, _ = open_record(record)
    return points_by_turn(game, (step.state for _, _, step in replay(record)))


def snapshot_of(cached: CachedGame) -> Snapshot:
    state = cached.game.codecs.state.encode(cached.state)
    return Snapshot(seq=cached.seq, rules=cached.game.rules_version, state=state, decisions=cached.decisions)


def record_from(table: TableRow, seats: Sequence[SeatRow], rows: Sequence[ActionRow]) -> Record:
    return Record(
        format=FORMAT,
        game=table.title,
        rules=table.rules or 0,
        players=tuple(seat.name for seat in seats),
        options=msgspec.Raw((table.options or "{}").encode()),
        seed=table.seed,
        actions=tuple(msgspec.Raw(row.action) for row in rows),
    )
