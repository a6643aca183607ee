"""11 Combat."""

from __future__ import annotations

from msgspec import Struct

from grognard.decisions import (
    CANCEL,
    COMMIT,
    DONE,
    PASS,
    Action,
    Chance,
    Decision,
    Offer,
    Panel,
    Part,
    Refusal,
    Row,
    deny,
    rule,
    total,
)
from grognard.engine import Phase, Sequence
from grognard.games.ukraine44 import tigers
from grognard.games.ukraine44.losses import Losses, attack_of, defence_of, lose_steps, steps_left
from grognard.games.ukraine44.retreat import Retreat
from grognard.games.ukraine44.state import AXIS, SOVIET, Deal, Offensive, Pos
from grognard.hexes import HexId
from grognard.mechanics.tables import clamp, distribution, odds, steps_beyond, whole_odds
from grognard.pieces import UnitId

# --- 11.1 - 11.4  the phase, and putting an attack together -----------------------------


class Combat(Phase, tag="combat"):
    """The Combat Phase of one side: combats one after another, in any order (11.4)."""

    title = "Combat"
    fought: frozenset[UnitId] = frozenset()
    attacked: frozenset[UnitId] = frozenset()

    @rule("11.1-2", "11.4-1")
    def ask(self, pos: Pos) -> Decision:
        return Decision(
            self.side,
            "Choose an enemy formation to attack, or end the phase.",
            rule="11.1-2",
            calm=True,
            offers=(Offer("target", tuple(contacts(pos)), may_be_attacked), Offer("done")),
        )

    def take(self, hand: Deal, action: Action) -> None:
        if action == DONE:
            hand.pop(self.fought)
        else:
            hand.push(Attack(side=self.side, target=action.arg))


def contacts(pos: Pos) -> dict[HexId, list[UnitId]]:
    """Enemy hexes that formations of the attacking side could attack, and which could."""
    return pos.keep(_contacts)


def _contacts(pos: Pos) -> dict[HexId, list[UnitId]]:
    """Worked out again only when a formation has moved, died or fought."""
    phase = pos.within(Combat)
    contacts: dict[HexId, list[UnitId]] = pos.columns.keep(
        "contacts", (phase.side, phase.fought), lambda: _find_contacts(pos, phase)
    )
    return contacts


@rule("7.3D-1", "7.3D-2", "11.2-1", "11.11-8", "Z3")
def _find_contacts(pos: Pos, phase: Combat) -> dict[HexId, list[UnitId]]:
    """An attack goes into an adjacent hex, over the Dniester only where a road crosses."""
    enemy, links = pos.game.enemy(phase.side), pos.game.links
    mine = pos.state.units[pos.game.formations[phase.side]]
    held = {u.at for u in pos.state.units[pos.game.formations[enemy]] if u.at in links}
    found: dict[HexId, list[UnitId]] = {}
    for unit in mine:
        if unit.at in links and unit.id not in phase.fought:
            for near in held.intersection(links[unit.at]):
                found.setdefault(near, []).append(unit.id)
    return dict(sorted(found.items()))


@rule("11.2-1", "11.2-2", "C18")
def may_be_attacked(pos: Pos, phase: Combat, target: HexId) -> Refusal | None:
    """An enemy formation in contact may be attacked, once in a turn."""
    defender = pos.game.formation_at(pos, target)
    if defender is None or pos.owner(defender) == phase.side:
        return deny("11.2-1", "there is no enemy formation in {hex}", hex=target)
    if defender in phase.attacked:
        return deny("11.2-2", "the formation in {hex} has been attacked this turn", hex=target)
    attack = Attack(side=phase.side, target=target)
    refusal: Refusal | None = deny("11.2-1", "no formation can attack {hex}", hex=target)
    for unit in contacts(pos).get(target, ()):
        refusal = may_attack(pos, attack, unit)
        if refusal is None:
            break
    return refusal


