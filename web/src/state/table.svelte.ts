// The table: what the seat is shown, and what its player wishes.
import { see } from "../api/keys";
import { patchedFrame, patchedLog } from "../api/patch";
import type { Action, Counter, Face, Frame, LogEntry, Opening, Page, Patch, Question, Thinking } from "../api/schema";
import { Refusal, Seat, type Listener } from "../api/seat";
import { stacksOf, type Stacks } from "../counters/stack";
import { choicesOf, written } from "./choices";

const READ = 500;

/** By game and side: how many actions there were before the last deed of this player. Who gives the screen to another and
 * comes back still finds what came of it. */
const deeds = new Map<string, number>();

export type Connection = "opening" | "open" | "lost" | "closed";

/** Shows how one frame became the next; the next change of another's making waits for it. */
export type Playback = (before: Frame, after: Frame, news: readonly LogEntry[]) => Promise<void> | undefined;

export class Table implements Listener {
  readonly play: string;
  readonly #seat: Seat;
  #queue: Patch[] = [];
  #showing = false;
  #laid: Stacks = new Map();
  #reading: ReturnType<typeof setTimeout> | undefined;

  side = $state("");
  version = $state("");
  connection = $state<Connection>("opening");
  /** Why the table was closed for good. */
  reason = $state("");
  page = $state.raw<Page | null>(null);
  frame = $state.raw<Frame | null>(null);
  log = $state.raw<readonly LogEntry[]>([]);
  news = $state.raw<Thinking | null>(null);
  /** A frame of the past, while the game is replayed. */
  past = $state.raw<Frame | null>(null);
  /** A wish is on its way. */
  busy = $state(false);
  #deed = $state(0);
  /** What the server last said no to. */
  refusal = $state.raw<Refusal | null>(null);
  playback: Playback | null = null;

  /** The frame on the page: now, or the past. */
  readonly shown = $derived(this.past ?? this.frame);
  readonly view = $derived(this.shown?.view ?? null);
  readonly scene = $derived(this.shown?.scene ?? null);
  // A patch leaves what it does not change the same objects, so nothing that hangs on these is made anew in vain.
  readonly counters: Frame["view"]["counters"] = $derived(this.shown?.view.counters ?? {});
  readonly faces: Frame["scene"]["faces"] = $derived(this.shown?.scene.faces ?? {});
  readonly markers: Frame["scene"]["markers"] = $derived(this.shown?.scene.markers ?? {});
  /** The open question; in the past nothing is asked. */
  readonly question: Question | undefined = $derived(this.past ? undefined : this.frame?.view.question);
  readonly choices = $derived(choicesOf(this.question, this.frame?.beside));
  readonly stacks = $derived.by(() => (this.#laid = stacksOf(this.counters, this.faces, this.#laid)));
  /** May one read what the computer thought? Alone at any time; others when the game is over. */
  readonly mayReadThoughts = $derived.by(() => {
    const players = Object.values(this.frame?.seats ?? {});
    const humans = players.filter((player) => player === "human").length;
    return humans < players.length && (humans === 1 || !!this.frame?.view.outcome);
  });
  /** How many actions there were before the player's own last deed; what came since is news to him. */
  readonly deed: number = $derived(Math.min(this.#deed, (this.frame?.number ?? 0) - 1));
  readonly mine = $derived(this.frame !== null && this.frame.view.asked === this.side);

  constructor(play: string, token: string) {
    this.play = play;
    this.#seat = new Seat(play, token, this);
  }

  leave(): void {
    clearTimeout(this.#reading);
    this.#see();
    this.#seat.leave();
  }

  // --- what the seat hears ---------------------------------------------------------------------------------------

  opened(opening: Opening): void {
    this.#queue = [];
    this.side = opening.side;
    this.version = opening.version;
    this.page = opening.page;
    this.frame = opening.frame;
    this.log = opening.log;
    this.#deed = deeds.get(`${this.play} ${opening.side}`) ?? opening.frame.number - 1;
    this.busy = false;
    this.connection = "open";
  }

  patched(patch: Patch): void {
    this.#queue.push(patch);
    if (!this.#showing) void this.#show();
  }

  thinking(news: Thinking): void {
    this.news = news;
  }

  lost(): void {
    this.connection = "lost";
    this.busy = false;
  }

  closed(reason: string): void {
    this.connection = "closed";
    this.reason = reason;
  }

  /** Show what has come, one change after the other. */
  async #show(): Promise<void> {
    this.#showing = true;
    for (let patch = this.#queue.shift(); patch; patch = this.#queue.shift()) {
      const before = this.frame;
      if (!before) break;
      const others = before.view.asked !== this.side;
      this.frame = patchedFrame(before, patch);
      this.log = patchedLog(this.log, patch);
      this.busy = false;
      this.refusal = null;
      if (!this.frame.thinking) this.news = null;
      const shown = this.playback?.(before, this.frame, patch.log);
      if (others && shown) await shown;
    }
    this.#showing = false;
  }

  // --- wishes ----------------------------------------------------------------------------------------------------

  act(action: Action | string): Promise<boolean> {
    const text = typeof action === "string" ? action : written(action);
    const before = this.#deed;
    return this.#wish((revision) => {
      this.#remember(this.frame!.number);
      return this.#seat.act(text, revision).catch((error: unknown) => {
        this.#remember(before);
        throw error;
      });
    });
  }

  #remember(deed: number): void {
    this.#deed = deed;
    deeds.set(`${this.play} ${this.side}`, deed);
  }

  undo(): Promise<boolean> {
    return this.#wish((revision) => this.#seat.undo(revision));
  }

  redo(): Promise<boolean> {
    return this.#wish((revision) => this.#seat.redo(revision));
  }

  /** Was it done? If not, `refusal` says why. */
  async #wish(send: (revision: number) => Promise<void>): Promise<boolean> {
    if (this.busy || this.past || !this.frame) return false;
    this.busy = true;
    this.refusal = null;
    try {
      await send(this.frame.revision);
      return true;
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      this.refusal = error;
      this.busy = false;
      return false;
    }
  }

  ask: Seat["ask"] = (what, arg) => this.#seat.ask(what, arg);

  // --- the past --------------------------------------------------------------------------------------------------

  async lookBack(number: number): Promise<void> {
    this.past = (await this.#seat.ask("at", String(number))).frame;
  }

  present(): void {
    this.past = null;
  }

  /** Remember how far this player has read, when there is time for it. */
  read(): void {
    clearTimeout(this.#reading);
    this.#reading = setTimeout(() => this.#see(), READ);
  }

  #see(): void {
    if (this.frame && this.side) see(this.play, this.side, this.frame.number);
  }

  // --- words -----------------------------------------------------------------------------------------------------

  counter(id: string): Counter | undefined {
    return this.counters[id];
  }

  face(id: string): Face | undefined {
    return this.faces[id];
  }

  sideTitle(side: string): string {
    return this.page?.sides.find((look) => look.id === side)?.title ?? side;
  }

  /** A unit in a few letters. */
  called(id: string): string {
    const face = this.face(id);
    return face?.id || face?.title || id;
  }
}
