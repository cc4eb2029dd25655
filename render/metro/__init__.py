"""Metro's pictures: the board with every line traced, hands, previews, the score sheet, and all of it in words.

Everything on the board is a patch of its own that overlaps no other: a square, a station, the central station. A patch
is drawn once for each way it can look and kept, so that a turn draws only what has changed.
"""
