"""A worker whose pages may name a way to misbehave: real processes that hang, die and lie."""

import os
import signal
import sys
import time

from neartwin.extract import page, worker

honest = page.extract


def extract(request, limits):
    """Do what the body says, or extract it."""
    match request.body.split(b" ")[0]:
        case b"spin":
            while True:
                pass
        case b"sleep":
            time.sleep(3600)
        case b"killed":
            os.kill(os.getpid(), signal.SIGKILL)
        case b"exit":
            os._exit(7)
        case b"memory":
            bytearray(100_000_000_000)
        case b"raise":
            raise RecursionError("with page text in it")
        case b"babble":
            os.write(int(sys.argv[2]), b"\0\0\0\x03abc")
        case b"shout":
            sys.stderr.write("page text\n")
    return honest(request, limits)


if __name__ == "__main__":
    page.extract = extract
    worker.main(sys.argv[1:])
