"""Discord's HTTP routes, one function each: read the call, ask the world, give back JSON. No rule lives here."""
