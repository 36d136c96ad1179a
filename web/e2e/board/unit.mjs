// Runs the unit tests of the board with node:test. Vite compiles them.
import { readdir } from "node:fs/promises";
import { after } from "node:test";
import { fileURLToPath } from "node:url";
import { createServer } from "vite";

const root = fileURLToPath(new URL("../..", import.meta.url));
const server = await createServer({ configFile: false, root, logLevel: "error", appType: "custom", server: { middlewareMode: true, hmr: false, ws: false, watch: null } });
for (const file of await readdir(new URL("unit/", import.meta.url))) await server.ssrLoadModule(`/e2e/board/unit/${file}`);
after(() => server.close());
