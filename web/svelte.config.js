import { vitePreprocess } from "@sveltejs/vite-plugin-svelte";

export default {
  preprocess: vitePreprocess({ style: false }),
  compilerOptions: {
    runes: true,
    discloseVersion: false,
    // A tree of arrays is smaller than HTML, which repeats the end of each element.
    fragments: "tree",
    // The styles of a component hold for the class of its name. No two components have the same name.
    cssHash: ({ name }) => `in-${name}`,
  },
};
