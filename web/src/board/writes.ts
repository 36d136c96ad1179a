// Optimistic writes. Edits are on the screen at once; they are sent together, 300 ms after
// the last one, in calls of up to 1,000 rows with an Idempotency-Key. A call without a
// response, or for which the server is too busy, is repeated with the same key, so nothing is
// lost or written twice. A refused call is rolled back.

import { Failed, type Api, type HourRow, type Reply } from "./api";
import { formatDay } from "./day";
import { toPlanned } from "./load";
import { slotKey, type Change, type Slot } from "./model";

/** Connection is why writes wait: "busy" if the server asked to try again later, or failed. */
export type Connection = "online" | "offline" | "busy" | "signed-out";

export interface Refusal {
  changes: Change[];
  message: string;
  /** What is wrong with single slots, by their key. */
  reasons: Map<string, string>;
  requestId?: string;
}

/** Warning is what the server says about a row that it has saved, such as outside_project_dates. */
export interface Warning {
  code: string;
  change: Change;
}

export interface WritesOptions {
  api: Api;
  /** The writes of a slot were refused: it has its hours from before again. */
  onRefused(refusal: Refusal): void;
  /** Rows are saved, and the server warns of some. */
  onWarned?(warnings: Warning[]): void;
  onState(): void;
  /** Returns the slots that others have written since. It throws Failed. */
  newer?(changes: readonly Change[]): Promise<readonly Slot[] | undefined>;
  delay?: number;
}

interface Call {
  key: string;
  changes: Map<string, Change>;
  /** The slots whose event has arrived, before the response. */
  written: Set<string>;
  /** What others wrote to its slots before it. */
  theirs: Map<string, Pick<Change, "before" | "wasTentative">>;
}

const perCall = 1000;
/** So long after a write, in milliseconds, others may not have seen it yet. */
const lately = 2000;

export class Writes {
  connection: Connection = "online";
  readonly #pending = new Map<string, Change>();
  #call: Call | undefined;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #attempts = 0;
  /** The latest requests of this page, with the hours that each slot was believed to have. */
  readonly #own = new Map<string, Map<string, number>>();
  /** The versions of the rows that this page wrote, and when it did. */
  readonly #versions = new Map<string, number>();
  readonly #saved = new Map<string, { at: number; before: number }>();
  /** Whether there was no connection: what waits may replace what others wrote meanwhile. */
  #lost = false;
  /** What waits until all is saved. */
  readonly #waiters: (() => void)[] = [];

  constructor(private readonly options: WritesOptions) {}

  /** waiting is the number of rows that are not saved yet. */
  get waiting(): number {
    return this.#pending.size + (this.#call?.changes.size ?? 0);
  }

