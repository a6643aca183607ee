// The board as geometry: centres, corners, outlines and neighbours, in map units (a hex is 80 across its flats).
import type { BoardMap, HexSpace } from "../api/schema";

export interface Point {
  x: number;
  y: number;
}
export type Way = "left" | "right" | "up" | "down";

const ACROSS = 80;
const RADIUS = ACROSS / Math.sqrt(3);
const POINTY = ["north-east", "east", "south-east", "south-west", "west", "north-west"];
const FLAT = ["north", "north-east", "south-east", "south", "south-west", "north-west"];

const round = (value: number): number => Math.round(value * 10) / 10;

export class Plan {
  readonly flat: boolean;
  readonly width: number;
  readonly height: number;
  readonly names: readonly string[];
  /** What people call kinds of terrain, tags and sides. */
  readonly titles: Readonly<Record<string, string>>;
  readonly #hexes: Readonly<Record<string, HexSpace>>;
  readonly #byPlace = new Map<string, string>();
  readonly #corners: Point[];
  readonly #steps: Point[];

  constructor(board: BoardMap) {
    this.flat = board.shape === "flat";
    this.width = board.width;
    this.height = board.height;
    this.#hexes = board.hexes;
    this.titles = board.titles;
    this.names = Object.keys(board.hexes);
    for (const name of this.names) this.#byPlace.set(this.#key(board.hexes[name]!), name);
    const first = this.flat ? -120 : -90;
    this.#corners = Array.from({ length: 6 }, (_, i) => turned(first + 60 * i, RADIUS));
    this.#steps = Array.from({ length: 6 }, (_, i) => turned(first + 30 + 60 * i, ACROSS));
  }

  has(name: string): boolean {
    return name in this.#hexes;
  }

  space(name: string): HexSpace | undefined {
    return this.#hexes[name];
  }

  centre(name: string): Point {
    return this.#hexes[name] ?? { x: 0, y: 0 };
  }

  /** The six corners, clockwise; side n runs from corner n to corner n + 1. */
  corners(name: string): Point[] {
    const { x, y } = this.centre(name);
    return this.#corners.map((corner) => ({ x: x + corner.x, y: y + corner.y }));
  }

  hexagon(name: string, grow = 1): string {
    const { x, y } = this.centre(name);
    return closed(this.#corners.map((corner) => ({ x: x + corner.x * grow, y: y + corner.y * grow })));
  }

  /** The hex across a side, if there is one. */
  across(name: string, side: number): string | undefined {
    const { x, y } = this.centre(name);
    const step = this.#steps[side]!;
    return this.#byPlace.get(this.#key({ x: x + step.x, y: y + step.y }));
  }

  /** What a compass calls the way from a hex to its neighbour. */
  direction(name: string, neighbour: string): string {
    for (let side = 0; side < 6; side++) if (this.across(name, side) === neighbour) return (this.flat ? FLAT : POINTY)[side]!;
    return "";
  }

  /** The hex under a point of the map. */
  at({ x, y }: Point): string | undefined {
    let best: string | undefined;
    let least = RADIUS * RADIUS;
    for (const name of this.names) {
      const centre = this.#hexes[name]!;
      const away = (centre.x - x) ** 2 + (centre.y - y) ** 2;
      if (away < least) [best, least] = [name, away];
    }
    return best;
  }

  /** Closed loops round a set of hexes as path data; holes run the other way. */
  outline(hexes: Iterable<string>): string {
    const inside = new Set(hexes);
    const ahead = new Map<string, Point>();
    for (const name of inside) {
      if (!this.has(name)) continue;
      const corners = this.corners(name);
      for (let side = 0; side < 6; side++) {
        const other = this.across(name, side);
        if (other === undefined || !inside.has(other)) ahead.set(this.#key(corners[side]!), corners[(side + 1) % 6]!);
      }
    }
    let d = "";
    for (const start of ahead.keys()) {
      const loop: Point[] = [];
      for (let here = start; ahead.has(here); ) {
        const point = ahead.get(here)!;
        ahead.delete(here);
        loop.push(point);
        here = this.#key(point);
      }
      if (loop.length) d += closed(loop);
    }
    return d;
  }

  /** The two ends of the side that two neighbours share, as path data. */
  side(name: string, neighbour: string): string {
    const corners = this.corners(name);
    for (let side = 0; side < 6; side++) {
      if (this.across(name, side) !== neighbour) continue;
      const [a, b] = [corners[side]!, corners[(side + 1) % 6]!];
      return `M${round(a.x)} ${round(a.y)}L${round(b.x)} ${round(b.y)}`;
    }
    return "";
  }

  /** Where an arrow key leads. In the direction in which hexes are staggered the way zigzags; `other` takes the
   * other diagonal. */
  step(name: string, way: Way, other = false): string | undefined {
    const odd = this.#staggered(name) !== other;
    const sides: Record<Way, number> = this.flat
      ? { up: 0, down: 3, left: odd ? 5 : 4, right: odd ? 1 : 2 }
      : { right: 1, left: 4, up: odd ? 5 : 0, down: odd ? 3 : 2 };
    const side = sides[way];
    return this.across(name, side) ?? this.across(name, this.#otherDiagonal(side));
  }

  #otherDiagonal(side: number): number {
    const pairs: Record<number, number> = this.flat ? { 1: 2, 2: 1, 4: 5, 5: 4 } : { 0: 5, 5: 0, 2: 3, 3: 2 };
    return pairs[side] ?? side;
  }

  /** Rows (or columns, on a flat-topped map) are shifted by half a hex, every other one. */
  #staggered(name: string): boolean {
    const { x, y } = this.centre(name);
    const pitch = (ACROSS * Math.sqrt(3)) / 2;
    return Math.round((this.flat ? x : y) / pitch - RADIUS / pitch) % 2 !== 0;
  }

  /** Centres and corners lie on a lattice of half hexes: equal places have equal keys. */
  #key({ x, y }: Point): string {
    const [across, along] = this.flat ? [y, x] : [x, y];
    return `${Math.round(across / (ACROSS / 2))} ${Math.round(along / (RADIUS / 2))}`;
  }
}

function turned(degrees: number, length: number): Point {
  const angle = (degrees * Math.PI) / 180;
  return { x: length * Math.cos(angle), y: length * Math.sin(angle) };
}

function closed(points: Point[]): string {
  return `M${points.map(({ x, y }) => `${round(x)} ${round(y)}`).join("L")}z`;
}
