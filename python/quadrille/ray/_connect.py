"""The connection to a cluster."""

# The types of Ray are partial.
# mypy: disable-error-code="import-untyped, import-not-found, no-untyped-call"

from __future__ import annotations

import logging
import os
import socket
import sys
from functools import partial

import ray
from ray._private.services import get_ray_address_from_environment

#: Seconds after which a machine that does not answer is given up.
PATIENCE = 20.0


def connect(address: str, quiet: bool) -> None:
    """Connects to a cluster unless there is a connection. The address `local` starts one on this machine."""
    if ray.is_initialized():
        return
    place, origin = found(address)
    init = partial(ray.init, address=address, log_to_driver=False, logging_level=logging.ERROR)
    if place == "local":
        init(include_dashboard=False)
        return
    if not quiet:
        print(f"quadrille: connecting to the Ray cluster at {place} ({origin})", file=sys.stderr, flush=True)
    # Ray would make 20 attempts of 40 seconds, without a word.
    os.environ.setdefault("RAY_gcs_server_port_wait_time_s", "1")
    try:
        expect_answer(place)
        init()
    except (OSError, RuntimeError) as error:
        what = str(error).partition("\n")[0].partition(" Last connection error")[0].rstrip(". ")
        raise ConnectionError(
            f"no Ray cluster answers at {place} ({origin}): {what}; start it with `ray start --head`, name another one with --address, "
            "or pass --address local to use this machine alone"
        ) from None


def found(address: str) -> tuple[str, str]:
    """The address that Ray connects to, and where it comes from."""
    if address != "auto":
        return address, "--address"
    if os.environ.get("RAY_ADDRESS"):
        return os.environ["RAY_ADDRESS"], "RAY_ADDRESS"
    return get_ray_address_from_environment(address, None), "the cluster started last on this machine"


def expect_answer(place: str) -> None:
    """Fails at once if nothing accepts connections there, such as at the address of a cluster that has ended."""
    host, _, port = place.rpartition("://")[2].rpartition(":")
    if port.isdecimal():
        socket.create_connection((host.strip("[]"), int(port)), timeout=PATIENCE).close()
