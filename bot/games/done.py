"""The receipt after a move: what came of it, and who is next."""

from bot.games.page import Button, Page, Picture, Settings
from bot.games.status import result_line
from bot.text.labels import LABEL, PAGE, clipped
from bot.text.names import Names, names_of
from data.texts import text
from rules.game import View


def done_page(view: View, settings: Settings, language: str, names: Names, undo: int | None = None) -> Page:
    """`settings.news` are the sentences about the move itself, `undo` is its number where it may be taken back."""
    if view.is_over:
        after = result_line(view, names, language)
    elif view.reader in view.to_act:
        after = text("done.again", language)
    else:
        key = "done.next.first" if settings.is_first else "done.next"
        after = text(key, language, names=names_of(names, view.to_act))
    verbs = ("hand", "board") if view.is_over or view.turn == 0 else ("hand", "board", "plan")
    buttons = tuple(button(verb, language) for verb in verbs)
    if undo is not None:
        buttons = (undo_button(undo, language), *buttons)
    words = "\n".join([*settings.news, after])
    return Page(text=clipped(words, PAGE), rows=(buttons,), picture=Picture(kind="hand"))


def button(verb: str, language: str) -> Button:
    return Button(label=clipped(text(f"button.{verb}", language), LABEL), verb=verb)


def undo_button(number: int, language: str) -> Button:
    """Takes this very move back, and no other that is the last one by then."""
    return Button(label=text("press.undo", language), verb="undo", choice=str(number))
