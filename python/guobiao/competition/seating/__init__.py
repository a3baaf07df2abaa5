"""Who sits where at an event: designs of rounds in which nobody meets twice, what people ask for,
seats and tables, and how good a schedule is.
"""
