// What the server was asked about hours is asked again after they change: by an edit or its undo, by somebody else, or by time off.

import type { Model } from "./model";

/** stateOf changes if what the server says of free hours may have changed. */
export function stateOf({ edits, leave }: Model): string {
  let versions = 0;
  for (const { version } of leave.values()) versions += version;
  return `${edits} ${leave.size} ${versions}`;
}
