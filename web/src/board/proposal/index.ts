// What the board needs to show a proposal in place of the live plan. Its code is loaded when one is shown first.

export { default as ProposalBar } from "./ProposalBar.svelte";
