import { expect, it } from "vitest";
import description from "../src/api/schema.json";
import types from "../src/api/schema.ts?raw";
// @ts-expect-error a script without types
import { typesOf } from "../tools/types.mjs";

it("types are those of the schema: `npm run types` makes them", async () => {
  expect(types).toBe(await typesOf(description));
});
