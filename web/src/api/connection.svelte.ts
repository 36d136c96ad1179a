// Whether the server can be reached, and has time.

class Connection {
  online = $state.raw(navigator.onLine);
  /** How many reads wait because the server asked for it. */
  busy = $state(0);
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor() {
    addEventListener("online", () => this.#probe());
    addEventListener("offline", () => this.lost());
  }

  reached() {
    this.online = true;
    clearTimeout(this.#timer);
  }

  /** lost marks the server as unreachable, and asks for it until it responds. */
  lost() {
    this.online = false;
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => this.#probe(), 3000);
  }

  async #probe() {
    try {
      await fetch("/healthz", { method: "HEAD", cache: "no-store" });
      this.reached();
    } catch {
      this.lost();
    }
  }
}

export const connection = new Connection();
