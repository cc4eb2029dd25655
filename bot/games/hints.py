"""What a good player would do, and why, in one sentence for somebody who asks for advice."""

from bot.games.catalog import face_of
from bot.text.names import Names
from data.texts import text
from rules.game import Action, AnyGame, View

MOST_REASONS = 2


def hint_line(game: AnyGame, view: View, action: Action, names: Names, language: str) -> str:
    """What to do, and the reasons for it."""
    face = face_of(view.game)
    why = [face.reason_words(view, reason, names, language) for reason in game.reasons(view, action)[:MOST_REASONS]]
    move = face.move_words(view, action, language)
    return text("hint.line" if why else "hint.bare", language, move=move, why="; ".join(why))
