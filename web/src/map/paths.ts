// Lines on the map as path data.
import type { Point } from "./plan";

const n = (value: number): string => String(Math.round(value * 10) / 10);

/** A smooth line through points (Catmull-Rom). */
export function smooth(points: readonly Point[]): string {
  const [first, ...rest] = points;
  if (!first) return "";
  let d = `M${n(first.x)} ${n(first.y)}`;
  rest.forEach((point, i) => {
    const before = points[i - 1] ?? points[i]!;
    const start = points[i]!;
    const after = points[i + 2] ?? point;
    const c1 = { x: start.x + (point.x - before.x) / 6, y: start.y + (point.y - before.y) / 6 };
    const c2 = { x: point.x - (after.x - start.x) / 6, y: point.y - (after.y - start.y) / 6 };
    d += `C${n(c1.x)} ${n(c1.y)} ${n(c2.x)} ${n(c2.y)} ${n(point.x)} ${n(point.y)}`;
  });
  return d;
}

/** Through the middles of hexes and of the sides between them. */
export function route(centres: readonly Point[]): Point[] {
  return centres.flatMap((point, i) => {
    const next = centres[i + 1];
    return next ? [point, { x: (point.x + next.x) / 2, y: (point.y + next.y) / 2 }] : [point];
  });
}

/** Small chevrons along a line, pointing where it goes. */
export function chevrons(points: readonly Point[], pitch = 26): string {
  let d = "";
  let due = pitch;
  points.slice(1).forEach((b, i) => {
    const a = points[i]!;
    const length = Math.hypot(b.x - a.x, b.y - a.y);
    const turn = Math.atan2(b.y - a.y, b.x - a.x);
    for (; due < length; due += pitch) {
      const tip = { x: a.x + ((b.x - a.x) * due) / length, y: a.y + ((b.y - a.y) * due) / length };
      const arm = (lean: number): string => `${n(tip.x - 3.4 * Math.cos(turn + lean))} ${n(tip.y - 3.4 * Math.sin(turn + lean))}`;
      d += `M${arm(-0.9)}L${n(tip.x)} ${n(tip.y)}L${arm(0.9)}`;
    }
    due -= length;
  });
  return d;
}

/** An arrow from hex to hex: a slim shaft that swells towards a broad head. */
export function arrow(start: Point, end: Point): string {
  const turn = Math.atan2(end.y - start.y, end.x - start.x);
  const tip = Math.hypot(end.x - start.x, end.y - start.y) - 25;
  const bend = (20 + tip) / 2;
  const at = (x: number, y: number): string =>
    `${n(start.x + x * Math.cos(turn) - y * Math.sin(turn))} ${n(start.y + x * Math.sin(turn) + y * Math.cos(turn))}`;
  return (
    `M${at(20, -4.2)}Q${at(bend, -6.2)} ${at(tip - 15, -7.2)}L${at(tip - 17, -14.5)}L${at(tip, 0)}` +
    `L${at(tip - 17, 14.5)}L${at(tip - 15, 7.2)}Q${at(bend, 6.2)} ${at(20, 4.2)}Q${at(24, 0)} ${at(20, -4.2)}z`
  );
}

/** An eight-sided sign about the origin: legal, but the move ends there. */
export const OCTAGON = closedTurns(8, 11, 22.5);

function closedTurns(count: number, radius: number, first: number): string {
  const points = Array.from({ length: count }, (_, i) => ((first + (360 / count) * i) * Math.PI) / 180);
  return `M${points.map((angle) => `${n(radius * Math.cos(angle))} ${n(radius * Math.sin(angle))}`).join("L")}z`;
}
