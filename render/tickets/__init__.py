"""The pictures of the ticket games."""
