"""Real geography to a hex map: a recipe and a folder of data become a board file."""

from grognard.mapmaker.build import build
from grognard.mapmaker.check import check

__all__ = ["build", "check"]
