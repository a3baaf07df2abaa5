"""What to do with a hand: waits, shanten, discards, the way to eight points."""
