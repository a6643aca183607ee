// The map's picture, cut between its layers so that lights can lie under rivers and edges under names.
import type { Plan } from "./plan";

export interface Sheet {
  defs: Node[];
  /** Ground, relief, woods, names of lands. */
  under: Node[];
  /** Rivers, grid, roads, places. */
  works: Node[];
  /** The frame of the sheet, numbers, names. */
  letters: Node[];
}

const WORKS = new Set(["water", "grid", "borders", "roads", "places"]);
const LETTERS = new Set(["frame", "numbers", "river-names", "names"]);

/** One node a hex by name, without ink: it takes the pointer and the keyboard. */
export function hexNodes(plan: Plan): Map<string, SVGPathElement> {
  const found = new Map<string, SVGPathElement>();
  for (const name of plan.names) {
    const node = document.createElementNS("http://www.w3.org/2000/svg", "path");
    node.setAttribute("d", plan.hexagon(name));
    node.dataset.hex = name;
    found.set(name, node);
  }
  return found;
}

export function cut(svg: string): Sheet {
  const root = new DOMParser().parseFromString(svg, "image/svg+xml").documentElement;
  plain(root);
  const sheet: Sheet = { defs: [], under: [], works: [], letters: [] };
  for (const node of [...root.children]) {
    const part = partOf(node);
    if (part) sheet[part].push(document.importNode(node, true));
  }
  for (const text of sheet.letters.concat(sheet.under)) if (text instanceof Element) text.setAttribute("aria-hidden", "true");
  return sheet;
}

/** Trees stand in several layers, each a shifted copy of one path. A shifted copy is a coordinate system of its own for
 * the browser, and it would sort hundreds of them whenever anything on the page changes; so each becomes a plain path. */
function plain(root: Element): void {
  for (const use of root.querySelectorAll("#terrain use")) {
    const path = root.querySelector(use.getAttribute("href")!)!.cloneNode() as Element;
    path.setAttribute("d", `M${use.getAttribute("x") ?? 0} ${use.getAttribute("y") ?? 0}${path.getAttribute("d")}`);
    path.removeAttribute("id");
    for (const { name, value } of use.attributes) if (!["href", "x", "y"].includes(name)) path.setAttribute(name, value);
    use.replaceWith(path);
  }
}

function partOf(node: Element): keyof Sheet | null {
  if (node.tagName === "defs") return "defs";
  if (node.tagName === "title" || node.id === "hexes") return null;
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
