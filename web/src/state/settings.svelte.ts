// What the player has set for all games, kept in this browser.

export type Theme = "system" | "light" | "dark";
export type Motion = "system" | "full" | "none";

interface Kept {
  theme: Theme;
  motion: Motion;
  /** Ask before a phase is ended in which units could still act. */
  warn: boolean;
  /** Show keys on buttons. */
  keys: boolean;
  /** Explain what a newcomer has not seen yet. */
  learn: boolean;
  /** What has been explained. */
  tips: string[];
  /** Overlays by game and name that were switched by hand. */
  overlays: Record<string, boolean>;
}

const NAME = "grognard.settings";
const USUAL: Kept = { theme: "system", motion: "system", warn: true, keys: true, learn: true, tips: [], overlays: {} };

function read(): Kept {
  try {
    return { ...USUAL, ...(JSON.parse(localStorage.getItem(NAME) ?? "{}") as Partial<Kept>) };
  } catch {
    return { ...USUAL };
  }
}

class Settings {
  kept = $state<Kept>(read());
  #prefersDark = $state(false);
  #prefersStill = $state(false);
  #coarse = $state(false);

  constructor() {
    this.#follow("(prefers-color-scheme: dark)", (on) => (this.#prefersDark = on));
    this.#follow("(prefers-reduced-motion: reduce)", (on) => (this.#prefersStill = on));
    this.#follow("(hover: none) and (pointer: coarse)", (on) => (this.#coarse = on));
  }

  get dark(): boolean {
    return this.kept.theme === "dark" || (this.kept.theme === "system" && this.#prefersDark);
  }

  /** The page is touched: nothing can be pointed at without a tap, and there is no keyboard at hand. */
  get touch(): boolean {
    return this.#coarse;
  }

  /** Nothing moves. */
  get still(): boolean {
    return this.kept.motion === "none" || (this.kept.motion === "system" && this.#prefersStill);
  }

  set(changes: Partial<Kept>): void {
    Object.assign(this.kept, changes);
    localStorage.setItem(NAME, JSON.stringify(this.kept));
  }

  #follow(query: string, set: (on: boolean) => void): void {
    const media = matchMedia(query);
    set(media.matches);
    media.addEventListener("change", () => set(media.matches));
  }
}

export const settings = new Settings();