class Attack(Phase, tag="attack"):
    """An attack being put together. Nothing binds before `commit`."""

    title = "Attack"
    target: HexId
    units: tuple[UnitId, ...] = ()

    def ask(self, pos: Pos) -> Decision:
        able = contacts(pos).get(self.target, ())
        bind = (Offer("commit"),) if self.units else ()
        return Decision(
            self.side,
            f"Choose the formations that attack {pos.board.called(self.target)}.",
            rule="11.2-1",
            waiting="The enemy prepares an attack.",
            auto=False,
            panel=lambda pos: forecast_panel(pos, self),
            offers=(
                Offer("attack", able, may_attack),
                Offer("release", self.units),
                *bind,
                Offer("cancel"),
            ),
        )

    def take(self, hand: Deal, action: Action) -> None:
        match action:
            case Action("attack", unit):
                hand.become(self.but(units=(*self.units, unit)))
            case Action("release", unit):
                hand.become(self.but(units=tuple(u for u in self.units if u != unit)))
            case _ if action == CANCEL:
                hand.pop()
            case _ if action == COMMIT:
                self._commit(hand)

    def participants(self, pos: Pos) -> tuple[UnitId, ...]:
        """The attackers named so far, and the defender."""
        defender = pos.game.formation_at(pos, self.target)
        assert defender is not None
        return (*self.units, defender)

    @rule("6.4-2", "S4", "S10")
    def _commit(self, hand: Deal) -> None:
        """The attacker is bound; then both sides see every participant."""
        defender = hand.game.formation_at(hand.now, self.target)
        assert defender is not None
        hand.note(Combat, fought=self.units, attacked=(defender,))
        hand.reveal(self.units, to=hand.game.enemy(self.side))
        hand.reveal((defender,), to=self.side)
        for unit in (*self.units, defender):
            show(hand, unit)
        hand.become(
            Battle(side=self.side, target=self.target, attackers=self.units, defender=defender)
        )


@rule("6.4-2", "6.4-5", "6.4-6", "S8", "S10")
def show(hand: Deal, unit: UnitId) -> None:
    """The back of a counter and the marker under it, which both sides now see."""
    now = hand.unit(unit)
    steps = "1 step" if now.lost == 1 else f"{now.lost} steps"
    marker = ", under it a decoy" if now.decoy else f", {steps} lost" if now.lost else ""
    hand.tell(
        "shown",
        "{unit} is shown: attack {attack}, defence {defence}{marker}.",
        rule="6.4-2",
        side=hand.now.owner(unit),
        units=(unit,),
        hexes=(now.at,),
        unit=unit,
        attack=attack_of(hand.now, unit),
        defence=defence_of(hand.now, unit),
        lost=now.lost,
        marker=marker,
    )


@rule("11.2-1", "11.2-3", "11.2-4", "11.3-1", "11.3-2", "11.3-3", "C6", "C18", "C23", "Z3")
def may_attack(pos: Pos, attack: Attack, unit: UnitId) -> Refusal | None:
    """A formation in contact attacks with its whole strength, once in a turn, one enemy."""
    phase = pos.within(Combat)
    if pos.owner(unit) != attack.side:
        return deny("11.2-1", "{unit} is not yours", unit=unit)
    if unit in phase.fought:
        return deny("11.2-4", "{unit} has already attacked this turn", unit=unit)
    if unit in attack.units:
        return deny("11.2-3", "{unit} is already part of this attack", unit=unit)
    if unit not in contacts(pos).get(attack.target, ()):
        return deny("11.2-1", "{unit} cannot attack {hex}", unit=unit, hex=attack.target)
    if attack_of(pos, unit) == 0:
        return deny("11.3-2", "{unit} has no attack strength", unit=unit)
    if pos.unit(unit).supply == "isolated" and not pos.state.options.isolated_attack:
        return deny("Z3", "{unit} is isolated and may not attack", unit=unit)
    return None


