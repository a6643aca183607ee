"""`grognard lab ladder`, `report` and `compare`: what files of results say."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from grognard.cli.finding import game_of
from grognard.cli.telling import found, table, telling_data_errors, wrong_use

if TYPE_CHECKING:
    from grognard.lab.compare import Comparison, Group
    from grognard.lab.rating import Ladder
    from grognard.lab.results import Result

Files = Annotated[list[Path], typer.Argument(help="Files of results.")]
Json = Annotated[bool, typer.Option("--json", help="For programs.")]


def ladder(
    files: Files,
    anchor: Annotated[
        str, typer.Option(help="Who is rated 1000; recruit if it played, else who played most.")
    ] = "",
    json: Json = False,
) -> None:
    """Rate the players of one scenario on the Elo scale, with 95 % intervals."""
    from grognard.lab.rating import NotConnected, ladder_of

    results = _results(files)
    try:
        rated = ladder_of(results, anchor)
    except NotConnected as error:
        found([str(error)])
    if json:
        _print_json(rated)
    else:
        _print_ladder(rated, results[0])


def report(
    files: Files,
    out: Annotated[Path, typer.Option(dir_okay=False, help="The page to write, .html.")],
) -> None:
    """Write a page with plots: who wins, points and losses, fighting, rules, luck."""
    from grognard.lab.report import report_page

    if out.suffix != ".html":
        wrong_use(f"{out}: a report is named .html")
    results = _results(files)
    game = game_of(results[0].game)
    with telling_data_errors():
        page = report_page(game, results)
    out.parent.mkdir(parents=True, exist_ok=True)
    out.write_text(page, encoding="utf-8")
    typer.echo(f"{out}: {len(results)} games, {out.stat().st_size / 1000:,.0f} kB")


def compare(
    before: Annotated[Path, typer.Argument(help="A file of results.")],
    after: Annotated[Path, typer.Argument(help="Another, after a change.")],
    json: Json = False,
) -> None:
    """Did the balance move? Compare two sets of games of one scenario."""
    from grognard.lab.compare import compare as compare_results

    names = (before.stem, after.stem) if before.stem != after.stem else (str(before), str(after))
    with telling_data_errors():
        moved = compare_results(_results([before]), _results([after]), names)
    if json:
        _print_json(moved)
    else:
        _print_comparison(moved)


def _results(files: list[Path]) -> list[Result]:
    from grognard.lab.results import read_results

    with telling_data_errors():
        return read_results(files)


def _print_json(value: Any) -> None:
    import msgspec

    text = msgspec.json.format(msgspec.json.encode(value))
    typer.echo(text.decode())


# --- tables ------------------------------------------------------------------------------


def _print_ladder(rated: Ladder, one: Result) -> None:
    rows = [
        (
            r.entrant,
            f"{r.elo:.0f}",
            f"{r.low:.0f} to {r.high:.0f}" if r.entrant != rated.anchor else "fixed",
            str(r.games),
            f"{r.wins} / {r.draws} / {r.losses}",
            f"{100 * (r.wins + r.draws / 2) / r.games:.0f} %",
        )
        for r in rated.ratings
    ]
    heads = ("player", "Elo", "95 %", "games", "won / drawn / lost", "score")
    table(f"{one.game} {one.scenario}", heads, rows)
    typer.echo()
    _print_matrix(rated)
    low, high = rated.advantage_low, rated.advantage_high
    side = game_of(one.game).side_title(rated.first_side)
    typer.echo(
        f"The side of the {side} is worth {rated.advantage:+.0f} Elo ({low:+.0f} to {high:+.0f})."
    )


def _print_matrix(rated: Ladder) -> None:
    """Who beat whom: what ratings alone would hide."""
    names = [r.entrant for r in rated.ratings]
    rows = []
    for name in names:
        cells = [rated.against.get(name, {}).get(other) for other in names]
        rows.append((name, *(" / ".join(map(str, cell)) if cell else "" for cell in cells)))
    table("Won / drawn / lost against", ("", *names), rows)
    typer.echo()


def _print_comparison(moved: Comparison) -> None:
    from grognard.lab.compare import sentences

    title = game_of(moved.game).side_title(moved.side)
    for name, (old, new) in moved.changed.items():
        typer.echo(f"{name}: {old} in {moved.before.name}, {new} in {moved.after.name}")
    heads = ("set", "games", f"{title} won / drawn / lost", "share", "95 %", "margin", "turns")
    table("", heads, [_group_cells(group) for group in (moved.before, moved.after)])
    typer.echo()
    for sentence in sentences(moved, title):
        typer.echo(sentence)


def _group_cells(group: Group) -> tuple[str, ...]:
    return (
        group.name,
        str(group.games),
        f"{group.wins} / {group.draws} / {group.losses}",
        f"{100 * group.share.value:.0f} %",
        f"{100 * group.share.low:.0f} to {100 * group.share.high:.0f}",
        f"{group.margin.value:+.1f}" if group.margin else "",
        f"{group.turns.value:.1f}",
    )
