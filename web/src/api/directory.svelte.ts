// The names of people, clients, projects and the catalog, for ids in records, and to pick from.

import { all, Failure, type Query } from "./client";
import { today } from "../format";
import { onEvent } from "./live";
import type { CatalogEntry, Client, Project, Role, User } from "./records";

/** Missing is the text for an empty list, and the link to the form that adds a record. */
export interface Missing {
  text: string;
  link: string;
  address: string;
  /** Who adds them. */
  by: readonly Role[];
}

export class Directory<T extends { id: string }> {
  #records = $state.raw(new Map<string, T>());
  #loaded = $state(false);
  #reading: Promise<void> | undefined;

  constructor(
    readonly path: string,
    /** The type of the record in events. */
    readonly type: string,
    readonly nameOf: (record: T) => string,
    private readonly options: {
      /** Of the call that reads all. */
      query?: Query;
      /** Whether a record can be picked. All others only have a name. */
      offered?(record: T): boolean;
      /** The record whose name a picker shows beside the name, such as the client of a project. */
      beside?: { directory: Directory<any>; id(record: T): string };
      /** Whether a record has ended. */
      ended?(record: T): boolean;
      missing?: Missing;
    } = {},
  ) {}

  readonly asideOf = (record: T): string => {
    const { beside } = this.options;
    return beside ? beside.directory.name(beside.id(record)) : "";
  };

  readonly ended = (record: T): boolean => this.options.ended?.(record) ?? false;

  /** load reads all records, the first time that somebody needs one, and follows what happens to them from then on. */
  load(): Promise<void> {
    stop ??= onEvent(({ record, after }) => {
      if (record && after) remember(record.type, { ...after, id: record.id });
    });
    void this.options.beside?.directory.load();
    return (this.#reading ??= this.#read().catch((error) => {
      this.#reading = undefined;
      // A reader without the scope sees ids instead of names.
      if (!(error instanceof Failure)) throw error;
    }));
  }

  /** All records that can be picked, sorted by name. */
  readonly all = $derived([...this.#records.values()].filter((record) => this.options.offered?.(record) ?? true).sort((a, b) => this.nameOf(a).localeCompare(this.nameOf(b))));

  /** missing is set if all are read, and there are none. */
  get missing(): Missing | undefined {
    return this.#loaded && this.#records.size === 0 ? this.options.missing : undefined;
  }

  get(id: string | null | undefined): T | undefined {
    return id ? this.#records.get(id) : undefined;
  }

  /** name returns the name of a record, "…" while it is not loaded, or "" without an id. */
  name(id: string | null | undefined): string {
    if (!id) return "";
    const record = this.#records.get(id);
    return record ? this.nameOf(record) : "…";
  }

  /** only returns what a picker needs to offer some of the records. */
  only(offered: (record: T) => boolean) {
    const all = () => this.all.filter(offered);
    return {
      get all() {
        return all();
      },
      name: (id: string | null) => this.name(id),
      nameOf: this.nameOf,
      asideOf: this.asideOf,
      ended: this.ended,
      missing: this.missing,
      load: () => this.load(),
    };
  }

  put(record: T) {
    this.#records = new Map(this.#records).set(record.id, record);
  }

  forget() {
    this.#records = new Map();
    this.#loaded = false;
    this.#reading = undefined;
  }

  async #read() {
    this.#records = new Map((await all<T>(this.path, this.options.query)).map((record) => [record.id, record]));
    this.#loaded = true;
  }
}

export const users = new Directory<User>("/users", "user", (user) => user.name, { query: { kind: "all" }, offered: ({ kind }) => kind !== "placeholder" });
export const clients = new Directory<Client>("/clients", "client", (client) => client.companyName, {
  missing: { text: "There are no clients yet.", link: "Add a client", address: "#/clients/new", by: ["admin", "manager"] },
});
export const projects = new Directory<Project>("/projects", "project", (project) => project.name, {
  beside: { directory: clients, id: ({ clientId }) => clientId },
  ended: ({ status, endDate }) => status === "completed" || status === "cancelled" || endDate < today(),
  missing: { text: "There are no projects yet.", link: "Add a project", address: "#/projects/new", by: ["admin", "manager"] },
});
export const capabilities = new Directory<CatalogEntry>("/capabilities", "capability", (entry) => entry.name, {
  missing: { text: "The catalog has no skills yet.", link: "Add a skill", address: "#/catalog/new", by: ["admin"] },
});
export const timeOffTypes = new Directory<CatalogEntry>("/time-off-types", "time_off_type", (entry) => entry.name, {
  missing: { text: "The catalog has no types of time off yet.", link: "Add a type", address: "#/catalog/new?list=types", by: ["admin"] },
});

const directories: Directory<any>[] = [users, clients, projects, capabilities, timeOffTypes];

/** loadNames reads all directories. */
export const loadNames = () => Promise.all(directories.map((directory) => directory.load()));

/** remember puts a record of a type into its directory, if there is one. */
export function remember<T extends { id: string }>(type: string, record: T) {
  directories.find((directory) => directory.type === type)?.put(record);
}

/** What ends following, if somebody has needed a record. */
let stop: (() => void) | undefined;

/** forget drops all names: the next person may not see them. */
export function forget() {
  stop?.();
  stop = undefined;
  for (const directory of directories) directory.forget();
}
