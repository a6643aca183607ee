"""`grognard lab run`: a match between computer players, into a file of results."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterable, Iterator
from contextlib import closing
from pathlib import Path
from time import monotonic
from typing import TYPE_CHECKING, Annotated

import typer

from grognard.cli.finding import game_of, options_of, scenario_of
from grognard.cli.settings import OWN_GAMES, adopt_games, is_plain
from grognard.cli.sim import ENOUGH_FAILURES
from grognard.cli.telling import FOUND_PROBLEMS, table, telling_data_errors, wrong_use

if TYPE_CHECKING:
    from grognard.lab.match import Match, Played, Run
    from grognard.lab.pool import Executor
    from grognard.lab.results import Result
    from grognard.registry import AnyGame

_MINUTE = 60


def run(
    what: Annotated[str, typer.Argument(metavar="GAME[:SCENARIO]", help="What is played.")],
    entrants: Annotated[
        list[str],
        typer.Argument(
            metavar="PLAYER PLAYER...",
            help="Two or more, each with a budget if you like: veteran@nodes=200.",
        ),
    ],
    out: Annotated[
        Path, typer.Option(dir_okay=False, help="The file of results: one line a game.")
    ],
    games: Annotated[int, typer.Option(min=1, help="How many games every two of them play.")] = 20,
    jobs: Annotated[
        int, typer.Option(min=0, help="How many processes; 0: one for every core.")
    ] = 0,
    seed: Annotated[int, typer.Option(help="The seed of the first pair of games.")] = 1,
    option: Annotated[
        list[str] | None, typer.Option(metavar="NAME=VALUE", help="A switch of the game.")
    ] = None,
    budget: Annotated[
        str,
        typer.Option(
            metavar="NAME=NUMBER", help="The budget of players that name none: nodes=200."
        ),
    ] = "",
    ray: Annotated[
        str, typer.Option(metavar="ADDRESS", help="Play on a Ray cluster; `auto`: on this one's.")
    ] = "",
    records: Annotated[
        Path, typer.Option(file_okay=False, help="Where records of failed games go.")
    ] = Path("failed-games"),
) -> None:
    """Play a match: every two players against each other, each seed twice with sides swapped.

    Results are added to the file game by game. Ctrl-C stops the run, and the same command
    goes on with it; games that are in the file are not played again.
    """
    from grognard.lab.match import Match, Run
    from grognard.lab.results import ResultFile

    slug, _, scenario = what.partition(":")
    game = game_of(slug)
    match = Match(
        game=game.slug,
        scenario=scenario_of(game, scenario),
        options=options_of(game, option or ()),
        entrants=_entrants(game, entrants, budget),
        games=games,
        seed=seed,
        records=str(records),
    )
    with telling_data_errors():
        file = ResultFile(out)
        if file.mended:
            typer.echo(f"{out}: the last line was cut short; that game is played again", err=True)
        running = Run(match, file)
    if running.found:
        typer.echo(f"{out} has {running.found} of these games already", err=True)
    done = _play(running, _executor(jobs, ray))
    _summarise(game, match, [*(line.result for line in file.lines), *_results(done)])
    if len(_results(done)) < len(running.due):
        raise typer.Exit(FOUND_PROBLEMS)


def _entrants(game: AnyGame, names: list[str], budget: str) -> tuple[str, ...]:
    """Players that know the game, as results name them."""
    from grognard.lab.entrants import UnknownEntrant, check_knows, entrant_of

    if len(names) < 2:
        wrong_use("a match needs two players, such as recruit random")
    try:
        found = [entrant_of(name, budget) for name in names]
        for entrant in found:
            check_knows(entrant, game.slug)
    except UnknownEntrant as error:
        wrong_use(str(error))
    return tuple(map(str, found))


def _executor(jobs: int, ray: str) -> Executor:
    from grognard.lab.pool import Here, Processes, RayCluster

    if ray:
        settings = {OWN_GAMES: os.environ.get(OWN_GAMES, "")}
        return RayCluster("" if ray == "here" else ray, adopt_games, settings)
    count = jobs or os.cpu_count() or 1
    return Here() if count == 1 else Processes(count, adopt_games)


def _results(played: Iterable[Played]) -> list[Result]:
    return [one.result for one in played if one.result is not None]


# --- watching ----------------------------------------------------------------------------


def _play(running: Run, executor: Executor) -> list[Played]:
    """Tell of failures as they come. Ctrl-C and too many of them end it early."""
    from grognard.lab.pool import RayMissing, WorkerDied

    done: list[Played] = []
    reason = ""
    try:
        with closing(running.play(executor)) as results:
            for one in _watched(results, len(running.due)):
                done.append(one)
                _tell_failure(one)
                if sum(played.failure is not None for played in done) == ENOUGH_FAILURES:
                    reason = f"{ENOUGH_FAILURES} have failed"
                    break
    except KeyboardInterrupt:
        reason = "interrupted"
    except WorkerDied as error:
        reason = str(error)
    except RayMissing as error:
        wrong_use(str(error))
    if reason:
        kept = f"stopped after {len(done)} of {len(running.due)} games: {reason}"
        typer.echo(f"{kept}; the same command goes on from here", err=True)
    return done


def _tell_failure(one: Played) -> None:
    if one.failure is not None:
        players = " against ".join(one.bout.order.players)
        place = f"{players}, seed {one.bout.seed}"
        typer.echo(f"{place}: {one.failure}; record in {one.failure.record}", err=True)


def _watched(games: Iterable[Played], count: int) -> Iterator[Played]:
    """The same games with a progress bar, or with a line now and then in a log."""
    if is_plain(sys.stderr):
        yield from _in_lines(games, count)
        return
    from rich.console import Console
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TimeRemainingColumn

    columns = (BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())
    with Progress(*columns, console=Console(stderr=True), transient=True) as bar:
        yield from bar.track(games, total=count)


def _in_lines(games: Iterable[Played], count: int) -> Iterator[Played]:
    """A line for every tenth of the games."""
    began = monotonic()
    for number, one in enumerate(games, 1):
        yield one
        if number * 10 // count > (number - 1) * 10 // count and number < count:
            left = (monotonic() - began) / number * (count - number)
            typer.echo(f"{number} of {count} games, {_time(left)} left", err=True)


def _time(seconds: float) -> str:
    return f"{seconds / _MINUTE:.0f} min" if seconds > 2 * _MINUTE else f"{seconds:.0f} s"


# --- the end -----------------------------------------------------------------------------


def _summarise(game: AnyGame, match: Match, results: list[Result]) -> None:
    """How every pairing of this match stands, with all games that the file has of it."""
    from grognard.lab.match import pairings

    rows = []
    for first, second in pairings(match):
        played = [r for r in results if sorted(r.players.values()) == sorted((first, second))]
        for name in dict.fromkeys((first, second)) if first != second else ():
            points = [r.score(s) for r in played for s, who in r.players.items() if who == name]
            rows.append(_row(f"{name} against {second if name == first else first}", points))
        for side in game.sides:
            title = f"{game.side_title(side)}, {first} against {second}"
            rows.append(_row(title, [result.score(side) for result in played]))
    table(f"{match.game} {match.scenario}", ("", "games", "score", "95 %"), rows)


def _row(name: str, points: list[float]) -> tuple[str, str, str, str]:
    from grognard.lab.stats import wilson

    if not points:
        return (name, "0", "", "")
    share = wilson(sum(points), len(points))
    interval = f"{100 * share.low:.0f} to {100 * share.high:.0f}"
    return (name, str(len(points)), f"{100 * share.value:.0f} %", interval)
