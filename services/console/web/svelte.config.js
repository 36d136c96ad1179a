import { vitePreprocess } from "@sveltejs/vite-plugin-svelte";

export default {
  preprocess: vitePreprocess({ style: false }),
  // A tree of arrays is smaller than HTML, which repeats the end of each element.
  compilerOptions: { runes: true, discloseVersion: false, fragments: "tree" },
};
