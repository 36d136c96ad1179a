// People whom the server suggests for work: a draft with their hours, and what nobody has time for.

import type { Proposal } from "../api/records";
import { send } from "../api/send";
import { formatHours } from "../format";
import { whole } from "./proposals";

/** Demand is work without people: the hours of a placeholder, or hours on a project. */
export type Demand =
  | { placeholderId: string; startDate: string; endDate: string }
  | { projectId: string; capabilityId: string | null; minLevel: number; hours: number; startDate: string; endDate: string; hoursPerDay: number };

/** Which suggestion is the best one. */
export const objectives: [value: string, label: string][] = [["fewest_people", "As few people as possible"], ["earliest", "As early as possible"], ["least_over", "All hours, also over what is free"]];

interface Unmet {
  hours: number;
  reason: "nobody_capable" | "no_time";
}

/** Suggested is a draft, or undefined if nobody has time. left says which hours nobody is suggested for, or is "". */
export interface Suggested {
  proposal?: Proposal;
  left: string;
}

const reasons = { nobody_capable: "nobody whose free time you can see has the skills", no_time: "nobody has time" };

/** What is left of the drafts that were made here: the server does not keep it. */
const lefts = new Map<string, string>();

/** leftOf says which hours nobody was suggested for as a draft was made. */
export const leftOf = (proposalId: string): string => lefts.get(proposalId) ?? "";

/** suggest makes a draft with people for work. */
export async function suggest(demand: Demand, objective: string): Promise<Suggested> {
  const { proposal, unmet } = await send<{ proposal: Proposal | null; unmet: Unmet[] }>("POST", "/proposals/suggest", { demand, objective });
  const left = [...Map.groupBy(unmet, ({ reason }) => reason)].map(([reason, list]) => leftFor(list.reduce((sum, { hours }) => sum + hours, 0), reason)).join(" ");
  if (proposal && left) lefts.set(proposal.id, left);
  return { proposal: proposal ?? undefined, left };
}

/** leftFor says "14 h are left: nobody has time." */
const leftFor = (hours: number, reason: Unmet["reason"]) => `${whole(formatHours(hours))} ${hours === 1 ? "is" : "are"} left: ${reasons[reason]}.`;
