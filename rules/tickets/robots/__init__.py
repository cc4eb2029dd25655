"""Robots of the ticket games: `conductor` decides, by `plan` over `tree`, `cards` and `situation`, with `weights`."""
