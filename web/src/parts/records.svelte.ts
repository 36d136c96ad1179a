// The list of a page and the record that is open next to it. Both follow the journal, so that
// they show what others save.

import { untrack } from "svelte";
import { Failure, get, type Query } from "../api/client";
import { remember } from "../api/directory.svelte";
import { onEvent } from "../api/live";
import { paged, type Paged } from "../api/paged.svelte";
import { send } from "../api/send";
import { route } from "../route.svelte";
import { notify } from "./notices.svelte";

interface Options<T> {
  /** Reads all records, and sorts them by this text. */
  order?: (record: T) => string;
  /** The words that are searched in this text. */
  searched?: () => string;
  /** false if the API has no call for one record: then the list has it, or it does not exist. */
  single?: boolean;
  /** What the API adds to a record. It is read again when a record changes, because events do not have it. */
  include?: string;
}

/** matches reports whether a record has what the filters ask for: they have the names of its fields. */
const matches = (record: { [field: string]: unknown }, filters: Query) => Object.entries(filters).every(([field, value]) => !value || String(record[field]) === String(value));

export class Records<T extends { id: string; version: number }> {
  readonly list: Paged<T>;
  readonly single: boolean;
  readonly #include: Query;
  #failure = $state.raw<Failure | null>(null);
  #fetched = $state.raw<T | null>(null);
  /** The secret of the record that was saved, or "". The server shows it once. */
  secret = $state("");

  /** type is that of the record in events; query are the filters. */
  constructor(
    readonly path: string,
    readonly type: string,
    query: () => Query,
    { order, searched, single = true, include }: Options<T> = {},
  ) {
    this.#include = include ? { include } : {};
    this.list = paged<T>(path, () => ({ ...query(), ...this.#include }), order, searched);
    this.single = single;
    if (single) $effect(() => this.#fetch());
    $effect(() =>
      onEvent((event) => {
        if (event.record?.type !== type) return;
        const { id } = event.record;
        const known = this.list.find(id) ?? (this.#fetched?.id === id ? this.#fetched : undefined);
        if (event.type.endsWith(".deleted")) this.drop(id);
        else if (known && include) void get<T>(`${path}/${id}`, this.#include).then((record) => this.put(record), () => undefined);
        else if (known && event.after) this.put({ ...known, ...event.after });
        else if (event.type.endsWith(".created") && event.after && matches(event.after, query())) this.list.add({ ...(event.after as unknown as T), id });
      }),
    );
  }

  /** The record of the address; null while it is read. */
  get record(): T | null {
    return this.list.find(route.id) ?? (this.#fetched?.id === route.id ? this.#fetched : null);
  }

  /** Why the record of the address cannot be shown. */
  get failure(): Failure | null {
    if (this.single || this.record || this.list.loading) return this.#failure;
    return this.list.failure ?? new Failure({ status: 404, error: { code: "not_found", message: "It was deleted, or it is not in this list." } });
  }

  put(record: T) {
    this.list.put(record);
    if (this.#fetched?.id === record.id) this.#fetched = record;
  }

  drop(id: string) {
    this.list.drop(id);
    if (route.id === id) route.go(route.to());
  }

  /** read returns the record of the address as it is now. */
  read = async (): Promise<T> => {
    const record = await get<T>(`${this.path}/${route.id}`, this.#include);
    this.put(record);
    return record;
  };

  /** remove deletes a record. */
  async remove({ id, version }: T) {
    await send("DELETE", `${this.path}/${id}`, undefined, version);
    notify("Deleted");
    this.drop(id);
  }

  /** saved shows what was saved, and opens a new record. */
  saved = (record: T & { secret?: string }) => {
    remember(this.type, record);
    this.secret = record.secret ?? "";
    if (route.id === "new") {
      this.list.add(record);
      this.#fetched = record;
      route.go(route.to(record.id));
    } else this.put(record);
  };

  #fetch() {
    const { id } = route;
    this.#failure = null;
    if (!id || id === "new" || untrack(() => this.list.find(id))) return;
    const abort = new AbortController();
    get<T>(`${this.path}/${id}`, this.#include, abort.signal).then(
      (record) => (this.#fetched = record),
      (error) => {
        if (!abort.signal.aborted) this.#failure = error as Failure;
      },
    );
    return () => abort.abort();
  }
}
