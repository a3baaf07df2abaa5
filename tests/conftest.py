"""What all tests share."""

import signal

# A shell that starts the tests in the background lets them, and all that they start, ignore Ctrl-C;
# nohup lets them ignore that the terminal has gone.
if signal.getsignal(signal.SIGINT) == signal.SIG_IGN:
    signal.signal(signal.SIGINT, signal.default_int_handler)
if hasattr(signal, "SIGHUP") and signal.getsignal(signal.SIGHUP) == signal.SIG_IGN:
    signal.signal(signal.SIGHUP, signal.SIG_DFL)

try:
    from hypothesis import settings
except ImportError:  # the case rows need pytest only
    pass
else:
    # No deadline: on a busy machine an example may take a hundred times its usual time.
    settings.register_profile("no deadline", deadline=None)
    settings.load_profile("no deadline")
