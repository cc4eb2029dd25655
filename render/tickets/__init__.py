"""The pictures of the ticket games: the map with everybody's tracks, hands, previews, the score sheet, and their words.

A `drawn_map` is the rules' map with where everything lies on the picture; a `scene` is what one picture is made from.
"""
