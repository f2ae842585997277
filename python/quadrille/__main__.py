"""The command: `python -m quadrille` is `quadrille`."""

import signal
import sys

from ._quadrille import command


def main() -> int:
    """Runs the command with the arguments of the process and returns its exit code."""
    # The command handles signals itself. Python's own handler would raise KeyboardInterrupt after it.
    signal.signal(signal.SIGINT, signal.SIG_DFL)
    return command(["quadrille", *sys.argv[1:]])


if __name__ == "__main__":
    sys.exit(main())
