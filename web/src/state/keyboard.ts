// The keys of the map. They are single letters only while the map, or nothing, has the focus.
import { answersOf, back, end, pressButton, press, visit, wayOut, act } from "./acting";
import type { Desk } from "./desk.svelte";
import { COUNTERS, NAMES } from "./overlays.svelte";
import type { Way } from "../map/plan";

const ARROWS: Record<string, Way> = { ArrowLeft: "left", ArrowRight: "right", ArrowUp: "up", ArrowDown: "down" };

/** What a key may reach besides the desk. */
export interface Reach {
  skip(): boolean;
  goToHex(): void;
  /** To the panel, to the actions, and back to the map. */
  nextPane(back: boolean): boolean;
}

/** Does the map have the focus, or nothing at all? */
export function onMap(element: Element | null): boolean {
  return element === null || element === document.body || element.closest(".window") !== null;
}

/** Carry out a key; false if it means nothing here. */
export function key(desk: Desk, event: KeyboardEvent, reach: Reach): boolean {
  if (event.ctrlKey || event.metaKey || event.altKey) return false;
  if (event.key === "Escape") {
    void back(desk);
    return true;
  }
  if (event.key === "F6") return reach.nextPane(event.shiftKey);
  if (!onMap(document.activeElement) || desk.menu) return false;
  const way = ARROWS[event.key];
  if (way) return move(desk, way, event.shiftKey);
  return command(desk, event, reach);
}

function move(desk: Desk, way: Way, other: boolean): boolean {
  const here = desk.focus || desk.lifted || desk.plan.names[0]!;
  const next = desk.plan.step(here, way, other);
  if (next) {
    desk.hover = "";
    desk.inspected = "";
    desk.opened = "";
    desk.goTo(next);
  }
  return true;
}

function command(desk: Desk, event: KeyboardEvent, reach: Reach): boolean {
  const { table, camera } = desk;
  const centre = { x: camera.window.width / 2, y: camera.window.height / 2 };
  switch (event.key) {
    case "Tab":
      return visit(desk, event.shiftKey ? -1 : 1);
    case "Enter":
      return enter(desk, event.shiftKey);
    case " ":
      return reach.skip() || leave(desk);
    case "u":
      void table.undo();
      return true;
    case "U":
      void table.redo();
      return true;
    case "d":
    case "D":
      void end(desk);
      return true;
    case "w":
    case "W":
      void desk.why(desk.pointed);
      return true;
    case "g":
    case "G":
      reach.goToHex();
      return true;
    case "l":
    case "L":
      desk.drawer = desk.drawer === "turns" ? "" : "turns";
      return true;
    case "?":
      desk.drawer = desk.drawer === "help" ? "" : "help";
      return true;
    case "+":
    case "=":
      camera.zoomBy(1.25, centre);
      return true;
    case "-":
      camera.zoomBy(0.8, centre);
      return true;
    case "0":
      camera.fit();
      return true;
    case "[":
    case "]":
      return through(desk, event.key === "]" ? 1 : -1);
    default:
      return /^[1-9]$/.test(event.key) ? answer(desk, Number(event.key)) : toggle(desk, event.key.toUpperCase());
  }
}

/** Choose here; where nothing can be chosen, what is put together is bound. */
function enter(desk: Desk, asks: boolean): boolean {
  const { choices } = desk.table;
  const spot = desk.focus;
  const units = desk.table.stacks.get(spot) ?? [];
  const unit = units.some((counter) => counter.id === desk.inspected) ? desk.inspected : "";
  const here = choices.spots.has(spot) || units.some((counter) => choices.units.has(counter.id));
  if (!here && choices.primary?.[0] === "commit") void pressButton(desk, choices.primary);
  else if (spot) void press(desk, spot, unit, desk.camera.onWindow(desk.centre(spot)), asks);
  return true;
}

function leave(desk: Desk): boolean {
  const out = desk.table.choices.primary ?? wayOut(desk);
  if (desk.lifted && out) void act(desk, out);
  return true;
}

/** The answers of the panel are numbered. */
function answer(desk: Desk, number: number): boolean {
  const action = answersOf(desk)[number - 1];
  if (action) void pressButton(desk, action);
  return action !== undefined;
}

/** Look at the next counter of the stack. */
function through(desk: Desk, by: 1 | -1): boolean {
  const units = desk.table.stacks.get(desk.focus) ?? [];
  if (!units.length) return true;
  desk.opened = desk.focus;
  const here = units.findIndex((counter) => counter.id === desk.inspected);
  const next = units[(here + by + units.length) % units.length]!;
  desk.inspected = next.id;
  desk.say(desk.table.scene?.spoken[next.id] ?? next.id);
  return true;
}

function toggle(desk: Desk, letter: string): boolean {
  const own = { R: "reach", N: NAMES, C: COUNTERS }[letter];
  const name = desk.overlays.keys.find((overlay) => overlay.key !== "" && overlay.key.toUpperCase() === letter)?.name ?? own;
  if (!name) return false;
  desk.overlays.toggle(name);
  return true;
}
