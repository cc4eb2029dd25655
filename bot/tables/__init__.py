"""The one writer: lobbies, games, votes and what falls due. Knows no title and no Discord."""
