"""Words and pictures for outbox items, found when they are sent: from kept events and the views of their readers."""

from bot.outbox.clock_posts import ClockPosts
from bot.outbox.hand_posts import HandPosts
from bot.outbox.lobby_posts import LobbyPosts
from bot.outbox.seat_posts import SeatPosts
from bot.outbox.turn_posts import TurnPosts


class PostComposer(TurnPosts, HandPosts, LobbyPosts, SeatPosts, ClockPosts):
    """Composes every item."""
