"""Robots that play Metro: what they see is a view, what they say is an action, or several with what each is worth.

The conductor: `grid` is the board to try things on, `outlook` what may become of each line on it, `stakes` what
companies may come to, `judge` weighs actions by all that with the numbers of `data/robots/metro.json` (`weights`), and
`conductor` chooses. For the search of the stationmaster: `world` deals what a view hides, `position` is a whole game
changed in place, `quick` plays it, `forecast` says who is likely to win it, and `root` is what all its worlds share.
"""
