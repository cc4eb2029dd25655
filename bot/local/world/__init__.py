"""Discord's rules, without web, clock or discord.py: what may be sent, seen and answered, by whom and until when.

`World` holds everything; the modules beside it are the things that can be done with it. Whatever changes is told to
`World.listeners` as a `GatewayEvent` and noted in `World.unsaved`. A broken rule is an `ApiRefusal` with Discord's own
code. The things of `model` are called what Discord calls them, such as `Message` and `Attachment`.
"""
