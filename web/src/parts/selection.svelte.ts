// The records of a list that are chosen, to do one thing with all of them.

export class Selection<T extends { id: string }> {
  #ids = $state.raw<ReadonlySet<string>>(new Set());

  has = (id: string): boolean => this.#ids.has(id);

  choose(records: { id: string }[], on: boolean) {
    const ids = new Set(this.#ids);
    for (const { id } of records) {
      if (on) ids.add(id);
      else ids.delete(id);
    }
    this.#ids = ids;
  }

  /** of returns the chosen ones of some records. */
  of = (records: T[]): T[] => records.filter(({ id }) => this.#ids.has(id));
}
