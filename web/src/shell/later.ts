// What the frame around the pages does not need at once, in a chunk that is loaded after the first view.

export { forget } from "../api/directory.svelte";
export { default as Confirm } from "../parts/Confirm.svelte";
export { default as Notices } from "../parts/Notices.svelte";
export { toDecide } from "../parts/todecide.svelte";
export { default as Find } from "./Find.svelte";
