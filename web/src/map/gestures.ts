// Mouse, touch and pen on the map: pan, zoom, press, long press, and carrying a counter.
import type { Camera } from "./camera.svelte";
import type { Point } from "./plan";

/** What was pressed: a hex or box, and the unit if it was one. */
export interface Target {
  spot: string;
  unit: string;
}

export interface Handlers {
  hover(target: Target | null): void;
  press(target: Target, at: Point, touch: boolean): void;
  /** A long press by touch. */
  inspect(target: Target, at: Point): void;
  /** The other button of the mouse: all that can be done here. */
  ask(target: Target, at: Point): void;
  /** May this be carried? Then it follows the pointer until it is dropped. */
  lift(target: Target): boolean;
  carry(at: Point): void;
  drop(at: Point): void;
}

const SLOP = 5;
const LONG_PRESS = 500;
const WHEEL = 0.0016;

export function targetOf(node: EventTarget | null): Target | null {
  if (!(node instanceof Element)) return null;
  const found = node.closest<SVGElement>("[data-spot], [data-hex]");
  if (!found) return null;
  const { unit = "", spot = "", hex = "" } = found.dataset;
  return { spot: spot || hex, unit };
}

/** Attach to the element that the map lies in. */
export function gestures(camera: Camera, handlers: Handlers): (element: HTMLElement) => () => void {
  return (element) => {
    const pointers = new Map<number, Point>();
    let start: (Point & { target: Target | null }) | null = null;
    let mode: "press" | "pan" | "carry" | "pinch" = "press";
    let longPress: ReturnType<typeof setTimeout> | undefined;
    let suppressed = false;

    const place = (event: MouseEvent): Point => {
      const box = element.getBoundingClientRect();
      return { x: event.clientX - box.left, y: event.clientY - box.top };
    };
    const onMap = (event: Event): boolean => event.target instanceof Element && event.target.closest(".map") !== null;

    function down(event: PointerEvent): void {
      if (!onMap(event) || (event.pointerType === "mouse" && event.button === 2)) return;
      const at = place(event);
      pointers.set(event.pointerId, at);
      suppressed = false;
      clearTimeout(longPress);
      if (pointers.size === 2) {
        mode = "pinch";
        return;
      }
      const target = targetOf(event.target);
      start = { ...at, target };
      mode = "press";
      if (event.pointerType !== "mouse" && target)
        longPress = setTimeout(() => {
          suppressed = true;
          handlers.inspect(target, at);
        }, LONG_PRESS);
    }

    function move(event: PointerEvent): void {
      const before = pointers.get(event.pointerId);
      if (!before) {
        if (event.pointerType === "mouse") handlers.hover(onMap(event) ? targetOf(event.target) : null);
        return;
      }
      const at = place(event);
      if (mode === "pinch") pinch(event.pointerId, before, at);
      else if (start) drag(event, before, at);
      pointers.set(event.pointerId, at);
    }

    function drag(event: PointerEvent, before: Point, at: Point): void {
      if (mode === "press") {
        if (Math.hypot(at.x - start!.x, at.y - start!.y) < SLOP) return;
        clearTimeout(longPress);
        suppressed = true;
        element.setPointerCapture(event.pointerId);
        mode = start!.target?.unit && handlers.lift(start!.target) ? "carry" : "pan";
      }
      if (mode === "carry") handlers.carry(at);
      else camera.panBy(at.x - before.x, at.y - before.y);
    }

    function pinch(id: number, before: Point, at: Point): void {
      const other = [...pointers].find(([key]) => key !== id)?.[1];
      if (!other) return;
      const factor = Math.hypot(at.x - other.x, at.y - other.y) / Math.max(1, Math.hypot(before.x - other.x, before.y - other.y));
      camera.panBy((at.x - before.x) / 2, (at.y - before.y) / 2);
      camera.zoomBy(factor, { x: (at.x + other.x) / 2, y: (at.y + other.y) / 2 });
      suppressed = true;
    }

    function up(event: PointerEvent): void {
      if (!pointers.delete(event.pointerId)) return;
      clearTimeout(longPress);
      if (mode === "carry") handlers.drop(place(event));
      if (!pointers.size) start = null;
      if (mode !== "pinch" || !pointers.size) mode = "press";
    }

    function click(event: MouseEvent): void {
      const target = targetOf(event.target);
      if (suppressed || !target || !onMap(event)) return;
      const touch = event instanceof PointerEvent && event.pointerType === "touch";
      handlers.press(target, place(event), touch);
    }

    function menu(event: MouseEvent): void {
      const target = targetOf(event.target);
      if (!target || !onMap(event)) return;
      event.preventDefault();
      if (!(event instanceof PointerEvent) || event.pointerType === "mouse") handlers.ask(target, place(event));
    }

    function wheel(event: WheelEvent): void {
      if (!onMap(event)) return;
      event.preventDefault();
      camera.zoomBy(Math.exp(-event.deltaY * WHEEL * (event.ctrlKey ? 4 : 1)), place(event));
    }

    const leave = (): void => handlers.hover(null);
    const listeners: [string, EventListener, AddEventListenerOptions?][] = [
      ["pointerdown", down as EventListener],
      ["pointermove", move as EventListener],
      ["pointerup", up as EventListener],
      ["pointercancel", up as EventListener],
      ["pointerleave", leave],
      ["click", click as EventListener],
      ["contextmenu", menu as EventListener],
      ["wheel", wheel as EventListener, { passive: false }],
    ];
    for (const [name, listener, options] of listeners) element.addEventListener(name, listener, options);
    return () => {
      for (const [name, listener] of listeners) element.removeEventListener(name, listener);
    };
  };
}
