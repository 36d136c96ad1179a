// What waits for a decision of the person: the count beside the page in the bar, and the list of the page.

import { untrack } from "svelte";
import { Attempt } from "../api/attempt.svelte";
import { all, get } from "../api/client";
import { users } from "../api/directory.svelte";
import { onEvent } from "../api/live";
import type { Page, TimeOff, Timesheet, User } from "../api/records";
import { me } from "../api/session.svelte";
import { mayDecide } from "./may";
import { mayDecideDays, mayTimesheets, readSettlement } from "./timesheets";

/** Events that come together are read together, after so many milliseconds. */
const pause = 300;

/** Waiting is what waits for a decision. Its kind says what it is. */
export type Waiting = (TimeOff & { readonly kind: "timeOff" }) | (Timesheet & { readonly kind: "timesheet" });

const of = <T, K>(records: T[], kind: K) => records.map((record) => ({ ...record, kind }));

class ToDecide {
  #requests = $state.raw<Waiting[] | null>(null);
  #selfApproval = $state(false);
  /** Whether somebody reports to the person, or the role is one that decides. */
  leads = $state(false);
  readonly reading = new Attempt();

  /** The requests that the person may decide, those that begin first in front; undefined until they are read. */
  readonly requests = $derived(this.#requests?.filter((request) => (request.kind === "timeOff" ? mayDecide(request) : mayDecideDays(request.userId, this.#selfApproval))).sort((a, b) => a.startDate.localeCompare(b.startDate)));

  /** follow reads what waits, and keeps it up to date until the returned function is called. */
  follow(): () => void {
    let timer: ReturnType<typeof setTimeout>;
    const stop = onEvent(({ type }) => {
      if (!/^(time_off|timesheet|settlement)\./.test(type)) return;
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
      const sheets = mayTimesheets("read") && mayTimesheets("write");
      const [requests, days, settlement] = await Promise.all([
        all<TimeOff>("/time-off", { status: "pending", include: "workingTime" }),
        sheets ? all<Timesheet>("/timesheets", { status: "pending" }) : [],
        sheets && role === "admin" && readSettlement(),
        role === "admin" || users.load(),
      ]);
      this.#selfApproval = settlement && settlement.selfApproval;
      this.#requests = [...of(requests, "timeOff" as const), ...of(days, "timesheet" as const)];
    });

  /** drop leaves out a request that was just decided. */
  drop({ id }: { id: string }) {
    this.#requests = this.#requests?.filter((request) => request.id !== id) ?? null;
  }
}

export const toDecide = new ToDecide();
