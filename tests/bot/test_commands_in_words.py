"""Commands in sentences bear their names in the reader's language."""

import pytest

from bot.words import commands


@pytest.fixture
def names(monkeypatch: pytest.MonkeyPatch) -> None:
    given = {
        "command.claim.name": ("claim", "buduj"),
        "command.game.name": ("game", "gra"),
        "command.game.undo.name": ("undo", "cofnij"),
        "option.pay.name": ("pay", "zapłata"),
    }
    monkeypatch.setattr(commands, "has_text", lambda key, _language: key in given)
    monkeypatch.setattr(commands, "text", lambda key, language: given[key][language == "pl"])
    monkeypatch.setattr(commands, "catalogue", lambda _language: given)


@pytest.mark.usefixtures("names")
def test_known_commands_and_options_are_renamed_and_nothing_else() -> None:
    said = "Otwarte: /claim pay: albo /game undo, nie /other; 1/7, https://a.b/claim. Remis: nic."
    expected = "Otwarte: /buduj zapłata: albo /gra cofnij, nie /other; 1/7, https://a.b/claim. Remis: nic."
    assert commands.localised(said, "pl") == expected
    assert commands.localised(said, "en") == said


@pytest.mark.usefixtures("names")
def test_the_list_has_every_command_once() -> None:
    assert commands.command_list("pl") == "/buduj\n/gra cofnij"
    assert commands.command_list("en") == "/claim\n/game undo"


@pytest.mark.usefixtures("names")
def test_only_what_exists_is_spoken_of() -> None:
    assert commands.exists("game.undo")
    assert not commands.exists("plan.set")
