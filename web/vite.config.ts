import { svelte } from "@sveltejs/vite-plugin-svelte";
import { defineConfig } from "vite";

// `npm run dev` serves the sources, and passes everything else to a `workplan dev`.
const server = process.env.WORKPLAN_HTTP ?? "http://127.0.0.1:8080";

export default defineConfig({
  plugins: [svelte()],
  build: {
    target: "es2024",
    cssCodeSplit: false,
    // The content security policy of the console refuses data: addresses.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    reportCompressedSize: false,
    // What the first view needs is one file, and so is what the frame loads after it: a file is smaller than two that name what
    // they take from each other.
    rolldownOptions: {
      output: {
        codeSplitting: {
          groups: [
            { name: "first", test: /\/src\/main\.ts$/, priority: 1 },
            { name: "frame", test: /\/src\/shell\/later\.ts$/ },
          ],
        },
      },
    },
    // The licences of the packages in the build, for `workplan licenses`.
    license: { fileName: "licenses.json" },
  },
  server: {
    proxy: Object.fromEntries(["/api", "/session", "/auth", "/docs"].map((path) => [path, server])),
  },
});
