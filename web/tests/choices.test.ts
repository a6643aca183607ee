import { describe, expect, it } from "vitest";
import type { Action, Question } from "../src/api/schema";
import { choicesOf, isAim, labelOf, verbFor } from "../src/state/choices";

const ask = (actions: Action[], kinds: Record<string, string>): Question => ({ prompt: "", rule: "", actions, kinds });

const MOVING = ask([["move", "33.15"], ["move", "33.16"], ["stop", ""]], { move: "hex", stop: "" });
const ATTACK = ask(
  [["attack", "6GTC"], ["release", "7GTC"], ["decoy", "6GTC"], ["commit", ""], ["cancel", ""]],
  { attack: "unit", release: "unit", decoy: "unit", commit: "", cancel: "" },
);

describe("what a question offers", () => {
  it("is nothing where nothing is asked", () => {
    expect(choicesOf(undefined).units.size).toBe(0);
  });

  it("keeps apart what can be done beside answering", () => {
    const question = ask([["select", "7Pz"], ["decoy", "7Pz"], ["decoy", "68"]], { select: "unit", decoy: "unit" });
    const choices = choicesOf(question, ["decoy"]);
    expect([...choices.units.keys()]).toEqual(["7Pz"]);
    expect([...choices.beside.keys()]).toEqual(["7Pz", "68"]);
    expect([...choicesOf(question).units.keys()]).toEqual(["7Pz", "68"]);
  });

  it("is sorted by how it is clicked", () => {
    const choices = choicesOf(ATTACK);
    expect(choices.units.get("6GTC")).toEqual([["attack", "6GTC"], ["decoy", "6GTC"]]);
    expect(choices.units.get("7GTC")).toEqual([["release", "7GTC"]]);
    expect([...choicesOf(MOVING).spots.keys()]).toEqual(["33.15", "33.16"]);
  });

  it("goes by the kind that the server tells, not by what an argument looks like", () => {
    const choices = choicesOf(ask([["choose", "1044"], ["place", "1044"], ["select", "1044"]], { choose: "name", place: "spot", select: "unit" }));
    expect(choices.names).toEqual([["choose", "1044"]]);
    expect(choices.spots.get("1044")).toEqual([["place", "1044"]]);
    expect(choices.units.get("1044")).toEqual([["select", "1044"]]);
  });

  it("aims at who stands in a place, unless something is only put there", () => {
    const choices = choicesOf(ask([["target", "33.15"], ["place", "33.16"]], { target: "hex", place: "hex" }));
    expect([isAim(choices, "33.15"), isAim(choices, "33.16"), isAim(choices, "33.17")]).toEqual([true, false, false]);
  });

  it("has one way forward and one back", () => {
    expect(choicesOf(ATTACK).primary).toEqual(["commit", ""]);
    expect(choicesOf(ATTACK).cancel).toEqual(["cancel", ""]);
    expect(choicesOf(MOVING).primary).toEqual(["stop", ""]);
  });

  it("takes a button that it does not know as the way forward if there is no other", () => {
    expect(choicesOf(ask([["salvo", ""]], { salvo: "" })).primary).toEqual(["salvo", ""]);
  });
});

describe("words", () => {
  it("are those of the page", () => {
    const verbs = { done: "End this step", choose: "Choose", "choose ready": "Use the ready set-up" };
    expect(labelOf(["done", ""], verbs)).toBe("End this step");
    expect(labelOf(["choose", "ready"], verbs)).toBe("Use the ready set-up");
    expect(labelOf(["choose", "combat"], verbs)).toBe("Combat");
    expect(labelOf(["choose", "6GTC"], verbs, "6GTC")).toBe("Choose 6GTC");
    expect(labelOf(["wave", ""], verbs)).toBe("Wave");
  });

  it("know which verb a wrong click would have meant", () => {
    expect(verbFor(MOVING, ["hex", "spot"])).toBe("move");
    expect(verbFor(MOVING, ["unit"])).toBeUndefined();
    expect(verbFor(ask([["done", ""]], { done: "", target: "hex" }), ["hex"])).toBe("target");
  });
});
