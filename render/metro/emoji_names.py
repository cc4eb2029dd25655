"""What Metro's small pictures are called; whoever only names them need not load what draws them."""


def train_emoji(colour: str) -> str:
    return f"{colour}_train"


def tile_emoji(code: str) -> str:
    """Of a tile as it lies."""
    return f"tile_{code}"
