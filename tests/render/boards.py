"""Small boards for tests of drawing, and a way to make any number of random ones."""

from __future__ import annotations

from pathlib import Path

from hypothesis import strategies as st

from grognard.board import Board
from grognard.hexes import SIDES, Grid, Shape

ROOT = Path(__file__).resolve().parents[2]
GAMES = sorted((ROOT / "src" / "grognard" / "games").glob("*/data/map.yaml"))
LETTERS = (
    "letters: {.: clear, h: hill, w: woods, m: marsh, W: wooded_marsh, r: rough, M: mountain,"
    " s: steppe, '~': sea, l: lake, D: dnepr, q: strange land}\nwater: [sea, lake, dnepr]\n"
)

#: A tributary meets a great river; a road crosses both; a railway shares its way.
VALLEY = Board.parse(
    """
map: Valley
grid: {shape: pointy, columns: [1, 8], rows: [1, 6], shifted: even, rows_up: true, number: RR.CC}
"""
    + LETTERS
    + """
terrain: |
  ..hh....
  ..hhw...
  ....ww..
  ........
  mm....~~
  mmW..~~~
hexsides:
  great river:
    source: reconstructed
    lines:
      - name: Dniester
        way: >-
          03.01/04.01 03.02/04.01 03.02/04.02 03.03/04.02 03.03/04.03 03.04/04.03 03.04/04.04
          03.05/04.04 03.05/04.05
  river:
    source: reconstructed
    lines: [{name: Seret, way: 06.03/06.04 05.04/06.03 05.03/05.04 04.03/05.04 04.03/04.04}]
networks:
  road:
    source: reconstructed
    lines:
      - {way: 06.01 - 05.02 - 04.02 - 04.03 - 04.04 - 03.05 - 02.04}
      - {way: 04.04 - 05.05 - 06.05}
  rail:
    source: reconstructed
    lines: [{way: 06.01 - 05.02 - 04.02}]
places:
  - {name: Chortkov, hex: '04.04', size: town, tags: [victory]}
  - {name: Stanislavov, hex: '05.02', size: city}
  - {name: Yagelnitsa, hex: '04.02', size: village}
zones:
  west: {source: reconstructed, hexes: 04.01 05.01}
""",
    "valley",
)

#: One hex of everything, on flat-topped hexes.
EVERYTHING = Board.parse(
    """
map: Everything & more
grid: {shape: flat, columns: [1, 6], rows: [1, 3], shifted: odd, number: CCRR}
"""
    + LETTERS
    + """
terrain: |
  .hwmWr
  Ms.l.q
  ~~D...
hexsides:
  stream: {source: reconstructed, lines: [{name: Balka, way: 0401/0402 0402/0501}]}
  river: {source: reconstructed, lines: [{name: Ros, way: 0502/0602}]}
  Major River: {source: reconstructed, lines: [{name: Don, way: 0503/0603}]}
  sea_side: {source: reconstructed, lines: [{way: 0502/0503}]}
  border: {source: reconstructed, lines: [{way: 0201/0202}]}
  fort_wall: {source: reconstructed, lines: [{way: 0301/0302}]}
  escarpment: {source: reconstructed, lines: [{way: 0201/0301}]}
  pontoon: {source: reconstructed, lines: [{way: 0503/0603}]}
  what_is_this: {source: reconstructed, lines: [{way: 0601/0602}]}
networks:
  primary: {source: reconstructed, lines: [{way: 0201 - 0301 - 0401 - 0501 - 0601}]}
  secondary: {source: reconstructed, lines: [{way: 0301 - 0302 - 0403}]}
  side_road: {source: reconstructed, lines: [{way: 0501 - 0602}]}
  highway: {source: reconstructed, lines: [{way: 0403 - 0503 - 0603}]}
  rail: {source: reconstructed, lines: [{way: 0201 - 0301 - 0401}]}
  corridor: {source: reconstructed, lines: [{way: 0101 - 0201 - 0202}]}
  pass: {source: reconstructed, lines: [{way: 0101 - 0102 - 0103}]}
  camel_path: {source: reconstructed, lines: [{way: 0502 - 0602}]}
places:
  - {name: Koenigsberg <East>, hex: '0301', size: city, tags: [victory, port, fortress]}
  - {name: Zażółć, hex: '0501', size: town, tags: [oilfield]}
  - {name: Ryabukha, hex: '0602', size: village, tags: [airfield]}
  - {name: Just a label, hex: '0403'}
zones:
  half_A: {source: reconstructed, hexes: 0401 0501}
""",
    "everything",
)


def grids(columns: int = 6, rows: int = 5) -> st.SearchStrategy[Grid]:
    """Grids of both shapes and both staggers."""
    return st.builds(
        Grid,
        st.sampled_from(sorted(SIDES)),
        st.just((1, columns)),
        st.just((1, rows)),
        shifted=st.sampled_from(["odd", "even"]),
        rows_up=st.booleans(),
    )


@st.composite
def boards(draw: st.DrawFn, shape: Shape | None = None) -> Board:
    """Boards with any terrain, any hexsides as rivers, any steps as roads."""
    grid = draw(grids().filter(lambda g: shape in (None, g.shape)))
    terrains = ["clear", "hill", "woods", "marsh", "wooded marsh", "rough", "mountain", "sea"]
    terrain = draw(st.lists(st.sampled_from(terrains), min_size=len(grid), max_size=len(grid)))
    sides = sorted({grid.hexside(h, n) for h in grid.hexes for n in grid.neighbours(h)})
    some = st.frozensets(st.sampled_from(sides), max_size=12)
    return Board(
        name="random",
        grid=grid,
        terrain=tuple(terrain),
        tags={h: frozenset({"town"}) for h in draw(st.sets(st.sampled_from(grid.hexes)))},
        hexsides={"river": draw(some), "great river": draw(some), "border": draw(some)},
        networks={"road": draw(some), "side road": draw(some), "rail": draw(some)},
        water=frozenset({"sea"}),
    )
