"""`grognard map ...`: the map maker's own commands, loaded only when they are called."""

from __future__ import annotations

from importlib.util import find_spec

import typer

from grognard.cli.settings import help_style
from grognard.cli.telling import wrong_use

_MAPMAKER = "grognard.mapmaker.cli"

#: Everything behind `map` is the map maker's to read, its `--help` too.
FORWARDED = {"ignore_unknown_options": True, "allow_extra_args": True, "help_option_names": []}


def maps(context: typer.Context) -> None:
    """Make maps from real geography, and check them."""
    from importlib import import_module

    if find_spec("grognard.mapmaker") is None or find_spec(_MAPMAKER) is None:
        wrong_use("the map maker is not part of this installation")
    app: typer.Typer = import_module(_MAPMAKER).app
    app.rich_markup_mode = help_style()
    app(args=context.args or ["--help"], prog_name="grognard map")
