"""Records and files: what other programs read and write."""
