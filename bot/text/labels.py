"""How long the things are that Discord shows, and how to keep to it."""

LABEL, OPTION, PAGE = 80, 100, 2000
"""What Discord takes: characters of a button, of a menu's or a list's entry, of a message."""


def clipped(label: str, most: int) -> str:
    """Cut where it doesn't fit: after a word, or within one that takes up more than half of the room."""
    if len(label) <= most:
        return label
    words = label[:most].rpartition(" ")[0].rstrip(" ·,(+→")
    return (words if len(words) > most // 2 - 1 else label[: most - 1].rstrip()) + "…"
