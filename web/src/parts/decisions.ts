// Decisions about time off, timesheets and proposals, and the way back for time off: what was decided at once is undone at once.

import { Failure } from "../api/client";
import { users } from "../api/directory.svelte";
import type { Proposal, TimeOff, Timesheet } from "../api/records";
import { send } from "../api/send";
import { capitalized, formatRange, plural } from "../format";
import { notify } from "./notices.svelte";
import { take } from "./proposals";
import { conclude, revise, type Revised } from "./revise";
import { stepOf } from "./steps";
import { typeOf } from "./timeoff";

/** Verdict approves requests, or rejects them for a reason. */
export type Verdict = { status: "approved" } | { status: "rejected"; rejectionReason: string };

type Request = TimeOff | Timesheet | Proposal;

/** Decided is a request before and after a decision. */
interface Decided {
  before: TimeOff;
  after: TimeOff;
}

/** Refused is a request that could not be decided, and why. */
export interface Refused {
  request: Request;
  failure: Failure;
}

/** What was decided in this window, and what was taken back since, the latest last. */
const acts: Decided[][] = [], undone: Decided[][] = [];

/** The pages that show decisions, and what they do about one that was taken back. */
const listeners = new Set<(revised: Revised[]) => void>();

/** onUndone calls a listener with the requests that undo or redo has changed, until the returned function is called. */
export function onUndone(listener: (revised: Revised[]) => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

const isTimeOff = (request: Request): request is TimeOff => "availability" in request;
const isProposal = (request: Request): request is Proposal => "reviewerIds" in request;
const isTimesheet = (request: Request): request is Timesheet => !isTimeOff(request) && !isProposal(request);

export const nameOf = (request: Request): string => isProposal(request) ? `Proposal “${request.title}”, ${users.name(request.creatorId)}` : `${isTimesheet(request) ? "Timesheet" : typeOf(request)}, ${users.name(request.userId)}, ${formatRange(request.startDate, request.endDate)}`;

const named = (list: Decided[]): string => (list.length === 1 ? nameOf(list[0]!.before) : plural(list.length, "request"));

/** decideOne decides a request, and returns it as it is then. It throws a Failure. */
export async function decideOne(request: TimeOff, verdict: Verdict, act?: string): Promise<TimeOff> {
  await conclude(request, { rejectionReason: null, ...verdict }, act);
  return { ...request, ...verdict };
}

/** decide decides requests, says so, and for time off offers the way back. done runs after each that is decided. It returns those that are not. */
export async function decide(requests: Request[], verdict: Verdict, done: (request: { id: string }) => void = () => {}): Promise<Refused[]> {
  const act = crypto.randomUUID();
  const decided: Decided[] = [], refused = await decideSheets(requests.filter(isTimesheet), verdict, done, act);
  refused.push(...(await decideProposals(requests.filter(isProposal), verdict, done)));
  for (const before of requests.filter(isTimeOff)) {
    try {
      decided.push({ before, after: await decideOne(before, verdict, act) });
      done(before);
    } catch (failure) {
      if (!(failure instanceof Failure)) throw failure;
      refused.push({ request: before, failure });
      if (failure.status === 0) break; // the others would wait for a connection too
    }
  }
  if (decided.length) {
    acts.push(decided);
    undone.length = 0;
    notify(`${capitalized(verdict.status)}: ${named(decided)}`, { undo: () => undo(decided) });
  }
  return refused;
}

async function decideProposals(proposals: Proposal[], verdict: Verdict, done: (request: { id: string }) => void): Promise<Refused[]> {
  const refused: Refused[] = [], decided: Proposal[] = [];
  for (const proposal of proposals) {
    try {
      await (verdict.status === "approved" ? take(proposal, "approve") : take(proposal, "reject", { reason: verdict.rejectionReason }));
      decided.push(proposal);
      done(proposal);
    } catch (failure) {
      if (!(failure instanceof Failure)) throw failure;
      refused.push({ request: proposal, failure });
    }
  }
  // Nothing of it is in the plan until it is applied.
  const next = verdict.status === "approved" ? { text: decided.length === 1 ? "Apply it…" : "Apply them…", href: decided.length === 1 ? `#/proposals/${decided[0]!.id}` : "#/proposals?status=approved" } : undefined;
  if (decided.length) notify(`${capitalized(verdict.status)}: ${decided.length === 1 ? nameOf(decided[0]!) : plural(decided.length, "proposal")}`, { next });
  return refused;
}

/** So many timesheets are decided in one call. */
const atOnce = 1000;

async function decideSheets(sheets: Timesheet[], verdict: Verdict, done: (request: { id: string }) => void, act: string): Promise<Refused[]> {
  const refused: Refused[] = [];
  for (let i = 0; i < sheets.length; i += atOnce) {
    const part = sheets.slice(i, i + atOnce);
    try {
      const rejection = verdict.status === "rejected" ? { decision: "reject", rejectionReason: verdict.rejectionReason } : { decision: "approve" };
      const { items } = await send<{ items: { refusal: { code: string; message: string } | null }[] }>("POST", "/timesheets/decide", { items: part.map(({ id }) => ({ id, ...rejection })) }, undefined, act);
      for (const [j, { refusal }] of items.entries()) {
        if (!refusal) done(part[j]!);
        // The text after a semicolon is for programs.
        else refused.push({ request: part[j]!, failure: new Failure({ status: 409, error: { ...refusal, message: refusal.message.split(";")[0]! } }) });
      }
    } catch (failure) {
      if (!(failure instanceof Failure)) throw failure;
      refused.push(...part.map((request) => ({ request, failure })));
    }
  }
  const decided = sheets.filter((sheet) => !refused.some(({ request }) => request === sheet));
  if (decided.length) notify(`${capitalized(verdict.status)}: ${decided.length === 1 ? nameOf(decided[0]!) : plural(decided.length, "timesheet")}`);
  return refused;
}

/** undo takes back a decision, or the latest one. */
export const undo = (decided = acts.at(-1)): Promise<void> => turn(decided, acts, undone, "undone");

/** redo decides again what was taken back last. */
const redo = (): Promise<void> => turn(undone.at(-1), undone, acts, "redone");

/** turn takes a decision out of a list, does the reverse, and puts that into the other list. It says what was done, and what was not. */
async function turn(decided: Decided[] | undefined, from: Decided[][], to: Decided[][], done: "undone" | "redone"): Promise<void> {
  const at = decided ? from.indexOf(decided) : -1;
  if (!decided || at < 0) return;
  from.splice(at, 1);
  const act = crypto.randomUUID(), back = decided.map(({ before, after }) => ({ before: after, after: before }));
  const revised: Revised[] = [], left: Decided[] = [];
  let why = "";
  for (const one of back) {
    try {
      revised.push(await revise(one.before.id, one.before, one.after, act));
    } catch (error) {
      if (!(error instanceof Error)) throw error;
      left.push(one);
      why = error.message;
    }
  }
  for (const listener of listeners) listener(revised);
  const turned = back.filter((one) => !left.includes(one));
  if (turned.length) {
    to.push(turned);
    notify(`${capitalized(done)}: ${(done === "undone" ? turned[0]!.before : turned[0]!.after).status} ${named(turned)}`);
  }
  if (left.length) notify(`Not ${done}: ${named(left)}. ${why}`, { failed: true });
}

/** undoWithKey takes back the latest decision with Ctrl+Z, and makes it again with Ctrl+Y or Ctrl+Shift+Z, unless the key is for a text. */
export function undoWithKey(event: KeyboardEvent): void {
  const step = stepOf(event);
  if (!step || (event.target as Element).closest("input:not([type='checkbox']), textarea, select")) return;
  event.preventDefault();
  void (step === "undo" ? undo() : redo());
}
