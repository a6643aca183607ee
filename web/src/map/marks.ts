// What is marked on the map by the open question itself: lit hexes, targets, the refused hex.
import type { Arrow, HexFill, HexLine, SideLine, StackRing } from "../api/schema";
import { isAim } from "../state/choices";
import type { Desk } from "../state/desk.svelte";
import type { Overlay } from "../state/overlays.svelte";

export const fills = (overlays: readonly Overlay[]): HexFill[] => overlays.filter((o): o is HexFill => o.type === "fill");
export const lines = (overlays: readonly Overlay[]): HexLine[] => overlays.filter((o): o is HexLine => o.type === "line");
export const sides = (overlays: readonly Overlay[]): SideLine[] => overlays.filter((o): o is SideLine => o.type === "sides");
export const arrows = (overlays: readonly Overlay[]): Arrow[] => overlays.filter((o): o is Arrow => o.type === "arrow");
export const rings = (overlays: readonly Overlay[]): StackRing[] => overlays.filter((o): o is StackRing => o.type === "ring");

const fill = (style: string, hexes: readonly string[]): HexFill => ({ type: "fill", style, hexes: [...hexes], numbers: {}, stops: [] });
const ring = (style: string, hex: string): StackRing => ({ type: "ring", style, hex });

/** Everything that lies over the map now. */
export function marked(desk: Desk): Overlay[] {
  const { table, overlays } = desk;
  const spots = [...table.choices.spots.keys()].filter((spot) => desk.plan.has(spot));
  const targets = new Set(spots.filter((hex) => desk.hostile(hex) && isAim(table.choices, hex)));
  const lit = spots.filter((hex) => !targets.has(hex));
  const extra = overlays.all.filter((overlay) => !(overlay.type === "fill" && overlay.style === "reach"));
  const found: Overlay[] = [...extra, ...(table.scene?.overlays ?? [])];
  if (lit.length && overlays.on("reach")) found.push(reach(desk, lit));
  if (desk.lifted) found.push(fill("selected", [desk.lifted]));
  for (const hex of new Set([...targets, ...desk.aims])) found.push(ring("target", hex));
  if (desk.no && desk.plan.has(desk.no.spot)) found.push(fill("refused", [desk.no.spot]));
  return found;
}

/** The lit hexes, with the numbers that the game gives for them. */
function reach(desk: Desk, lit: readonly string[]): HexFill {
  const area = fill("reach", lit);
  for (const told of fills(desk.overlays.all)) {
    if (told.style !== "reach") continue;
    area.numbers = told.numbers;
    area.stops = told.stops;
  }
  return area;
}
