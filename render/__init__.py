"""Pictures and their words: pure functions from a view to PNG bytes or text. Nothing here knows a state or Discord.

A board is a base (the map and the ground of the panels, the same for every game of a title) with stamps pasted on it:
`canvas` draws shapes finely and shrinks them, `sheet` keeps and pastes what was drawn, `palette` makes the file.
`theme` names colours and sizes, `symbols` and `cards` the signs, `text` and `fonts` write names in any script, `tiles`,
`panel` and `chart` are what stands around a map. `board`, `zoom`, `hand` and `scores` are the pictures of the ticket
games, `alt` says the same in words. `metro` holds all that is Metro's; `pictures` finds either by title.
"""
