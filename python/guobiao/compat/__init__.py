"""Other libraries' interfaces on this one's core: replace the import, keep the calls."""
