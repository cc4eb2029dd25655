"""A line of text in any script: which font writes which run, in which order, how wide, and how to shorten it."""

import unicodedata
from functools import lru_cache

import arabic_reshaper
import msgspec
from bidi import get_display
from PIL import ImageFont

from render.kit.fonts import font, font_for

__all__ = ["CAPITALS", "Run", "TextLine", "font", "shaped"]

CAPITALS = 0.66
"""Height of Source Sans capitals as a part of the size."""
FINE = 3
"""Text is measured at this many times its size, as it is drawn."""
ELLIPSIS = "…"
UNKNOWN_PICTURE = "✦"
UNKNOWN_LETTER = "·"
INVISIBLE = {"Cc", "Cf", "Cs", "Co", "Cn", "Zl", "Zp"}
SELECTORS = range(0xFE00, 0xFE10)
SKIN = range(0x1F3FB, 0x1F400)


class Run(msgspec.Struct, frozen=True):
    text: str
    font: ImageFont.FreeTypeFont
    x: float


class TextLine(msgspec.Struct, frozen=True):
    runs: tuple[Run, ...]
    width: float


def cleaned(string: str) -> str:
    """Without what can't be seen: controls, joiners, variation and skin selectors, line breaks, doubled spaces."""
    plain = unicodedata.normalize("NFC", string)
    kept = [
        " " if letter.isspace() else letter
        for letter in plain
        if letter.isspace()
        or not (unicodedata.category(letter) in INVISIBLE or ord(letter) in SELECTORS or ord(letter) in SKIN)
    ]
    return " ".join("".join(kept).split())


def known(letter: str, weight: str) -> str:
    """The letter, or what stands for it where no font has it: plain forms of fancy letters, else a small sign."""
    if font_for(letter, weight):
        return letter
    plain = unicodedata.normalize("NFKC", letter)
    if plain != letter and all(font_for(part, weight) for part in plain):
        return plain
    if unicodedata.combining(letter) or unicodedata.category(letter) in ("Mn", "Me"):
        return ""
    return UNKNOWN_PICTURE if unicodedata.category(letter) in ("So", "Sk", "Sm") else UNKNOWN_LETTER


def visual(string: str) -> str:
    """The letters from left to right, as they are drawn: Arabic joined, right-to-left parts turned round. A sentence
    runs from left to right, whatever name it begins with."""
    kinds = {unicodedata.bidirectional(letter) for letter in string}
    if not kinds & {"R", "AL", "AN"}:
        return string
    shown = get_display(arabic_reshaper.reshape(string), base_dir="L" if "L" in kinds else None)
    assert isinstance(shown, str)
    return shown


@lru_cache(1024)
def legible(string: str, weight: str) -> str:
    """The text as far as there are letters for it: it is measured in one size and drawn in another."""
    found = "".join(known(letter, weight) for letter in cleaned(string))
    while UNKNOWN_PICTURE * 2 in found:
        found = found.replace(UNKNOWN_PICTURE * 2, UNKNOWN_PICTURE)
    return found


@lru_cache(4096)
def shaped(string: str, weight: str, size: float, width: float | None = None) -> TextLine:
    """The line as runs, cut with an ellipsis where it is wider than `width`. Empty text stays empty."""
    known_text = legible(string, weight)
    line = measured(visual(known_text), weight, size)
    if width is None or line.width <= width:
        return line
    low, high = 0, len(known_text)
    while low < high:
        middle = (low + high + 1) // 2
        if measured(visual(known_text[:middle].rstrip() + ELLIPSIS), weight, size).width <= width:
            low = middle
        else:
            high = middle - 1
    return measured(visual(known_text[:low].rstrip() + ELLIPSIS), weight, size)


def measured(string: str, weight: str, size: float) -> TextLine:
    runs = []
    x = 0.0
    for part, name in parts(string, weight):
        face = font(name, round(size, 2))
        runs.append(Run(part, face, x))
        x += face.getlength(part)
    return TextLine(tuple(runs), x)


def parts(string: str, weight: str) -> list[tuple[str, str]]:
    """Stretches of one font each."""
    found: list[tuple[str, str]] = []
    for letter in string:
        name = font_for(letter, weight) or weight
        if found and found[-1][1] == name:
            found[-1] = found[-1][0] + letter, name
        else:
            found.append((letter, name))
    return found


def width_of(string: str, weight: str, size: float, width: float | None = None) -> float:
    """How wide a text becomes, shortened to `width`."""
    return shaped(string, weight, size * FINE, None if width is None else width * FINE).width / FINE


def fitted(string: str, weight: str, sizes: tuple[float, ...], width: float) -> float:
    """The largest of `sizes` (largest first) at which the text fits, or the smallest."""
    return next((size for size in sizes if shaped(string, weight, size * FINE).width / FINE <= width - 1), sizes[-1])


def halved(string: str, weight: str, size: float, width: float) -> tuple[str, str]:
    """A name in two lines, of which the first is not wider and the second may have to be shortened. The first ends with
    a word where the rest then fits or more than half of the line is full; else within one, of which no fewer than three
    letters go to the second."""
    whole = cleaned(string)
    most = max((at for at in range(1, len(whole)) if width_of(whole[:at], weight, size) <= width), default=1)
    ends = [at for at in range(1, most + 1) if whole[at:].startswith(" ") or whole[at - 1] == "-"]
    if ends and (ends[-1] >= most / 2 or width_of(whole[ends[-1] :].strip(), weight, size) <= width):
        at = ends[-1]
    else:
        word = whole.find(" ", most)
        at = min(most, max(1, (len(whole) if word < 0 else word) - 3))
    return whole[:at], whole[at:].strip()


@lru_cache(1024)
def wrapped(string: str, weight: str, size: float, width: float) -> tuple[str, ...]:
    """As many lines as its words need."""
    lines = [""]
    for word in string.split(" "):
        longer = f"{lines[-1]} {word}".strip()
        if lines[-1] and width_of(longer, weight, size) > width:
            lines.append(word)
        else:
            lines[-1] = longer
    return tuple(lines)
