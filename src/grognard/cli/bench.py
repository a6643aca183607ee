"""`grognard bench`: how fast the kernels and the games are on this machine."""

from __future__ import annotations

from pathlib import Path
from runpy import run_path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from grognard.cli.finding import game_of
from grognard.cli.telling import FOUND_PROBLEMS, table, wrong_use

if TYPE_CHECKING:
    from grognard.game import Game
    from grognard.lab.growth import Growth
    from grognard.lab.pace import Pace
    from grognard.lab.thinking import Thinking

KERNEL_HEADS = ("kernel", "µs", "µs in C", "ratio", "limit", "")
GAME_HEADS = (
    "game", "scenario", "actions/s", "games/s", "list ms", "view ms", "forecast ms", "supply ms",
    "replay ms", "state kB",
)  # fmt: skip
VETERAN_HEADS = ("game", "scenario", "units", "nodes/s", "ms a node", "µs a unit")
GROWTH_HEADS = ("game", "scenario", "units", "µs an action", "ms a node", "µs a unit")


def bench(
    slugs: Annotated[
        list[str] | None, typer.Argument(metavar="[SLUG]...", help="Only these games.")
    ] = None,
    kernels: Annotated[
        bool, typer.Option(help="Measure the kernels against C, where bench/ is present.")
    ] = True,
    scenario: Annotated[
        str, typer.Option(help="Its id, or 'all'; the game's first if not given.")
    ] = "",
    policy: Annotated[
        str, typer.Option(help="How random players choose: uniform, or patient.")
    ] = "uniform",
    seconds: Annotated[float, typer.Option(min=0.0, help="How long to play each game.")] = 2.0,
    nodes: Annotated[
        int, typer.Option(min=0, help="Positions that veterans look at; 0: none are asked.")
    ] = 150,
    json: Annotated[bool, typer.Option("--json", help="For programs.")] = False,
) -> None:
    """Measure speed: kernels against C, games in actions a second, veterans in nodes a second,
    and how the cost grows from 50 units to 600 where a game has so many.

    The exit code is 1 if a kernel is slower than its limit.
    """
    from grognard.lab.pace import pace_of
    from grognard.lab.sim import POLICIES
    from grognard.registry import available

    if policy not in POLICIES:
        wrong_use(f"there is no policy {policy!r}; there is {', '.join(POLICIES)}")
    rows = _measure_kernels() if kernels else []
    games = [game_of(slug) for slug in slugs or available()]
    paces = [
        pace_of(game.slug, one, policy, seconds)
        for game in games
        for one in _scenarios(game, scenario)
    ]
    thoughts = _measure_veterans(paces, nodes) if nodes else []
    grown = _measure_growth(paces, nodes) if nodes else []
    if json:
        _print_json(rows, paces, thoughts, grown)
    else:
        _print_tables(rows, paces)
        _print_veterans(thoughts)
        print_growth(grown)
    if not all(row.good for row in rows):
        raise typer.Exit(FOUND_PROBLEMS)


def _scenarios(game: Game[Any, Any], wanted: str) -> list[str]:
    if wanted == "all":
        return list(game.scenarios)
    if wanted and wanted not in game.scenarios:
        wrong_use(f"{game.slug} has no scenario {wanted!r}; it has {', '.join(game.scenarios)}")
    return [wanted]


def _measure_veterans(paces: list[Pace], nodes: int) -> list[Thinking]:
    """How fast veterans think, in the games that they know; the fewest units first."""
    from grognard.lab.thinking import thinking_of

    found = (thinking_of(pace.game, pace.scenario, nodes) for pace in paces)
    return sorted((one for one in found if one is not None), key=lambda one: one.units)


def _measure_growth(paces: list[Pace], nodes: int) -> list[Growth]:
    """What ever larger armies cost, in one scenario of each game that has the counters."""
    from grognard.lab.growth import growth_of

    first = {pace.game: pace.scenario for pace in reversed(paces)}
    return [row for game, one in first.items() for row in growth_of(game, one, nodes)]


def _measure_kernels() -> list[Any]:
    """The rows of `bench/kernels.py`; none without it."""
    folder = _bench_folder()
    rows: list[Any] = run_path(str(folder / "kernels.py"))["measure"]() if folder else []
    return rows


def _bench_folder() -> Path | None:
    """The folder `bench` of the project that one is in, or that the package lies in."""
    import grognard

    homes = (Path.cwd(), Path(grognard.__file__).parents[2])
    return next((h / "bench" for h in homes if (h / "bench" / "kernels.py").is_file()), None)


def _print_tables(rows: list[Any], paces: list[Pace]) -> None:
    if rows:
        table("Kernels", KERNEL_HEADS, [_kernel_cells(row) for row in rows])
        typer.echo()
    if paces:
        table("Games", GAME_HEADS, [_game_cells(pace) for pace in paces])
        how = f"One core, {paces[0].policy} random play"
        typer.echo(f"{how}; of all lists, views, forecasts and supplies 95 % are faster than this.")


def _print_veterans(thoughts: list[Thinking]) -> None:
    if not thoughts:
        return
    typer.echo()
    table("Veterans", VETERAN_HEADS, [_veteran_cells(one) for one in thoughts])
    typer.echo("One core, the first phase of movement; µs a unit: a node for each unit on the map.")


def print_growth(grown: list[Growth]) -> None:
    """One line for each size of the armies."""
    if not grown:
        return
    typer.echo()
    table("Growth", GROWTH_HEADS, [_growth_cells(one) for one in grown])
    typer.echo("One core, the first phase of movement, with units taken off the map or brought on.")


def _growth_cells(one: Growth) -> tuple[str, ...]:
    return (
        one.game,
        one.scenario,
        f"{one.units}",
        f"{one.action_us:.0f}",
        f"{one.node_ms:.2f}",
        f"{one.node_us_per_unit:.1f}",
    )


def _veteran_cells(one: Thinking) -> tuple[str, ...]:
    rate = one.nodes_per_second
    return (
        one.game,
        one.scenario,
        f"{one.units}",
        f"{rate:,.0f}",
        f"{1000 / rate if rate else 0:.2f}",
        f"{one.microseconds_per_unit:.1f}",
    )


def _kernel_cells(row: Any) -> tuple[str, ...]:
    if row.ratio is None:
        return (row.question, f"{row.kernel:.2f}", "", "", "", "")
    limit = f"{row.limit:.1f}" if row.limit else ""
    verdict = "" if row.good else "too slow"
    return (row.question, f"{row.kernel:.2f}", f"{row.c:.2f}", f"{row.ratio:.2f}", limit, verdict)


def _game_cells(pace: Pace) -> tuple[str, ...]:
    times = (pace.list_ms, pace.view_ms, pace.forecast_ms, pace.supply_ms, pace.replay_ms)
    return (
        pace.game,
        pace.scenario,
        f"{pace.actions_per_second:,.0f}",
        f"{pace.games_per_second:.1f}",
        *("" if time is None else f"{time:.2f}" for time in times),
        f"{pace.state_kb:.1f}",
    )


def _print_json(
    rows: list[Any], paces: list[Pace], thoughts: list[Thinking], grown: list[Growth]
) -> None:
    import msgspec

    kernels = [{**row._asdict(), "ratio": row.ratio, "good": row.good} for row in rows]
    everything = {"kernels": kernels, "games": paces, "veterans": thoughts, "growth": grown}
    data = msgspec.json.encode(everything)
    typer.echo(msgspec.json.format(data).decode())
