"""How commands speak: tables, sentences, complaints and the exit codes that go with them.

0: all is well. 1: the command worked and found problems. 2: it was asked wrongly.
"""

from __future__ import annotations

import sys
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from typing import NoReturn

import typer

from grognard.cli.settings import is_plain

FOUND_PROBLEMS = 1
WRONG_USE = 2

Row = Sequence[str]


def wrong_use(message: str) -> NoReturn:
    """Say how the command was asked wrongly, and leave."""
    typer.echo(f"grognard: {message}", err=True)
    raise typer.Exit(WRONG_USE)


def found(problems: Iterable[str]) -> NoReturn:
    """Say what is wrong with the thing that was looked at, one line each, and leave."""
    for problem in problems:
        typer.echo(problem, err=True)
    raise typer.Exit(FOUND_PROBLEMS)


@contextmanager
def telling_data_errors() -> Iterator[None]:
    """Turn wrong data into complaints instead of a traceback."""
    from grognard.data import DataError

    try:
        yield
    except DataError as error:
        found(str(error).splitlines())


def table(title: str, heads: Row, rows: Sequence[Row]) -> None:
    """A table: Rich on a terminal, aligned columns of text elsewhere."""
    if is_plain():
        typer.echo("\n".join(aligned(heads, rows)))
    else:
        _rich_table(title, heads, rows)


def aligned(heads: Row, rows: Sequence[Row]) -> list[str]:
    """A table as lines of text, two blanks between its columns."""
    widths = [max(len(line[i]) for line in (heads, *rows)) for i in range(len(heads))]
    return [
        "  ".join(cell.ljust(width) for cell, width in zip(line, widths, strict=True)).rstrip()
        for line in (heads, *rows)
    ]


def _rich_table(title: str, heads: Row, rows: Sequence[Row]) -> None:
    from rich import box
    from rich.console import Console
    from rich.table import Table
    from rich.text import Text

    drawn = Table(title=title, box=box.SIMPLE_HEAD, title_justify="left")
    for head in heads:
        drawn.add_column(head, overflow="fold")
    for row in rows:
        drawn.add_row(*(Text(cell) for cell in row))
    Console(file=sys.stdout).print(drawn)
