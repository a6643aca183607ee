// The camera: what is asked for is seen.
import { describe, expect, it } from "vitest";
import { Camera } from "../src/map/camera.svelte";

/** A map larger than its window, with an overview over the lower left corner of it. */
function camera(): Camera {
  const made = new Camera({ width: 4000, height: 4000 });
  made.window = { width: 1000, height: 800 };
  made.covered = ({ x, y }) => x < 196 && y > 500;
  made.centre({ x: 2000, y: 2000 }, 1);
  return made;
}

describe("showing a place", () => {
  it("leaves the map where it is for a place in the middle", () => {
    const made = camera();
    made.show({ x: 1700, y: 1900 }, true);
    expect(made.onWindow({ x: 1700, y: 1900 })).toEqual({ x: 200, y: 300 });
  });

  it("brings a place out from under the overview", () => {
    const made = camera();
    const place = made.onMap({ x: 190, y: 600 });
    expect(made.sees(place)).toBe(false);
    made.show(place, true);
    expect(made.sees(place)).toBe(true);
    expect(made.onWindow(place)).toEqual({ x: 500, y: 400 });
  });
});
