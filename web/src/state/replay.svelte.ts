// Playing the game back, as this player saw it.
import type { LogEntry } from "../api/schema";
import type { Table } from "./table.svelte";

const PACE = 700;

/** The number of the last action before each turn began. */
export function turnStarts(log: readonly LogEntry[]): Map<number, number> {
  const starts = new Map<number, number>();
  for (const entry of log) if (!starts.has(entry.turn)) starts.set(entry.turn, Math.max(0, entry.number - 1));
  return starts;
}

export class Replayer {
  at = $state(0);
  playing = $state(false);
  #timer: ReturnType<typeof setTimeout> | undefined;
  #wanted = -1;
  #busy = false;

  constructor(readonly table: Table) {
    this.at = table.frame?.number ?? 0;
  }

  get last(): number {
    return this.table.frame?.number ?? 0;
  }

  /** Go to an action; of several wishes the last one counts. */
  async go(number: number): Promise<void> {
    this.at = Math.max(0, Math.min(this.last, number));
    this.#wanted = this.at;
    if (this.#busy) return;
    this.#busy = true;
    try {
      for (let next = this.#wanted; next >= 0; next = this.#wanted) {
        this.#wanted = -1;
        await this.table.lookBack(next);
      }
    } finally {
      this.#busy = false;
    }
  }

  play(): void {
    this.playing = true;
    if (this.at >= this.last) void this.go(0);
    this.#tick();
  }

  pause(): void {
    this.playing = false;
    clearTimeout(this.#timer);
  }

  #tick(): void {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => {
      if (!this.playing) return;
      if (this.at >= this.last) return this.pause();
      void this.go(this.at + 1).then(() => this.#tick());
    }, PACE);
  }

  end(): void {
    this.pause();
    this.table.present();
  }
}
