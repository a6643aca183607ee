"""A server for tests, as a process: `python -m tests.server.serve HOME [LIMIT=NUMBER]...`"""

import sys
from pathlib import Path

import msgspec
from tests.server.players import add_players

from grognard.server.limits import Limits
from grognard.server.run import Settings, serve


def main() -> None:
    home, *limits = sys.argv[1:]
    given = dict(limit.split("=") for limit in limits)
    add_players()
    settings = Settings(
        data=Path(home) / "data",
        cache=Path(home) / "cache",
        static=Path(home) / "static",
        limits=msgspec.convert(given, Limits, strict=False),
        prepare=add_players,
        draw_ahead=False,
    )
    serve(settings, ready=lambda address: print(address, flush=True))


if __name__ == "__main__":
    main()
