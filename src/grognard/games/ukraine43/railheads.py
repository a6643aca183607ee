"""17 Railheads and railroad repair; 27.4 lines off the north edge."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping

from grognard.board import Board, Mask
from grognard.decisions import DONE, Action, Decision, Offer, Refusal, deny, rule
from grognard.engine import Phase, Sequence, Step
from grognard.games.ukraine43.air import drive_off
from grognard.games.ukraine43.scenario import START_ZONES
from grognard.games.ukraine43.state import AXIS, SOVIET, Deal, Pos
from grognard.games.ukraine43.supply import connecting_rail, supply_ground
from grognard.games.ukraine43.theatre import Theatre
from grognard.games.ukraine43.zones import in_enemy_zone
from grognard.hexes import HexId, split_hexside
from grognard.pieces import UnitId
from grognard.words import counted

Way = tuple[HexId, ...]


# --- 17.1  what needs repair ------------------------------------------------------------


class Railways:
    """The railways of a scenario as the Soviets see them: `ways` of the railhead markers, of one
    that branches off with the way to its branch, `first` the hexes behind the start line, and
    the plain lines between.
    """

    @rule("17.1-1", "17.1-2", "17.2-2", "27.4-1", "27.4-2")
    def __init__(self, theatre: Theatre) -> None:
        board, rules = theatre.board, theatre.scenario.railways
        self.later = theatre.scenario.later_railheads
        track = {h for side in board.networks.get("rail", ()) for h in split_hexside(side)}
        self.first = frozenset(track & board.zones.get(START_ZONES[SOVIET], frozenset()))
        markers = sorted({*theatre.scenario.railheads, *self.later})
        named = dict(reversed(board.roads.get("rail", ())))
        own: dict[int, Way] = {
            marker: tuple(_up_to_the_edge(named[f"railhead {marker}"], theatre.land))
            for marker in markers
            if f"railhead {marker}" in named
        }
        self.green = frozenset(h for way in own.values() for h in way)
        before = {marker: self._to_branch(marker, own) for marker in own}
        self.ways = {marker: (*before[marker], *way) for marker, way in own.items()}
        #: How many hexes of its way lie before the line that a marker repairs.
        self._ahead = {marker: len(way) for marker, way in before.items()}
        self._together = {
            marker: frozenset(h for name in rules.together.get(f"railhead {marker}", ())
                              for h in named.get(name, ()))
            for marker in self.ways
        }  # fmt: skip
        apart = {*rules.never, *(n for names in rules.together.values() for n in names)}
        plain = [way for name, way in named.items() if name not in apart and "railhead" not in name]
        self.plain = tuple(_lines(board, plain, self.green))
        self._dead_ends = frozenset(
            h for h, lines in _degrees(board).items() if lines == 1 and not board.grid.edge(h)
        )

    @rule("17.2-1", "17.4B-1", "R-112")
    def _to_branch(self, marker: int, own: Mapping[int, Way]) -> Way:
        """The way to the branch of a later marker, along the line that it leaves."""
        start = self.later.get(marker)
        lines = [way for m, way in own.items() if m not in self.later and start in way]
        return lines[0][: lines[0].index(str(start))] if lines else ()

    @rule("17.1-3", "17.1-4", "27.4-1", "R-90")
    def repaired(self, railheads: Mapping[int, HexId]) -> frozenset[HexId]:
        """The hexes that are repaired when the markers stand so: behind them on their ways,
        and plain lines between two such hexes, or from one to a dead end.
        """
        found = set(self.first)
        for marker, hex_ in railheads.items():
            way = self.ways[marker]
            found.update(way[self._ahead[marker] : way.index(hex_) + 1])
            if hex_ == way[-1]:
                found |= self._together[marker]
        open_ = list(self.plain)
        while ready := [line for line in open_ if self._is_repaired(line, found)]:
            open_ = [line for line in open_ if line not in ready]
            found.update(h for line in ready for h in line if h not in self.green)
        return frozenset(found)

    def _is_repaired(self, line: Way, found: set[HexId]) -> bool:
        ends = {line[0], line[-1]}
        left = ends - found
        return not left or (len(left) < len(ends) and left <= self._dead_ends)


def _up_to_the_edge(way: Way, land: frozenset[HexId]) -> Iterator[HexId]:
    """A way as far as it lies in the scenario."""
    for hex_ in way:
        if hex_ not in land:
            return
        yield hex_


def _degrees(board: Board) -> Counter[HexId]:
    """How many railways lead out of each rail hex."""
    return Counter(h for side in board.networks.get("rail", ()) for h in split_hexside(side))


def _lines(board: Board, ways: list[Way], green: frozenset[HexId]) -> Iterator[Way]:
    """Plain lines: they end on the ways of markers, and where more than two meet."""
    degrees, pieces = _degrees(board), [p for way in ways for p in _split(way, green)]
    while pieces:
        line = pieces.pop()
        while joined := _joined(line, pieces, degrees, green):
            line, used = joined
            pieces.remove(used)
        yield line


def _split(way: Way, green: frozenset[HexId]) -> Iterator[Way]:
    cuts = [i for i, h in enumerate(way) if h in green and 0 < i < len(way) - 1]
    for a, b in zip([0, *cuts], [*cuts, len(way) - 1], strict=True):
        if b > a + 1 or not {way[a], way[b]} <= green:
            yield way[a : b + 1]


def _joined(
    line: Way, pieces: list[Way], degrees: Counter[HexId], green: frozenset[HexId]
) -> tuple[Way, Way] | None:
    """A line with the piece that goes on where it ends, if only one does."""
    for here in (line, line[::-1]):
        end = here[-1]
        if end in green or degrees[end] != 2:
            continue
        for piece in pieces:
            for there in (piece, piece[::-1]):
                if there[0] == end:
                    return (*here, *there[1:]), piece
    return None


# --- 17.2, 17.3  repair -----------------------------------------------------------------


@rule("17.3-3", "R-90")
def bring_into_use(turn: Sequence, hand: Deal) -> None:
    """What was repaired last turn may be used from now on."""
    if turn.side == SOVIET:
        hand.change(repaired=track_behind(hand.now))


def track_behind(pos: Pos) -> frozenset[HexId]:
    """The repaired hexes by where the markers are now, in use or not yet."""
    return pos.game.railways(pos).repaired(dict(pos.state.railheads))


class RailRepair(Phase, tag="rail repair"):
    """3.C.7.c: the Soviets push railheads forward, hex by hex."""

    title = "Railroad repair"
    #: The markers that were moved, once for each hex.
    moved: tuple[int, ...] = ()

    @classmethod
    @rule("3.C.7.c", "3.D-2")
    def opened(cls, parent: Step, pos: Pos) -> Step | None:
        side = getattr(parent, "side", "")
        return cls(side=SOVIET) if side == SOVIET else None

    def ask(self, pos: Pos) -> Decision:
        markers = [str(marker) for marker, _ in pos.state.railheads]
        left = counted(pos.game.charts.limits["repair"].number - len(self.moved), "hex", "hexes")
        return Decision(
            SOVIET,
            f"Choose a railhead to move forward ({left} left), or end the repair.",
            rule="17.3-1",
            offers=(Offer("choose", markers, may_repair), Offer("done")),
        )

    @rule("17.2-1", "17.3-1", "R-90")
    def take(self, hand: Deal, action: Action) -> None:
        """The marker moves, and the hex is Soviet: no German air unit keeps its base there."""
        if action == DONE:
            hand.pop()
            return
        marker, there = int(action.arg), next_hex(hand.now, int(action.arg))
        assert there is not None
        hand.become(self.but(moved=(*self.moved, marker)))
        _put(hand, marker, there)
        hand.control(there, SOVIET)
        hand.tell("repair", "Railhead {marker} reaches {place}.", rule="17.3-1", side=SOVIET,
                  hexes=(there,), marker=marker, place=hand.game.board.called(there))  # fmt: skip
        _branch_off(hand, there)
        drive_off(hand, AXIS, there)


@rule("17.2-1")
def _branch_off(hand: Deal, hex_: HexId) -> None:
    """Where repair reaches a branch a further marker appears."""
    for marker, start in hand.game.railways(hand.now).later.items():
        if start == hex_ and marker not in dict(hand.now.state.railheads):
            _put(hand, marker, start)
            hand.tell("repair", "Railhead {marker} branches off.", rule="17.2-1", side=SOVIET,
                      hexes=(start,), marker=marker)  # fmt: skip


def _put(hand: Deal, marker: int, hex_: HexId) -> None:
    markers = {**dict(hand.now.state.railheads), marker: hex_}
    hand.change(railheads=tuple(sorted(markers.items())))


def next_hex(pos: Pos, marker: int) -> HexId | None:
    """The hex that a marker would repair next; None at the end of its line."""
    way = pos.game.railways(pos).ways[marker]
    ahead = way[way.index(dict(pos.state.railheads)[marker]) + 1 :]
    return ahead[0] if ahead else None


@rule("17.1-2", "17.2-2", "17.3-1", "17.3-2", "17.4C", "R-90")
def may_repair(pos: Pos, step: RailRepair, arg: str) -> Refusal | None:
    """From a connecting rail hex, along its line, into a hex that no German holds or covers."""
    marker, limits = int(arg), pos.game.charts.limits
    if len(step.moved) >= limits["repair"].number:
        return deny("17.3-1", "all repairs of this turn are made")
    if step.moved.count(marker) >= limits["repair_marker"].number:
        return deny("17.3-2", "railhead {marker} has gone its two hexes", marker=marker)
    there = next_hex(pos, marker)
    if there is None:
        return deny("17.2-2", "railhead {marker} is at the end of its line", marker=marker)
    if not pos.keep(_connected)[pos.board.grid.index[dict(pos.state.railheads)[marker]]]:
        return deny("17.4C", "railhead {marker} is cut off from its sources", marker=marker)
    return _why_closed(pos, there)


@rule("R-90")
def _why_closed(pos: Pos, hex_: HexId) -> Refusal | None:
    """What keeps a railhead out of a hex."""
    if pos.columns.count("units", AXIS, hex_):
        return deny("R-90", "German units are in {hex}", hex=hex_)
    guarded = pos.columns.count("units", SOVIET, hex_)
    if in_enemy_zone(pos, SOVIET, hex_) and not guarded:
        return deny("R-90", "{hex} is in a German zone of control", hex=hex_)
    if pos.holder(hex_) != SOVIET and hex_ in pos.game.theatre(pos).towns:
        return deny("R-90", "{hex} is a German town", hex=hex_)
    return None


@rule("17.4C")
def _connected(pos: Pos) -> Mask:
    """Rail hexes that materials can reach, over what has been repaired just now, too."""
    return connecting_rail(pos, SOVIET, supply_ground(pos, SOVIET), track_behind(pos))


# --- 17.4  Germans on Soviet railways ------------------------------------------------------


@rule("17.4A", "17.4B-1", "17.4B-2", "R-70", "R-90", "R-112")
def drive_back(hand: Deal, unit: UnitId, hex_: HexId) -> None:
    """A German unit enters the hex of a railhead: it goes back along its line to the first
    hex without Germans, at most to where the line begins; the track ahead needs repair again.
    """
    if hand.game.owners[unit] != AXIS or not hand.game.piece(unit).is_ground:
        return
    for marker, at in hand.now.state.railheads:
        if at == hex_:
            _put(hand, marker, _behind(hand.now, marker, hex_))
            hand.change(repaired=hand.now.state.repaired & track_behind(hand.now))
            hand.tell("repair", "Railhead {marker} is driven back.", rule="17.4B-1", side=AXIS,
                      hexes=(hex_,), marker=marker)  # fmt: skip


def _behind(pos: Pos, marker: int, hex_: HexId) -> HexId:
    way = pos.game.railways(pos).ways[marker]
    back = way[: way.index(hex_)][::-1]
    return next((h for h in back if not pos.columns.count("units", AXIS, h)), way[0])
