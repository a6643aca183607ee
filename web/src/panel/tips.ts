// What is explained the first time it is met.
import { isAim } from "../state/choices";
import type { Desk } from "../state/desk.svelte";

export const TIPS = {
  choose: "A gold line under a counter says that it can act. Click it, or press Tab to go from one to the next.",
  move: "Lit hexes are within reach; the number is what would be left. Point at one to see the way and each cost. Click it, or drag the counter there.",
  attack: "Brackets mark what can be attacked. Tick who takes part: odds, modifiers and chances follow at once, and nothing binds before you commit.",
  refused: "Every refusal names its rule. Click the number to read it.",
  wait: "It is the other side's turn. What happens is shown on the map; Space skips it.",
};
export type TipName = keyof typeof TIPS;

/** The same by touch, where it is done otherwise. */
const TOUCHED: Partial<Record<TipName, string>> = {
  choose: "A gold line under a counter says that it can act. Tap it; a tap on a stack opens it. Hold a counter to see all that can be done with it.",
  move: "Lit hexes are within reach; the number is what would be left. Tap one to see the way and each cost, tap it again to go there.",
  attack: "Brackets mark what can be attacked. Tick who takes part: odds, modifiers and chances follow at once, and nothing binds before you commit.",
  refused: "Every refusal names its rule. Tap the number to read it.",
  wait: "It is the other side's turn. What happens is shown on the map.",
};

export const tipText = (name: TipName, touch: boolean): string => (touch && TOUCHED[name]) || TIPS[name];

/** The tip that fits what is on the page, unless it has been read. */
export function tipFor(desk: Desk, read: readonly string[]): TipName | undefined {
  const { table } = desk;
  const { units, spots } = table.choices;
  const fitting: [TipName, boolean][] = [
    ["refused", desk.no !== null],
    ["wait", !table.question && !table.past && table.frame?.thinking !== ""],
    ["attack", desk.aims.length > 0 || [...spots.keys()].some((spot) => desk.hostile(spot) && isAim(table.choices, spot))],
    ["move", desk.lifted !== "" && spots.size > 0],
    ["choose", !desk.picks && [...units.keys()].some((unit) => desk.plan.has(table.counter(unit)?.at ?? ""))],
  ];
  return fitting.find(([name, fits]) => fits && !read.includes(name))?.[0];
}
