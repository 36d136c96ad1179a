// A list that is read page by page.

import { untrack } from "svelte";
import { Attempt } from "./attempt.svelte";
import { matcher } from "../format";
import { get, type Query } from "./client";
import type { Page } from "./records";

const pageSize = 50;
const longestPage = 200;

export class Paged<T extends { id: string }> {
  #all = $state.raw<T[]>([]);
  #total = $state.raw<number | null>(null);
  /** The records whose text has the searched words, or all. */
  readonly items = $derived.by(() => {
    const { order, searched } = this;
    if (!order || !searched) return this.#all;
    const named = matcher(searched());
    return this.#all.filter((record) => named(order(record)));
  });
  hasMore = $state(false);
  #reading = $state.raw(new Attempt());
  #query: Query = {};
  #cursor: string | null = null;
  #abort = new AbortController();

  /** The list has the order of the API, or that of a text: then all its pages are read at once, and the text can be searched. */
  constructor(
    readonly path: string,
    readonly order?: (record: T) => string,
    readonly searched?: () => string,
  ) {
    this.#reading.busy = true;
  }

  get total() {
    return this.searched && this.#total !== null ? this.items.length : this.#total;
  }

  get loading() {
    return this.#reading.busy;
  }

  get failure() {
    return this.#reading.failure;
  }

  /** ask reads the list with other filters. What is shown stays until the response. */
  ask(query: Query) {
    this.#query = query;
    this.again();
  }

  /** again reads the list from its first page. */
  again() {
    this.close();
    this.#abort = new AbortController();
    this.#reading = new Attempt();
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
    return this.#all.find((item) => item.id === id);
  }

  /** put shows a changed record. */
  put(record: T) {
    this.#show(this.#all.map((item) => (item.id === record.id ? record : item)));
  }

  /** add shows a new record, at the end if the end is what is shown. */
  add(record: T) {
    if (this.find(record.id)) return this.put(record);
    if (!this.hasMore) this.#show([...this.#all, record]);
    if (this.#total !== null) this.#total++;
  }

  drop(id: string) {
    if (!this.find(id)) return;
    this.#all = this.#all.filter((item) => item.id !== id);
    if (this.#total !== null) this.#total--;
  }

  #show(items: T[]) {
    const { order } = this;
    this.#all = order ? items.sort((a, b) => order(a).localeCompare(order(b))) : items;
  }

  #read() {
    const { signal } = this.#abort;
    return this.#reading.run(async () => {
      do {
        const cursor = this.#cursor;
        const limit = this.order ? longestPage : pageSize;
        const page = await get<Page<T>>(this.path, { ...this.#query, limit, cursor, count: cursor ? undefined : true }, signal);
        this.#show(cursor ? [...this.#all, ...page.items] : page.items);
        this.#total = page.total ?? this.#total;
        this.hasMore = page.hasMore;
        this.#cursor = page.nextCursor;
      } while (this.order && this.hasMore);
    });
  }
}

/** paged returns the list of a component, which is read again when the query changes. */
export function paged<T extends { id: string }>(path: string, query: () => Query = () => ({}), order?: (record: T) => string, searched?: () => string): Paged<T> {
  const list = new Paged<T>(path, order, searched);
  $effect(() => {
    const asked = query();
    untrack(() => list.ask(asked));
  });
  $effect(() => () => list.close());
  return list;
}
