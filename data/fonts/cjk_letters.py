"""The Han letters and Hangul syllables that our part of Noto Sans CJK keeps; README.txt says how the part is made.

The characters of the national standards, which hold what people are called: JIS X 0208 with the vendors' additions,
GB 2312, the common half of Big5 and the syllables of KS X 1001. `python data/fonts/cjk_letters.py` prints them.
"""

from collections.abc import Iterable

STANDARDS: tuple[tuple[str, Iterable[int]], ...] = (
    ("cp932", (*range(0x81, 0xA0), *range(0xE0, 0xFD))),
    ("gb2312", range(0xB0, 0xF8)),
    ("big5", range(0xA4, 0xC7)),
    ("euc_kr", range(0xB0, 0xC9)),
)
"""Each codec, with the first bytes of the characters that are wanted."""
IDEOGRAPHS = (range(0x3400, 0x4DC0), range(0x4E00, 0xA000), range(0xF900, 0xFB00))
SYLLABLES = range(0xAC00, 0xD7A4)


def letters() -> list[str]:
    pairs = (
        (codec, bytes((first, second))) for codec, firsts in STANDARDS for first in firsts for second in range(256)
    )
    found = {letter for codec, pair in pairs for letter in pair.decode(codec, "ignore")}
    return sorted(letter for letter in found if is_wanted(ord(letter)))


def is_wanted(code: int) -> bool:
    return code in SYLLABLES or any(code in block for block in IDEOGRAPHS)


if __name__ == "__main__":
    print("".join(letters()))
