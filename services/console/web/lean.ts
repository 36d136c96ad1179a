// Leaves out of the bundle what the console never does, and the bundler cannot know.

import type { Plugin } from "vite";

/**
 * The console is rendered in the browser only, so nothing is hydrated. Svelte asks a variable for it
 * in many places. Rollup sees that it is never true; Rolldown only if it is a constant.
 */
const hydration: Plugin = {
  name: "workplan:no-hydration",
  transform: {
    filter: { id: /svelte\/src\/internal\/client\/dom\/hydration\.js$/ },
    handler(code) {
      const constant = code.replace("export let hydrating = false;", "export const hydrating = false;").replace("hydrating = value;", "");
      if (/\blet hydrating\b|[^=!]\bhydrating = value/.test(constant)) this.error("Svelte declares hydrating in another way: adapt lean.ts.");
      return constant;
    },
  },
};

/** All styles are in one file, which the page loads first. So a chunk is loaded without its styles. */
const preload: Plugin = {
  name: "workplan:no-preload",
  enforce: "pre",
  load: {
    filter: { id: /vite\/preload-helper\.js$/ },
    handler: () => "export const __vitePreload = (load) => load();",
  },
};

export const lean = [hydration, preload];
