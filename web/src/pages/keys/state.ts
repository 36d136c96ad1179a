import type { Key } from "../../api/records";
import type { Tone } from "../../parts/Badge.svelte";

/** stateOf returns what a key is now; over reports whether it works no longer. */
export function stateOf({ revokedAt, expiresAt, previousSecretExpiresAt }: Key, now = new Date().toISOString()): { text: string; tone: Tone; over: boolean } {
  if (revokedAt) return { text: "revoked", tone: "red", over: true };
  if (expiresAt && new Date(expiresAt) <= new Date(now)) return { text: "expired", tone: "quiet", over: true };
  if (previousSecretExpiresAt && new Date(previousSecretExpiresAt) > new Date(now)) return { text: "two secrets", tone: "amber", over: false };
  return { text: "active", tone: "green", over: false };
}
