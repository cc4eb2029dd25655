"""Discord's rules, without web, clock or discord.py: what may be sent, seen and answered, by whom and until when.

`World` holds everything; the modules beside it are the things that can be done with it. Whatever changes is told to
`World.listeners` as an `Event` and noted in `World.unsaved`. A broken rule is a `Refusal` with Discord's own code.
"""
