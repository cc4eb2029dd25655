"""What any picture needs. Knows no title, and imports nothing of a family of games.

A board is a base (what is the same in every game of a title) with stamps pasted on it: `canvas` draws shapes finely and
shrinks them, `sheet` keeps and pastes what was drawn, `palette` makes the file, `disk` keeps bases between starts.
`theme` names colours and sizes, `symbols` draws the signs, `text` and `fonts` write names in any script, `seat` is who
sits there, `regions` are the parts of a board that can be enlarged, `words` is what alt texts share.
"""
