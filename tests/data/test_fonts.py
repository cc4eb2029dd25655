"""The fonts are the files that they are said to be, each with its licence, and all that the pictures need is there."""

import hashlib

import data
from data.fonts import cjk_letters
from render.kit.fonts import FILES, letters

FOLDER = data.FOLDER / "fonts"


def sums() -> dict[str, str]:
    lines = (FOLDER / "SHA256SUMS.txt").read_text().splitlines()
    return {name: digest for digest, name in (line.split("  ") for line in lines)}


def test_every_font_is_the_one_whose_hash_is_written_down() -> None:
    found = {path.name: hashlib.sha256(path.read_bytes()).hexdigest() for path in FOLDER.glob("*.[ot]tf")}
    assert found == sums()
    assert set(FILES.values()) == found.keys()


def test_every_font_has_its_licence_beside_it() -> None:
    notes = (FOLDER / "README.txt").read_text()
    for line in (line for line in notes.splitlines() if "tf  " in line):
        start = line.split()[0].split("-")[0].split("*")[0]
        (licence,) = (word for word in line.replace(";", " ").split() if word.endswith("-LICENSE.txt"))
        text = (FOLDER / licence).read_text()
        assert "Copyright" in text or "copyright" in text
        assert start[:6] == licence[:6]
    named = {word for word in notes.replace(";", " ").split() if word.endswith("-LICENSE.txt")}
    assert named == {path.name for path in FOLDER.glob("*-LICENSE.txt")}


def test_the_part_of_the_cjk_font_has_the_letters_of_the_national_standards() -> None:
    missing = [letter for letter in cjk_letters.letters() if ord(letter) not in letters("cjk")]
    assert missing == []
    assert len(cjk_letters.letters()) > 12_000
