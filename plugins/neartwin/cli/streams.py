"""Standard streams that are closed, full, or no longer read: the work of a command does not suffer from them."""

import contextlib
import errno
import os
import sys

STREAMS = (("stdin", "r"), ("stdout", "w"), ("stderr", "w"))  # by number
INTERRUPTED = 130  # the exit code by which shells tell a Ctrl-C
CANNOT_TAKE = {errno.ENOSPC, errno.EDQUOT, errno.EFBIG, errno.EIO}


def open_closed_streams() -> None:
    """Open standard streams that are closed on the null device: else the next file would take the number of one."""
    for number, (name, mode) in enumerate(STREAMS):
        if getattr(sys, name) is None:
            file = os.open(os.devnull, os.O_RDWR)
            if file != number:
                os.dup2(file, number)
                os.close(file)
            setattr(sys, name, os.fdopen(number, mode, closefd=False))


def drop_output() -> None:
    """Send the rest of standard output nowhere, so that the end of the process does not fail on it."""
    null = os.open(os.devnull, os.O_WRONLY)
    os.dup2(null, sys.__stdout__.fileno() if sys.__stdout__ else 1)
    os.close(null)


def tell(message: str) -> None:
    """Write one line on standard error, if that can still be written."""
    with contextlib.suppress(OSError):
        sys.stderr.write(f"neartwin: {message}\n")
        sys.stderr.flush()
