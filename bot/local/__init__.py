"""A small Discord on this computer: play without a token, and the bench on which the bot is tested end to end.

`world/` is the pure part: people, channels, messages and interactions with Discord's rules about them, in memory.
Around it stand thin skins: `http_api` and `routes/` (HTTP API v10), `gateway` (Gateway v10), `page` (the browser page),
`store` (SQLite), `faults` (switches for tests) and `driver` (people for tests). `server.LocalDiscord` puts them
together. Nothing here knows the bot, a game or a rule, and it listens on the loopback address only.

    async with LocalDiscord("local.db") as here:
        here.point_discord_py_here()
        print("Play at", here.url)
        await client.start(here.token)
"""
