"""A hand of play at the table."""
