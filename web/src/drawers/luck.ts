// What the dice did.
import type { LogEntry } from "../api/schema";

export interface Luck {
  count: number;
  mean: number;
  most: number;
  faces: [face: number, count: number][];
}

/** The dice that a side rolled. */
export function rolls(log: readonly LogEntry[], side: string): Luck {
  const dice = log.filter((entry) => entry.event.side === side).flatMap((entry) => entry.event.dice);
  const faces = new Map<number, number>(Array.from({ length: Math.max(6, ...dice) }, (_, i) => [i + 1, 0]));
  for (const face of dice) faces.set(face, (faces.get(face) ?? 0) + 1);
  const sum = dice.reduce((total, face) => total + face, 0);
  return { count: dice.length, mean: dice.length ? sum / dice.length : 0, most: Math.max(1, ...faces.values()), faces: [...faces] };
}

/** The mean of a fair die with as many faces as were seen. */
export const expected = (luck: Luck): number => (luck.faces.length + 1) / 2;
