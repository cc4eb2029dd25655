"""Heavy work beside the bot, in processes of its own: pictures, a robot's search. Bytes go in and bytes come out.

`pool` is the bot's side, `process` runs elsewhere. What fails, hangs or grows there costs only itself.
"""
