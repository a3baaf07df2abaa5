"""What a hand is worth: suits, forms, waits, points."""
