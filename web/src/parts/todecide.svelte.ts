// What waits for a decision of the person: the count beside the page in the bar, and the list of the page.

import { untrack } from "svelte";
import { Attempt } from "../api/attempt.svelte";
import { all, get } from "../api/client";
import { users } from "../api/directory.svelte";
import { onEvent } from "../api/live";
import type { Difference, Page, Proposal, TimeOff, Timesheet, User } from "../api/records";
import { me } from "../api/session.svelte";
import { again } from "./again";
import { isAdmin, mayDecide } from "./may";
import { mayDecideProposal, mayProposals, onTaken, readDiff } from "./proposals";
import { mayDecideDays, mayTimesheets, readSettlement } from "./timesheets";

/** Events that come together are read together, after so many milliseconds. */
const pause = 300;

/** Waiting is what waits for a decision. Its kind says what it is. */
export type Waiting = (TimeOff & { readonly kind: "timeOff" }) | (Timesheet & { readonly kind: "timesheet" }) | WaitingProposal;

/** WaitingProposal is a proposal that waits. userId is who asks, and startDate when. */
export type WaitingProposal = Proposal & { readonly kind: "proposal"; userId: string; startDate: string };

const of = <T, K>(records: T[], kind: K) => records.map((record) => ({ ...record, kind }));

class ToDecide {
  #requests = $state.raw<Waiting[] | null>(null);
  #selfApproval = $state(false);
  /** Whether somebody reports to the person, or the role is one that decides. */
  leads = $state(false);
  readonly reading = new Attempt();

  /** The requests that the person may decide, those that begin first in front; undefined until they are read. */
  readonly requests = $derived(this.#requests?.filter((request) => (request.kind === "proposal" ? true : request.kind === "timeOff" ? mayDecide(request) : mayDecideDays(request.userId, this.#selfApproval))).sort((a, b) => a.startDate.localeCompare(b.startDate)));

  /** follow reads what waits, and keeps it up to date until the returned function is called. */
  follow(): () => void {
    let timer: ReturnType<typeof setTimeout>;
    const soon = () => {
      clearTimeout(timer);
      timer = setTimeout(this.read, pause);
    };
    const stop = onEvent(({ type }) => /^(time_off|timesheet|settlement|proposal)\./.test(type) && soon());
    // The events of proposals are for admins.
    const stopTaken = onTaken(soon);
    untrack(() => void this.read());
    const end = !isAdmin() && mayProposals("read") ? again(this.read, 60) : undefined;
    return () => {
      stop();
      stopTaken();
      end?.();
      clearTimeout(timer);
      this.#requests = null;
      this.leads = false;
    };
  }

  read = () =>
    this.reading.run(async () => {
      const { id, role } = me.user!;
      this.leads = role !== "member" || (await get<Page<User>>("/users", { reportsToId: id, limit: 1 })).items.length > 0;
      const proposals = await waitingProposals();
      this.leads ||= proposals.length > 0;
      if (!this.leads) return;
      const sheets = mayTimesheets("read") && mayTimesheets("write");
      const [requests, days, settlement] = await Promise.all([
        all<TimeOff>("/time-off", { status: "pending", include: "workingTime" }),
        sheets ? all<Timesheet>("/timesheets", { status: "pending" }) : [],
        sheets && role === "admin" && readSettlement(),
        role === "admin" || users.load(),
      ]);
      this.#selfApproval = settlement && settlement.selfApproval;
      this.#requests = [...of(requests, "timeOff" as const), ...of(days, "timesheet" as const), ...proposals];
    });

  /** drop leaves out a request that was just decided. */
  drop({ id }: { id: string }) {
    this.#requests = this.#requests?.filter((request) => request.id !== id) ?? null;
  }
}

/** waitingProposals reads the proposals of others that wait for the person. Without reviewers, it depends on what they change. */
async function waitingProposals(): Promise<WaitingProposal[]> {
  if (!mayProposals("read") || !mayProposals("write")) return [];
  const { id } = me.user!, inReview = await all<Proposal>("/proposals", { status: "in_review" });
  const own = await Promise.all(
    inReview.map(async (proposal) => {
      if (proposal.creatorId === id) return [];
      const rows: Difference[] | null = proposal.reviewerIds.length || isAdmin() ? [] : await readDiff(proposal.id).catch(() => null);
      return rows && mayDecideProposal(proposal, rows) ? [{ ...proposal, kind: "proposal" as const, userId: proposal.creatorId, startDate: (proposal.submittedAt ?? proposal.createdAt).slice(0, 10) }] : [];
    }),
  );
  return own.flat();
}

export const toDecide = new ToDecide();
