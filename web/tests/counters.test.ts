import { describe, expect, it } from "vitest";
import type { Counter, Face } from "../src/api/schema";
import { contrast } from "../src/counters/colour";
import { definitions, faceMarkup, inkOn, symbolName, widthOf } from "../src/counters/face";
import look from "../src/counters/look.json";
import { spread, stacked, stacksOf } from "../src/counters/stack";

const PANZER: Face = {
  skin: "german black", symbol: "armour", id: "6Pz", mark: "cross", size: "division", values: ["5", "5", "8"], printed: ["7", "7", "8"],
  caption: "", rungs: 9, lost: 2, badges: [], veil: false, hidden: false, marker: false, title: "6th Panzer Division", labels: [],
};
const near = (face: Face): string => /<g class="near">(.*?)<g class="mid">/s.exec(faceMarkup(face, {}))![1]!;

describe("a counter", () => {
  it("shows values as they are now, not as printed", () => {
    expect(near(PANZER)).toContain(">5<");
    expect(near(PANZER)).not.toContain(">7<");
  });

  it("has a hollow rung for every step lost", () => {
    const rungs = (d: RegExp): number => (d.exec(near(PANZER))?.[1] ?? "").split("M").length - 1;
    expect(rungs(/<path d="([^"]+)" fill="none" stroke="[^"]+" stroke-opacity=".5"/)).toBe(2);
  });

  it("shows a loss of unknown size as a question", () => {
    const { lost: _, ...hidden } = PANZER;
    expect(near(hidden)).toContain(">?<");
  });

  it("breaks the frame of a symbol whose unit is not known", () => {
    expect(near({ ...PANZER, hidden: true })).toContain("stroke-dasharray");
    expect(near(PANZER)).not.toContain("stroke-dasharray");
  });

  it("carries its statuses in words", () => {
    expect(faceMarkup({ ...PANZER, badges: [{ kind: "oos", text: "", says: "" }] }, {})).toContain(">OOS<");
  });

  it("makes no element out of a name", () => {
    expect(faceMarkup({ ...PANZER, id: "<b>&" }, {})).not.toContain("<b>");
  });

  it("keeps long names on the band", () => {
    const size = Number(/font-size="([\d.]+)" fill="[^"]+">10ssPzGr</.exec(near({ ...PANZER, id: "10ssPzGr" }))![1]);
    expect(widthOf("10ssPzGr", size)).toBeLessThanOrEqual(38.6);
  });
});

describe("colours", () => {
  it("are read on every skin", () => {
    for (const skin of Object.values(look.skins))
      for (const colour of [skin.body, skin.band]) expect(contrast(inkOn(colour), colour)).toBeGreaterThan(4.5);
  });

  it("are as far apart as the WCAG says", () => {
    expect(contrast("#ffffff", "#000000")).toBeCloseTo(21);
    expect(contrast("#777777", "#777777")).toBe(1);
  });
});

describe("symbols", () => {
  it("are known by the usual other words", () => {
    expect(symbolName("Panzer")).toBe("armour");
    expect(symbolName("army HQ")).toBe("headquarters");
    expect(symbolName("dragoon")).toBeUndefined();
  });

  it("are each defined once", () => {
    const ids = [...definitions().matchAll(/id="(symbol-[^"]+)"/g)].map((match) => match[1]);
    expect(new Set(ids).size).toBe(Object.keys(look.symbols).length);
  });
});

describe("a stack", () => {
  it("stays centred on its hex, the top counter up and left", () => {
    for (const count of [1, 2, 3, 6]) {
      const places = spread(count);
      expect(places.reduce((sum, place) => sum + place.x, 0)).toBeCloseTo(0);
      if (count > 1) expect(places[0]!.x).toBeLessThan(places[1]!.x);
    }
  });

  it("fanned out stays near its hex, however high it is", () => {
    const [first, last] = [spread(12, true)[0]!, spread(12, true).at(-1)!];
    expect(last.x - first.x).toBeLessThan(64);
    expect(spread(2, true)[1]!.x - spread(2, true)[0]!.x).toBe(9);
  });

  it("has the strongest on top and markers at the bottom", () => {
    const weak = { ...PANZER, id: "weak", values: ["1", "1", "8"] };
    const marker = { ...PANZER, id: "marker", marker: true };
    expect(stacked([marker, weak, PANZER], (face) => face).map((face) => face.id)).toEqual(["6Pz", "weak", "marker"]);
  });

  it("stays the same list until something in it changes", () => {
    const unit = (id: string, at: string): Counter => ({ id, side: "axis", at, known: true, facts: {} });
    const counters = { a: unit("a", "0101"), b: unit("b", "0101"), c: unit("c", "0202") };
    const faces = { a: PANZER, b: PANZER, c: PANZER };
    const before = stacksOf(counters, faces, new Map());
    const after = stacksOf({ ...counters, c: unit("c", "0303") }, faces, before);
    expect(after.get("0101")).toBe(before.get("0101"));
    expect(after.has("0202")).toBe(false);
    expect(after.get("0303")!.map((counter) => counter.id)).toEqual(["c"]);
    const lost = stacksOf({ ...counters, b: unit("b", "0303") }, faces, before);
    expect(lost.get("0101")!.map((counter) => counter.id)).toEqual(["a"]);
  });
});
