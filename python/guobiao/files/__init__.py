"""Reads files and texts that may be hostile, within limits."""
