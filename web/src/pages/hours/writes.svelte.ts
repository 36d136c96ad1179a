// Worked hours that are not saved yet. They are sent by themselves, many in one call, and wait while there is no connection.

import { address, Failure, isBusy, request, wait, write, type Reply } from "../../api/client";
import { connection } from "../../api/connection.svelte";
import { capitalized, formatNumber } from "../../format";

/** A cell is the key of a row of worked hours. */
export interface Cell {
  userId: string;
  projectId: string;
  capabilityId: string | null;
  date: string;
}

/** The new hours of a cell; null empties it. */
export interface Change extends Cell {
  hours: number | null;
}

/** What a cell shows that cannot be saved, and why. */
interface Refused {
  text: string;
  message: string;
}

/** One call. It keeps its key until the server has responded, so that a repetition has no second effect. */
interface Call {
  path: string;
  idempotencyKey: string;
  changes: Change[];
}

export const keyOf = ({ userId, projectId, capabilityId, date }: Cell): string => [userId, projectId, capabilityId ?? "", date].join(" ");

/** How long to collect changes before they are sent, in milliseconds. */
const pause = 400;

export class Writes {
  waiting = $state.raw<ReadonlyMap<string, Change>>(new Map());
  refused = $state.raw<ReadonlyMap<string, Refused>>(new Map());
  /** Why nothing can be saved, if it is not because of single cells. */
  failure = $state.raw<Failure | null>(null);
  busy = $state(false);
  #timer: ReturnType<typeof setTimeout> | undefined;
  #call: Call | undefined;

  /** saved runs with the changes that the server has. */
  constructor(readonly saved: (changes: Change[]) => void) {
    $effect(() => {
      if (connection.online && this.waiting.size) this.#soon();
    });
    $effect(() => () => clearTimeout(this.#timer));
  }

  put(changes: Change[]) {
    const waiting = new Map(this.waiting);
    const refused = new Map(this.refused);
    for (const change of changes) {
      waiting.set(keyOf(change), change);
      refused.delete(keyOf(change));
    }
    this.waiting = waiting;
    this.refused = refused;
    this.failure = null;
  }

  /** refuse keeps a text in a cell that is not sent. */
  refuse(cell: Cell, text: string, message: string) {
    const waiting = new Map(this.waiting);
    waiting.delete(keyOf(cell));
    this.waiting = waiting;
    this.refused = new Map(this.refused).set(keyOf(cell), { text, message });
  }

  again() {
    this.failure = null;
    this.#soon();
  }

  #soon() {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => void this.#flush(), pause);
  }

  async #flush() {
    if (this.busy) return;
    this.busy = true;
    while (!this.failure && (this.#call ??= this.#next()) && (await this.#send(this.#call))) this.#call = undefined;
    this.busy = false;
  }

  /** next takes what is to be written, and then what is to be emptied. */
  #next(): Call | undefined {
    const changes = [...this.waiting.values()];
    const written = changes.filter(({ hours }) => hours !== null);
    const idempotencyKey = crypto.randomUUID();
    if (written.length) return { path: "/actual-hours", idempotencyKey, changes: written };
    if (changes.length) return { path: "/actual-hours/delete", idempotencyKey, changes };
  }

  /** send reports whether the server has responded. */
  async #send(call: Call): Promise<boolean> {
    const { path, idempotencyKey, changes } = call;
    const items = changes.map(({ hours, ...cell }) => (hours === null ? cell : { ...cell, hours }));
    const reply = await request(address(path), write("POST", { items }, { idempotencyKey }));
    if (isBusy(reply)) {
      await wait(reply.retryAfter ?? 1);
      return this.#send(call);
    }
    if (reply.data !== undefined) this.#done(changes);
    else if (reply.status) this.#failed(changes, reply);
    return reply.status > 0;
  }

  #done(changes: Change[]) {
    const waiting = new Map(this.waiting);
    for (const change of changes) if (waiting.get(keyOf(change)) === change) waiting.delete(keyOf(change));
    this.waiting = waiting;
    this.saved(changes);
  }

  /** failed marks the cells that the response names. All others are sent again without them. */
  #failed(changes: Change[], reply: Reply<unknown>) {
    const named = (reply.error?.details ?? []).filter(({ index }) => index !== undefined && changes[index]);
    if (!named.length) this.failure = new Failure(reply);
    for (const { index, message } of named) {
      const change = changes[index!]!;
      // If the cell has a newer value by now, that one is sent.
      if (this.waiting.get(keyOf(change)) !== change) continue;
      this.refuse(change, change.hours === null ? "" : formatNumber(change.hours), reply.status === 403 ? "You may not write these hours." : capitalized(message));
    }
  }
}
