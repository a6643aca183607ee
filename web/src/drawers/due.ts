// What waits off the map, by the turn on which it arrives.

/** Counters by turn, the earliest first; those without a turn come last, as turn 0. */
export function byTurn<T extends { id: string }>(counters: readonly T[], due: Readonly<Record<string, number>>): [number, T[]][] {
  const found = new Map<number, T[]>();
  for (const counter of counters) {
    const turn = due[counter.id] ?? 0;
    found.set(turn, [...(found.get(turn) ?? []), counter]);
  }
  return [...found].sort(([a], [b]) => (a || Infinity) - (b || Infinity));
}
