// Proposals: changes of planned hours that are not applied yet. Who may do what about them, what they change, and in words.

import { all } from "../api/client";
import { capabilities, projects, users } from "../api/directory.svelte";
import type { Difference, Figure, HoursState, Proposal, ProposalImpact, ProposalStatus } from "../api/records";
import { send } from "../api/send";
import { me } from "../api/session.svelte";
import { isoWeek, mondayOf, parseDay, showRange, today as dayOfToday, yearOf, yearUnless } from "../board/day";
import { daysBetween, formatDate, formatHours, formatNumber, plural, today } from "../format";
import type { Tone } from "./Badge.svelte";
import { isAdmin, manages } from "./may";
import { dateOf, formatDayOf, formatDays } from "./moments";
import { formatAmount } from "./money";

// --- Who may do what. The server decides.

/** mayProposals reports whether the session may read proposals, write them, or apply them. */
export const mayProposals = (what: "read" | "write" | "apply"): boolean => me.session?.scopes.includes(`${what}:proposals`) ?? false;

/** isOpen reports whether a proposal can still be changed. */
export const isOpen = ({ status }: Pick<Proposal, "status">): boolean => status === "draft" || status === "in_review" || status === "approved";

/** A proposal expires so many days after its last change, if nobody has said when. */
export const idle = 90;

const ends = ({ expiresAt, updatedAt }: Proposal): number => (expiresAt ? Date.parse(expiresAt) : Date.parse(updatedAt) + idle * 86_400_000);

/** expiryOf says when an open proposal expires. */
export const expiryOf = (proposal: Proposal): string => `Expires on ${formatDayOf(ends(proposal))}${proposal.expiresAt ? "" : `, ${idle} days after the last change`}`;

/** soonOf says the same of one that does within a week: "Expires in 3 days"; of others it is "". */
export function soonOf(proposal: Proposal): string {
  const days = daysBetween(today(), dateOf(ends(proposal)));
  return isOpen(proposal) && days <= 7 ? `Expires ${formatDays(Math.max(0, days))}` : "";
}

const isMine = ({ creatorId }: Proposal) => creatorId === me.user?.id;

/** mayEdit reports whether the person may change, submit, withdraw and delete a proposal. */
export const mayEdit = (proposal: Proposal): boolean => mayProposals("write") && (isMine(proposal) || isAdmin());

/** mayWish reports whether the person may change what a proposal wishes. */
export const mayWish = (proposal: Proposal): boolean => isOpen(proposal) && mayProposals("write") && (isMine(proposal) || isAdmin() || proposal.reviewerIds.includes(me.user?.id ?? ""));

/** writesAll reports whether the person could write all of some rows in the live plan. */
const writesAll = (rows: readonly Difference[]): boolean => isAdmin() || rows.every(({ key }) => manages(key.userId) || projects.get(key.projectId)?.projectManagerId === me.user?.id);

/** mayDecideProposal reports whether the person may approve and reject a proposal with these rows. */
export function mayDecideProposal(proposal: Proposal, rows: readonly Difference[]): boolean {
  if (!mayProposals("write")) return false;
  if (isMine(proposal)) return writesAll(rows);
  if (proposal.reviewerIds.length) return proposal.reviewerIds.includes(me.user?.id ?? "");
  return isAdmin() || (rows.length > 0 && rows.every(({ key }) => manages(key.userId)));
}

/** mayApply reports whether the person may apply a proposal with these rows. */
export const mayApply = (rows: readonly Difference[]): boolean => mayProposals("apply") && writesAll(rows);

// --- Steps

export type ProposalStep = "submit" | "withdraw" | "approve" | "reject" | "apply" | "revert";

/** The pages that show proposals, and what they do after a step. */
const listeners = new Set<() => void>();

