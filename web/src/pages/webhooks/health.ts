import type { Webhook } from "../../api/records";
import type { Tone } from "../../parts/Badge.svelte";

export const nameOf = ({ name, url }: Webhook): string => name ?? new URL(url).host;

/** health returns what an admin needs to know of a webhook first. */
export function health({ state, failingSince, lastParked }: Webhook): { text: string; tone: Tone } {
  if (state === "disabled") return { text: "disabled", tone: "red" };
  if (state === "paused") return { text: "paused", tone: "quiet" };
  if (failingSince) return { text: "failing", tone: "red" };
  if (state === "pending") return { text: "waits for a test", tone: "amber" };
  return lastParked === null ? { text: "active", tone: "green" } : { text: "has parked events", tone: "amber" };
}
