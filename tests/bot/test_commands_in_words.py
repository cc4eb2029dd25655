"""Commands in sentences bear their names in the reader's language."""

import pytest

from bot.text import commands
from bot.text.rules_pages import HELP_TOPICS, PAGES, help_text, rules_page
from data.languages import LANGUAGES
from rules.catalog import TITLES


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


IDS = {"game": 7, "claim": 8, "tickets": 9}


@pytest.mark.parametrize(
    "said", ["/game new, /claim pay: (/tickets keep)", "/gra nowa, /buduj pay: (/bilety zachowaj)"]
)
def test_commands_become_mentions_under_their_english_names(said: str) -> None:
    expected = "</game new:7>, </claim:8> pay: (</tickets keep:9>)"
    assert commands.with_mentions(said, "pl", IDS) == expected
    assert commands.with_mentions(expected, "pl", IDS) == expected


def test_without_an_id_a_command_is_named_in_the_reader_s_language() -> None:
    said = "/game new, /hand, /tickets; https://a.b/claim, 1/draw, /gamers, /claim-now"
    assert commands.with_mentions(said, "pl", {}) == said.replace(
        "/game new, /hand, /tickets", "/gra nowa, /karty, /bilety"
    )
    assert commands.with_mentions("/karty", "en", {}) == "/hand"
    assert commands.with_mentions("/tickets", "en", IDS) == "/tickets"


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_long_text_fits_a_message_with_mentions(language: str) -> None:
    ids = {path.split()[0]: 1_234_567_890_123_456_789 for path in commands.every_path().values()}
    pages = [rules_page(title, page, language).text for title in TITLES for page in range(1, PAGES + 1)]
    for words in [*pages, *(help_text(language, topic) for topic in HELP_TOPICS)]:
        assert len(commands.with_mentions(words, language, ids)) <= 2000