/** onTaken calls a listener after each step of a proposal that is made in this window, until the returned function is called. */
export function onTaken(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** take makes a step of a proposal. It is about the version that the person sees: a change meanwhile is a conflict. */
export async function take({ id, version }: Proposal, step: ProposalStep, body?: unknown): Promise<Proposal> {
  const proposal = await send<Proposal>("POST", `/proposals/${id}/${step}`, body, step === "revert" ? undefined : version);
  for (const listener of listeners) listener();
  return proposal;
}

/** Kept is what a conflict ends in: the live hours, or the wish. */
export type Kept = "live" | "wish";

const keyOf = ({ key: { userId, projectId, capabilityId, date } }: Difference) => ({ userId, projectId, capabilityId, date });

/**
 * choose ends conflicts, and reports whether it has: not if one has changed since it was shown. A wish that is
 * as the live hours is none, and one that is written again is a change of those of now.
 */
export async function choose(id: string, rows: readonly Difference[], kept: Kept): Promise<boolean> {
  const now = new Set((await readDiff(id)).map((row) => JSON.stringify(row)));
  if (!rows.every((row) => now.has(JSON.stringify(row)))) return false;
  const write = async (part: readonly Difference[], of: "before" | "after") => {
    const items = part.flatMap((row) => (row[of] ? { ...keyOf(row), hours: row[of].hours, tentative: row[of].tentative } : []));
    const keys = part.flatMap((row) => (row[of] ? [] : keyOf(row)));
    if (items.length) await send("POST", `/assignments?proposal=${id}`, { items });
    if (keys.length) await send("POST", `/assignments/delete?proposal=${id}`, { items: keys });
  };
  // What the proposal has taken out already, it takes out again only if it is there.
  await write(kept === "live" ? rows : rows.filter(({ after }) => !after), "before");
  if (kept === "wish") await write(rows, "after");
  return true;
}

// --- In words

export const statusWords: { [status in ProposalStatus]: string } = {
  draft: "Draft", in_review: "In review", approved: "Approved, not applied", applied: "Applied", rejected: "Rejected", withdrawn: "Withdrawn", expired: "Expired",
};

export const statusTones: { [status in ProposalStatus]: Tone } = { draft: "quiet", in_review: "amber", approved: "blue", applied: "green", rejected: "red", withdrawn: "quiet", expired: "quiet" };

/** readDiff reads what a proposal would change, and the names in it. */
export async function readDiff(id: string): Promise<Difference[]> {
  const [rows] = await Promise.all([all<Difference>(`/proposals/${id}/diff`), users.load(), projects.load(), capabilities.load()]);
  return rows;
}

/** Part is what changes for a person on a project: the hours that come and go, in the days from first to last. */
export interface Part {
  projectId: string;
  plus: number;
  minus: number;
  first: string;
  last: string;
  /** All that changes is whether the hours are tentative. */
  only?: "tentative" | "firm";
  /** The hours that are wished. */
  hours: number;
}

/** Effect is what changes for a person. over is by how much that is too much, in some weeks. reasons are why the server has suggested that. */
export interface ProposalEffect {
  userId: string;
  parts: Part[];
  reasons: string[];
  over?: { hours: number; weeks: string };
}

const round = (value: number) => Math.round(value * 100) / 100;
const by = ({ before, after }: Difference) => (after?.hours ?? 0) - (before?.hours ?? 0);

/** differs reports whether a row is not yet as it is wished. A row without hours is as none. */
export const differs = (row: Difference): boolean => by(row) !== 0 || Boolean(row.before && row.after && row.before.tentative !== row.after.tentative);

/** effectsOf says what changes for each person, those with the most first. */
export function effectsOf(rows: readonly Difference[]): ProposalEffect[] {
  const effects = [...Map.groupBy(rows.filter(differs), ({ key }) => key.userId)].map(([userId, list]) => ({ userId, parts: [...Map.groupBy(list, ({ key }) => key.projectId)].map(([projectId, of]) => partOf(projectId, of)), reasons: reasonsOf(list) }));
  const size = ({ parts }: ProposalEffect) => parts.reduce((sum, { plus, minus }) => sum + plus + minus, 0);
  return effects.sort((a, b) => size(b) - size(a));
}

/** reasonsOf returns why rows of a person are suggested, each reason once. */
const reasonsOf = (rows: readonly Difference[]): string[] => [...new Set(rows.flatMap(({ because }) => because ?? []))];

function partOf(projectId: string, rows: Difference[]): Part {
  const dates = rows.map(({ key }) => key.date).sort();
  const changes = rows.map(by), plus = round(changes.reduce((sum, one) => sum + Math.max(0, one), 0)), minus = round(changes.reduce((sum, one) => sum + Math.max(0, -one), 0));
  const only = plus || minus ? undefined : rows[0]!.after?.tentative ? "tentative" : "firm";
  return { projectId, plus, minus, only, hours: round(rows.reduce((sum, { after }) => sum + (after?.hours ?? 0), 0)), first: dates[0]!, last: dates.at(-1)! };
}

/** weeksOf names the weeks of days: "week 11", or "weeks 10–12 of 2028" if they are not of this year. */
export function weeksOf(first: string, last: string): string {
  const [from, to] = [mondayOf(parseDay(first)) + 3, mondayOf(parseDay(last)) + 3];
  const years = [yearOf(from), yearOf(to)], year = years.some((one) => one !== yearOf(mondayOf(dayOfToday()) + 3));
  if (from === to) return `week ${isoWeek(from)}${year ? ` of ${years[0]}` : ""}`;
  if (years[0] !== years[1]) return `weeks ${isoWeek(from)} of ${years[0]} to ${isoWeek(to)} of ${years[1]}`;
  return `weeks ${isoWeek(from)}–${isoWeek(to)}${year ? ` of ${years[0]}` : ""}`;
}

/** whole keeps a number and its unit in one line. */
export const whole = (text: string): string => text.replace(/ h\b/g, "\u00a0h");

/** signed writes hours that come or go: "+24 h", "−8 h". */
const signed = (plus: number, minus: number): string => [plus ? `+${formatNumber(plus)} h` : "", minus ? `−${formatNumber(minus)} h` : ""].filter(Boolean).join(" ");

/** saidOf says what changes on a project: "+24 h Booking Engine in weeks 10–12". */
export function saidOf({ projectId, plus, minus, only, hours, first, last }: Part): string {
  const name = projects.name(projectId), weeks = `in ${weeksOf(first, last)}`;
  if (only) return `${whole(formatHours(hours))} ${name} made ${only} ${weeks}`;
  if (plus === minus) return `${whole(formatHours(plus))} ${name} moved ${weeks}`;
  return `${whole(signed(plus, minus))} ${name} ${weeks}`;
}

/** summaryOf says how much changes in all: "+148 h −60 h, 2 people, 1 open role". */
export function summaryOf(all: readonly Difference[]): string {
  const rows = all.filter(differs), changes = rows.map(by);
  const ids = [...new Set(rows.map(({ key }) => key.userId))], roles = ids.filter((id) => users.get(id)?.kind === "placeholder").length, people = ids.length - roles;
  const who = [...(people ? [plural(people, "person", "people")] : []), ...(roles ? [plural(roles, "open role")] : [])].join(", ");
  const hours = signed(round(changes.reduce((sum, one) => sum + Math.max(0, one), 0)), round(changes.reduce((sum, one) => sum + Math.max(0, -one), 0)));
  return rows.length ? `${hours || plural(rows.length, "day")}, ${who}` : "Nothing yet";
}

/** withOver adds by how much a proposal is too much for people, in the weeks in which that is more than in the live plan. */
export function withOver(effects: readonly ProposalEffect[], { items }: ProposalImpact): ProposalEffect[] {
  const weeks = Map.groupBy(items, ({ userId }) => userId);
  return effects.map((effect) => {
    const more = (weeks.get(effect.userId) ?? []).map(({ startDate, before, after }) => ({ startDate, hours: (after.over ?? 0) - (before.over ?? 0) })).filter(({ hours }) => hours > 0.005);
    return { ...effect, over: more.length ? { hours: round(more.reduce((sum, { hours }) => sum + hours, 0)), weeks: weeksOf(more[0]!.startDate, more.at(-1)!.startDate) } : undefined };
  });
}

/** totalsOf says what changes in all, in the days that it is about: the hours of open roles, and for each currency what hours bring in and cost. */
export function totalsOf({ startDate, endDate, unfilled, money }: ProposalImpact): string[] {
  const [first, last] = [parseDay(startDate), parseDay(endDate)];
  const days = `, ${showRange(first, last, { day: "numeric", month: "short", year: yearUnless(dayOfToday(), first, last) })}: `;
  const said = (name: string, figure: Figure | null, format: (value: number) => string) => (figure && Math.abs(figure.after - figure.before) > 0.005 ? [name + whole(`${format(figure.before)} → ${format(figure.after)}`)] : []);
  const amounts = (money ?? []).map(({ currency, revenue, cost }) => {
    const format = (value: number) => formatAmount(value, currency), earned = said(`Revenue${days}`, revenue, format);
    return [...earned, ...said(earned.length ? "cost " : `Cost${days}`, cost, format)].join(", ");
  });
  return [...said(`Open roles${days}`, unfilled, formatHours), ...amounts.filter(Boolean)];
}

const hoursIn = (state: HoursState | null) => (state ? `${whole(formatHours(state.hours))}${state.tentative ? " tentative" : ""}` : "nothing");

/** Whether a conflict is a choice between the plan and the proposal. */
export const isChoice = ({ conflict }: Difference): boolean => conflict === "changed" || conflict === "gone";

/** conflictOf says what is in the way of a wish, with its values. */
export function conflictOf({ key, before, base, after, conflict }: Difference): string {
  if (conflict === "settled") return "the day is closed";
  if (conflict === "inactive_user") return `${users.name(key.userId)} is not active any more`;
  if (conflict === "cancelled_project") return "the project is cancelled";
  if (conflict === "inactive_capability") return "the skill is not active any more";
  return `is ${hoursIn(before)} now, was ${hoursIn(base)} when it was proposed, wished ${hoursIn(after)}`;
}

/** rowName says whose hours a row is: "Ana, Booking Engine, 9 Dec 2026". */
export const rowName = ({ key }: Difference): string => [users.name(key.userId), projects.name(key.projectId), capabilities.name(key.capabilityId), formatDate(key.date)].filter(Boolean).join(", ");
