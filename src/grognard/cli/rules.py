"""`grognard rules`: every clause of a game, where it is enforced, and which tests show it."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from grognard.cli.finding import game_of
from grognard.cli.telling import found, table, telling_data_errors, wrong_use

if TYPE_CHECKING:
    from grognard.coverage import Covered, Report
    from grognard.registry import AnyGame


def rules(
    slug: Annotated[str, typer.Argument(help="The game; without it, all of them in short.")] = "",
    clause: Annotated[
        str, typer.Argument(help="One clause (11.2-4) or number (11.2), in words.")
    ] = "",
    missing: Annotated[
        bool, typer.Option("--missing", help="Only clauses without a passing test.")
    ] = False,
    check: Annotated[
        bool, typer.Option("--check", help="Exit 1 if a game falls short, and say why.")
    ] = False,
    json: Annotated[bool, typer.Option("--json", help="For programs.")] = False,
) -> None:
    """Show the rules clause by clause.

    For each its state, where it is enforced, and which tests show it.
    """
    if check:
        _check([slug] if slug else _all_games())
    elif slug:
        _show(_report_of(slug), clause, missing, json)
    else:
        reports = [_report_of(name) for name in _all_games()]
        if json:
            _print_json([_as_data(r, _chosen(r, clause, missing)) for r in reports])
        else:
            table("Rule coverage", ("game", "clauses", "covered", "floor"), _summary(reports))


def coverage_of(game: AnyGame) -> Report | None:
    """The coverage of a game by the last test runs; None if it has no list of clauses."""
    from grognard.coverage import RESULTS, read_results, report

    with telling_data_errors():
        if game.folder is None or not game.clauses:
            return None
        return report(game, read_results(Path.cwd() / RESULTS))


def _all_games() -> tuple[str, ...]:
    from grognard.registry import available

    return available()


def _report_of(slug: str) -> Report:
    report = coverage_of(game_of(slug, also_unfinished=True))
    if report is None:
        wrong_use(f"{slug} has no list of clauses")
    return report


def _check(slugs: Iterable[str]) -> None:
    reports = {slug: coverage_of(game_of(slug, also_unfinished=True)) for slug in slugs}
    problems = [
        problem
        for slug, report in reports.items()
        for problem in (report.problems() if report else [f"{slug}: has no list of clauses"])
    ]
    if problems:
        found(problems)
    for report in filter(None, reports.values()):
        typer.echo(_standing(report))


def _show(report: Report, clause: str, missing: bool, json: bool) -> None:
    rows = _chosen(report, clause, missing)
    if json:
        _print_json(_as_data(report, rows))
    elif clause:
        _print_clauses(rows)
    else:
        _print_report(report, rows)


def _standing(report: Report) -> str:
    return (
        f"{report.game}: {report.percent:.1f} % of {report.counting} clauses covered, "
        f"floor {report.floor} %"
    )


def _summary(reports: Iterable[Report]) -> list[tuple[str, ...]]:
    return [(r.game, str(r.counting), f"{r.percent:.1f} %", f"{r.floor} %") for r in reports]


def _chosen(report: Report, clause: str, missing: bool) -> list[Covered]:
    rows = _about(report, clause) if clause else report.rows
    return [row for row in rows if not missing or (row.counts and not row.covered)]


def _about(report: Report, wanted: str) -> list[Covered]:
    """The clause of this id, or all that the rulebook prints under this number."""
    rows = [row for row in report.rows if wanted in (row.clause.id, row.clause.number)]
    exact = [row for row in rows if row.clause.id == wanted]
    if not rows:
        wrong_use(f"{report.game} has no clause {wanted}")
    return exact or rows


# --- for people --------------------------------------------------------------------------


def _print_report(report: Report, rows: list[Covered]) -> None:
    cells = [
        (row.clause.id, row.state, row.clause.title, ", ".join(row.code), ", ".join(_tests(row)))
        for row in rows
    ]
    if cells:
        table(report.game, ("clause", "state", "title", "enforced in", "shown by"), cells)
    typer.echo(_standing(report))


def _tests(row: Covered) -> list[str]:
    """Its tests by file and name; the folders say nothing that the game does not."""
    return [name.rpartition("/")[2] for name in (*row.passed, *row.failed)]


def _print_clauses(rows: list[Covered]) -> None:
    from grognard.cli.text.words import clause_lines

    for row in rows:
        lines = clause_lines(row.clause)
        lines.append(f"  {row.state}")
        lines += [f"  enforced in {place}" for place in row.code]
        lines += [f"  shown by {test}" for test in row.passed]
        lines += [f"  failing: {test}" for test in row.failed]
        typer.echo("\n".join(lines))


# --- for programs ------------------------------------------------------------------------


def _print_json(data: object) -> None:
    import msgspec

    typer.echo(msgspec.json.format(msgspec.json.encode(data)).decode())


def _as_data(report: Report, rows: list[Covered]) -> dict[str, object]:
    return {
        "game": report.game,
        "percent": round(report.percent, 2),
        "floor": report.floor,
        "problems": report.problems(),
        "clauses": [
            {
                "id": row.clause.id,
                "title": row.clause.title,
                "says": row.clause.says,
                "kind": row.clause.kind,
                "state": row.state,
                "code": row.code,
                "passed": row.passed,
                "failed": row.failed,
            }
            for row in rows
        ],
    }
