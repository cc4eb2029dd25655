"""The ticket games: one engine, a map file each, and small features that a map file names.

Where a rule is, by what a player does: `setup` deals, `draw` and `supply` are cards and the row, `choices` tickets,
`claim` whether a track is free and `payment`, `set_payment`, `stand_ins` how it is paid, `tunnel` what is turned up,
`pieces` and `harbours` wagons, ships and harbours, `turns` the order and the last round, `scoring` and `network` the
count. `engine` is the game that calls them; numbers are in the map file and explained in `maps`; `errors` names every
refusal, and whoever raises it is the rule.
"""
