"""Robots that play Metro: what they see is a view, what they say is an action, or several with what each is worth.

`grid` is the board to try things on, `outlook` what may become of each line on it, `judge` weighs actions by that with
the numbers of `data/robots/metro.json`, `stakes` is about companies, and `conductor` chooses. `reasons` says why.
"""
