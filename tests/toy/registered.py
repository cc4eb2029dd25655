"""The toy's one line in each catalogue: of rules, of pictures, of faces, and its words in every language."""

import pytest

from bot.games.catalog import FACES
from bot.games.face import AnyFace
from bot.pictures import Pictures
from data.languages import LANGUAGES
from data.texts import catalogue
from render.catalog import PICTURES
from rules.catalog import CATALOG, Title
from tests.toy.face import ToyFace
from tests.toy.pictures import TOY
from tests.toy.rules import TITLE, ToyGame

WORDS = {
    "word.game.toy": "Toy",
    "command.mark.name": "mark",
    "command.mark.about": "Mark a square",
    "coach.toy": "Three in a row win.",
    "toy.menu": "Square",
    "toy.button": "Mark {square}",
    "toy.own": "You are {sign}.",
    "event.toy_marked": "{player} marks {square}.",
    "event.toy_marked.you": "You mark {square}.",
    "refusal.square_taken": "{square} is taken.",
    "refusal.wrong_game.toy": "{title} has nothing to mark.",
    **{f"rules.toy.{page}": f"Three in a row win.\nHere: /play ({page})" for page in range(1, 7)},
}


class ToyPictures(Pictures):
    """Real ones, drawn by workers that know the toy as well; on a busy machine they take their time."""

    def __init__(self) -> None:
        super().__init__(longest_wait=120.0, longest_drawing=120.0, warm=register_for_good)


def register_for_good() -> None:
    register_toy(pytest.MonkeyPatch())


def register_toy(monkeypatch: pytest.MonkeyPatch) -> None:
    """For as long as a test takes."""
    face: AnyFace = ToyFace()
    monkeypatch.setitem(CATALOG, TITLE, Title(ToyGame, (1,)))
    monkeypatch.setitem(PICTURES, TITLE, TOY)
    monkeypatch.setitem(FACES, TITLE, face)
    for language in LANGUAGES:
        for key, words in WORDS.items():
            monkeypatch.setitem(catalogue(language), key, words)
