"""`/rules` and `/help`: short pages in our own words, each ending with how it is done here."""

import re
from collections.abc import Sequence

import msgspec

from bot.text.commands import command_list, localised
from bot.text.matching import Entry, find, fold, typed_words
from data.languages import LANGUAGES
from data.texts import has_text, text

PAGES = 8
SHORTEST_STEM = 4
IN_BOLD = 4
HELP_TOPICS = ("start", "commands")
AT_ANY_TABLE = {
    7: ("pace", "plan", "away", "private", "here"),
    8: ("pause", "undo", "leaving", "ending", "here.changes"),
}
"""The lines of the last pages, which are the same for all titles."""


class RulesPage(msgspec.Struct, frozen=True):
    text: str
    page: int


def topic_name(title: str, page: int, language: str) -> str:
    own = f"rules.topic.{title}.{page}"
    return text(own if has_text(own, language) else f"rules.topic.{page}", language)


def rules_page(title: str, page: int, language: str, version: int | None = None) -> RulesPage:
    """One of the pages on a title; numbers beyond them are brought back.

    `version` is that of the rules which a running game began with: what they had otherwise is said there as well.
    """
    number = min(max(page, 1), PAGES)
    name = text(f"word.game.{title}", language)
    topic = topic_name(title, number, language)
    heading = text("rules.heading", language, title=name, page=number, pages=PAGES, topic=topic)
    words = at_any_table(number, language) if number in AT_ANY_TABLE else text(f"rules.{title}.{number}", language)
    earlier = f"rules.{title}.{number}.until.{version}"
    if has_text(earlier, language):
        *lines, here = words.split("\n")
        words = "\n".join([*lines, text(earlier, language), here])
    return RulesPage(f"{heading}\n{localised(words, language)}", number)


def at_any_table(page: int, language: str) -> str:
    return "\n".join(text(f"rules.any.{name}", language) for name in AT_ANY_TABLE[page])


def rules_topics(title: str, language: str) -> list[Entry]:
    """The pages by name, for a list of topics; the value is the page's number."""
    return [
        Entry(
            value=str(page),
            label=topic_name(title, page, language),
            words=tuple(topic_name(title, page, each) for each in LANGUAGES),
        )
        for page in range(1, PAGES + 1)
    ]


def page_about(title: str, topic: str, language: str) -> int | None:
    """The page that a typed topic means: by its name or number, else the one that says most about it."""
    found = find(rules_topics(title, language), topic)
    return int(found[0].value) if found else page_saying(title, typed_words(topic))


def page_saying(title: str, words: Sequence[str]) -> int | None:
    """The page with the longest passages on all these words, in any language; what is set in bold counts most."""
    stems = [word[: max(SHORTEST_STEM, len(word) - 3)] for word in words]  # without their ends, which are inflected
    weights = {page: sum(weight(line, stems) for line in lines_of(title, page)) for page in range(1, PAGES + 1)}
    best = max(weights, key=lambda page: weights[page])
    return best if weights[best] else None


def lines_of(title: str, page: int) -> list[str]:
    return [line for language in LANGUAGES for line in rules_page(title, page, language).text.splitlines()[1:]]


def weight(line: str, stems: Sequence[str]) -> int:
    """How much a line says about something: nothing where one of the words is missing."""
    bold = " ".join(re.findall(r"\*\*(.+?)\*\*", line))
    if says(bold, stems):
        return IN_BOLD * len(line)
    return len(line) if says(line, stems) else 0


def says(words: str, stems: Sequence[str]) -> bool:
    known = fold(words).split()
    return bool(stems) and all(any(word.startswith(stem) for word in known) for stem in stems)


def help_text(language: str, topic: str = "start") -> str:
    """The page that a typed topic means, else the first steps."""
    found = find(help_topics(language), topic)
    if found and found[0].value == "commands":
        return text("help.commands", language, commands=command_list(language))
    return localised(text("help.start", language), language)


def help_topics(language: str) -> list[Entry]:
    return [
        Entry(
            value=topic,
            label=text(f"help.topic.{topic}", language),
            words=tuple(text(f"help.topic.{topic}", each) for each in LANGUAGES),
        )
        for topic in HELP_TOPICS
    ]
