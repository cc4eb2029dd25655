"""Posts about votes."""

from collections.abc import Mapping

from bot.games.page import Button
from bot.naming import link, mention, table_name
from bot.outbox.lines import joined
from bot.outbox.post import Post
from bot.outbox.posts import Posts
from bot.store.rows import TableRow, VoteRow
from bot.tables.snapshot import GameSnapshot
from bot.tables.undo import ROLLBACK
from bot.tables.votes import names_by_user, waiting
from bot.text.names import safe_name, safe_text
from data.texts import text


class VotePosts(Posts):
    """A proposal with its answers, and a line for those whom it still waits for."""

    async def vote(self, table_id: int) -> Post | None:
        """A proposal with everybody's answer so far; those who are asked are rung, once, by its first state."""
        vote, table = await self.store.vote(table_id), await self._table(table_id)
        if vote is None or table is None:
            return None
        language, seats = table.language, await self.store.seats(table_id)
        names = names_by_user(seats)
        heading = proposal(vote, table, names, language)
        if vote.result is not None:
            return Post(text=joined([heading, vote_result(vote, table, language)]), table_id=table_id, mark=heading)
        asked = tuple(user for user in vote.answers if user != vote.proposer)
        people = " ".join(self._mention(seat) for seat in seats if seat.user in asked)
        marks = [f"{safe_name(names.get(user, '?'))} {'✓' if answer else '…'}" for user, answer in vote.answers.items()]
        lines = [f"{heading} {people}", *await self._vote_lines(vote, language), " · ".join(marks)]
        return Post(
            text=joined(lines), rows=(vote_buttons(vote, language),), table_id=table_id, pings=asked, mark=heading
        )

    async def vote_call(self, table_id: int, user: int, vote: int) -> Post | None:
        """A line that rings somebody whom a vote still waits for, and who was not to be rung when it was opened."""
        table, opened = await self._table(table_id), await self.tables.votes.open(table_id)
        if table is None or opened is None or opened.id != vote or user not in waiting(opened):
            return None
        message = await self._message(table_id, f"vote:{vote}")
        where, name = link(table, message.message if message else None), table_name(table, table.language)
        words = text("vote.call", table.language, people=mention(user), table=name, link=where)
        return Post(text=words, table_id=table_id, pings=(user,))

    async def _vote_lines(self, vote: VoteRow, language: str) -> list[str]:
        """What those who are asked should know before they answer."""
        lines = [text("vote.rule", language), silence_line(vote, language)]
        if vote.kind != ROLLBACK:
            return lines
        learnt = await self.tables.take_backs.revealed_since(vote.table_id, int(vote.payload["turn"]))
        return [learnt_line(learnt, language), *lines]

    async def _vote_of(self, snapshot: GameSnapshot, user: int, language: str) -> Post | None:
        """A vote that waits for this player."""
        vote = await self.tables.store.vote(snapshot.table.id)
        if vote is None or vote.result is not None or user not in waiting(vote):
            return None
        words = proposal(vote, snapshot.table, names_by_user(snapshot.seats), language)
        lines = [words, *await self._vote_lines(vote, language)]
        return Post(text=joined(lines), rows=(vote_buttons(vote, language),))


def proposal(vote: VoteRow, table: TableRow, names: Mapping[int, str], language: str) -> str:
    """**Ada proposes to stop USA #12 unfinished.**"""
    about = {name: safe_text(value) for name, value in vote.payload.items()}
    proposer = safe_name(names.get(vote.proposer, "?"))
    return text(f"vote.{vote.kind}", language, **{**about, "player": proposer, "table": table_name(table, language)})


def learnt_line(learnt: Mapping[str, int], language: str) -> str:
    """What hidden things somebody has seen: kinds and counts, never contents."""
    if not learnt:
        return text("vote.rollback.nothing", language)
    things = ", ".join(text(f"revealed.{kind}", language, n=count) for kind, count in sorted(learnt.items()))
    return text("vote.rollback.learnt", language, things=things)


def silence_line(vote: VoteRow, language: str) -> str:
    """From when on whoever is silent agrees; nothing where that never is so."""
    return "" if vote.due is None else text("vote.silence", language, when=f"<t:{int(vote.due)}:R>")


def vote_result(vote: VoteRow, table: TableRow, language: str) -> str:
    if vote.result == "lapsed":
        return text("vote.lapsed" if table.stage == "running" else "vote.overtaken", language)
    return text(f"vote.result.{vote.kind}.{vote.result}", language)


def vote_buttons(vote: VoteRow, language: str) -> tuple[Button, ...]:
    """Their ids name the vote: on an older one they answer nothing."""
    return (
        Button(label=text("press.agree", language), verb="vote", choice=f"yes.{vote.id}", style="bad"),
        Button(label=text("press.disagree", language), verb="vote", choice=f"no.{vote.id}", style="good"),
    )
