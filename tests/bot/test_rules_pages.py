"""Every title's rules are told on short pages in every language."""

import pytest

from bot.text.rules_pages import HELP_TOPICS, PAGES, help_text, help_topics, page_about, rules_page
from data.languages import LANGUAGES
from data.texts import text
from rules.catalog import TITLES


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("title", TITLES)
def test_all_pages_fit_a_message_and_say_how_it_is_done_here(title: str, language: str) -> None:
    for number in range(1, PAGES + 1):
        page = rules_page(title, number, language)
        assert 200 < len(page.text) <= 1900
        assert f" {number}/{PAGES} " in page.text
        last = page.text.rsplit("\n", 1)[-1]
        here = text("rules.any.here", language).split(":")[0]
        assert last.startswith(f"{here}: ")


def test_pages_beyond_the_last_are_brought_back() -> None:
    assert rules_page("usa", 99, "en").page == PAGES
    assert rules_page("usa", 0, "en").page == 1


def test_a_topic_is_found_by_what_is_typed() -> None:
    assert page_about("usa", "placenie", "pl") == 3
    assert page_about("usa", "ruling", "en") == 6
    assert page_about("metro", "where", "en") == 3
    assert page_about("usa", "", "en") == 1
    assert page_about("usa", "5", "en") == 5
    assert page_about("usa", "xyzzy", "en") is None


@pytest.mark.parametrize(
    ("title", "topic", "page"),
    [
        ("nordic", "tunnels", 4),
        ("nordic", "tunele", 4),
        ("nordic", "ferries", 3),
        ("nordic", "promy", 3),
        ("germany", "passengers", 4),
        ("germany", "Pasażerowie", 4),
        ("world", "harbour", 4),
        ("usa", "longest route", 4),
    ],
)
def test_a_topic_without_a_page_of_its_own_opens_the_page_that_says_most_about_it(
    title: str, topic: str, page: int
) -> None:
    for language in LANGUAGES:
        assert page_about(title, topic, language) == page


@pytest.mark.parametrize("language", LANGUAGES)
def test_help_fits_a_message(language: str) -> None:
    for topic in HELP_TOPICS:
        assert 10 < len(help_text(language, topic)) <= 1900
    assert help_text(language, "nonsense") == help_text(language)
    assert help_text(language, "polecenia") == help_text(language, "commands")
    assert [entry.value for entry in help_topics(language)] == list(HELP_TOPICS)
