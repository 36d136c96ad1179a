// The records that a person has picked lately in this browser, the last one first.

import { me } from "../api/session.svelte";

const kept = 50;

const key = () => `lately ${me.session?.actorUserId}`;

/** lately returns their ids. */
export const lately = (): readonly string[] => (localStorage.getItem(key()) ?? "").split(" ").filter(Boolean);

/** picked notes that a record was picked. */
export function picked(id: string): void {
  localStorage.setItem(key(), [id, ...lately().filter((other) => other !== id)].slice(0, kept).join(" "));
}
