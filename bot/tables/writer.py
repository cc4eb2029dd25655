"""The one door through which tables change, and the only package that holds states. Everybody else gets views.

Each table has a lock. An action is checked and applied under it and kept in one transaction with the new snapshot and
the items that will tell about it; only then has it happened.
"""

import secrets
from collections import Counter
from collections.abc import Awaitable, Callable, Iterator, Sequence
from contextlib import AbstractAsyncContextManager, contextmanager, nullcontext, suppress

from msgspec.structs import replace

from bot import figures
from bot.errors import NoTable, NotSeated, Refusal, StaleAction
from bot.store.items import (
    BoardShown,
    FilmShown,
    HandChanged,
    Item,
    LobbyChanged,
    LobbyClosing,
    PlayerLeft,
    SeatRung,
    ThreadExpired,
    TurnPosted,
    UserInvited,
    VoteChanged,
    VoteRung,
    copy_key,
)
from bot.store.protocol import (
    ChannelTaken,
    LostRace,
    PlanChanges,
    ProcessWatcher,
    StoreError,
    StoreReader,
    StoreWriter,
    TooManyOwn,
    TooManyTables,
)
from bot.store.rows import NO_SERVER, ActionRow, AuditRow, GuildSettings, Message, PlanRow, ResultRow, Stage, TableRow
from bot.store.timers import (
    LeaverSought,
    LobbyWarned,
    SeatRings,
    ThreadPutAway,
    TimerChanges,
    TimerRow,
    VoteRings,
    ring_key,
    together,
)
from bot.tables.audit import Author, row, rows_about
from bot.tables.cache import GameCache
from bot.tables.clocks import Clocks
from bot.tables.erasure import Erasure
from bot.tables.ledger import OutboxLedger
from bot.tables.lobby import Lobby, check_open, close, new_code, promised, ready, rotated
from bot.tables.news import greetings, hands_changed, news_of, next_told
from bot.tables.pace import A_DAY, stands_still
from bot.tables.pauses import Pauses
from bot.tables.people import People
from bot.tables.plans import Plans, with_plan
from bot.tables.records import (
    CachedGame,
    action_row,
    game_of,
    history_of,
    kept_action,
    record_from,
    seat_of,
    seen_by,
    snapshot_of,
)
from bot.tables.results import results_of
from bot.tables.reviewing import Reviews
from bot.tables.robots import Robots, Steps
from bot.tables.seats import Seats
from bot.tables.since import OwnActions, Since, own_actions
from bot.tables.snapshot import GameSnapshot, KeptAction
from bot.tables.standings import StandingKeeper
from bot.tables.timers import LEAVER_PAUSE, closing_timers, end_timers, leaver_timer, lobby_timers
from bot.tables.undo import ROLLBACK, TakeBacks
from bot.tables.votes import Votes, waiting
from bot.tables.welcomes import Welcomes
from bot.threads import in_thread
from rules.chance import Chance
from rules.game import Action, Event, PlayerId, View
from rules.proof import seed_of
from rules.record import Record
from rules.turns import Moment, moments
from rules.verify import with_proof

LONGEST_NOTE = 300


