"""A server with the built client, as a process: `python -m tests.browser.serving HOME CACHE`."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path
from typing import Self
from urllib.request import urlopen

from grognard.registry import available
from grognard.server.folders import static_folder
from grognard.server.run import Settings, serve

ROOT = Path(__file__).resolve().parents[2]
PATIENCE = 60.0


class PageServer:
    """A server process with games of its own; pictures of maps are shared."""

    def __init__(self, home: Path, cache: Path) -> None:
        self.home, self.cache = home, cache
        self.address = ""
        self.start()

    def start(self) -> None:
        """Start it, on any port that is free or again where it was."""
        self.home.mkdir(parents=True, exist_ok=True)
        port = self.address.rstrip("/").rpartition(":")[2] if self.address else "0"
        command = [sys.executable, "-m", __name__, str(self.home), str(self.cache), port]
        with (self.home / "log").open("a") as log:
            self.process = subprocess.Popen(
                command, cwd=ROOT, stdout=subprocess.PIPE, stderr=log, text=True
            )
        assert self.process.stdout is not None
        self.address = self.process.stdout.readline().strip()
        assert self.address, (self.home / "log").read_text(encoding="utf-8")

    def draw_maps(self) -> None:
        """Wait until the maps are drawn: once for a test run, and longer than a test waits."""
        for slug in available():
            for picture in ("thumbnail.png", "ground", "board.svg"):
                address = f"{self.address}api/games/{slug}/{picture}"
                with urlopen(address, timeout=10 * PATIENCE) as answer:
                    assert answer.read()

    def stop(self) -> None:
        """Stop it, as a user would."""
        self.process.terminate()
        self.process.wait(PATIENCE)
        assert self.process.stdout is not None
        self.process.stdout.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.stop()


def main(home: Path, cache: Path, port: int) -> None:
    """Serve until stopped."""
    settings = Settings(port=port, data=home / "data", cache=cache, static=static_folder())
    serve(settings, ready=lambda address: print(address, flush=True))


if __name__ == "__main__":
    main(Path(sys.argv[1]), Path(sys.argv[2]), int(sys.argv[3]))
