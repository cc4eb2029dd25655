"""Robots of the ticket games.

The conductor decides at once: `conductor` weighs every action by `plan`, one network for all tickets over `tree`, with
what `situation`, `cards` and `harbours` say of a view, and numbers from `weights`. For whoever thinks longer,
`sampling` deals a `world` that a view allows; `quick` plays on in it: to the end where actions are compared, which is
done once that is in sight, and a few rounds where `evaluation` estimates everybody's chance.
"""
