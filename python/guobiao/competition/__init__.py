"""A match by the rulebook: settlement, penalties, the match, standings, their files and sheets."""
