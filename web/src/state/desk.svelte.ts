// The desk: table, map and what the player points at, for all parts of the page.
import { getContext, setContext } from "svelte";
import type { Action, Counter, Way } from "../api/schema";
import { Refusal } from "../api/seat";
import { Camera } from "../map/camera.svelte";
import type { Point } from "../map/plan";
import type { Volume } from "./library";
import { verbFor } from "./choices";
import { Overlays } from "./overlays.svelte";
import { settings } from "./settings.svelte";
import type { Table } from "./table.svelte";

export type Drawer = "" | "units" | "boxes" | "rules" | "victory" | "turns" | "legend" | "settings" | "help" | "about" | "luck" | "thoughts";

export interface Menu {
  at: Point;
  actions: readonly Action[];
}

/** Why something may not be done: in words what and where, and the hex if it is one. */
export interface No {
  what: string;
  spot: string;
  error: string;
  rule: string;
}

/** Paper round the sheet, as the map's picture has it. */
export const MARGIN = 22;

export class Desk {
  readonly camera: Camera;
  readonly overlays: Overlays;

  /** The hex under the pointer, and the one that has the keyboard. */
  hover = $state("");
  focus = $state("");
  /** The unit under the pointer, when it has stayed a moment. */
  preview = $state("");
  /** A unit that was clicked to be looked at. */
  inspected = $state("");
  /** The hex whose stack lies open. */
  opened = $state("");
  way = $state.raw<Way | null>(null);
  no = $state.raw<No | null>(null);
  menu = $state.raw<Menu | null>(null);
  drawer = $state<Drawer>("");
  rule = $state("");
  /** A question before something is ended that leaves units idle. */
  warning = $state.raw<Action | null>(null);
  /** All phases of the turn are listed. */
  phases = $state(false);
  replaying = $state(false);
  /** The last thing touched was the keyboard: then the hex that has it is marked. */
  byKey = $state(false);
  spoken = $state("");
  alarm = $state("");
  #wayFor = "";

  constructor(
    readonly table: Table,
    readonly volume: Volume,
  ) {
    const { width, height } = volume.plan;
    this.camera = new Camera({ width: width + 2 * MARGIN, height: height + 2 * MARGIN });
    this.overlays = new Overlays(table);
  }

  get plan() {
    return this.volume.plan;
  }

  /** The units that the open question is about. */
  readonly hand: readonly Counter[] = $derived.by(() => {
    const units = this.table.question?.panel?.units ?? [];
    return units.flatMap((id) => this.table.counter(id) ?? []);
  });

  /** Their ids, of both sides. */
  readonly chosen: ReadonlySet<string> = $derived.by(() => new Set(this.table.question?.panel?.units));

  /** Is one to be picked out of several that the question is about? */
  readonly picks = $derived.by(() => !this.aims.length && this.hand.filter((counter) => this.table.choices.units.has(counter.id)).length > 1);

  /** Several units of the player's own that act together, as in a move: no enemy is aimed at, and none is to be picked. */
  readonly group: readonly Counter[] = $derived.by(() => {
    const own = this.hand.filter((counter) => counter.side === this.table.side);
    return own.length > 1 && !this.aims.length && !this.mustPick ? own : [];
  });

  /** Is picking one of them the answer? Not where they can go somewhere, or stop. */
  readonly mustPick = $derived.by(() => this.picks && !this.table.choices.spots.size);

  /** The hex whose stack is in hand, to be lifted. */
  readonly lifted = $derived.by(() => {
    const spots = new Set(this.hand.map((counter) => counter.at));
    const [spot] = spots;
    return spots.size === 1 && !this.aims.length && spot !== undefined && this.plan.has(spot) ? spot : "";
  });

  /** Hexes of the enemy that the open question is about. */
  readonly aims: readonly string[] = $derived.by(() => (this.table.question?.panel?.hexes ?? []).filter((hex) => this.hostile(hex)));

  /** The unit that the inspector shows: under the pointer, clicked, or in hand. */
  readonly subject = $derived.by(() => this.table.counter(this.preview) ?? this.table.counter(this.inspected) ?? (this.picks ? undefined : this.hand[0]));

