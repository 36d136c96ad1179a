// Builds the board alone, and serves it against the server of WORKPLAN_HTTP and with its key.
import { fileURLToPath } from "node:url";
import { svelte } from "@sveltejs/vite-plugin-svelte";
import { defineConfig } from "vite";

const { WORKPLAN_HTTP, WORKPLAN_KEY } = process.env;
const web = fileURLToPath(new URL("../..", import.meta.url));

export default defineConfig({
  root: web,
  plugins: [svelte()],
  logLevel: "warn",
  build: { outDir: `${web}/node_modules/.board`, emptyOutDir: true, target: "es2022", rolldownOptions: { input: `${web}/e2e/board/index.html` } },
  preview: {
    host: "127.0.0.1",
    port: 0,
    // A window may have a key of its own.
    proxy: WORKPLAN_HTTP ? { "/api": { target: WORKPLAN_HTTP, configure: (proxy) => void proxy.on("proxyReq", (sent, { headers }) => headers.authorization ?? sent.setHeader("Authorization", `Bearer ${WORKPLAN_KEY}`)) } } : {},
  },
});
