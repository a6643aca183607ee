"""A game of four counters that shows the command line everything it must handle."""

from tests.cli.duel.game import load

__all__ = ["load"]