# --- 11.6, 11.10 - 11.15  odds and modifiers --------------------------------------------


class Result(Struct, frozen=True):
    """What the Combat Results Table says, after the clamp."""

    attacker: int
    defender: int
    retreat: bool

    def __str__(self) -> str:
        return f"{self.attacker}/{self.defender}{'R' if self.retreat else ''}"


@rule("11.6-5", "11.7-1")
def read_cell(text: str) -> Result:
    """Read a cell such as `1/3R`: attacker's steps, defender's steps, retreat."""
    attacker, slash, defender = text.removesuffix("R").partition("/")
    if not slash:
        raise ValueError(f"{text!r} is not a result such as 1/2 or 1/3R")
    return Result(int(attacker), int(defender), text.endswith("R"))


@rule("11.6-1", "11.3-1", "8.11-5")
def strength_parts(pos: Pos, units: tuple[UnitId, ...]) -> tuple[Part, ...]:
    """The attackers' strengths, each halved for itself where isolated, then added."""
    return tuple(Part(attack_of(pos, unit), unit, "11.6-1") for unit in units)


@rule("11.6-2", "11.6-3", "11.6-4", "11.13-1", "11.13-2", "11.13-3", "C1", "C2", "C15")
def column_and_bonus(pos: Pos, attack: int, defence: int) -> tuple[str, int]:
    """The column of the odds, and the modifier for odds beyond the ends of the table."""
    scale = pos.game.crt_scale
    ratio = odds(attack, defence)
    beyond = steps_beyond(scale, ratio)
    return scale.labels[scale.clamp(scale.find(ratio))], beyond


def odds_text(attack: int, defence: int) -> str:
    """The odds as players say them: 3-1, 1-2."""
    return str(whole_odds(odds(attack, defence)))


@rule("11.10-3")
def modifiers(
    pos: Pos, side: str, attackers: tuple[UnitId, ...], target: HexId
) -> tuple[Part, ...]:
    """Every die modifier but odds and Tigers, each with its rule (11.10-3: all add up)."""
    found = [
        *terrain_modifiers(pos, target),
        *hexside_modifier(pos, attackers, target),
        *flanking_modifier(pos, attackers, target),
        *artillery_modifier(pos, side),
    ]
    return tuple(found)


@rule("2.1-2", "2.1-3", "2.1-5", "11.11-0", "11.11-1", "11.11-2", "11.11-3", "11.11-4",
      "11.11-5", "11.11-9", "C3", "M1")  # fmt: skip
def terrain_modifiers(pos: Pos, target: HexId) -> list[Part]:
    """Natural terrain and settlement of the defender's hex both count."""
    chart = pos.game.charts.terrain
    kinds = [pos.board.terrain_of(target), *sorted(pos.board.tags.get(target, ()))]
    effects = [chart[kind] for kind in kinds if kind in chart]
    return [Part(e.combat, e.title, e.combat_rule) for e in effects if e.combat]


@rule("11.11-6", "11.11-7", "C4", "C5", "C22")
def hexside_modifier(pos: Pos, attackers: tuple[UnitId, ...], target: HexId) -> list[Part]:
    """The Dniester as soon as one attacker crosses it; a river only if all cross one."""
    froms = [pos.unit(unit).at for unit in attackers]
    chart = pos.game.charts.terrain
    if any(pos.board.crosses("dniester", a, target) for a in froms):
        return [Part(chart["dniester"].combat, "across the Dniester", "11.11-7")]
    if froms and all(pos.board.crosses("river", a, target) for a in froms):
        return [Part(chart["river"].combat, "all across a river", "11.11-6")]
    return []


FLANK = 2


