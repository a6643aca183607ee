"""`grognard sim`: play a game many times, at random or by computer players, and count."""

from __future__ import annotations

import sys
from collections import Counter
from collections.abc import Iterable, Iterator
from pathlib import Path
from statistics import median
from time import perf_counter
from typing import TYPE_CHECKING, Annotated

import typer

from grognard.cli.finding import game_of, options_of, scenario_of
from grognard.cli.settings import adopt_games, is_plain
from grognard.cli.telling import FOUND_PROBLEMS, table, wrong_use

if TYPE_CHECKING:
    from grognard.lab.sim import Played

#: A game that fails so often will go on failing.
ENOUGH_FAILURES = 10


def sim(
    slug: Annotated[str, typer.Argument(help="The game.")],
    games: Annotated[int, typer.Option(min=1, help="How many games.")] = 10,
    scenario: Annotated[str, typer.Option(help="The scenario; the first if not given.")] = "",
    option: Annotated[
        list[str] | None, typer.Option(metavar="NAME=VALUE", help="A switch of the game.")
    ] = None,
    seed: Annotated[
        int, typer.Option(help="The seed of the first game; the next have the next numbers.")
    ] = 1,
    jobs: Annotated[int, typer.Option(min=1, help="How many processes.")] = 1,
    policy: Annotated[
        str, typer.Option(help="How players choose: uniform, or patient.")
    ] = "uniform",
    players: Annotated[
        str, typer.Option(metavar="A,B", help="Computer players instead, in the order of sides.")
    ] = "",
    records: Annotated[
        Path, typer.Option(file_okay=False, help="Where records of failed games go.")
    ] = Path("failed-games"),
    json: Annotated[bool, typer.Option("--json", help="One line of JSON a game.")] = False,
) -> None:
    """Play many games between random or other computer players, and count.

    A game that fails is told with its seed and leaves its record in a file; the exit code
    is then 1.
    """
    from grognard.lab.pool import Here, Processes
    from grognard.lab.sim import POLICIES, Order, simulate

    game = game_of(slug)
    if policy not in POLICIES:
        wrong_use(f"there is no policy {policy!r}; there is {', '.join(POLICIES)}")
    order = Order(
        game=game.slug,
        scenario=scenario_of(game, scenario),
        options=options_of(game, option or ()),
        policy=policy,
        players=_named(game.slug, players),
        records=str(records),
    )
    began = perf_counter()
    executor = Processes(jobs, adopt_games) if jobs > 1 else Here()
    played = _play(simulate(order, range(seed, seed + games), executor), games, json)
    if played and not json:
        _summarise(played, perf_counter() - began)
    if any(one.failure for one in played):
        raise typer.Exit(FOUND_PROBLEMS)


def _named(slug: str, players: str) -> tuple[str, ...]:
    """Two computer players that know the game, or none."""
    from grognard.players import players_for

    if not players:
        return ()
    names, known = tuple(players.split(",")), players_for(slug)
    if len(names) != 2:
        wrong_use("--players names one player for each side, such as recruit,random")
    for name in names:
        if name not in known:
            wrong_use(f"there is no player {name!r}; there is {', '.join(known)}")
    return names


def _play(running: Iterable[Played], count: int, json: bool) -> list[Played]:
    """Tell of the games as they come. Ctrl-C and too many failures end it early."""
    played: list[Played] = []
    failures = 0
    try:
        for one in _watched(running, count):
            played.append(one)
            _tell(one, json)
            failures += one.failure is not None
            if failures == ENOUGH_FAILURES:
                break
    except KeyboardInterrupt:
        failures = 0
    if len(played) < count:
        reason = f"{failures} have failed" if failures else "interrupted"
        typer.echo(f"stopped after {len(played)} of {count} games: {reason}", err=True)
    return played


def _watched(games: Iterable[Played], count: int) -> Iterator[Played]:
    """The same games with a progress bar, where there is somebody to see it."""
    if is_plain(sys.stderr):
        yield from games
        return
    from rich.console import Console
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TimeRemainingColumn

    columns = (BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())
    # The bar is no part of the results: they must not be drawn into it.
    console = Console(stderr=True)
    with Progress(*columns, console=console, transient=True, redirect_stdout=False) as bar:
        yield from bar.track(games, total=count)


def _tell(one: Played, json: bool) -> None:
    """Each game as a line of JSON, or only what failed in words."""
    if json:
        import msgspec

        typer.echo(msgspec.json.encode(one).decode())
    elif one.failure:
        message = f"seed {one.seed}: {one.failure}; record in {one.failure.record}"
        typer.echo(message, err=True)


def _summarise(played: list[Played], seconds: float) -> None:
    outcomes = Counter(_outcome(one) for one in played)
    rows = [
        (name, str(count), f"{100 * count / len(played):.0f} %")
        for name, count in sorted(outcomes.items(), key=lambda item: (-item[1], item[0]))
    ]
    first = played[0]
    table(f"{first.game} {first.scenario}", ("outcome", "games", "share"), rows)
    actions = [one.actions for one in played]
    typer.echo()
    table(
        "",
        ("", "least", "median", "most"),
        [_spread("turns", [one.turns for one in played]), _spread("actions", actions)],
    )
    busy = sum(one.seconds for one in played)
    typer.echo(
        f"{len(played)} games of {first.policy} play, {sum(actions):,} actions in {seconds:.1f} s: "
        f"{sum(actions) / busy:,.0f} actions/s a process"
    )


def _outcome(one: Played) -> str:
    if one.failure:
        return "failed"
    return f"{one.winner or 'draw'}, {one.level}" if one.level else one.winner or "draw"


def _spread(name: str, numbers: list[int]) -> tuple[str, str, str, str]:
    return (name, f"{min(numbers):,}", f"{median(numbers):,.0f}", f"{max(numbers):,}")
