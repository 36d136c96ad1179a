// One thing at a time that a button, a form or a list does, and how it ended.

import { Failure } from "./client";

export class Attempt {
  busy = $state(false);
  failure = $state.raw<Failure | null>(null);

  /** run reports whether the work succeeded. It keeps the failure of a call, and throws all other errors. */
  async run(work: () => Promise<unknown>): Promise<boolean> {
    this.busy = true;
    this.failure = null;
    try {
      await work();
      return true;
    } catch (error) {
      if (error instanceof Failure) this.failure = error;
      else if (!isAbort(error)) throw error;
      return false;
    } finally {
      this.busy = false;
    }
  }
}

/** The component that asked is no longer there. */
const isAbort = (error: unknown) => error instanceof DOMException && error.name === "AbortError";
