// What the player has switched on over the map. The server works overlays out; here they are kept and asked for.
import type { Overlays as Answer, OverlayKey } from "../api/schema";
import { Refusal } from "../api/seat";
import { settings } from "./settings.svelte";
import type { Table } from "./table.svelte";

export type Overlay = Answer["overlays"][number];

/** Switches that the page has by itself. */
export const NAMES = "names";
export const COUNTERS = "counters";

/** Letters that mean something else on the map. */
const TAKEN = new Set(["C", "D", "G", "L", "N", "U", "W"]);

export class Overlays {
  /** What was asked for last and has come, by name. */
  shown = $state.raw<Readonly<Record<string, readonly Overlay[]>>>({});
  readonly #asked = new Map<string, string>();

  constructor(readonly table: Table) {}

  /** The overlays of the game. A letter that the page itself needs is not theirs. */
  readonly keys: readonly OverlayKey[] = $derived.by(() =>
    (this.table.page?.overlays ?? []).map((overlay) => (TAKEN.has(overlay.key.toUpperCase()) ? { ...overlay, key: "" } : overlay)),
  );

  on(name: string, usual = this.keys.find((key) => key.name === name)?.usual ?? true): boolean {
    return settings.kept.overlays[this.#kept(name)] ?? usual;
  }

  toggle(name: string): void {
    settings.set({ overlays: { ...settings.kept.overlays, [this.#kept(name)]: !this.on(name) } });
  }

  readonly all: readonly Overlay[] = $derived(Object.values(this.shown).flat());

  /** Ask for everything that is on, for this unit and this hex where an overlay takes one. */
  refresh(unit: string, hex: string): void {
    for (const key of this.keys) {
      const arg = key.takes === "unit" ? unit : key.takes === "hex" ? hex : "";
      if (this.on(key.name) && (!key.takes || arg)) void this.#ask(key.name, arg);
      else this.#drop(key.name);
    }
  }

  async #ask(name: string, arg: string): Promise<void> {
    const wish = `${arg} ${this.table.frame?.revision}`;
    if (this.#asked.get(name) === wish) return;
    this.#asked.set(name, wish);
    try {
      const answer = await this.table.ask("overlay", arg ? `${name} ${arg}` : name);
      if (this.#asked.get(name) === wish) this.shown = { ...this.shown, [name]: answer.overlays };
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      this.#drop(name);
    }
  }

  #drop(name: string): void {
    this.#asked.delete(name);
    if (!(name in this.shown)) return;
    const { [name]: _, ...others } = this.shown;
    this.shown = others;
  }

  #kept(name: string): string {
    return `${this.table.page?.game ?? ""} ${name}`;
  }
}
