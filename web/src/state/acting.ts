// What a click, a key or a drop means: the one action it can be, a choice between several, or why there is none.
import type { Action } from "../api/schema";
import type { Point } from "../map/plan";
import type { Desk } from "./desk.svelte";
import { settings } from "./settings.svelte";

/** What could be chosen when the unit in hand was: another of them may be picked up in its place. */
let offered: ReadonlyMap<string, readonly Action[]> = new Map();

/** Press a hex, or a unit in it. Where more than one thing can be meant a menu asks which; or always, if one `asks`. */
export async function press(desk: Desk, spot: string, unit: string, at: Point, asks = false): Promise<void> {
  desk.forget();
  desk.focus = desk.plan.has(spot) ? spot : desk.focus;
  const open = [...openAt(desk, spot, unit), ...(asks ? besideAt(desk, spot, unit) : [])];
  const usual = asks ? undefined : meant(open);
  if (usual) return act(desk, usual);
  if (open.length) {
    desk.menu = { at, actions: open };
    return;
  }
  const clicked = unit || desk.table.stacks.get(spot)?.[0]?.id || "";
  desk.inspected = clicked;
  if (!desk.table.question) return;
  if (clicked && (await exchange(desk, clicked))) return;
  if (wantsPlace(desk)) await desk.why(spot, clicked);
}

/** What a click means: the one thing that can be done, or to pick a unit up, which binds nobody. */
export function meant(open: readonly Action[]): Action | undefined {
  const picks = open.filter(([verb]) => verb === "select");
  return open.length === 1 ? open[0] : picks.length === 1 ? picks[0] : undefined;
}

/** What may be done with a unit, or in a place, or else with any unit there. */
export function openAt(desk: Desk, spot: string, unit: string): Action[] {
  const { units, spots } = desk.table.choices;
  const direct = [...(units.get(unit) ?? []), ...(spots.get(spot) ?? [])];
  if (direct.length) return direct;
  return (desk.table.stacks.get(spot) ?? []).flatMap((counter) => units.get(counter.id) ?? []);
}

/** What else can be done with a unit or in a place, though it is no answer to the question. */
export function besideAt(desk: Desk, spot: string, unit: string): readonly Action[] {
  const { beside } = desk.table.choices;
  return [...(beside.get(unit) ?? []), ...(beside.get(spot) ?? [])];
}

/** Does the open question want something on the map? Then a wrong click is answered. */
const wantsPlace = (desk: Desk): boolean => desk.table.choices.units.size + desk.table.choices.spots.size > 0;

export async function act(desk: Desk, action: Action): Promise<void> {
  desk.forget();
  desk.inspected = "";
  if (desk.table.question?.kinds[action[0]] === "unit") offered = desk.table.choices.units;
  const done = await desk.table.act(action);
  const refusal = desk.table.refusal;
  if (!done && refusal) desk.say(`${refusal.message}. Rule ${refusal.rule}.`, true);
}

/** The action that leaves the open question, if there is just one. */
export function wayOut(desk: Desk): Action | undefined {
  const { cancel, buttons } = desk.table.choices;
  return cancel ?? (buttons.length === 1 ? buttons[0] : undefined);
}

/** Put down what is in hand and pick up another unit that could have been chosen in its place. */
async function exchange(desk: Desk, unit: string): Promise<boolean> {
  const out = wayOut(desk);
  if (!desk.lifted || !out || !offered.has(unit)) return false;
  if (!(await desk.table.act(out))) return false;
  const [again] = desk.table.choices.units.get(unit) ?? [];
  if (again) await act(desk, again);
  return true;
}

/** Answers that are buttons of the panel, in the order in which they stand there. */
export function answersOf(desk: Desk): Action[] {
  const { names, spots, buttons, primary } = desk.table.choices;
  const boxes = [...spots.entries()].filter(([spot]) => !desk.plan.has(spot)).flatMap(([, actions]) => actions);
  return [...names, ...boxes, ...buttons.filter((action) => action !== primary)];
}

/** A button. Ending something that leaves units idle is asked about first. */
export async function pressButton(desk: Desk, action: Action): Promise<void> {
  if (action[0] === "done" && settings.kept.warn && idle(desk) > 0) {
    desk.forget();
    desk.warning = action;
    return;
  }
  await act(desk, action);
}

/** The key that ends: the one thing that goes forward, or why nothing can be ended now. */
export async function end(desk: Desk): Promise<void> {
  const { primary } = desk.table.choices;
  if (primary) return pressButton(desk, primary);
  if (desk.table.question) await desk.whyNot("Not now", "done");
}

/** How many things could still be chosen on the map. */
export function idle(desk: Desk): number {
  const { units, spots } = desk.table.choices;
  return units.size || spots.size;
}

/** The places that `Tab` visits: units that can act, or else places that can be chosen. */
function stops(desk: Desk): string[] {
  const { units, spots } = desk.table.choices;
  const places = new Set<string>();
  for (const unit of units.keys()) {
    const at = desk.table.counter(unit)?.at;
    if (at && desk.plan.has(at)) places.add(at);
  }
  if (!places.size) for (const spot of spots.keys()) if (desk.plan.has(spot)) places.add(spot);
  return desk.plan.names.filter((name) => places.has(name));
}

/** Go to the next unit that can act, or the one before. */
export function visit(desk: Desk, by: 1 | -1): boolean {
  const found = stops(desk);
  if (!found.length) return false;
  const order = desk.plan.names;
  const here = order.indexOf(desk.focus);
  const ahead = by === 1 ? found.find((hex) => order.indexOf(hex) > here) : found.findLast((hex) => order.indexOf(hex) < here);
  const next = ahead ?? (by === 1 ? found[0]! : found.at(-1)!);
  desk.goTo(next);
  desk.inspected = (desk.table.stacks.get(next) ?? []).find((counter) => desk.table.choices.units.has(counter.id))?.id ?? "";
  return true;
}

/** One step back: the menu, a refusal, a drawer, what is in hand, what is looked at. */
export async function back(desk: Desk): Promise<void> {
  if (desk.menu || desk.no || desk.opened) return desk.forget();
  if (desk.phases) {
    desk.phases = false;
    return;
  }
  if (desk.drawer) {
    desk.drawer = "";
    return;
  }
  if (desk.inspected) {
    desk.inspected = "";
    return;
  }
  const { cancel } = desk.table.choices;
  if (cancel) await act(desk, cancel);
}
