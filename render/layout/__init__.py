"""Making a map's picture, once, before it is kept in `data/outlines/`: where cities, tracks, names and coasts lie.

Nothing of it runs while people play. `places` moves cities until tracks fit between them, `lines` bends tracks apart,
`coast` makes land around them, `labels` finds a place for every name; `choice` is the search that both use, `checks`
says what still lies on something else.
"""