@rule("11.12-1", "11.12-2", "11.12-3", "11.12-4", "11.12-5", "11.12-6", "11.11-5b", "C11")
def flanking_modifier(pos: Pos, attackers: tuple[UnitId, ...], target: HexId) -> list[Part]:
    """Attackers on opposite sides, or three apart, or four; not against a city."""
    if pos.board.has(target, "city"):
        return []
    froms = {pos.unit(unit).at for unit in attackers}
    grid = pos.board.grid
    if len(froms) >= 4 or grid.opposed(target, froms) or grid.spread(target, froms):
        return [Part(FLANK, "flanking attack", "11.12-4")]
    return []


ARTILLERY = 2


@rule("11.15-1", "S11")
def artillery_modifier(pos: Pos, side: str) -> list[Part]:
    """A Soviet turn that begins with combat has artillery support."""
    if side == SOVIET and pos.find(Offensive) is not None:
        return [Part(ARTILLERY, "artillery support", "11.15-1")]
    return []


@rule("11.10-1", "11.10-2")
def read_result(pos: Pos, column: str, die: int, modifier: int) -> Result:
    """The die, modified and held between 1 and 6, on the column of the odds."""
    return pos.game.crt[column, str(clamp(die + modifier, 1, 6))]


# --- 11.6 - 11.9  a combat --------------------------------------------------------------


def tiger_dice(battle: Battle, hand: Deal) -> None:
    """12.5.1: a die for each Tiger that takes part, before the combat die (C12)."""
    due = len(tigers.rolling(hand.now, battle.participants, battle.target))
    if len(battle.tiger_faces) < due:
        hand.roll("tiger", due, side=AXIS, place=battle.target)


def combat_die(battle: Battle, hand: Deal) -> None:
    """11.6: the combat die."""
    if not battle.die:
        hand.roll("combat", side=battle.side, place=battle.target)


def result(battle: Battle, hand: Deal) -> None:
    """11.6, 11.7.1: read the table and settle what both sides lose."""
    pos = hand.now
    parts = strength_parts(pos, battle.attackers)
    attack, defence = total(parts), defence_of(pos, battle.defender)
    column, beyond = column_and_bonus(pos, attack, defence)
    drm = all_modifiers(pos, battle, beyond)
    found = read_result(pos, column, battle.die, total(drm))
    hand.tell(
        "combat",
        "{side} attacks {place} at {odds}: die {die}, modifier {drm:+d}, result {result}.",
        rule="11.6-4",
        side=battle.side,
        parts=drm,
        dice=(*battle.tiger_faces, battle.die),
        hexes=(battle.target,),
        units=battle.participants,
        place=pos.board.called(battle.target),
        odds=odds_text(attack, defence),
        die=battle.die,
        drm=total(drm),
        result=str(found),
    )
    attacker, defender = after_superiority(pos, battle, found)
    if (attacker, defender) != (found.attacker, found.defender):
        hand.tell(
            "superiority",
            "Tactical Superiority: the Axis loses no steps.",
            rule="11.7.1-1",
            hexes=(battle.target,),
        )
    hand.become(
        battle.but(attacker_loses=attacker, defender_loses=defender, retreats=found.retreat)
    )


def all_modifiers(pos: Pos, battle: Battle, beyond: int) -> tuple[Part, ...]:
    """Every die modifier of a combat whose Tiger dice have been thrown."""
    found = [*modifiers(pos, battle.side, battle.attackers, battle.target)]
    if beyond:
        found.append(Part(beyond, "odds beyond the table", "11.13-2" if beyond > 0 else "11.13-1"))
    found += tigers.modifiers(pos, battle)
    return tuple(found)


@rule("11.7.1-1", "11.7.1-2", "11.7.1-3", "C7")
def after_superiority(pos: Pos, battle: Battle, found: Result) -> tuple[int, int]:
    """Steps to lose on both sides: if the Soviet losses exceed all Soviet steps, the Axis
    loses none, unless every Axis formation in the combat is Hungarian.
    """
    soviets = battle.attackers if battle.side == SOVIET else (battle.defender,)
    axis = (battle.defender,) if battle.side == SOVIET else battle.attackers
    due = found.attacker if battle.side == SOVIET else found.defender
    steps = sum(steps_left(pos, unit) for unit in soviets)
    hungarian = all(pos.game.piece(unit).nationality == "hungarian" for unit in axis)
    if due <= steps or hungarian:
        return found.attacker, found.defender
    return (found.attacker, 0) if battle.side == SOVIET else (0, found.defender)


