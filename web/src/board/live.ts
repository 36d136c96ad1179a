// Keeps the board in step with the journal: what others change shows within a second. A
// change of a slot that has an unsaved edit of one's own is a conflict, and never silent.

import type { Api, HourRow, JournalEvent } from "./api";
import { toPlanned, type Loader, type TimeOffRecord } from "./load";
import { slotKey, type Model, type Slot } from "./model";
import type { Writes } from "./writes";

export interface Conflict {
  slot: Slot;
  /** The hours that both have replaced. */
  before: number;
  mine: number;
  theirs: number;
  actorId: string | null;
  /** Whose hours the row has. */
  kept: "mine" | "theirs";
}

export interface LiveOptions {
  api: Api;
  model: Model;
  loader: Loader;
  writes: Writes;
  onChanged(slot: Slot, event: JournalEvent): void;
  /** Something has changed, by oneself too: hours, or what their sums depend on. */
  onEvent?(): void;
  /** In a proposal, the live hours of a slot that it wishes, or that this page has written, have changed: they are not shown. */
  onWished?(slot: Slot): void;
  onConflict(conflict: Conflict): void;
  onConnection(connected: boolean): void;
  onChange(): void;
}

/** How long to wait, in milliseconds, before everything is loaded again after an event, and after that has failed. */
const soon = 500, later = 5000;

export class Live {
  connected = true;
  readonly #abort = new AbortController();
  #directoryTimer: ReturnType<typeof setTimeout> | undefined;
  /** Who else wrote a slot last. */
  readonly #writers = new Map<string, string | null>();

  /** Whose sums are read again. */
  readonly #unsure = new Set<string>();

  constructor(private readonly o: LiveOptions) {}

  /** run follows the journal until stop, from the figures that are loaded. */
  async run(): Promise<void> {
    while (!this.#abort.signal.aborted) {
      const end = await this.o.api.events(this.o.loader.asOf ?? "head", (event) => this.#take(event), this.#abort.signal, (connected) => this.#connection(connected));
      if (end === "aborted") return;
      if (this.o.writes.waiting) this.#reload();
      this.o.onEvent?.();
      await this.o.loader.everything().catch(() => this.#connection(false));
    }
  }

  /** writerOf is who else wrote a slot last. */
  writerOf(slot: Slot): string | null | undefined {
    return this.#writers.get(slotKey(slot));
  }

  stop(): void {
    this.#abort.abort();
    clearTimeout(this.#directoryTimer);
  }

  #connection(connected: boolean): void {
    if (connected && !this.connected) this.o.writes.retry();
    this.connected = connected;
    this.o.onConnection(connected);
  }

  #take(event: JournalEvent): void {
    const [resource] = event.type.split(".");
    // A deleted row has 0 hours, and the hours before.
    if (resource === "assignments") this.#hours(event, "planned");
    else if (resource === "actual_hours") this.#hours(event, "actual");
    else if (resource === "time_off") this.#timeOff(event);
    else if (resource === "user" || resource === "project" || resource === "client" || resource === "capability" || resource === "working_patterns" || resource === "holiday") {
      this.o.model.edits++; // free hours depend on them
      this.#reload();
    }
    this.o.onEvent?.();
    this.o.onChange();
  }

  #hours(event: JournalEvent, kind: "planned" | "actual"): void {
    // Very large events do not list all rows.
    if ((event.rowCount ?? 0) > event.rows.length) return this.#reload();
    for (const row of event.rows) {
      if (kind === "planned") this.#planned(row, event);
      else {
        const slot = toPlanned(row);
        const { model } = this.o;
        model.edits++;
        if (!model.includes(event.seq, slot.day)) model.setColumn(slot.userId, "actual", slot.day, [Math.max(0, model.value(slot.userId, "actual", slot.day) + row.hours - (row.previousHours ?? 0))]);
      }
    }
  }

  #planned(row: HourRow, event: JournalEvent): void {
    const { model, writes } = this.o;
    const { hours, tentative, ...slot } = toPlanned(row);
    const previous = row.previousHours ?? 0;
    if (this.o.onWished && (model.wishes.has(slotKey(slot)) || writes.of(slot) || writes.lastBase(slot) !== undefined)) return this.o.onWished(slot);
    if (writes.isOwn(event.requestId, slot, hours, row.version)) {
      writes.arrived(slot);
      const base = writes.baseOf(event.requestId, slot);
      if (base !== undefined && base !== previous) this.o.onConflict({ slot, before: base, mine: hours, theirs: previous, actorId: this.#writers.get(slotKey(slot)) ?? null, kept: "mine" });
      return;
    }
    if (writes.replaced(slot, row.version)) return;
    this.#writers.set(slotKey(slot), event.actorId);
    const edit = writes.of(slot);
    // An edit that is already under way replaces theirs: its own event tells.
    if (edit && !writes.drop(slot)) return writes.overtaken(slot, hours, tentative);
    if (edit && edit.after !== hours) this.o.onConflict({ slot, before: edit.before, mine: edit.after, theirs: hours, actorId: event.actorId, kept: "theirs" });
    else if (writes.wroteLately(slot) && previous !== hours) this.o.onConflict({ slot, before: writes.lastBase(slot) ?? previous, mine: previous, theirs: hours, actorId: event.actorId, kept: "theirs" });
    const known = model.known(slot.userId, slot.day, slot.day + 1);
    if (known && model.planned(slot) === hours && model.isTentative(slot) === tentative) {
      // The rows were read after this change, and the sums maybe before it.
      if (previous !== hours && !model.includes(event.seq, slot.day)) this.#sumUp(slot.userId);
      return;
    }
    model.setPlanned({ ...slot, before: previous, after: hours, wasTentative: tentative, tentative }, event.seq);
    // The event does not say whether the row was tentative before: if it may have changed, the sums are read again.
    if (!known && previous > 0) this.#sumUp(slot.userId);
    this.o.onChanged(slot, event);
  }

  #timeOff(event: JournalEvent): void {
    const record = (event.after ?? event.before) as unknown as (TimeOffRecord & { id: string }) | null;
    if (!record || !event.record) return;
    if (event.after) this.o.model.setLeave([this.o.loader.toLeave({ ...record, id: event.record.id })]);
    else this.o.model.removeLeave(event.record.id);
    this.#sumUp(record.userId);
  }

  /** sumUp reads the sums of a person again, once for all rows of an event. */
  #sumUp(userId: string): void {
    if (this.#unsure.has(userId)) return;
    this.#unsure.add(userId);
    setTimeout(() => {
      this.#unsure.delete(userId);
      void this.o.loader.person(userId).catch(() => this.#reload(later));
    });
  }

  /** reload loads everything again, when all edits are saved: figures of the server lack the others. */
  #reload(delay = soon): void {
    if (this.#abort.signal.aborted) return;
    clearTimeout(this.#directoryTimer);
    this.#directoryTimer = setTimeout(async () => {
      const { loader, writes } = this.o;
      if (!writes.waiting) await loader.everything().catch(() => this.#reload(later));
      if (writes.waiting) this.#reload();
    }, delay);
  }
}
