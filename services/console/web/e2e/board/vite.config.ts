// Serves the board alone, against the server of WORKPLAN_HTTP and with its key.
import { fileURLToPath } from "node:url";
import { svelte } from "@sveltejs/vite-plugin-svelte";
import { defineConfig } from "vite";

const { WORKPLAN_HTTP, WORKPLAN_KEY } = process.env;
const web = fileURLToPath(new URL("../..", import.meta.url));

export default defineConfig({
  root: web,
  plugins: [svelte()],
  cacheDir: `${web}/node_modules/.vite-board`,
  logLevel: "warn",
  server: {
    host: "127.0.0.1",
    fs: { allow: [`${web}/../../..`] },
    hmr: false,
    proxy: WORKPLAN_HTTP ? { "/api": { target: WORKPLAN_HTTP, headers: { Authorization: `Bearer ${WORKPLAN_KEY}` } } } : {},
  },
});