@rule("11.7-1", "11.7-2", "C17", "C19")
def attacker_losses(battle: Battle, hand: Deal) -> None:
    """11.7: the attacker spreads his losses; none can be given more than it has (C19)."""
    if battle.attacker_loses:
        hand.become(battle.but(attacker_loses=0))
        hand.push(Losses(side=battle.side, units=battle.attackers, due=battle.attacker_loses))


@rule("11.7-1", "11.7-3", "C17")
def defender_losses(battle: Battle, hand: Deal) -> None:
    """11.7: the defender's losses."""
    if battle.defender_loses:
        lose_steps(hand, battle.defender, battle.defender_loses, "11.7-1")


@rule("11.8-1", "11.8-9", "C7", "C10")
def retreat(battle: Battle, hand: Deal) -> None:
    """11.8: a surviving defender retreats on R; garrisons do not."""
    piece = hand.game.piece(battle.defender)
    alive = hand.unit(battle.defender).at == battle.target
    if alive and battle.retreats and piece.kind != "garrison":
        hand.become(battle.but(retreats=False))
        hand.push(Retreat(side=piece.side, unit=battle.defender))


@rule("11.9-1", "C10", "C16", "C19", "C23")
def advance(battle: Battle, hand: Deal) -> None:
    """11.9: one attacker may advance into the hex that the defender has left."""
    left = hand.unit(battle.defender).at != battle.target
    able = tuple(u for u in battle.attackers if may_advance(hand.now, u))
    if left and able and not battle.advanced:
        hand.become(battle.but(advanced=True))
        hand.push(Advance(side=battle.side, target=battle.target, units=able))


class Battle(Sequence, tag="battle"):
    """A combat that both sides are bound to, in the order of ruling C7."""

    title = "Combat"
    target: HexId
    attackers: tuple[UnitId, ...]
    defender: UnitId
    tiger_faces: tuple[int, ...] = ()
    die: int = 0
    attacker_loses: int = 0
    defender_loses: int = 0
    retreats: bool = False
    advanced: bool = False

    stages = (
        tiger_dice,
        combat_die,
        result,
        attacker_losses,
        defender_losses,
        retreat,
        advance,
    )

    @property
    def participants(self) -> tuple[UnitId, ...]:
        return (*self.attackers, self.defender)

    def hear_tiger_dice(self, hand: Deal, faces: tuple[int, ...]) -> None:
        hand.become(self.but(tiger_faces=faces))

    def hear_combat_die(self, hand: Deal, faces: tuple[int, ...]) -> None:
        hand.become(self.but(die=faces[0]))


@rule("2.3-4", "11.9-1", "C23")
def may_advance(pos: Pos, unit: UnitId) -> bool:
    """A surviving attacker that is no garrison."""
    return pos.unit(unit).at in pos.board.grid and pos.game.piece(unit).kind != "garrison"


class Advance(Phase, tag="advance"):
    """The choice of the formation that advances, or none."""

    title = "Advance"
    target: HexId
    units: tuple[UnitId, ...]

    def ask(self, pos: Pos) -> Decision:
        return Decision(
            self.side,
            f"Advance one attacker into {pos.board.called(self.target)}, or none.",
            rule="11.9-1",
            panel=lambda _: Panel(units=self.units, hexes=(self.target,)),
            offers=(Offer("select", self.units), Offer("pass")),
        )

    @rule("11.9-2")
    def take(self, hand: Deal, action: Action) -> None:
        """The advance is free and heeds no zone of control."""
        if action != PASS:
            hand.tell(
                "advance",
                "{unit} advances into {place}.",
                rule="11.9-1",
                side=self.side,
                units=(action.arg,),
                hexes=(self.target,),
                unit=action.arg,
                place=hand.game.board.called(self.target),
            )
            hand.enter(action.arg, self.target, by="advance")
        hand.pop()


