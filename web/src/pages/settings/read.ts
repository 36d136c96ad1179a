// What the settings show, each part from its own call.

import { address, all, Failure, get } from "../../api/client";
import type { Holiday, Key, Page, Session, Webhook } from "../../api/records";
import type { Ways } from "../../api/session.svelte";

/** The limits of the organization: 0 is no limit. And the requests a minute of this session, if there is a limit. */
export interface Limits {
  keys: number;
  requestsPerMinute: number;
  keyRequestsPerMinute: number;
  storedResponsesMibPerDay: number;
  session: { limit: number; left: number } | null;
}

/** readWays asks as a stranger would: only then does the server say how to sign in. */
export async function readWays(): Promise<Ways> {
  const response = await fetch("/session", { credentials: "omit" });
  return ((await response.json()) as { signIn: Ways }).signIn;
}

export async function readLimits(): Promise<Limits> {
  const response = await fetch(address("/me"));
  const body = await response.json();
  if (!response.ok) throw new Failure({ status: response.status, ...body });
  const limit = response.headers.get("X-RateLimit-Limit");
  return { ...body.data.organization.limits, session: limit ? { limit: Number(limit), left: Number(response.headers.get("X-RateLimit-Remaining")) } : null };
}

export const readKeys = () => all<Key>("/keys");
export const readWebhooks = () => all<Webhook>("/webhooks");

export async function readSessions(): Promise<{ sessions: Session[]; feeds: number }> {
  const [sessions, feeds] = await Promise.all([all<Session>("/sessions"), get<Page<unknown>>("/calendar-feeds", { limit: 1, count: true })]);
  return { sessions, feeds: feeds.total ?? 0 };
}

/** readHolidayCounts returns how many holidays each country has in some years. */
export async function readHolidayCounts(years: number[]): Promise<Map<string, number[]>> {
  const counts = new Map<string, number[]>();
  const lists = await Promise.all(years.map((year) => all<Holiday>("/holidays", { year })));
  for (const [i, list] of lists.entries()) {
    for (const { countryCode } of list) {
      const of = counts.get(countryCode) ?? years.map(() => 0);
      of[i]!++;
      counts.set(countryCode, of);
    }
  }
  return counts;
}
