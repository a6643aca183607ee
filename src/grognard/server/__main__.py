"""`python -m grognard.server`: the server alone, for those who work on the client.

`grognard play` is the command for players. GROGNARD_HOME says where games are kept.
"""

from __future__ import annotations

import argparse

from grognard.server.run import LOOPBACK, Settings, serve


def main() -> None:
    """Serve until stopped."""
    parser = argparse.ArgumentParser(prog="python -m grognard.server")
    parser.add_argument("--host", default=LOOPBACK)
    parser.add_argument("--port", type=int, default=8000)
    parser.add_argument(
        "--no-drawing", action="store_true", help="draw maps only when they are asked for"
    )
    given = parser.parse_args()
    settings = Settings(host=given.host, port=given.port, draw_ahead=not given.no_drawing)
    serve(settings, ready=lambda address: print(address, flush=True))


if __name__ == "__main__":
    main()
