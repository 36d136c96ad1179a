// Runs the unit tests of the board with node:test. Vite compiles them.
import { readdir } from "node:fs/promises";
import { after } from "node:test";
import { fileURLToPath } from "node:url";
import { svelte } from "@sveltejs/vite-plugin-svelte";
import { createServer } from "vite";

// What modules of the pages ask a browser when they are loaded.
globalThis.navigator ??= { onLine: true };
Object.assign(globalThis, { location: { hash: "" }, history: { replaceState() {} }, addEventListener() {}, BroadcastChannel: EventTarget });

const root = fileURLToPath(new URL("../..", import.meta.url));
const server = await createServer({ configFile: false, root, plugins: [svelte()], logLevel: "error", appType: "custom", server: { middlewareMode: true, hmr: false, ws: false, watch: null } });
for (const file of await readdir(new URL("unit/", import.meta.url))) await server.ssrLoadModule(`/e2e/board/unit/${file}`);
after(() => server.close());
