// What the first view of the board does not need, in a chunk that is loaded right after it: all that edits, panels and lists.

export { default as BarMenu } from "./BarMenu.svelte";
export { default as Conflicts } from "./Conflicts.svelte";
export { default as Drawer } from "./Drawer.svelte";
export { default as Editors } from "./Editors.svelte";
export { default as Filters } from "./Filters.svelte";
export { default as FirstSteps } from "./FirstSteps.svelte";
export { paper } from "./paper";
export { listenToClipboard } from "./clipboard";
export { Cards } from "./card";
export { Drags } from "./drags";
export { Edits } from "./edits";
export { default as Hints } from "./Hints.svelte";
export { listen } from "./keyboard";
export { recall } from "./recall";
export { Grid } from "./grid";
export { default as HoverCard } from "./HoverCard.svelte";
export { default as Nobody } from "./Nobody.svelte";
export { default as ViewOptions } from "./ViewOptions.svelte";
export { default as PlanSwitch } from "./PlanSwitch.svelte";
export { default as Views } from "./Views.svelte";
export { default as Phone } from "./Phone.svelte";
