"""Files and texts of strangers, read within limits."""