class Tables:
    def __init__(self, store: StoreWriter, now: Callable[[], float], new_seed: Callable[[], str] | None = None) -> None:
        self.store: StoreReader = store
        """For everybody; what is written goes through the methods here."""
        self._store = store
        self.now = now
        self._new_seed = new_seed or (lambda: secrets.token_hex(16))
        self._has_proofs = new_seed is None
        """A seed that somebody chose proves nothing."""
        self.on_items: Callable[[int], None] = lambda _: None
        self._held: Counter[int] = Counter()
        """By table: how many make several actions there as one."""
        self._waiting: set[int] = set()
        """Tables that go on when they have."""
        """Called after anything was kept that has to be sent."""
        self.wait_until_sent: Callable[[int], Awaitable[None]] = wait_for_nothing
        """Until what was kept by now is sent, or has failed."""
        self.on_timers: Callable[[float], None] = lambda _: None
        """Called after timers were kept, with the earliest moment at which one of them falls due."""
        store.watch_timers(lambda due: self.on_timers(due))
        self.standings = StandingKeeper(store)
        self.games = GameCache(store, now, self._announce, self._go_on)
        self.plans = Plans(store, self.games, now, self._keep)
        self.robots = Robots(self.games, store.claimed, self._keep, self.plans.carry_out, self._announce)
        self.votes = Votes(store, self.games, now, self._go_on)
        self.clocks = Clocks(store, self.games, now, self._go_on, self._give_to_robot)
        self.seats = Seats(store, self.games, self.votes, self.clocks, now, self._go_on)
        self.pauses = Pauses(store, self.games, self.votes, self.clocks, self._go_on)
        self.people = People(store, self.games, now, self._announce)
        self.people.clocks = self.clocks.anew
        self.erasure = Erasure(
            store,
            self.games,
            self.seats,
            self.votes,
            self.standings,
            now,
            self.change_lobby,
            self._go_on,
            lambda table_id: self.wait_until_sent(table_id),
        )
        self.take_backs = TakeBacks(store, self.games, self.clocks, now, self._go_on)
        self.votes.teach(ROLLBACK, self.take_backs.carry_out)
        self.ledger = OutboxLedger(store)
        self.welcomes = Welcomes(store)
        self.reviews = Reviews(self.record)

    async def _give_to_robot(self, table_id: int, seat: PlayerId, by: Author | None, items: Sequence[Item]) -> None:
        await self.seats.give_to_robot(table_id, seat, by, items)

    def _announce(self, table_id: int) -> None:
        self.on_items(table_id)

    def lock(self, table_id: int) -> AbstractAsyncContextManager[None]:
        return self.games.lock(table_id)

    def claimed(self, work: str) -> AbstractAsyncContextManager[bool]:
        """Whether a piece of work is this process's own."""
        return self._store.claimed(work)

    def watch(self, watcher: ProcessWatcher) -> None:
        """Have it hear of what other processes keep."""
        self._store.watch(watcher)

    # Lobbies

    async def open_lobby(
        self, lobby: Lobby, *, is_told: bool = True, limits: GuildSettings | None = None, starter: Message | None = None
    ) -> TableRow:
        """Raises `Refusal` where the server's limits leave no room for it. `starter`: a message that is there already
        and will show the lobby."""
        if self._has_proofs:
            lobby = promised(lobby, secrets.token_hex(32))
        if lobby.table.in_dms:
            lobby = replace(lobby, table=replace(lobby.table, code=new_code()))
        items: list[Item] = [LobbyChanged(), *greetings(lobby.joined)] if is_told else []
        try:
            table_id = await self._store.add_table(
                lobby.table, lobby.seats, lobby.invited, items, limits, lobby_timers(lobby.table), starter
            )
        except ChannelTaken:
            raise Refusal("refuse.table_here", link=f"<#{lobby.table.channel}>") from None
        except TooManyTables:
            raise Refusal("refuse.too_many_tables", n=limits.tables if limits else 0) from None
        except TooManyOwn:
            key = "refuse.too_many_own.dm" if lobby.table.in_dms else "refuse.too_many_own"
            raise Refusal(key, n=limits.tables_each if limits else 0) from None
        self._announce(table_id)
        return replace(lobby.table, id=table_id)

    async def lobby(self, table_id: int) -> Lobby:
        table = await self.store.table(table_id)
        if table is None:
            raise NoTable
        return Lobby(table=table, seats=await self.store.seats(table_id), invited=await self.store.invited(table_id))

    async def change_lobby(
        self, table_id: int, change: Callable[[Lobby], Lobby], more: Sequence[Item] = (), by: Author | None = None
    ) -> Lobby:
        """Apply `change` under the table's lock and keep what came of it, and who has done it; `more` is to be sent."""
        async with self.lock(table_id):
            before = await self.lobby(table_id)
            check_open(before.table)
            after = change(before)
            if after != before:
                invitations = [UserInvited(user) for user in after.invited if user not in before.invited]
                touched = {*before.joined} if after.table.stage == "closed" else {*before.joined} ^ {*after.joined}
                items = [LobbyChanged(), *invitations, *greetings(sorted(touched)), *more]
                audit = rows_about(before, after, by)
                timers = closing_timers(after.table, self.now())
                await self._store.save_table(after.table, after.seats, after.invited, items, self.now(), audit, timers)
        self._announce(table_id)
        return after

    async def warn_lobby(self, table_id: int) -> None:
        """Say that it will be closed soon."""
        async with self.lock(table_id):
            table = (await self.lobby(table_id)).table
            check_open(table)
            is_late = table.closes is not None and table.closes <= self.now()
            timers = TimerChanges(cancel=(LobbyWarned().key,))
            await self._store.add_items(table_id, [] if is_late else [LobbyClosing()], self.now(), timers)
        self._announce(table_id)

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
        if lobby.table.seating == "rotated" and lobby.table.rematch_of is not None:
            lobby = rotated(lobby, await self.store.seats(lobby.table.rematch_of))
        deal = lobby.table.deal
        seed = seed_of(deal.secret, deal.salts) if deal else self._new_seed()
        options, seats, lots = ready(lobby, rules, seed)
        state = rules.setup(options, len(seats), Chance(seed))
        table = replace(
            lobby.table,
            stage="running",
            closes=None,
            code=None,
            rules=rules.rules_version,
            options=rules.codecs.options.encode(options).decode(),
            seed=seed,
            deal=replace(deal, lots=lots) if deal else None,
        )
        cached = CachedGame(table=table, seats=seats, game=rules, state=state, seq=0, decisions=(0,) * len(seats))
        readers = [seat.user or 0 for seat in seats] if table.in_dms else [0]
        shown = [await self.store.message(table.id, copy_key("lobby", reader)) for reader in readers]
        has_post = any(shown) or await self.store.items(table.id)
        items: list[Item] = [LobbyChanged()] if has_post else []
        items += [*hands_changed(seats), TurnPosted(0, 0), *await next_told(self.store, cached)]
        waits, clocks = await self.clocks.after((), cached)
        timers = replace(together([clocks, leaver_timer(self.now())]), is_all_cancelled=True)
        await self._store.begin(table, seats, snapshot_of(cached), items, self.now(), audit, timers, waits)
        self.games.remember(replace(cached, waits=waits))

    # Playing

    async def play(self, table_id: int, user: int, action: Action, decision: int | None = None) -> tuple[Event, ...]:
        """Apply one action of the seat's player and keep it; returns what happened, as that player may see it.

        `decision` is the one that a button was made to answer.
        """
        with figures.timed("turn"):
            async with self.lock(table_id):
                cached = await self.games.load(table_id)
                seat = seat_of(cached.seats, user)
                if seat is None or action.player != seat:
                    raise NotSeated
                if decision is not None and decision != cached.decisions[seat]:
                    raise StaleAction
                step = cached.game.apply(cached.state, action)
                await self._keep(cached, [(action, step)], is_person=True)
        self._go_on(table_id)
        with suppress(StoreError):  # the move is made; whoever stays away comes back with the next one
            await self.people.come_back(user)
        return tuple(event.seen_by(seat) for event in step.events)

    async def _keep(
        self, before: CachedGame, steps: Steps, plan: PlanRow | None = None, *, is_person: bool = False
    ) -> CachedGame:
        """Write actions, snapshot, clocks and items in one transaction; the caller holds the lock. `plan` is the one
        that they come from, as it stands after them; whoever acts by hand has none any more. `is_person`: somebody has
        acted by hand."""
        now, actors = self.now(), [action.player for action, _ in steps]
        rows, after, views = applied(before, steps, now)
        is_person = is_person or plan is not None
        plans = {seat: plan for seat in actors if not before.seats[seat].robot}
        for seat in [seat for seat in plans if plan is not None or seat in after.plans]:
            after = replace(after, plans=with_plan(after, seat, plan))
        stage: Stage = "over" if after.game.is_over(after.state) else "running"
        missed = 0 if is_person else before.table.missed
        after = replace(after, table=replace(after.table, stage=stage, is_asleep=False, missed=missed))
        waits, clocks, settled = await self.clocks.after_moves(
            before, after, actors, is_same_turn=views[0].turn == views[1].turn, is_person=is_person
        )
        after = replace(after, waits=waits)
        items, posted = news_of(before, after, views, actors)
        after = replace(after, table=replace(after.table, posted=posted))
        items += [*settled, *await self._vote_overtaken(after)]
        if views[1].turn > views[0].turn:
            items += await next_told(self.store, after)
        timers = end_timers(after.table, now) if stage == "over" else together([clocks, leaver_timer(now)])
        moved = {*actors} - after.game.to_act(after.state)
        timers = replace(timers, cancel=(*timers.cancel, *map(ring_key, moved)))
        await self._append(after, rows, items, timers, plans)
        return after

    async def _vote_overtaken(self, cached: CachedGame) -> list[Item]:
        """An open vote that has nothing to decide any more, or something more to take back."""
        vote = await self.votes.open(cached.table.id)
        is_other = vote is not None and (cached.table.stage == "over" or vote.kind == ROLLBACK)
        return [VoteChanged()] if is_other else []

    async def _append(
        self,
        after: CachedGame,
        rows: Sequence[ActionRow],
        items: Sequence[Item],
        timers: TimerChanges,
        plans: PlanChanges,
    ) -> None:
        """Keep the game as it is after these rows of its log; at its end, with how it went."""
        table, is_over = after.table, after.table.stage == "over"
        self.games.forget(table.id)  # whoever reads what is about to be kept waits for the game that belongs to it
        try:
            async with self.standings.lock() if is_over else nullcontext():
                results = await self._results(after, rows) if is_over else []
                standings = await self.standings.after(table, len(after.seats), results) if is_over else None
                await self._store.append(
                    table.id,
                    rows,
                    snapshot_of(after),
                    items,
                    posted=table.posted,
                    stage=table.stage,
                    now=rows[-1].at,
                    timers=timers,
                    waits=after.waits,
                    missed=table.missed,
                    results=results,
                    standings=standings,
                    plans=plans,
                )
        except BaseException as error:
            self.games.forget(table.id)
            if isinstance(error, LostRace):
                raise StaleAction from None
            raise
        self.games.remember(after)
        self.take_backs.note(table.id, rows[-1])

    async def _results(self, cached: CachedGame, last: Sequence[ActionRow] = ()) -> list[ResultRow]:
        table_id = cached.table.id
        log = [*await self.store.actions(table_id), *last]
        return results_of(cached, log, await self.store.seatings(table_id))

    async def count_results(self) -> None:
        """After a start: of games that ended before there were results, or while they were set aside."""
        for table_id in await self.store.uncounted():
            with suppress(Refusal):  # one that can't be loaded is told of elsewhere
                await self._store.save_results(table_id, await self._results(await self.games.read(table_id)))

    def _go_on(self, table_id: int) -> None:
        """Send what was kept, and let robots play if it is theirs."""
        if table_id in self._held:
            self._waiting.add(table_id)
            return
        self._announce(table_id)
        self.robots.wake(table_id)

    @contextmanager
    def as_one(self, table_id: int) -> Iterator[None]:
        """Several actions that are told together: nothing is sent until all of them are made."""
        self._held[table_id] += 1
        try:
            yield
        finally:
            self._held[table_id] -= 1
            if not self._held[table_id]:
                del self._held[table_id]
            if table_id in self._waiting:
                self._waiting.discard(table_id)
                self._go_on(table_id)

    async def wake_robots(self) -> None:
        """After a start: robots and plans go on where the last run stopped."""
        planned = set(await self.store.tables_with_plans())
        for table in await self.store.tables_at("running"):
            stand_ins = [wait for wait in await self.store.waits(table.id) if wait.has_stand_in]
            is_planned = table.id in planned or bool(stand_ins)
            if is_planned or any(seat.robot for seat in await self.store.seats(table.id)):
                self._go_on(table.id)

    async def revive(self, table_id: int) -> bool:
        """Try a game again that was set aside; whether it goes on now."""
        return await self.games.revive(table_id)

    async def revive_all(self) -> None:
        """After a start: this code may replay what the last one could not."""
        for table in await self.store.tables_at("aside"):
            await self.revive(table.id)

    async def finish(self) -> None:
        """Wait for what is under way."""
        await self.robots.finish()

    async def close(self) -> None:
        """Begin nothing more, and close the store."""
        self.robots.rest()
        await self._store.close()

    # Looking

    async def snapshot(self, table_id: int, user: int | None) -> GameSnapshot:
        """The game as `user` may see it: with a seat their own view, else the channel's."""
        cached = await self.games.read(table_id)
        return seen_by(cached, None if user is None else seat_of(cached.seats, user))

    async def snapshot_of_seat(self, table_id: int, seat: PlayerId) -> GameSnapshot:
        return seen_by(await self.games.read(table_id), seat)

    async def snapshot_at(self, table_id: int, seq: int) -> GameSnapshot:
        """What the channel saw after action `seq`."""
        return seen_by(await self.games.read_at(table_id, seq), None)

    async def kept_actions(
        self, table_id: int, after: int, until: int | None, reader: int | None, *, with_undone: bool = False
    ) -> list[KeptAction]:
        """Those beyond `after`, up to `until`, as the seat `reader`, or the channel, may be told of them."""
        cached = self.games.in_memory(table_id)
        table = cached.table if cached else await self.store.table(table_id)
        if table is None:
            raise NoTable
        rules = game_of(table)
        read = self.store.log if with_undone else self.store.actions
        return [kept_action(rules, row, reader) for row in await read(table_id, after, until) if not row.is_take_back]

    async def since(self, snapshot: GameSnapshot, player: PlayerId) -> Since:
        """What `player` has missed at the moment of this snapshot, as far as its reader may be told.

        What a robot did on the seat meanwhile is none of the player's own doing, and told like anybody else's.
        """
        table_id, until, turn = snapshot.table.id, snapshot.seq, snapshot.view.turn
        history = [row for row in await self.store.seatings(table_id) if row.seat == player]
        own = own_actions(history, snapshot.seats[player].user)
        last = await self._last_own(snapshot, player, own)
        after = last.seq if last else 0
        kept = await self.kept_actions(table_id, after, until, snapshot.seat)
        return Since(
            after=after,
            turn=last.turn if last else 0,
            at=last.at if last else None,
            actions=tuple(one for one in kept if one.player != player or one.seq not in own),
            is_acting=any(one.player == player and one.turn == turn and one.seq in own for one in kept),
        )

    async def missed(self, snapshot: GameSnapshot) -> Since | None:
        """What the snapshot's own reader has missed; nothing any more once they have begun to act."""
        if snapshot.seat is None or snapshot.view.turn == 0:
            return None
        since = await self.since(snapshot, snapshot.seat)
        return None if since.is_acting else since

    async def _last_own(self, snapshot: GameSnapshot, player: PlayerId, own: OwnActions) -> ActionRow | None:
        """In an earlier turn; of somebody who is new on the seat, the last one that was made on it."""
        newest = last = await self.store.last_action(snapshot.table.id, player, snapshot.view.turn, snapshot.seq)
        while last is not None and last.seq not in own:
            before = own.last_before(last.seq)
            last = (
                await self.store.last_action(snapshot.table.id, player, snapshot.view.turn, before) if before else None
            )
        return last or newest

    async def moments(self, table_id: int) -> list[Moment]:
        """The game turn by turn, as the channel saw it; what was taken back is left out."""
        cached = await self.games.read(table_id)
        record = record_from(cached.table, cached.seats, await self.store.actions(table_id, until=cached.seq))
        return await in_thread(lambda: list(moments(record)))

    async def record(self, table_id: int) -> Record:
        """The whole game written down, seed included; only once it is over."""
        table = await self.store.table(table_id)
        if table is None:
            raise NoTable
        if table.stage != "over":
            raise Refusal("refuse.record_later")
        record = record_from(table, await self.store.seats(table_id), await self.store.log(table_id))
        if table.deal is None:
            return record
        return await in_thread(with_proof, record, table.deal.secret, table.deal.salts, table.deal.lots)

    async def history(self, table_id: int) -> list[tuple[int, ...]]:
        """Everybody's points after each turn of a finished game."""
        return await in_thread(history_of, await self.record(table_id))

    # What is shown to all

    async def add_items(self, table_id: int, items: Sequence[Item]) -> None:
        """Have something sent that is no change of the game."""
        await self._store.add_items(table_id, items, self.now())
        self._announce(table_id)

    async def show_film(self, table_id: int, after: int) -> None:
        """To all in the channel: what has happened since turn `after`."""
        await self.add_items(table_id, [FilmShown(after)])

    async def show_board(self, table_id: int) -> None:
        """To all in the channel."""
        await self.add_items(table_id, [BoardShown()])

    # What falls due

    async def is_due(self, row: TimerRow) -> bool:
        """For whoever holds the table's lock: whether a timer is still as it was read."""
        return row in await self.store.timers(row.table_id)

    async def drop_timer(self, row: TimerRow) -> None:
        """It has become pointless."""
        async with self.lock(row.table_id):
            if await self.is_due(row):
                await self._store.add_items(row.table_id, [], self.now(), TimerChanges(cancel=(row.key,)))

    async def announce_leaver(self, row: TimerRow) -> None:
        """That the one whom a game waits for has left the server; said once a turn."""
        async with self.lock(row.table_id):
            table = await self.store.table(row.table_id)
            if table is None or not await self.is_due(row):
                return
            said = await self.store.message(table.id, "left")
            items = [] if said is not None and said.payload.until == table.posted else [PlayerLeft(table.posted)]
            await self._store.add_items(table.id, items, self.now(), TimerChanges(cancel=(row.key,)))
        self._announce(row.table_id)

    async def seek_leaver_later(self, row: TimerRow, tries: int) -> None:
        """Nobody has left so far; one who is waited for may still go."""
        async with self.lock(row.table_id):
            if await self.is_due(row):
                later = (self.now() + LEAVER_PAUSE, LeaverSought(tries))
                await self._store.add_items(row.table_id, [], self.now(), TimerChanges(set=(later,)))

    async def ring_seat(self, row: TimerRow, seat: PlayerId, turn: int) -> None:
        """A turn began while its player was not to be rung; they are now, if it still is theirs."""
        async with self.lock(row.table_id):
            cached = await self.games.load(row.table_id)
            user, key = cached.seats[seat].user, ring_key(seat)
            is_asked = seat in cached.game.to_act(cached.state) and cached.view(None).turn == turn
            if not is_asked or user is None or not await self.is_due(row):
                return
            moment = await self.people.ring_moment(user)
            if stands_still(cached.table):  # whatever wakes it brings the ring forward
                moment = max(moment, self.now() + A_DAY)
            if moment > self.now():
                timers = TimerChanges(set=((moment, SeatRings(seat, turn)),))
                await self._store.add_items(row.table_id, [], self.now(), timers)
                return
            items: list[Item] = [HandChanged(seat), SeatRung(seat, turn)]
            await self._store.add_items(row.table_id, items, self.now(), TimerChanges(cancel=(key,)))
        self._announce(row.table_id)

    async def ring_voter(self, row: TimerRow, user: int, vote: int) -> None:
        """A vote was opened while somebody was not to be rung; they are now, if it still waits for them."""
        async with self.lock(row.table_id):
            opened = await self.votes.open(row.table_id)
            if opened is None or opened.id != vote or user not in waiting(opened) or not await self.is_due(row):
                return
            moment, timers = await self.people.ring_moment(user), TimerChanges(cancel=(row.key,))
            items: list[Item] = [VoteRung(user, vote)]
            if moment > self.now():
                items, timers = [], TimerChanges(set=((moment, VoteRings(user, vote)),))
            await self._store.add_items(row.table_id, items, self.now(), timers)
        self._announce(row.table_id)

    async def put_thread_away(self, table_id: int) -> None:
        timers = TimerChanges(cancel=(ThreadPutAway().key,))
        table = await self.store.table(table_id)
        is_free = table is not None and await self.store.table_in(table.channel) is None
        items = [ThreadExpired()] if is_free else []  # else they play again there
        await self._store.add_items(table_id, items, self.now(), timers)
        self._announce(table_id)

    async def pack_log(self, row: TimerRow) -> None:
        """Hardly anybody reads it any more: it is kept small, and read from there."""
        async with self.lock(row.table_id):
            await self._store.pack_log(row.table_id, TimerChanges(cancel=(row.key,)))

    # Channels, threads and DMs

    async def note_channel_gone(self, channel: int) -> None:
        """Somebody has deleted it: a lobby there is closed, a game goes on by DM."""
        table = await self.store.table_in(channel)
        if table is None:
            return
        if table.stage == "lobby":
            await self._store.set_blocked(table.id, "gone")
            with suppress(Refusal):  # it has begun in this very moment
                await self.change_lobby(table.id, close)
        else:
            hands = hands_changed(await self.store.seats(table.id))
            await self._store.set_blocked(table.id, "gone", hands, self.now())
            self._announce(table.id)

    async def reach_again(self, guild: int) -> None:
        """The bot is on this server again: those it could not reach meanwhile get their DMs."""
        without = await self.store.tables_at("running", NO_SERVER)
        for table in [*await self.store.tables_at("running", guild), *without]:
            seats = await self.store.seats(table.id)
            away = [seat.seat for seat in seats if seat.dm == "away"]
            if away:  # as open ones: a DM that rings leaves nothing to ring for the post
                dms = dict.fromkeys(away, "open")
                await self._store.set_dms(table.id, dms, hands_changed(seats, away), self.now())
                self._announce(table.id)

    async def retry_dm(self, table_id: int, user: int) -> None:
        """Once more, because the player asks for it."""
        async with self.lock(table_id):
            table, seats = await self.store.table(table_id), await self.store.seats(table_id)
            seat = seat_of(seats, user)
            if table is None or seat is None:
                raise NotSeated
            items: list[Item] = [*greetings([user])] if table.stage == "lobby" else [*hands_changed(seats, [seat])]
            await self._store.set_dms(table_id, {seat: "untried"}, items, self.now())
        self._announce(table_id)

    async def mark_dm_told(self, table_id: int, user: int) -> bool:
        """Somebody hears now that no DM reaches them; False where they know, or it is not so."""
        async with self.lock(table_id):
            found = next((seat for seat in await self.store.seats(table_id) if seat.user == user), None)
            if found is None or found.dm != "closed":
                return False
            await self._store.set_dms(table_id, {found.seat: "told"})
        return True

    # Drafts, settings, facts

    async def save_draft(self, table_id: int, seat: int, decision: int, draft: str) -> None:
        """A move half made, for as long as the same is asked."""
        await self._store.save_draft(table_id, seat, decision, draft)

    async def save_note(self, table_id: int, user: int, note: str) -> None:
        """What a player writes down for themselves, and for nobody else; nothing takes it away."""
        seat = seat_of(await self.store.seats(table_id), user)
        if seat is None:
            raise NotSeated
        if len(note) > LONGEST_NOTE:
            raise Refusal("refuse.note_long", n=LONGEST_NOTE)
        await self._store.save_note(table_id, user, note, [HandChanged(seat)], self.now())
        self._announce(table_id)

    async def save_guild(self, guild: int, settings: GuildSettings) -> None:
        await self._store.save_guild(guild, settings)

    async def save_fact(self, name: str, value: str) -> None:
        await self._store.save_fact(name, value)


def applied(before: CachedGame, steps: Steps, now: float) -> tuple[list[ActionRow], CachedGame, tuple[View, View]]:
    """Rows for the log, the game after these steps, and what the channel sees before and after them."""
    rows, decisions, state = [], list(before.decisions), before.state
    first = last = before.view(None)
    for seq, (action, step) in enumerate(steps, start=before.seq + 1):
        rows.append(action_row(before.game, seq, action, state, step, last.turn, now))
        decisions[action.player], state = seq, step.state
        last = replace(before, state=state).view(None)
    after = replace(before, state=state, seq=rows[-1].seq, decisions=tuple(decisions))
    return rows, after, (first, last)


async def wait_for_nothing(_table_id: int) -> None:
    return None
