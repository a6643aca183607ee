// The names that stand out in sentences: units in sight, and places.
import type { Desk } from "../state/desk.svelte";

const places = new WeakMap<object, string[]>();

function placesOf(desk: Desk): string[] {
  let found = places.get(desk.volume);
  if (!found) {
    found = desk.plan.names.flatMap((name) => desk.plan.space(name)?.place || []);
    places.set(desk.volume, found);
  }
  return found;
}

export function namesIn(desk: Desk): string[] {
  const { counters, faces } = desk.table;
  const units = Object.keys(counters);
  const titles = Object.values(faces).map((face) => face.title);
  return [...units, ...titles, ...placesOf(desk)].filter(Boolean);
}
