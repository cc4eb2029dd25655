"""The least distance, in Lab, between colours that have to be told apart, for each kind of sight."""

from tests.render.sight import CARD_FILLS, DEFICIENCIES, PLAYER_FILLS, ROUTE_FILLS, nearest_between, nearest_two


def ratios() -> dict[str, float]:
    found = {}
    for sight in DEFICIENCIES:
        found[f"colour_players_{sight}"] = nearest_two(PLAYER_FILLS, sight)[0]
        found[f"colour_cards_{sight}"] = nearest_two(CARD_FILLS, sight)[0]
        found[f"colour_routes_{sight}"] = nearest_two(ROUTE_FILLS, sight)[0]
        found[f"colour_player_and_route_{sight}"] = nearest_between(PLAYER_FILLS, ROUTE_FILLS, sight)[0]
    return found


TARGETS = {
    "colour_players_": (">=", 27.0, 34.0),
    "colour_cards_": (">=", 25.0, 28.0),
    "colour_routes_": (">=", 25.0, 28.0),
    "colour_player_and_route_": (">=", 18.0, 20.0),
}
