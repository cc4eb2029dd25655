"""Private panels: what a player is shown and offered, as plain values. Nothing here knows Discord; `bot` sends them."""
