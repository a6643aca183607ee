// Where the map lies under the window: one shift and one scale.
import type { Point } from "./plan";

export const LEAST = 0.25;
export const MOST = 2.5;
const USUAL = 0.88;
const MIDDLE = 0.7;
const SETTLE = 140;
const EDGE = 40;

export type Detail = "near" | "mid" | "far" | "dot";

/** How much a counter shows at a zoom. */
export function detailAt(scale: number): Detail {
  if (scale >= 0.8) return "near";
  if (scale >= 0.5) return "mid";
  return scale >= 0.33 ? "far" : "dot";
}

interface Size {
  width: number;
  height: number;
}

export class Camera {
  x = $state(0);
  y = $state(0);
  scale = $state(USUAL);
  /** A gesture is going on: the map is moved as a picture, and drawn sharp afterwards. */
  moving = $state(false);
  /** The zoom for which the map is drawn: it follows when a gesture is over. */
  drawn = $state(USUAL);
  window = $state.raw<Size>({ width: 1, height: 1 });
  /** Does something lie over the map at a point of the window? What lies there is not seen. */
  covered: (at: Point) => boolean = () => false;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #frame = 0;

  readonly detail = $derived(detailAt(this.drawn));
  readonly transform = $derived(`translate(${this.x}px, ${this.y}px) scale(${this.scale})`);

  constructor(readonly map: Size) {}

  /** The map point under a point of the window. */
  onMap({ x, y }: Point): Point {
    return { x: (x - this.x) / this.scale, y: (y - this.y) / this.scale };
  }

  onWindow({ x, y }: Point): Point {
    return { x: x * this.scale + this.x, y: y * this.scale + this.y };
  }

  panBy(dx: number, dy: number): void {
    this.#stir();
    this.#put(this.x + dx, this.y + dy, this.scale);
  }

  /** Zoom so that the map point under `about` stays there. */
  zoomBy(factor: number, about: Point = { x: this.window.width / 2, y: this.window.height / 2 }): void {
    this.#stir();
    const scale = clamp(this.scale * factor, LEAST, MOST);
    const held = this.onMap(about);
    this.#put(about.x - held.x * scale, about.y - held.y * scale, scale);
  }

  /** The whole map, or as much as fits at the smallest zoom. */
  fit(): void {
    const { width, height } = this.window;
    const scale = clamp(Math.min(width / this.map.width, height / this.map.height) * 0.98, LEAST, MOST);
    this.#put((width - this.map.width * scale) / 2, (height - this.map.height * scale) / 2, scale);
  }

  centre(point: Point, scale = this.scale): void {
    this.#put(this.window.width / 2 - point.x * scale, this.window.height / 2 - point.y * scale, scale);
  }

  /** Is a point in the window, with room for a counter about it? */
  sees(point: Point): boolean {
    const at = this.onWindow(point);
    const { width, height } = this.window;
    return at.x > EDGE && at.y > EDGE && at.x < width - EDGE && at.y < height - EDGE && !this.covered(at);
  }

  /** Bring a point into the middle of the window, if it lies too far out or under something. */
  show(point: Point, still: boolean): void {
    const at = this.onWindow(point);
    const { width, height } = this.window;
    const off = (value: number, size: number): boolean => Math.abs(value - size / 2) > (size * MIDDLE) / 2;
    if (!off(at.x, width) && !off(at.y, height) && !this.covered(at)) return;
    if (still) return this.centre(point);
    this.#glide({ x: width / 2 - point.x * this.scale, y: height / 2 - point.y * this.scale });
  }

  #glide(to: Point, length = 300): void {
    cancelAnimationFrame(this.#frame);
    const from = { x: this.x, y: this.y };
    const start = performance.now();
    const step = (now: number): void => {
      const share = Math.min(1, (now - start) / length);
      const eased = share < 0.5 ? 2 * share * share : 1 - (2 - 2 * share) ** 2 / 2;
      this.#stir(false);
      this.#put(from.x + (to.x - from.x) * eased, from.y + (to.y - from.y) * eased, this.scale);
      if (share < 1) this.#frame = requestAnimationFrame(step);
    };
    this.#frame = requestAnimationFrame(step);
  }

  #put(x: number, y: number, scale: number): void {
    const { width, height } = this.window;
    this.x = held(x, width, this.map.width * scale);
    this.y = held(y, height, this.map.height * scale);
    this.scale = scale;
    if (!this.moving) this.drawn = scale;
  }

  #stir(byHand = true): void {
    if (byHand) cancelAnimationFrame(this.#frame);
    this.moving = true;
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => {
      this.moving = false;
      this.drawn = this.scale;
    }, SETTLE);
  }
}

/** The edge of the map comes no farther into the window than a third of it; a small map stays in the middle. */
function held(at: number, window: number, map: number): number {
  const slack = window / 3;
  return map + 2 * slack < window ? (window - map) / 2 : clamp(at, window - slack - map, slack);
}

function clamp(value: number, least: number, most: number): number {
  return Math.min(most, Math.max(least, value));
}
