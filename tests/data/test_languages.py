"""Languages are data: whatever has a file and a folder in `data/i18n` is spoken."""

import json
import os
import subprocess
import sys
from pathlib import Path

import discord
import pytest
from babel import Locale

from data import FOLDER
from data.languages import FALLBACK, LANGUAGES, facts_of, language_name, spoken_in
from data.texts import introduced, text

ASKED = """
import asyncio, json
import discord
from bot.cli.speech import say
from bot.interactions.show import MINE, settings_page
from bot.local.page import spoken_page
from bot.store.rows import UserSettings
from bot.tables.lobby import TABLE_OPTIONS
from bot.text.slash import CatalogueTranslator, languages
from bot.text.variants import as_rules_say
from data.languages import LANGUAGES
from data.texts import text
from discord.app_commands import locale_str

named = locale_str("send", key="page.send")
print(json.dumps({
    "languages": LANGUAGES,
    "table": TABLE_OPTIONS["language"],
    "command": [[choice.name, choice.value] for choice in languages()],
    "settings": [choice.label for choice in settings_page("mine", MINE, UserSettings(), "cs").rows[0].choices],
    "sent": asyncio.run(CatalogueTranslator().translate(named, discord.Locale.czech, None)),
    "page": spoken_page("cs")["locales"],
    "typed": as_rules_say("Czech"),
    "terminal": say("page.send"),
    "wagons": [text("word.count.wagons", "cs", n=n) for n in (1, 2, 5)],
}))
"""


def test_another_language_is_two_pieces_of_data(tmp_path: Path) -> None:
    """Czech, as far as this test knows it: English words, Czech plurals."""
    copied = tmp_path / "data"
    (copied / "i18n" / "cs").mkdir(parents=True)
    for found in FOLDER.iterdir():
        if found.name != "i18n":
            (copied / found.name).symlink_to(found)
    for found in (FOLDER / "i18n").iterdir():
        (copied / "i18n" / found.name).symlink_to(found)
    for file in (FOLDER / "i18n" / FALLBACK).glob("*.json"):
        (copied / "i18n" / "cs" / file.name).write_text(json.dumps(in_czech(json.loads(file.read_text()))))
    facts = {"name": "čeština", "locales": ["cs"], "is_reviewed": False}
    (copied / "i18n" / "cs.json").write_text(json.dumps(facts))

    given = {**os.environ, "PYTHONPATH": os.pathsep.join([str(tmp_path), str(FOLDER.parent)]), "LC_ALL": "cs_CZ.UTF-8"}
    done = subprocess.run(
        [sys.executable, "-P", "-c", ASKED], env=given, cwd=tmp_path, capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stderr
    said = json.loads(done.stdout)
    assert set(said["languages"]) == {*LANGUAGES, "cs"}
    assert said["table"] == said["languages"]
    label = f"Čeština ({text('language.unreviewed', FALLBACK)})"
    assert [label, "cs"] in said["command"]
    assert f"{text('setting.language', FALLBACK)}: čeština" in said["settings"]
    assert said["sent"] == said["terminal"] == "~" + text("page.send", FALLBACK)
    assert said["page"] == ["cs"]
    assert said["typed"] == "cs"
    assert said["wagons"] == ["one 1", "few 2", "other 5"]


def in_czech(topic: dict[str, str]) -> dict[str, str]:
    made = {key: words for key, words in topic.items() if not key.endswith(("_one", "_other"))}
    for base in {key.removesuffix("_other") for key in topic if key.endswith("_other")}:
        made |= {f"{base}_{form}": topic[f"{base}_other"] for form in ("one", "few", "other")}
    if "word.count.wagons_other" in topic:
        made |= {f"word.count.wagons_{form}": f"{form} {{n}}" for form in ("one", "few", "other")}
    if "page.send" in topic:
        made["page.send"] = f"~{topic['page.send']}"
    return made


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_language_is_for_locales_that_discord_has(language: str) -> None:
    known = {locale.value for locale in discord.Locale}
    assert set(facts_of(language).locales) <= known
    assert [spoken_in(locale) for locale in facts_of(language).locales] == [language] * len(facts_of(language).locales)


def test_no_locale_is_spoken_to_in_two_languages() -> None:
    every = [locale for language in LANGUAGES for locale in facts_of(language).locales]
    assert len(set(every)) == len(every)


@pytest.mark.parametrize(
    ("place", "language"),
    [("pl_PL.UTF-8", "pl"), ("en_AU", "en"), ("en-US", "en"), ("C.UTF-8", "en"), ("", "en"), ("ja", "en")],
)
def test_whoever_we_do_not_speak_to_is_spoken_to_in_english(place: str, language: str) -> None:
    assert spoken_in(place) == language


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_language_calls_itself_as_cldr_has_it(language: str) -> None:
    assert facts_of(language).name == Locale.parse(language).languages[language]
    assert language_name(language, language) == facts_of(language).name


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_language_nobody_has_read_says_so_wherever_it_is_offered(language: str) -> None:
    assert (text("language.unreviewed", language) in introduced(language)) != facts_of(language).is_reviewed
    assert len(introduced(language)) <= 80
