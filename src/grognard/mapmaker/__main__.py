"""`python -m grognard.mapmaker`."""

from grognard.mapmaker.cli import app

app(prog_name="python -m grognard.mapmaker")
