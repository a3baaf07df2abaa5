"""What all tests share."""

try:
    from hypothesis import settings
except ImportError:  # the case rows need pytest only
    pass
else:
    # No deadline: on a busy machine an example may take a hundred times its usual time.
    settings.register_profile("no deadline", deadline=None)
    settings.load_profile("no deadline")
