// The days that are closed now, for those who write them.

import { Failure } from "../api/client";
import { onEvent } from "../api/live";
import type { LockException, LockKind, Settlement } from "../api/records";
import { byAge, covers, isOpen, readLocks, type Closing } from "./locks";
import { readSettlement } from "./timesheets";

/** How often an exception is looked at whether it has ended, in milliseconds. */
const often = 10_000;

export class Closed {
  #locks = $state.raw<Closing[]>([]);
  /** How people settle their days; undefined until it is read. */
  settlement = $state.raw<Settlement>();
  #now = $state(Date.now());

  constructor() {
    $effect(() => {
      void this.#read();
      const timer = setInterval(() => (this.#now = Date.now()), often);
      const stop = onEvent(({ type }) => /^(lock|settlement)\./.test(type) && void this.#read());
      return () => {
        clearInterval(timer);
        stop();
      };
    });
  }

  /** by returns the lock that closes a day of a person. */
  by = (kind: LockKind, userId: string, date: string): Closing | undefined => this.#of(kind, userId, date).find((lock) => !this.#exception(lock, userId));

  /** opened returns the exceptions by which days of a person are open that would be closed, each once. */
  opened = (kind: LockKind, userId: string, dates: string[]): LockException[] =>
    this.#locks.filter((lock) => dates.some((date) => covers(lock, kind, userId, date))).flatMap((lock) => this.#exception(lock, userId) ?? []);

  #of = (kind: LockKind, userId: string, date: string) => this.#locks.filter((lock) => covers(lock, kind, userId, date));

  #exception = (lock: Closing, userId: string) => lock.exceptions.find((exception) => exception.userId === userId && isOpen(exception, this.#now));

  async #read() {
    try {
      const [locks, settlement] = await Promise.all([readLocks(), readSettlement()]);
      this.#locks = [...locks, ...byAge(settlement)];
      this.settlement = settlement;
      this.#now = Date.now();
    } catch (error) {
      // Without them, the server still refuses what is closed.
      if (!(error instanceof Failure)) throw error;
    }
  }
}
