import { svelte } from "@sveltejs/vite-plugin-svelte";
import { defineConfig } from "vite";

// The built client is part of the Python package; a server on port 8643 answers while developing.
export default defineConfig({
  plugins: [svelte()],
  build: { outDir: "../src/grognard/static", emptyOutDir: true, target: "es2022", assetsInlineLimit: 0 },
  server: { proxy: { "/api": { target: "http://127.0.0.1:8643", ws: true } } },
});
