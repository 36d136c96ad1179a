// What waits for a decision of the person: the count beside the page in the bar, and the list of the page.

import { untrack } from "svelte";
import { Attempt } from "../api/attempt.svelte";
import { all, get } from "../api/client";
import { users } from "../api/directory.svelte";
import { onEvent } from "../api/live";
import type { Page, TimeOff, User } from "../api/records";
import { me } from "../api/session.svelte";
import { mayDecide } from "./may";

/** Events that come together are read together, after so many milliseconds. */
const pause = 300;

/** Waiting is what waits for a decision. Its kind says what it is. */
export type Waiting = TimeOff & { readonly kind: "timeOff" };

class ToDecide {
  #requests = $state.raw<TimeOff[] | null>(null);
  /** Whether somebody reports to the person, or the role is one that decides. */
  leads = $state(false);
  readonly reading = new Attempt();

  /** The requests that the person may decide, those that begin first in front; undefined until they are read. */
  readonly requests = $derived(this.#requests?.filter(mayDecide).sort((a, b) => a.startDate.localeCompare(b.startDate)).map((request): Waiting => ({ ...request, kind: "timeOff" })));

  /** follow reads what waits, and keeps it up to date until the returned function is called. */
  follow(): () => void {
    let timer: ReturnType<typeof setTimeout>;
    const stop = onEvent(({ type }) => {
      if (!type.startsWith("time_off.")) return;
      clearTimeout(timer);
      timer = setTimeout(this.read, pause);
    });
    untrack(() => void this.read());
    return () => {
      stop();
      clearTimeout(timer);
      this.#requests = null;
      this.leads = false;
    };
  }

  read = () =>
    this.reading.run(async () => {
      const { id, role } = me.user!;
      this.leads = role !== "member" || (await get<Page<User>>("/users", { reportsToId: id, limit: 1 })).items.length > 0;
      if (!this.leads) return;
      const [requests] = await Promise.all([all<TimeOff>("/time-off", { status: "pending", include: "workingTime" }), role === "admin" || users.load()]);
      this.#requests = requests;
    });

  /** drop leaves out a request that was just decided. */
  drop({ id }: TimeOff) {
    this.#requests = this.#requests?.filter((request) => request.id !== id) ?? null;
  }
}

export const toDecide = new ToDecide();