  /** unsaved lists the latest write of each slot of a person that is not saved yet. */
  unsaved(userId: string): Change[] {
    return [...new Map([...(this.#call?.changes ?? []), ...this.#pending]).values()].filter((change) => change.userId === userId);
  }

  /** saved waits until all rows are saved or refused. */
  saved(): Promise<void> | undefined {
    return this.waiting > 0 ? new Promise((resolve) => this.#waiters.push(resolve)) : undefined;
  }

  push(changes: readonly Change[]): void {
    for (const change of changes) {
      const key = slotKey(change);
      const earlier = this.#pending.get(key);
      const merged = earlier ? { ...change, before: earlier.before, wasTentative: earlier.wasTentative } : change;
      if (merged.after === merged.before && merged.tentative === merged.wasTentative && !this.#call?.changes.has(key)) this.#pending.delete(key);
      else this.#pending.set(key, merged);
    }
    if (!this.#call) this.#schedule(this.options.delay ?? 300);
    this.#changed();
  }

  #changed(): void {
    if (this.waiting === 0) for (const resolve of this.#waiters.splice(0)) resolve();
    this.options.onState();
  }

  /** of returns the write of a slot that is not saved yet, as far as this page knows. */
  of(slot: Slot): Change | undefined {
    const key = slotKey(slot);
    return this.#pending.get(key) ?? (this.#call?.written.has(key) ? undefined : this.#call?.changes.get(key));
  }

  /** arrived notes that the event of a slot has come: events that come after it are of later writes. */
  arrived(slot: Slot): void {
    this.#call?.written.add(slotKey(slot));
  }

  /** overtaken notes what others wrote to a slot before the call that is under way: if that is refused, the slot has theirs. */
  overtaken(slot: Slot, before: number, wasTentative: boolean): void {
    this.#call?.theirs.set(slotKey(slot), { before, wasTentative });
  }

  /** drop forgets the write of a slot that was not sent yet, and reports whether there was one. */
  drop(slot: Slot): boolean {
    const dropped = this.#pending.delete(slotKey(slot));
    this.#changed();
    return dropped;
  }

  /** replaced reports whether this page wrote a slot after the version, whose event may come later. */
  replaced(slot: Slot, version = Infinity): boolean {
    return version < (this.#versions.get(slotKey(slot)) ?? 0);
  }

  /** wroteLately reports whether this page has just written a slot: whoever replaces that may not have seen it. */
  wroteLately(slot: Slot): boolean {
    const key = slotKey(slot);
    return Boolean(this.#call?.written.has(key)) || performance.now() - (this.#saved.get(key)?.at ?? -Infinity) < lately;
  }

  /** lastBase is the hours of a slot before this page wrote it last. */
  lastBase(slot: Slot): number | undefined {
    const key = slotKey(slot);
    return this.#call?.changes.get(key)?.before ?? this.#saved.get(key)?.before;
  }

  /** isOwn reports whether a row of an event is one that this page wrote. If the first response was lost, only the version of the row tells. */
  isOwn(requestId: string | null, slot: Slot, hours: number, version?: number): boolean {
    const key = slotKey(slot);
    return (requestId !== null && this.#own.has(requestId)) || this.#call?.changes.get(key)?.after === hours || (version !== undefined && this.#versions.get(key) === version);
  }

  /** baseOf is the hours that a slot was believed to have when this page wrote it. */
  baseOf(requestId: string | null, slot: Slot): number | undefined {
    const key = slotKey(slot);
    return (requestId !== null ? this.#own.get(requestId)?.get(key) : undefined) ?? this.#call?.changes.get(key)?.before;
  }

  /** retry sends at once what waits for the network. */
  retry(): void {
    this.#attempts = 0;
    if (this.waiting > 0) this.#schedule(0);
  }

  /** finish sends at once what waits, without the delay for more edits. */
  finish(): void {
    if (this.#pending.size > 0 && !this.#call) this.#schedule(0);
  }

  #schedule(delay: number): void {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => void this.#flush(), delay);
  }

  #flushing = false;

  async #flush(): Promise<void> {
    if (this.#flushing) return;
    this.#flushing = true;
    try {
      if (this.#lost) await this.#compare();
      this.#call ??= this.#next();
      if (this.#call) this.#settle(this.#call, await this.#sendCall(this.#call));
    } catch (error) {
      if (!(error instanceof Failed)) throw error;
      this.#later(error.reply);
    } finally {
      this.#flushing = false;
    }
    this.#changed();
  }

  /** compare takes out of what waits the slots that others wrote while there was no connection: the person is asked about them. It throws Failed. */
  async #compare(): Promise<void> {
    const all = [...this.#pending, ...(this.#call?.changes ?? [])];
    const newer = (await this.options.newer?.(all.map(([, change]) => change))) ?? [];
    this.#lost = false;
    for (const key of newer.map(slotKey)) {
      this.#pending.delete(key);
      // Without a row, it is another call.
      if (this.#call?.changes.delete(key)) this.#call.key = crypto.randomUUID();
    }
    if (this.#call?.changes.size === 0) this.#call = undefined;
  }

  #next(): Call | undefined {
    if (this.#pending.size === 0) return undefined;
    const changes = new Map([...this.#pending].slice(0, perCall));
    for (const key of changes.keys()) this.#pending.delete(key);
    return { key: crypto.randomUUID(), changes, written: new Set(), theirs: new Map() };
  }

  #sendCall(call: Call): Promise<Reply<HourRow[]>> {
    const items = [...call.changes.values()].map(({ userId, projectId, capabilityId, day, before, after, wasTentative, tentative }) => ({
      userId, projectId, capabilityId, date: formatDay(day), hours: after,
      // A row without hours may still be there and tentative.
      ...((before === 0 || tentative !== wasTentative) && { tentative }),
    }));
    return this.options.api.send<HourRow[]>("POST", "/assignments?include=warnings", { items }, { idempotencyKey: call.key });
  }

  /** later tries again in a while. */
  #later({ status, retryAfter }: Reply<unknown>): void {
    this.#lost ||= status === 0 || status === 401;
    this.connection = status === 0 ? "offline" : status === 401 ? "signed-out" : "busy";
    const backoff = Math.min(30_000, 1000 * 2 ** this.#attempts++);
    this.#schedule(retryAfter ? retryAfter * 1000 : backoff);
  }

  #settle(call: Call, reply: Reply<HourRow[]>): void {
    if (isTransient(reply)) return this.#later(reply);
    this.connection = "online";
    this.#attempts = 0;
    this.#call = undefined;
    if (reply.requestId) this.#remember(reply.requestId, call);
    for (const row of reply.data ?? []) {
      this.#versions.set(slotKey(toPlanned(row)), row.version ?? 0);
      this.#saved.set(slotKey(toPlanned(row)), { at: performance.now(), before: call.changes.get(slotKey(toPlanned(row)))?.before ?? 0 });
    }
    if (reply.status >= 400) this.#refuse(call, reply);
    const changes = [...call.changes.values()], { warnings = [] } = (reply.body as { meta?: { warnings?: { index: number; code: string }[] } } | undefined)?.meta ?? {};
    if (warnings.length > 0) this.options.onWarned?.(warnings.map(({ index, code }) => ({ code, change: changes[index]! })));
    if (this.#pending.size > 0) this.#schedule(0);
  }

  #remember(requestId: string, call: Call): void {
    this.#own.set(requestId, new Map([...call.changes].map(([key, change]) => [key, change.before])));
    if (this.#own.size > 100) this.#own.delete(this.#own.keys().next().value!);
  }

  #refuse(call: Call, reply: Reply<unknown>): void {
    const changes = [...call.changes.values()].map((change) => ({ ...change, ...call.theirs.get(slotKey(change)) }));
    const reasons = new Map<string, string>();
    for (const detail of reply.error?.details ?? []) {
      const index = detail.index ?? Number(/^items\[(\d+)\]/.exec(detail.field)?.[1] ?? -1);
      if (changes[index]) reasons.set(slotKey(changes[index]), detail.message);
    }
    // An edit after the refused one stands on hours that were never saved.
    for (const change of changes) {
      const later = this.#pending.get(slotKey(change));
      if (later) this.#pending.set(slotKey(change), { ...later, before: change.before, wasTentative: change.wasTentative });
    }
    const rolledBack = changes.filter((change) => !this.#pending.has(slotKey(change)));
    this.options.onRefused({ changes: rolledBack, message: reply.error?.message ?? `The server responded with ${reply.status}.`, reasons, requestId: reply.requestId ?? reply.error?.requestId });
  }
}

/** isTransient reports whether the same call may succeed later. */
function isTransient(reply: Reply<unknown>): boolean {
  return reply.status === 0 || reply.status === 401 || reply.status === 408 || reply.status === 429 || reply.status >= 500 || reply.error?.code === "idempotency_in_progress";
}
