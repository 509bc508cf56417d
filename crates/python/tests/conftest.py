"""What all tests of the package begin with."""

import signal

# A shell that starts a program in the background has it ignore Ctrl-C, and Python then leaves it at that.
signal.signal(signal.SIGINT, signal.default_int_handler)
