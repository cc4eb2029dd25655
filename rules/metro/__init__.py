"""Dirk Henn's Metro: one engine behind the `Game` protocol, sharing no board code with the ticket games.

`tiles` and `board` are what is printed, `tracing` follows the lines, `placement` says where a tile may go, `shares`,
`trains` and `numbers` are the modules, `engine` is the game. Pictures read `view`, `preview` and `tracing`, `robots`
play from a view.

A record may fix every shuffle by an order, top first: "tiles" (60 codes; first the hands, seat by seat), "shares 10" to
"shares 40" (8 colours; one to each seat, then the open one), "central tiles" (8 codes, four laid on D4, E4, D5, E5),
"turn of D4" and so on (0, 90, 180, 270; the first counts), "numbers 1-8" to "numbers 25-32" (seat by seat).
"""
