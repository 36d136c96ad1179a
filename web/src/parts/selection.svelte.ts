// The records of a list that are chosen, to do one thing with all of them.

export class Selection<T extends { id: string }> {
  #ids = $state.raw<ReadonlySet<string>>(new Set());

  /** offered reports whether a record can be chosen. */
  constructor(readonly offered: (record: T) => boolean) {}

  has = (id: string): boolean => this.#ids.has(id);

  choose(records: T[], on: boolean) {
    const ids = new Set(this.#ids);
    for (const record of records) {
      if (on && this.offered(record)) ids.add(record.id);
      else ids.delete(record.id);
    }
    this.#ids = ids;
  }

  clear() {
    this.#ids = new Set();
  }

  /** of returns the chosen ones of some records, which can still be chosen. */
  of = (records: T[]): T[] => records.filter((record) => this.#ids.has(record.id) && this.offered(record));
}
