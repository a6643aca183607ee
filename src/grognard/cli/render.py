"""`grognard render`: a board, or a game in progress, as SVG or PNG."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, NamedTuple

import typer

from grognard.cli.finding import bytes_of, game_of, session_of, side_of
from grognard.cli.telling import found, telling_data_errors, wrong_use

if TYPE_CHECKING:
    from grognard.faces import Face, Overlay
    from grognard.position import Position
    from grognard.registry import AnyGame
    from grognard.render import Scene
    from grognard.view import View

_WEATHERS = ("", "snow", "mud")


class _Picture(NamedTuple):
    """A board, and what stands on it."""

    scene: Scene
    faces: dict[str, list[Face]]
    overlays: tuple[Overlay, ...]


def render(
    what: Annotated[
        str, typer.Argument(help="A game's slug, a board file, a saved game, or a state.")
    ],
    out: Annotated[list[Path], typer.Argument(help="Files to write: .svg or .png.")],
    side: Annotated[
        str, typer.Option("--as", metavar="SIDE", help="What this side sees of a saved game.")
    ] = "",
    overlay: Annotated[
        list[str] | None,
        typer.Option(metavar="NAME[:UNIT]", help="An overlay of the game's page."),
    ] = None,
    scale: Annotated[
        float, typer.Option(min=0.05, max=8.0, help="PNG: a hex is 80 pixels times this.")
    ] = 1.0,
    around: Annotated[str, typer.Option(metavar="HEX", help="PNG: only what is near here.")] = "",
    radius: Annotated[int, typer.Option(min=1, help="PNG: how near, in hexes.")] = 5,
    weather: Annotated[str, typer.Option(help="Tint the map: snow or mud.")] = "",
) -> None:
    """Draw a board or a saved game as SVG or PNG."""
    _check(out, around, weather)
    with telling_data_errors():
        picture = _picture(what, side, overlay or [])
    crop = _near(picture.scene, around, radius) if around else None
    for path in out:
        _write(picture, path, scale, crop, weather)
        typer.echo(f"{path}: {path.stat().st_size / 1000:,.0f} kB")


def _check(out: list[Path], around: str, weather: str) -> None:
    for path in out:
        if path.suffix not in (".svg", ".png"):
            wrong_use(f"{path}: a picture is named .svg or .png")
        if path.suffix == ".svg" and around:
            wrong_use(f"{path}: --around is for PNG only")
    if weather not in _WEATHERS:
        wrong_use(f"there is no weather {weather!r}; there is snow and mud")


# --- what is drawn -----------------------------------------------------------------------


def _picture(what: str, side: str, overlays: list[str]) -> _Picture:
    from grognard.render import Scene

    if what.endswith(".json"):
        return _of_position(_position(Path(what)), side, overlays)
    if side or overlays:
        wrong_use("--as and --overlay are for saved games")
    if what.endswith((".yaml", ".yml")):
        bytes_of(Path(what))  # says so if it is not there
        return _Picture(Scene.load(Path(what)), {}, ())
    return _Picture(_scene(game_of(what, also_unfinished=True)), {}, ())


def _scene(game: AnyGame) -> Scene:
    """A game's board with the look that lies beside it."""
    from grognard.render import Scene

    path = game.folder / "data" / "map.yaml" if game.folder else None
    return Scene.load(path) if path and path.is_file() else Scene(game.board)


def _position(path: Path) -> Position[Any, Any, Any]:
    """The last position of a save, or the one of a bare state."""
    import msgspec

    text = bytes_of(path)
    try:
        entries = msgspec.json.decode(text, type=dict[str, msgspec.Raw])
        if "agenda" not in entries:
            return session_of(path).pos
        slug = msgspec.json.decode(entries["game"], type=str)
        return game_of(slug, also_unfinished=True).from_json(text)
    except (msgspec.DecodeError, ValueError, KeyError) as error:
        found([f"{path}: not a saved game: {error}"])


def _of_position(pos: Position[Any, Any, Any], side: str, overlays: list[str]) -> _Picture:
    view = pos.view(side_of(pos.game, side) if side else None)
    shown = [each for name in overlays for each in _overlay(pos.game, view, name)]
    return _Picture(_scene(pos.game), _faces(pos.game, view), tuple(shown))


def _overlay(game: AnyGame, view: View, name: str) -> Iterable[Overlay]:
    pages = game.pages
    known = [key.name for key in pages.page(view.scenario, view.options).overlays] if pages else []
    name, _, arg = name.partition(":")
    if pages is None or name not in known:
        wrong_use(f"{game.slug} has no overlay {name!r}; it has {', '.join(known) or 'none'}")
    return pages.overlay(view, name, arg)


def _faces(game: AnyGame, view: View) -> dict[str, list[Face]]:
    """The counters of a view by hex, the strongest on top as on the page, and markers beneath."""
    scene = game.pages.scene(view) if game.pages else None
    found: dict[str, list[Face]] = {}
    for counter in view.counters:
        face = scene.faces.get(counter.id) if scene else _plain_face(game, counter)
        if face is not None:
            found.setdefault(counter.at, []).append(face)
    for faces in found.values():
        faces.sort(key=_strength, reverse=True)
    for spot, markers in scene.markers.items() if scene else ():
        found.setdefault(spot, []).extend(markers)
    return {spot: faces for spot, faces in found.items() if spot in game.board.grid}


def _strength(face: Face) -> int:
    """What the first two values of a counter come to; words count for nothing."""
    return sum(int(value) for value in face.values[:2] if value.isdecimal())


def _plain_face(game: AnyGame, counter: Any) -> Face:
    """A counter of a game that has no page: its side and, if it is known, its name."""
    from grognard.faces import Face

    skin = "german grey" if counter.side == game.sides[0] else "soviet sand"
    return Face(skin=skin, id=counter.id if counter.known else "", hidden=not counter.known)


# --- writing -----------------------------------------------------------------------------


def _near(scene: Scene, hex_: str, radius: int) -> tuple[str, ...]:
    try:
        return scene.board.grid.within(scene.board.grid.parse(hex_), radius)
    except KeyError:
        wrong_use(f"--around: there is no hex {hex_}")


def _write(
    picture: _Picture, path: Path, scale: float, crop: tuple[str, ...] | None, weather: str
) -> None:
    from grognard.render import position_png, position_svg

    path.parent.mkdir(parents=True, exist_ok=True)
    if path.suffix == ".svg":
        text = position_svg(*picture, weather=weather, embed_fonts=True)
        path.write_text(text, encoding="utf-8")
    else:
        position_png(*picture, scale=scale, crop=crop, weather=weather).save(path)
