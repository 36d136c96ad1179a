// The address after the #: every page, record and filter is a link.
//
//   #/projects/0198…/history?status=active
//
// What does not begin with #/ is the board's: its range, zoom and filters.

function read() {
  if (!location.hash.startsWith("#/")) return { parts: [], query: new URLSearchParams() };
  const [path = "", query = ""] = location.hash.replace(/^#\/?/, "").split("?");
  return { parts: path.split("/").filter(Boolean).map(decoded), query: new URLSearchParams(query) };
}

function decoded(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    return part; // an address that was cut off
  }
}

class Route {
  #current = $state.raw(read());
  #shown = location.hash;
  /** The place of what is shown in the history of the browser. */
  #at: number = history.state?.at ?? 0;
  #unsaved = new Set<() => boolean>();
  /** The address for which something that is not saved may be left. */
  #permitted = "";
  /** The address that was asked for while something is not saved, or "". */
  asked = $state("");

  constructor() {
    history.replaceState({ at: this.#at }, "");
    addEventListener("hashchange", () => {
      if (location.hash === this.#shown) return;
      if (!this.isUnsaved || location.hash === this.#permitted) return this.#take();
      this.asked = location.hash;
      history.go(this.#at - (history.state?.at ?? this.#at + 1));
    });
    addEventListener("beforeunload", (event) => this.isUnsaved && event.preventDefault());
  }

  /** hold asks before the page is left while something is not saved. It returns what ends that. */
  hold(unsaved: () => boolean) {
    this.#unsaved.add(unsaved);
    return () => this.#unsaved.delete(unsaved);
  }

  /** leave goes to the address that was asked for; what is not saved is lost. */
  async leave() {
    this.#permitted = this.asked;
    this.go(this.asked);
  }

  /** isUnsaved reports whether something on the page is not saved. */
  get isUnsaved() {
    return [...this.#unsaved].some((unsaved) => unsaved());
  }

  #take() {
    this.#permitted = "";
    this.#at = history.state?.at ?? this.#at + 1;
    history.replaceState({ at: this.#at }, "");
    this.#shown = location.hash;
    this.#current = read();
  }

  /** The first part of the path: the page. */
  get page() {
    return this.#current.parts[0] ?? "";
  }

  /** The id of the open record, "new" for a form that creates one, or "". */
  get id() {
    return this.#current.parts[1] ?? "";
  }

  /** The open section of the record, or "". */
  get section() {
    return this.#current.parts[2] ?? "";
  }

  get query() {
    return this.#current.query;
  }

  /** filter returns a value of the query, or "". */
  filter(name: string) {
    return this.#current.query.get(name) ?? "";
  }

  /** setFilter replaces a value of the query, without a step in the history. */
  setFilter(name: string, value: string) {
    const query = new URLSearchParams(this.#current.query);
    if (value) query.set(name, value);
    else query.delete(name);
    history.replaceState(history.state, "", link(this.#current.parts, query));
    this.#take();
  }

  /** to returns the address of a path of this page with the same filters. */
  to(...parts: string[]) {
    return link([this.page, ...parts], this.#current.query);
  }

  go(address: string) {
    location.hash = address;
  }
}

export const route = new Route();

/** link returns the address of a path. */
export function link(parts: string[], query = new URLSearchParams()) {
  return `#/${parts.map(encodeURIComponent).join("/")}${query.size ? `?${query}` : ""}`;
}
