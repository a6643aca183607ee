// One sentence for a hex, from the same data as the inspector: what, where, how strong, what can be done.
import type { Desk } from "./desk.svelte";
import { labelOf } from "./choices";

const listed = (words: readonly string[]): string =>
  words.length < 2 ? (words[0] ?? "") : `${words.slice(0, -1).join(", ")} and ${words.at(-1)}`;

/** Place, terrain and what lies on the sides of a hex. */
export function groundOf(desk: Desk, hex: string): string[] {
  const space = desk.plan.space(hex);
  if (!space) return [];
  const worded = (kind: string): string => wordFor(kind, desk.plan.titles) ?? spaced(kind);
  const sides = Object.entries(space.sides).map(
    ([kind, others]) => `${worded(kind)} ${listed(others.map((other) => desk.plan.direction(hex, other)))}`,
  );
  return [space.place, ...space.tags.map(worded), worded(space.terrain), ...sides].filter(Boolean);
}

/** What the boards call by a word that says too little by itself. */
const GROUND: Record<string, string> = {
  primary: "primary road", secondary: "secondary road", rail: "railway", repair: "rail repair line", below_dam: "river below the dam", dnepr: "Dnepr",
  vp1: "1 victory point", vp2: "2 victory points", vp3: "3 victory points", axis_fort: "Axis fort", soviet_fort: "Soviet fort",
  axis_source: "Axis supply source", soviet_source: "Soviet supply source", air_source: "air supply source",
};

/** What people call a kind of terrain, tag or side, if anybody has said it. */
export const wordFor = (kind: string, titles: Readonly<Record<string, string>>): string | undefined => titles[kind] ?? GROUND[kind];

export const spaced = (name: string): string => name.replace(/_/g, " ");

export function describe(desk: Desk, hex: string): string {
  const { table } = desk;
  const counters = table.stacks.get(hex) ?? [];
  const who = counters.map((counter) => table.scene?.spoken[counter.id] ?? counter.id).join(" ");
  return `${[hex, ...groundOf(desk, hex)].join(", ")}. ${who || "Empty."}${whatToDo(desk, hex)}`;
}

function whatToDo(desk: Desk, hex: string): string {
  const { choices, page, stacks } = desk.table;
  const units = (stacks.get(hex) ?? []).flatMap((counter) => choices.units.get(counter.id) ?? []);
  const here = choices.spots.get(hex) ?? [];
  const words = new Set([...units, ...here].map(([verb]) => labelOf([verb, ""], page?.verbs ?? {})));
  const left = desk.way?.hexes.at(-1) === hex ? ` ${desk.way.left}.` : "";
  return words.size ? ` You can: ${[...words].join(", ").toLowerCase()}.${left}` : "";
}
