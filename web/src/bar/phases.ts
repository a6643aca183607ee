// The phases of a turn in groups, by the side whose they are.
import type { PhaseSpace } from "../api/schema";

export interface Group {
  side: string;
  /** The place of its first phase in the turn. */
  first: number;
  phases: PhaseSpace[];
}

export function grouped(list: readonly PhaseSpace[]): Group[] {
  const found: Group[] = [];
  list.forEach((phase, i) => {
    const last = found.at(-1);
    if (last && last.side === phase.side) last.phases.push(phase);
    else found.push({ side: phase.side, first: i, phases: [phase] });
  });
  return found;
}
