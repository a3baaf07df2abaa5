"""Many hands at once: batches of hands on arrays."""
