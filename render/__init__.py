"""Pictures and their words: pure functions from a view to PNG bytes or text. Nothing here knows a state or Discord.

`kit` is what any picture needs and knows no title. `tickets` and `metro` hold one family of games each, with the same
rooms: `board`, `hand`, `zoom`, `preview`, `scores`, `chart`, and `alt`, which says the same in words; neither looks
into the other. `picture_set` is what the house asks of a family, `catalog` finds it by title. `layout` makes the
picture of a new map, once, before anybody plays on it.
"""
