"""Dirk Henn's Metro: one engine behind the `Game` protocol, sharing no board code with the ticket games.

`tiles` and `board` are what is printed, `tracing` follows the lines, `placement` says where a tile may go, `shares`,
`trains` and `numbers` are the modules, `engine` is the game. Pictures and robots read `view` and `tracing`.
"""
