"""What people type: lists that open while typing, matching, and options read as actions."""
