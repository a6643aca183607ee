import { describe, expect, it } from "vitest";
import type { BoardMap, HexSpace } from "../src/api/schema";
import { Plan, type Way } from "../src/map/plan";

const RADIUS = 80 / Math.sqrt(3);
const PITCH = 1.5 * RADIUS;

/** A sheet of hexes named by row and column, every other row (or column) shifted by half a hex. */
function sheet(shape: "flat" | "pointy", columns: number, rows: number): Plan {
  const hexes: Record<string, HexSpace> = {};
  for (let row = 0; row < rows; row++)
    for (let column = 0; column < columns; column++) {
      const pointy = { x: 40 + 80 * column + (row % 2 ? 40 : 0), y: RADIUS + PITCH * row };
      const flat = { x: RADIUS + PITCH * column, y: 40 + 80 * row + (column % 2 ? 40 : 0) };
      const { x, y } = shape === "flat" ? flat : pointy;
      hexes[`${row}.${column}`] = { x: Math.round(100 * x) / 100, y: Math.round(100 * y) / 100, terrain: "", place: "", tags: [], sides: {}, near: [] };
    }
  const board: BoardMap = { name: "", shape, width: 80 * columns + 40, height: PITCH * rows + RADIUS, hexes, sources: {}, titles: {}, note: "" };
  return new Plan(board);
}

const loops = (d: string): number => d.split("M").length - 1;
const corners = (d: string): number => d.split(/[ML]/).length - 1;

describe.each(["pointy", "flat"] as const)("a %s-topped board", (shape) => {
  const plan = sheet(shape, 30, 30);

  it("finds the hex under a point", () => {
    const { x, y } = plan.centre("7.11");
    expect(plan.at({ x: x + 20, y: y - 20 })).toBe("7.11");
    expect(plan.at({ x: -500, y: 0 })).toBeUndefined();
  });

  it("knows that across is mutual", () => {
    for (const name of ["7.11", "8.12", "0.0", "29.29"])
      for (let side = 0; side < 6; side++) {
        const other = plan.across(name, side);
        if (other !== undefined) expect(plan.across(other, (side + 3) % 6)).toBe(name);
      }
  });

  it("draws one hex with six corners", () => {
    expect(corners(plan.outline(["7.11"]))).toBe(6);
  });

  it("draws two neighbours as one area", () => {
    const other = plan.across("7.11", 1)!;
    expect(loops(plan.outline(["7.11", other]))).toBe(1);
    expect(corners(plan.outline(["7.11", other]))).toBe(10);
  });

  it("draws a ring with a hole", () => {
    const ring = Array.from({ length: 6 }, (_, side) => plan.across("7.11", side)!);
    expect(loops(plan.outline(ring))).toBe(2);
    expect(corners(plan.outline(ring))).toBe(18 + 6);
  });

  it("closes the outline of the whole sheet", () => {
    expect(loops(plan.outline(plan.names))).toBe(1);
  });

  it("walks back where it came from", () => {
    const back: Record<Way, Way> = { left: "right", right: "left", up: "down", down: "up" };
    for (const way of Object.keys(back) as Way[]) {
      const next = plan.step("7.11", way)!;
      expect(next).not.toBe("7.11");
      expect(plan.step(next, back[way])).toBe("7.11");
    }
  });

  it("zigzags and so stays in its column or row", () => {
    let here = "10.10";
    for (const way of ["up", "up", "up", "up", "left", "left", "left", "left"] as Way[]) here = plan.step(here, way)!;
    expect(here).toBe("6.6");
  });

  it("takes the other diagonal with Shift, where there are two", () => {
    const two: Way = shape === "pointy" ? "up" : "right";
    expect(plan.step("7.11", two, true)).not.toBe(plan.step("7.11", two, false));
  });

  it("finds a way along the edge, and none beyond it", () => {
    expect(plan.step("0.0", "left")).toBeUndefined();
    expect(plan.step("0.0", "right")).toBeDefined();
  });

  it("calls directions as a compass does", () => {
    const words = Array.from({ length: 6 }, (_, side) => plan.direction("7.11", plan.across("7.11", side)!));
    expect(new Set(words).size).toBe(6);
    expect(words).toContain(shape === "pointy" ? "east" : "north");
  });
});
