import { describe, expect, it } from "vitest";
import type { ClauseCard, LogEntry } from "../src/api/schema";
import { find } from "../src/drawers/clauses";
import { byTurn } from "../src/drawers/due";
import { partOf } from "../src/drawers/parts";
import { expected, rolls } from "../src/drawers/luck";
import { thrown } from "../src/panel/told";
import { labelsOf, meaning } from "../src/panel/words";
import { turnStarts } from "../src/state/replay.svelte";
import { pieces } from "../src/ui/rich";
import { amount, effect, figure, fractions, minus, percent, signed } from "../src/ui/signed";

describe("numbers", () => {
  it("have a real minus", () => {
    expect([signed(-2), signed(0), signed(3)]).toEqual(["−2", "0", "+3"]);
    expect(minus("-1 to +2")).toBe("−1 to +2");
    expect(minus("2-1")).toBe("2-1");
  });

  it("have halves and thirds as printed", () => {
    expect([figure(3.5), figure(0.5), figure(4), figure(2 + 2 / 3)]).toEqual(["3½", "½", "4", "2⅔"]);
    expect(fractions("1 1/2 left")).toBe("1½ left");
    expect(fractions("1/2")).toBe("½");
    expect(fractions("121/141")).toBe("121/141");
  });

  it("are ranges where something is hidden", () => {
    expect(amount({ amount: 1, most: 3 }, true)).toBe("+1 to +3");
    expect(amount({ amount: 4, most: 4 }, false)).toBe("4");
    expect(amount({ amount: 4 }, false)).toBe("4");
  });

  it("are not, where a chart has a bare dash", () => {
    expect([effect("-"), effect("-1"), effect("+2"), effect("1.5")]).toEqual(["none", "−1", "+2", "1.5"]);
  });

  it("are percentages to a tenth", () => {
    expect(percent(1 / 6)).toBe("16.7 %");
  });
});

describe("names in a sentence", () => {
  const named = (text: string, ...names: string[]): string[] =>
    pieces(text, names).filter((piece) => piece.named).map((piece) => piece.text);

  it("stand out as whole words", () => {
    expect(named("Move 1Pz, not 11Pz.", "1Pz")).toEqual(["1Pz"]);
    expect(named("100/38A loses 2 steps.", "100/38A", "38A")).toEqual(["100/38A"]);
  });

  it("are the longest that fit", () => {
    expect(named("Kamenets-Podolskiy falls.", "Kamenets", "Kamenets-Podolskiy")).toEqual(["Kamenets-Podolskiy"]);
  });

  it("leave the text whole", () => {
    const text = "Choose who attacks 4GTC in Buchach.";
    expect(pieces(text, ["4GTC", "Buchach"]).map((piece) => piece.text).join("")).toBe(text);
  });
});

const clause = (id: string, title: string, says: string): ClauseCard => ({ id, number: id.split("-")[0]!, title, says, kind: "rule" });
const CLAUSES = [clause("7.3A-1", "Zones", "A formation stops."), clause("10.1-1", "Movement", "Formations move."), clause("10.5-2", "Terrain", "Clear costs 2.")];

describe("the rules", () => {
  it("are found by words, in any order", () => {
    expect(find(CLAUSES, "stops formation").map((each) => each.id)).toEqual(["7.3A-1"]);
  });
  it("are found by the beginning of a number", () => {
    expect(find(CLAUSES, "10.").map((each) => each.id)).toEqual(["10.1-1", "10.5-2"]);
  });
  it("are all there when nothing is searched", () => {
    expect(find(CLAUSES, " ")).toHaveLength(3);
  });
});

const entry = (number: number, turn: number, side = "", dice: number[] = []): LogEntry => ({
  number, turn, text: "", event: { kind: "", text: "", rule: "", side, facts: {}, parts: [], dice, hexes: [], units: [] },
});

describe("time", () => {
  it("knows the action before each turn", () => {
    const starts = turnStarts([entry(0, 1), entry(4, 1), entry(9, 2), entry(12, 2), entry(20, 3)]);
    expect([...starts]).toEqual([[1, 0], [2, 8], [3, 19]]);
  });
});

describe("luck", () => {
  it("counts the dice of one side", () => {
    const luck = rolls([entry(1, 1, "axis", [6, 5]), entry(2, 1, "soviet", [1]), entry(3, 1, "axis", [6])], "axis");
    expect(luck.count).toBe(3);
    expect(luck.mean).toBeCloseTo(17 / 3);
    expect(luck.faces.find(([face]) => face === 6)?.[1]).toBe(2);
    expect(expected(luck)).toBe(3.5);
  });
});

describe("reinforcements", () => {
  it("stand by the turn on which they arrive, others last", () => {
    const found = byTurn([{ id: "a" }, { id: "b" }, { id: "c" }, { id: "d" }], { a: 7, b: 1, d: 7 });
    expect(found.map(([turn, counters]) => [turn, counters.map((counter) => counter.id)])).toEqual([[1, ["b"]], [7, ["a", "d"]], [0, ["c"]]]);
  });
});

describe("the values of a counter", () => {
  const face = (values: string[], labels: string[] = []): { values: string[]; labels: string[] } => ({ values, labels });

  it("are called what the counter says, or the game, or what is usual", () => {
    expect(labelsOf(face(["+3", "20"], ["support", "range"]), ["attack", "defence", "movement"])).toEqual(["support", "range"]);
    expect(labelsOf(face(["4", "6"]), ["attack", "defence"])).toEqual(["attack", "defence"]);
    expect(labelsOf(face(["4", "7"]), [])).toEqual(["strength", "movement"]);
    expect(labelsOf(face(["9", "9", "8"]), [])[2]).toBe("movement");
  });
});

describe("the last throw", () => {
  const entry = (number: number, ...dice: number[]): LogEntry => ({ number, turn: 1, text: "", event: { kind: "", side: "axis", text: "", rule: "", units: [], hexes: [], dice, parts: [] } as unknown as LogEntry["event"] });
  const log = [entry(4, 2), entry(5, 6), entry(5), entry(6)];

  it("stays while the other side answers it", () => {
    expect(thrown(log, 4).map((each) => each.number)).toEqual([5, 5]);
  });

  it("is gone after the player's next deed", () => {
    expect(thrown(log, 5)).toEqual([]);
    expect(thrown(log, 6)).toEqual([]);
  });

  it("is looked at in the past as it was then", () => {
    expect(thrown(log, 3, 4).map((each) => each.number)).toEqual([4]);
  });
});

describe("parts of a board", () => {
  const titles = { front_january: "front of 24 January" };

  it("have the words of people", () => {
    expect(partOf("hexsides front_january", titles)).toBe("front of 24 January");
    expect(partOf("network main_road", titles)).toBe("main road");
    expect(partOf("terrain", titles)).toBe("terrain");
  });

  it("are not told where only rules need them", () => {
    expect(partOf("tag german_entry", titles)).toBeUndefined();
  });
});

describe("what a badge means", () => {
  it("is what it says, or what its kind means everywhere", () => {
    expect(meaning({ kind: "pill", text: "2", says: "Out of supply, level 2" })).toBe("Out of supply, level 2");
    expect(meaning({ kind: "oos", text: "", says: "" })).toBe("Out of supply");
    expect(meaning({ kind: "disrupted", text: "", says: "Disorganised" })).toBe("Disorganised");
  });
});
