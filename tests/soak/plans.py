"""How much sooner games end when a third of the people prepare their turns: one month twice, with plans and without.

Played on the smallest map, so that most games end within the month.
"""

import asyncio
import sys
import tempfile
import time
from pathlib import Path

from bot.errors import Refusal
from bot.games.catalog import face_of
from bot.tables.snapshot import GameSnapshot
from tests.soak.month import Month, Person, simulate


class WithoutPlans(Month):
    titles = ("lantern",)


class WithPlans(WithoutPlans):
    async def make_moves(self, person: Person, table: int) -> None:
        await super().make_moves(person, table)
        if not person.character.plans:
            return
        try:
            snapshot = await self.station.bot.tables.snapshot(table, person.id)
        except Refusal:
            return
        is_going = snapshot.seat is not None and snapshot.view.turn > 0 and not snapshot.view.is_over
        if is_going and not snapshot.is_asked:
            first, then, last = wishes(snapshot)
            options = {"first": first, "then": then, "finally": last}
            await self.use(person, self.places[table], "plan set", options)


def wishes(snapshot: GameSnapshot) -> tuple[str, str, str]:
    """The two likeliest routes, and two cards blind where neither can be had."""
    planner = face_of(snapshot.table.title).planner
    found = [entry.value for entry in planner.wishes(snapshot.view, "en", snapshot.names)]
    first, then = [*(wish for wish in found if wish.startswith("claim:")), "draw:loco", "draw:red"][:2]
    return first, then, next(wish for wish in found if wish.startswith("blind:"))


def main(arguments: list[str]) -> int:
    tables, days = (int(arguments[0]) if arguments else 30), (float(arguments[1]) if arguments[1:] else 31.0)
    seed = int(arguments[2]) if arguments[2:] else int(time.time())
    print(f"seed {seed}", flush=True)
    medians, all_wrong = [], []
    for kind in (WithoutPlans, WithPlans):
        with tempfile.TemporaryDirectory() as folder:
            report, wrong = asyncio.run(simulate(Path(folder), tables, 3 * tables, days, seed, kind))
        print(kind.__name__, *(f"{name}: {value}" for name, value in report.items()), sep="\n  ", flush=True)
        medians.append(float(str(report["median days of a game"])))
        all_wrong += wrong
    fewer = 1 - medians[1] / medians[0]
    print(f"median days of a game: {medians[0]} without plans, {medians[1]} with: {fewer:.0%} fewer")
    print("\n".join(all_wrong) or "all is well")
    return 1 if all_wrong or fewer < 0.3 else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
