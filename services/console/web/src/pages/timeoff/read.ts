import { get, type Query } from "../../api/client";
import type { Page, TimeOff } from "../../api/records";

/** timeOffBetween returns the requests of all people that touch a range of dates. */
export async function timeOffBetween(first: string, last: string, query: Query = {}): Promise<TimeOff[]> {
  const requests: TimeOff[] = [];
  let cursor: string | null = null;
  do {
    const page: Page<TimeOff> = await get<Page<TimeOff>>("/time-off", { ...query, start_date: first, end_date: last, limit: 200, cursor });
    requests.push(...page.items);
    cursor = page.nextCursor;
  } while (cursor);
  return requests;
}
