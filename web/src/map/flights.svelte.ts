// Counters on their way: what moved between two frames is shown moving, along the path that the log tells.
import type { Frame, LogEntry } from "../api/schema";
import { settings } from "../state/settings.svelte";
import type { Plan, Point } from "./plan";

export interface Flight {
  unit: string;
  path: Point[];
  ms: number;
  /** Its counter, drawn as it was: the next frame may show it no more. */
  hexes: readonly string[];
}

const A_HEX = 110;
const LONGEST = 900;

export class Flights {
  now = $state.raw<readonly Flight[]>([]);
  readonly units: ReadonlySet<string> = $derived(new Set(this.now.map((flight) => flight.unit)));
  #end: (() => void) | null = null;

  constructor(readonly plan: Plan) {}

  /** Show what moved. The promise is kept when everything has arrived, or is skipped. */
  show(before: Frame, after: Frame, news: readonly LogEntry[]): Promise<void> | undefined {
    this.skip();
    if (settings.still || document.hidden) return undefined;
    const flights = moves(before, after, news, this.plan);
    if (!flights.length) return undefined;
    this.now = flights;
    const longest = Math.max(...flights.map((flight) => flight.ms));
    return new Promise((resolve) => {
      const timer = setTimeout(() => this.skip(), longest);
      this.#end = () => {
        clearTimeout(timer);
        resolve();
      };
    });
  }

  /** Let everything arrive at once. */
  skip(): void {
    this.now = [];
    const end = this.#end;
    this.#end = null;
    end?.();
  }
}

function moves(before: Frame, after: Frame, news: readonly LogEntry[], plan: Plan): Flight[] {
  const found: Flight[] = [];
  for (const counter of Object.values(after.view.counters)) {
    const from = before.view.counters[counter.id]?.at;
    if (!from || from === counter.at || !plan.has(from) || !plan.has(counter.at)) continue;
    const hexes = wayOf(counter.id, from, counter.at, news);
    const path = hexes.map((hex) => plan.centre(hex));
    found.push({ unit: counter.id, hexes, path, ms: Math.min(LONGEST, A_HEX * Math.max(1, path.length - 1)) });
  }
  return found;
}

/** The way that the log tells of, if it leads from where the unit was to where it is. */
function wayOf(unit: string, from: string, to: string, news: readonly LogEntry[]): readonly string[] {
  for (const { event } of news) {
    if (!event.units.includes(unit)) continue;
    const start = event.hexes.indexOf(from);
    const end = event.hexes.lastIndexOf(to);
    if (start >= 0 && end > start) return event.hexes.slice(start, end + 1);
  }
  return [from, to];
}
