"""A review in words: the moves that cost most, and what would have been better."""

from collections.abc import Sequence

from bot.games.catalog import face_of
from bot.text.names import Names, name_of
from data.texts import text
from rules.record import Record, open_record, replay_all
from rules.review import Review


def marks_of(review: Review) -> tuple[int, ...]:
    """Where the turning points lie among the turns."""
    return tuple(review.turns.index(point.turn) for point in review.points)


def point_lines(record: Record, review: Review, names: Names, language: str) -> Sequence[str]:
    """The worst first, numbered as on the picture."""
    if not review.points:
        return [text("review.none", language)]
    made = {one.seq: one for one in replay_all(record)}
    return [text("review.points", language)] + [
        point_line(record, review, number, made[point.seq].before, names, language)
        for number, point in enumerate(review.points)
    ]


def point_line(record: Record, review: Review, number: int, before: object, names: Names, language: str) -> str:
    (game, _), point = open_record(record), review.points[number]
    view, face = game.view_for(before, point.player), face_of(record.game)
    done, better = (game.codecs.action.decode(raw) for raw in (point.action, point.better))
    return text(
        "review.point",
        language,
        n=number + 1,
        turn=point.turn,
        player=name_of(names, point.player),
        done=face.move_words(view, done, language),
        chance=round(100 * point.chance),
        better=face.move_words(view, better, language),
        more=round(100 * point.better_chance),
    )
