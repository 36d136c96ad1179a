// A list that is read page by page.

import { untrack } from "svelte";
import { Failure, get, type Query } from "./client";
import type { Page } from "./records";

const pageSize = 50;

export class Paged<T extends { id: string }> {
  items = $state.raw<T[]>([]);
  total = $state.raw<number | null>(null);
  loading = $state(true);
  failure = $state.raw<Failure | null>(null);
  hasMore = $state(false);
  #query: Query = {};
  #cursor: string | null = null;
  #abort = new AbortController();

  constructor(readonly path: string) {}

  /** ask reads the list with other filters. What is shown stays until the response. */
  ask(query: Query) {
    this.#query = query;
    this.again();
  }

  /** again reads the list from its first page. */
  again() {
    this.close();
    this.#abort = new AbortController();
    this.#cursor = null;
    void this.#read();
  }

  /** more reads the next page. */
  more() {
    if (!this.loading && this.hasMore) void this.#read();
  }

  close() {
    this.#abort.abort();
  }

  find(id: string): T | undefined {
    return this.items.find((item) => item.id === id);
  }

  /** put shows a changed record in its place. */
  put(record: T) {
    this.items = this.items.map((item) => (item.id === record.id ? record : item));
  }

  /** add shows a new record at the end, if the end is what is shown. */
  add(record: T) {
    if (this.find(record.id)) return this.put(record);
    if (!this.hasMore) this.items = [...this.items, record];
    if (this.total !== null) this.total++;
  }

  drop(id: string) {
    if (!this.find(id)) return;
    this.items = this.items.filter((item) => item.id !== id);
    if (this.total !== null) this.total--;
  }

  async #read() {
    const { signal } = this.#abort;
    const cursor = this.#cursor;
    this.loading = true;
    this.failure = null;
    try {
      const page = await get<Page<T>>(this.path, { ...this.#query, limit: pageSize, cursor, count: cursor ? undefined : true }, signal);
      this.items = cursor ? [...this.items, ...page.items] : page.items;
      this.total = page.total ?? this.total;
      this.hasMore = page.hasMore;
      this.#cursor = page.nextCursor;
    } catch (error) {
      if (signal.aborted) return;
      if (!(error instanceof Failure)) throw error;
      this.failure = error;
    }
    if (!signal.aborted) this.loading = false;
  }
}

/** paged returns the list of a component, which is read again when the query changes. */
export function paged<T extends { id: string }>(path: string, query: () => Query = () => ({})): Paged<T> {
  const list = new Paged<T>(path);
  $effect(() => {
    const asked = query();
    untrack(() => list.ask(asked));
  });
  $effect(() => () => list.close());
  return list;
}