  /** The hex that is pointed at, by whatever means. */
  readonly pointed = $derived(this.hover || this.focus);

  /** Does somebody else stand there? */
  hostile(hex: string): boolean {
    return (this.table.stacks.get(hex) ?? []).some((counter) => counter.side !== this.table.side);
  }

  // --- words -----------------------------------------------------------------------------------------------------

  /** A hex by its number and the name of the place in it. */
  called(spot: string): string {
    const place = this.plan.space(spot)?.place;
    if (place) return `${spot} ${place}`;
    return this.table.scene?.spots[spot] ?? spot;
  }

  /** Say something through the screen reader; `now` interrupts what it says. */
  say(text: string, now = false): void {
    if (now) this.alarm = text;
    else this.spoken = text;
  }

  // --- the camera ------------------------------------------------------------------------------------------------

  /** The middle of a hex in the units of the whole picture. */
  centre(hex: string): Point {
    const { x, y } = this.plan.centre(hex);
    return { x: x + MARGIN, y: y + MARGIN };
  }

  /** Bring a hex into the window, if it is not in it. */
  bring(hex: string): void {
    if (this.plan.has(hex) && !this.camera.sees(this.centre(hex))) this.camera.show(this.centre(hex), settings.still);
  }

  /** Bring the nearest of some places into the window, if none of them is in it. */
  bringOne(spots: readonly string[]): void {
    const points = spots.filter((spot) => this.plan.has(spot)).map((spot) => this.centre(spot));
    if (!points.length || points.some((point) => this.camera.sees(point))) return;
    const { width, height } = this.camera.window;
    const middle = this.camera.onMap({ x: width / 2, y: height / 2 });
    const away = ({ x, y }: Point): number => Math.hypot(x - middle.x, y - middle.y);
    this.camera.show(points.reduce((best, each) => (away(each) < away(best) ? each : best)), settings.still);
  }

  goTo(spot: string): void {
    if (!this.plan.has(spot)) return;
    this.camera.show(this.centre(spot), settings.still);
    this.focus = spot;
  }

  // --- looking ---------------------------------------------------------------------------------------------------

  /** Look at the way to a lit hex. What is no move has no way. */
  async look(hex: string): Promise<void> {
    const question = this.table.question;
    const wanted = question && this.table.choices.spots.has(hex) ? `${hex} ${this.table.frame?.revision}` : "";
    if (wanted === this.#wayFor) return;
    this.#wayFor = wanted;
    if (!wanted) {
      this.way = null;
      return;
    }
    const way = await this.table.ask("way", hex).catch((error: unknown) => {
      if (error instanceof Refusal) return null;
      throw error;
    });
    if (this.#wayFor === wanted) this.way = way;
  }

  /** Why a hex, or a unit in it, cannot be chosen now. */
  async why(spot: string, unit = ""): Promise<void> {
    const question = this.table.question;
    if (!question) return;
    const place = verbFor(question, ["hex", "spot"]);
    const verb = place ?? verbFor(question, ["unit"]);
    const arg = place ? spot : unit || this.table.stacks.get(spot)?.[0]?.id;
    if (!verb || !arg) return;
    const what = place ? `Not to ${this.called(spot)}` : `Not ${this.table.called(arg)}`;
    await this.whyNot(what, `${verb} ${arg}`, place ? spot : "");
  }

  /** Why an action is not open, in the words of the server. */
  async whyNot(what: string, action: string, spot = ""): Promise<void> {
    const question = this.table.question;
    const answer = await this.table.ask("why", action);
    if (!answer.error || this.table.question !== question) return;
    this.no = { what, spot, error: answer.error, rule: answer.rule };
    this.say(`${what}. ${answer.error}. Rule ${answer.rule}.`, true);
  }

  forget(): void {
    this.no = null;
    this.menu = null;
    this.opened = "";
  }
}

const KEY = Symbol("desk");
export const provideDesk = (desk: Desk): Desk => setContext(KEY, desk);
export const useDesk = (): Desk => getContext<Desk>(KEY);
