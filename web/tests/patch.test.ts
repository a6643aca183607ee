import { describe, expect, it } from "vitest";
import { merged, patchedLog } from "../src/api/patch";
import type { LogEntry, Patch } from "../src/api/schema";

const line = (number: number): LogEntry => ({
  number, turn: 1, text: `line ${number}`,
  event: { kind: "x", text: "", rule: "", side: "", facts: {}, parts: [], dice: [], hexes: [], units: [] },
});
const patch = (kept: number, log: LogEntry[]): Patch => ({ type: "patch", base: 0, revision: 1, patch: {}, kept, log });

describe("a merge patch", () => {
  it.each([
    ["a value is replaced", { a: "b" }, { a: "c" }, { a: "c" }],
    ["a value is added", { a: "b" }, { b: "c" }, { a: "b", b: "c" }],
    ["null takes a value away", { a: "b", b: "c" }, { a: null }, { b: "c" }],
    ["null takes what is not there away too", { b: 1 }, { a: null }, { b: 1 }],
    ["a list is replaced whole", { a: [1, 2, 3] }, { a: [1] }, { a: [1] }],
    ["objects are merged in depth", { a: { b: 1, c: 2 } }, { a: { b: null, d: 3 } }, { a: { c: 2, d: 3 } }],
    ["an object takes the place of a list", { a: [1] }, { a: { b: 1 } }, { a: { b: 1 } }],
    ["a value takes the place of an object", { a: { b: 1 } }, { a: 2 }, { a: 2 }],
    ["nulls within new objects are dropped", {}, { a: { b: null, c: 1 } }, { a: { c: 1 } }],
  ])("%s", (_, value, change, after) => {
    expect(merged(value, change)).toEqual(after);
  });

  it("leaves the old value as it was", () => {
    const old = { a: { b: 1 } };
    merged(old, { a: { b: 2 } });
    expect(old).toEqual({ a: { b: 1 } });
  });

  it("keeps parts that do not change as the same objects, so that they are not drawn anew", () => {
    const old = { faces: { one: { id: 1 }, two: { id: 2 } } };
    const now = merged(old, { faces: { two: { id: 3 } } }) as typeof old;
    expect(now.faces.one).toBe(old.faces.one);
  });
});

describe("the log", () => {
  it("drops what was taken back and adds what is new", () => {
    const after = patchedLog([line(0), line(1), line(2)], patch(1, [line(2), line(3)]));
    expect(after.map((entry) => entry.number)).toEqual([0, 1, 2, 3]);
  });

  it("is told anew from the beginning at the end of a game", () => {
    expect(patchedLog([line(0), line(1)], patch(-1, [line(0)])).map((entry) => entry.number)).toEqual([0]);
  });
});
