"""`grognard lab`: matches between computer players, ratings, reports, comparisons."""

from __future__ import annotations

import typer

from grognard.cli import lab_read, lab_run

app = typer.Typer(
    name="lab",
    help="Play matches between computer players, rate them, and see how a scenario plays.",
    no_args_is_help=True,
)
app.command()(lab_run.run)
app.command()(lab_read.ladder)
app.command()(lab_read.report)
app.command()(lab_read.compare)
