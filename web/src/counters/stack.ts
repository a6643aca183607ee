// How the counters of a hex lie: who is on top, and how far the others show.
import type { Counter, Face } from "../api/schema";
import type { Point } from "../map/plan";

/** How far apart the counters of a stack lie: up to four, and more. */
const APART: Record<number, number> = { 2: 5.4, 3: 4.6 };
const APART_MORE = 3.8;
/** However many there are, the last one shows no farther from the first than this. */
const FARTHEST = 19;
const FANNED = 9;
const FARTHEST_FANNED = 45;

/** The place of each counter about the middle of the hex, the top one first, up and to the left. */
export function spread(count: number, fanned = false): Point[] {
  const apart = fanned ? Math.min(FANNED, FARTHEST_FANNED / (count - 1)) : (APART[count] ?? Math.min(APART_MORE, FARTHEST / (count - 1)));
  const first = (-apart * (count - 1)) / 2;
  return Array.from({ length: count }, (_, i) => ({ x: first + i * apart, y: first + i * apart }));
}

/** A tray: counters side by side about the middle of the hex, so many in a row. */
export const PITCH = 60;
export const IN_A_ROW = 6;

export function row(count: number): Point[] {
  const wide = Math.min(count, IN_A_ROW);
  const high = Math.ceil(count / IN_A_ROW);
  return Array.from({ length: count }, (_, i) => ({
    x: PITCH * ((i % IN_A_ROW) - (wide - 1) / 2),
    y: PITCH * (Math.floor(i / IN_A_ROW) - (high - 1) / 2),
  }));
}

/** Fighting units on top by strength, then those without values, then markers. */
export function weight(face: Face | undefined): number {
  if (!face) return -2;
  if (face.marker) return -1;
  return face.values.slice(0, 2).reduce((sum, value) => sum + (Number.parseInt(value, 10) || 0), 0);
}

export function stacked<T>(counters: readonly T[], faceOf: (counter: T) => Face | undefined): T[] {
  return [...counters].sort((a, b) => weight(faceOf(b)) - weight(faceOf(a)));
}

export type Stacks = ReadonlyMap<string, readonly Counter[]>;

/** The counters of every hex and box, the top one first. A stack that has not changed stays the same list. */
export function stacksOf(counters: Readonly<Record<string, Counter>>, faces: Readonly<Record<string, Face>>, before: Stacks): Stacks {
  const found = new Map<string, readonly Counter[]>();
  for (const counter of Object.values(counters))
    if (counter.id in faces) found.set(counter.at, [...(found.get(counter.at) ?? []), counter]);
  for (const [spot, loose] of found) {
    const now = stacked(loose, (counter) => faces[counter.id]);
    const was = before.get(spot);
    found.set(spot, was && alike(was, now) ? was : now);
  }
  return found;
}

const alike = <T>(one: readonly T[], other: readonly T[]): boolean => one.length === other.length && one.every((item, i) => item === other[i]);
