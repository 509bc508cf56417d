"""Set-up of all tests of the package."""

import signal

# A program that a shell starts in the background ignores Ctrl-C, and Python does not change that.
signal.signal(signal.SIGINT, signal.default_int_handler)
