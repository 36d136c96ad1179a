import type { TimeOffStatus } from "../../api/records";
import type { Tone } from "../../parts/Badge.svelte";

export const tones: { [status in TimeOffStatus]: Tone } = { pending: "amber", approved: "green", rejected: "red" };
