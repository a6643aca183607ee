// The map's picture, cut between its layers so that lights can lie under rivers and edges under names.

export interface Sheet {
  defs: Node[];
  /** Ground, relief, woods, names of lands. */
  under: Node[];
  /** Rivers, grid, roads, places. */
  works: Node[];
  /** The frame of the sheet, numbers, names. */
  letters: Node[];
  /** One transparent node a hex. */
  hexes: Node[];
}

const WORKS = new Set(["water", "grid", "borders", "roads", "places"]);
const LETTERS = new Set(["frame", "numbers", "river-names", "names"]);

/** The nodes of hexes by name. */
export function hexNodes(sheet: Sheet): Map<string, SVGElement> {
  const found = new Map<string, SVGElement>();
  for (const group of sheet.hexes)
    if (group instanceof Element)
      for (const node of group.querySelectorAll<SVGElement>("[data-hex]")) found.set(node.dataset.hex!, node);
  return found;
}

export function cut(svg: string): Sheet {
  const root = new DOMParser().parseFromString(svg, "image/svg+xml").documentElement;
  const sheet: Sheet = { defs: [], under: [], works: [], letters: [], hexes: [] };
  for (const node of [...root.children]) {
    const part = partOf(node);
    if (part) sheet[part].push(document.importNode(node, true));
  }
  // Hexes take the pointer and have no ink: there is nothing of them to paint.
  for (const defs of sheet.defs)
    if (defs instanceof Element) defs.querySelector("#hexagon path")?.setAttribute("style", "fill: none; pointer-events: all");
  for (const text of sheet.letters.concat(sheet.under)) if (text instanceof Element) text.setAttribute("aria-hidden", "true");
  return sheet;
}

function partOf(node: Element): keyof Sheet | null {
  if (node.tagName === "defs") return "defs";
  if (node.tagName === "title") return null;
  if (node.id === "hexes") return "hexes";
  if (WORKS.has(node.id)) return "works";
  return LETTERS.has(node.id) ? "letters" : "under";
}

/** Put nodes into an element, as long as it is there. */
export const holding =
  (nodes: readonly Node[]) =>
  (element: Element): (() => void) => {
    element.append(...nodes);
    return () => element.replaceChildren();
  };
