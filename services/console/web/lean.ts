// Makes the bundle of the web app smaller: it edits Svelte's runtime while Vite bundles it, so that code which the console
// never reaches is left out. Svelte decides when the page runs whether it needs hydration, promises in templates, error
// boundaries, deep state or animations, so the bundler has to keep the code for them. Each edit below makes one of these
// decisions constant, and the bundler then drops what only the other case needs. All edits save 5.6 of 87.3 kB of
// JavaScript (gzipped); without them, .ci/console refuses the web app as too large.
//
// Two checks keep this safe. If a file of Svelte does not have the text that an edit replaces, as after an upgrade of Svelte,
// the build fails: look in node_modules/svelte/src how it is written now and adapt the edit, or remove the edit, which only
// costs size. If a component uses what is left out, the build fails too, and says what to write instead.

import type { Plugin } from "vite";

/** The edits: a file below svelte/src, the text to replace, and the new text, in which `$&` is the old one. */
const replacements: [file: string, from: string, to: string][] = [
  // The console is rendered in the browser only, so nothing is hydrated. Svelte asks a variable for
  // it in many places. Rollup sees that it is never true; Rolldown only if it is a constant.
  ["internal/client/dom/hydration.js", "export let hydrating = false;", "export const hydrating = false;"],
  ["internal/client/dom/hydration.js", "hydrating = value;", ""],

  // Templates do not wait for promises: experimental.async is off.
  ["internal/client/reactivity/async.js", "export function flatten(blockers, sync, async, fn) {", "$&\n\treturn fn(sync.map(derived));"],
  ["internal/client/dom/blocks/branches.js", "= should_defer_append()", "= false"],
  ["internal/client/dom/blocks/each.js", "= should_defer_append()", "= false"],

  // There are no error boundaries: an error that is not caught is thrown.
  ["internal/client/render.js", "import { component_root }", "import { branch, component_root }"],
  ["internal/client/render.js", "boundary(\n\t\t\t/** @type {TemplateNode} */ (anchor_node),\n\t\t\t{\n\t\t\t\tpending: () => {}\n\t\t\t},\n\t\t\t(anchor_node) => {", "branch(() => {"],
  ["internal/client/render.js", "\t\t\t},\n\t\t\ttransformError\n\t\t);", "\t\t\t});"],

  // State is not deep: what changes is assigned.
  ["internal/client/proxy.js", "export function proxy(value) {", "$&\n\treturn value;"],

  // Styles are texts, and nothing is animated.
  ["internal/client/dom/elements/style.js", "to_style(value, next_styles)", "value"],
  ["internal/client/dom/elements/style.js", "else if (next_styles)", "else if (false)"],
  ["internal/client/dom/blocks/each.js", "(flags & EACH_IS_ANIMATED) !== 0", "false"],

  // A list that nothing reads can only be left out if it is built without side effects.
  ["utils.js", "DOM_PROPERTIES = [\n\t...DOM_BOOLEAN_ATTRIBUTES,", "DOM_PROPERTIES = /* @__PURE__ */ DOM_BOOLEAN_ATTRIBUTES.concat("],
  ["utils.js", "'disableRemotePlayback'\n];", "'disableRemotePlayback'\n);"],
];

/** What the code of a component must not call, and what to write instead. */
const refused: [call: RegExp, instead: string][] = [
  [/\$\.proxy\(/, "Use $state.raw: state is not deep."],
  [/\$\.boundary\(/, "Handle the error where it occurs: there is no <svelte:boundary>."],
  [/\$\.set_style\((?:[^`'";]|`[^`]*`|'[^']*')*?\{\s/, 'Write style="name: {value}": there is no style:name={value}.'],
  [/\$\.animation\(/, "There is no animate:."],
];

const runtime: Plugin = {
  name: "workplan:lean-runtime",
  transform: {
    filter: { id: /svelte\/src\// },
    handler(code, id) {
      for (const [file, from, to] of replacements) {
        if (!id.endsWith(`svelte/src/${file}`)) continue;
        if (!code.includes(from)) this.error(`Svelte has changed: adapt lean.ts to ${file}, which has no ${from}`);
        code = code.replace(from, to);
      }
      return code;
    },
  },
};

const components: Plugin = {
  name: "workplan:lean-components",
  enforce: "post",
  transform: {
    filter: { id: /\.svelte(\.ts)?$/ },
    handler(code) {
      for (const [call, instead] of refused) if (call.test(code)) this.error(instead);
      // They only matter for hydration.
      return code.replace(/^\s*\$\.(reset|next)\(\w*\);$/gm, "");
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

export const lean = [runtime, components, preload];