# --- what the attacker may expect -------------------------------------------------------


def forecast(pos: Pos, attack: Attack, defence: int) -> dict[Result, int]:
    """The exact weight of every result, if the defence is this strong."""
    strength = total(strength_parts(pos, attack.units))
    column, beyond = column_and_bonus(pos, strength, defence)
    everybody = attack.participants(pos)
    fixed = (
        *modifiers(pos, attack.side, attack.units, attack.target),
        *tigers.in_city(pos, everybody, attack.target, attack.side),
    )
    modifier, sign = total(fixed) + beyond, tigers.sign(attack.side)

    def read(faces: tuple[int, ...]) -> Result:
        *tiger_faces, die = faces
        return read_result(pos, column, die, modifier + sign * sum(map(tigers.half, tiger_faces)))

    dice = len(tigers.rolling(pos, everybody, attack.target))
    return distribution(dice + 1, read)


def forecast_panel(pos: Pos, attack: Attack) -> Panel:
    """Strength, odds, modifiers and chances; what is hidden as the range that it may have."""
    from grognard.games.ukraine44 import prospects
    from grognard.games.ukraine44.mask import defence_range

    strength = strength_parts(pos, attack.units)
    least, most = defence_range(pos, attack.target, attack.side)
    defence = _between("defender", "11.6-1", least, most)
    rows = [
        Row("Attack", str(total(strength)), strength, "11.6-1"),
        Row("Defence", _span(least, most, "{}"), (defence,), "11.6-1"),
    ]
    chances: tuple[Chance, ...] = ()
    sums: tuple[Row, ...] = ()
    if attack.units:
        power = total(strength)
        worst, best = odds_text(power, most), odds_text(power, least)
        rows.append(Row("Odds", _span(worst, best, "{}"), (), "11.6-2"))
        # Every defence that it may have leads to the same column: the chances are known.
        if column_and_bonus(pos, power, least) == column_and_bonus(pos, power, most):
            weights = forecast(pos, attack, least)
            chances = prospects.chances(pos, attack, weights)
            if not pos.state.options.fog:
                sums = prospects.sums(pos, attack, weights)
    parts = expected_modifiers(pos, attack, least, most)
    upper = sum(part.amount if part.most is None else part.most for part in parts)
    rows.append(Row("Die modifier", _span(total(parts), upper, "{:+d}"), parts, "11.10-3"))
    return Panel(
        title="Attack",
        rows=tuple(rows),
        chances=chances,
        units=attack.units,
        hexes=(attack.target,),
        sums=sums,
        notes=prospects.notes(pos, attack, least, most),
    )


def expected_modifiers(pos: Pos, attack: Attack, least: int, most: int) -> tuple[Part, ...]:
    """All die modifiers against a defence from `least` to `most`, before any die is thrown."""
    found = [*modifiers(pos, attack.side, attack.units, attack.target)]
    if attack.units:
        power = total(strength_parts(pos, attack.units))
        worst, best = (column_and_bonus(pos, power, defence)[1] for defence in (most, least))
        if worst or best:
            rule_id = "11.13-2" if best > 0 else "11.13-1"
            found.append(_between("odds beyond the table", rule_id, worst, best))
    return (
        *found,
        *tigers.prospects(pos, attack.participants(pos), attack.target, attack.side),
    )


def _between(reason: str, rule_id: str, least: int, most: int) -> Part:
    return Part(least, reason, rule_id, most if most > least else None)


def _span(low: object, high: object, form: str) -> str:
    return form.format(low) if low == high else f"{form.format(low)} to {form.format(high)}"
