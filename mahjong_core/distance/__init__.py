"""How far a hand is from what it may become."""
