// The proposal that a board shows: what it wishes, read again as it changes.

import { Failure, get } from "../../api/client";
import { onEvent } from "../../api/live";
import type { Difference, Proposal } from "../../api/records";
import { again } from "../../parts/again";
import { isAdmin } from "../../parts/may";
import { mayWish } from "../../parts/proposals";
import { Proposed } from "../../parts/proposed.svelte";
import type { Board } from "../board";
import { parseDay } from "../day";
import { slotKey, type Slot } from "../model";

/** Reasons to read it again that come together are one, after so many milliseconds. */
const pause = 200;

const slotOf = ({ key: { userId, projectId, capabilityId, date } }: Difference): Slot => ({ userId, projectId, capabilityId, day: parseDay(date) });

export class Proposing {
  proposal = $state.raw<Proposal>();
  failure = $state.raw<Failure>();
  readonly proposed = new Proposed();
  #timer: ReturnType<typeof setTimeout> | undefined;
  /** The slots whose live hours have changed since it was read. */
  #touched = new Map<string, Slot>();

  constructor(private readonly board: Board) {}

  /** follow reads the proposal, and keeps it up to date until the returned function is called. */
  follow(): () => void {
    const { board } = this;
    let waiting = 0;
    board.onWished = (slot) => {
      this.#touched.set(slotKey(slot), slot);
      this.soon();
    };
    const unsubscribe = board.subscribe(() => {
      if (waiting > 0 && board.writes.waiting === 0) this.soon();
      waiting = board.writes.waiting;
    });
    const stop = onEvent(({ record }) => record?.id === board.place.proposal && this.soon());
    const end = again(() => this.soon(), isAdmin() ? 60 : 20);
    void this.read();
    return () => {
      unsubscribe();
      stop();
      end();
      clearTimeout(this.#timer);
      board.onWished = () => {};
    };
  }

  soon(): void {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => void this.read(), pause);
  }

  /** read reads what the proposal wishes now. The board reads all hours again if somebody else has changed it. */
  read = async (): Promise<void> => {
    const { board } = this, { edits } = board.model;
    try {
      const proposal = await get<Proposal>(`/proposals/${board.place.proposal}`);
      this.failure = undefined;
      if (!(await this.proposed.readRows(proposal))) return;
      // What was edited meanwhile is not in it yet.
      if (board.writes.waiting > 0 || edits !== board.model.edits) return this.soon();
      this.#take(proposal, this.proposed.rows!);
      void this.proposed.compare(proposal);
    } catch (error) {
      if (!(error instanceof Failure)) throw error;
      this.failure = error;
    }
  };

  #take(proposal: Proposal, rows: readonly Difference[]): void {
    const { board } = this, { model, writes } = board;
    this.proposal = proposal;
    board.wishing = mayWish(proposal);
    const before = model.wishes, wishes = rows.map((row) => ({ slot: slotOf(row), live: row.before?.hours ?? 0, hours: row.after?.hours ?? 0 }));
    model.setWishes(wishes);
    const others = (slot: Slot, hours?: number) => model.known(slot.userId, slot.day, slot.day + 1) && (hours === undefined ? writes.lastBase(slot) === undefined : model.planned(slot) !== hours);
    const stale =
      wishes.some(({ slot, hours }) => others(slot, hours)) ||
      [...before].some(([key, { slot }]) => !model.wishes.has(key) && others(slot)) ||
      [...this.#touched.keys()].some((key) => !model.wishes.has(key));
    const touched = new Set([...this.#touched.values()].map(({ userId }) => userId));
    this.#touched.clear();
    if (stale) void board.loader.everything().then(() => board.arrange(), () => undefined);
    // The sums of the live plan have changed.
    else for (const userId of touched) void board.loader.person(userId).catch(() => undefined);
    board.arrange();
  }
}
