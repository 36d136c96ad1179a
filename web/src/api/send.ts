// Writes of the public API. The first view of the board needs none of this.

import { address, data, Failure, write } from "./client";
import { me } from "./session.svelte";
import { tabs } from "./tabs.svelte";

/** The keys of writes that may have succeeded although there was no response, by what they write. */
const unanswered = new Map<string, string>();

/**
 * send writes. version is the one that the change is based on: another one is a conflict. What is sent again because there was no
 * response has one effect. Writes with the same act, an id, are one step of the journal.
 */
export async function send<T>(method: "POST" | "PATCH" | "PUT" | "DELETE", path: string, body?: unknown, version?: number, act?: string): Promise<T> {
  const other = me.session && tabs.other(me.session.actorUserId);
  if (other) throw new Failure({ status: 401, error: { code: "unauthenticated", message: `${other.name} has signed in in another tab. Sign in as ${me.user?.name} again, or reload this page.` } });
  const written = JSON.stringify([method, path, body, version]);
  const idempotencyKey = unanswered.get(written) ?? crypto.randomUUID();
  unanswered.delete(written);
  const init = write(method, body, { idempotencyKey, ifMatch: version === undefined ? undefined : `"${version}"` });
  if (act) (init.headers as Headers).set("X-Request-Id", act);
  try {
    return await data<T>(address(path), init);
  } catch (error) {
    if (error instanceof Failure && (error.status === 0 || error.status >= 500)) unanswered.set(written, idempotencyKey);
    throw error;
  }
}
