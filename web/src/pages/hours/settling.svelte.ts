// Which days of a person are submitted and approved, and which can be submitted.

import { all, Failure, get } from "../../api/client";
import { onEvent } from "../../api/live";
import type { Capacity, Timesheet } from "../../api/records";
import { send } from "../../api/send";
import { addDays, today } from "../../format";
import type { Closed } from "../../parts/closed.svelte";
import { mayDecideDays, maySubmit, mayTimesheets, periodOf } from "../../parts/timesheets";

/** Span is days that are settled together: those of a timesheet, or those that can be submitted, with the timesheet of before. */
export interface Span {
  first: string;
  last: string;
  sheet?: Timesheet;
}

const settles = ({ status }: Timesheet) => status === "pending" || status === "approved";

export class Settling {
  #week = $state.raw<{ userId: string; days: string[] }>();
  /** The timesheets of the periods of the week, oldest first, and the query of which the timesheets are. */
  #read = $state.raw<{ of: string; sheets: Timesheet[]; remindedAt: string | null }>();

  /** What is to be read, as one text; "" if there is nothing that the person may read. */
  readonly #asked = $derived.by(() => {
    const week = this.#week, settlement = this.closed.settlement;
    if (!week || !settlement || !mayTimesheets("read") || !maySubmit(week.userId)) return "";
    return JSON.stringify({ user_id: week.userId, start_date: periodOf(settlement, week.days[0]!)[0], end_date: periodOf(settlement, week.days[6]!)[1] });
  });

  readonly #sheets = $derived(this.#asked && this.#read?.of === this.#asked ? this.#read.sheets : undefined);

  /** Whether the person may approve and reopen the days. */
  readonly mayDecide = $derived.by(() => Boolean(this.#week && mayDecideDays(this.#week.userId, this.closed.settlement?.selfApproval)));

  /** The days that the week has a part of; undefined until the timesheets are read. Periods that have not begun are left out. */
  readonly spans = $derived.by((): Span[] | undefined => {
    const sheets = this.#sheets;
    if (!sheets) return undefined;
    const spans: Span[] = [];
    for (const date of this.#week!.days) {
      if (spans.some(({ first, last }) => first <= date && date <= last)) continue;
      const sheet = this.by(date);
      spans.push(sheet ? { first: sheet.startDate, last: sheet.endDate, sheet } : this.#free(date, sheets));
    }
    return spans.filter(({ first, sheet }) => first <= today() || (sheet && settles(sheet)));
  });

  /** When the person was last reminded of days of these periods. */
  readonly remindedAt = $derived(this.#sheets && this.#read?.remindedAt);

  constructor(readonly closed: Closed) {
    $effect(() => {
      if (this.#asked) void this.read();
    });
    $effect(() => onEvent(({ type, after }) => void (type.startsWith("timesheet.") && after?.userId === this.#week?.userId && this.read())));
  }

  show(userId: string, days: string[]) {
    this.#week = { userId, days };
  }

  /** by returns the timesheet that settles a day. */
  by = (date: string): Timesheet | undefined => this.#sheets?.find((sheet) => settles(sheet) && sheet.startDate <= date && date <= sheet.endDate);

  /** free returns the days of the period around one that no timesheet settles. */
  #free(date: string, sheets: Timesheet[]): Span {
    const [from, to] = periodOf(this.closed.settlement!, date);
    const settled = sheets.filter(settles);
    const first = [from, ...settled.filter(({ endDate }) => endDate < date).map(({ endDate }) => addDays(endDate, 1))].sort().at(-1)!;
    const last = [to, ...settled.filter(({ startDate }) => startDate > date).map(({ startDate }) => addDays(startDate, -1))].sort()[0]!;
    return { first, last, sheet: sheets.findLast((sheet) => !settles(sheet) && sheet.startDate <= last && sheet.endDate >= first) };
  }

  async read() {
    const of = this.#asked;
    if (!of) return;
    try {
      const query = JSON.parse(of);
      const [sheets, { items }] = await Promise.all([all<Timesheet>("/timesheets", query), get<{ items: { remindedAt: string | null }[] }>("/timesheets/status", query)]);
      if (of === this.#asked) this.#read = { of, sheets, remindedAt: items[0]?.remindedAt ?? null };
    } catch (error) {
      // Without the timesheets, the server still refuses what is settled.
      if (!(error instanceof Failure)) throw error;
    }
  }

  async submit({ first, last }: Span, note: string) {
    try {
      await send("POST", "/timesheets", { userId: this.#week!.userId, startDate: first, endDate: last, note: note || null });
    } catch (error) {
      if (!(error instanceof Failure && error.code === "invalid_state")) throw error;
      throw new Failure({ status: error.status, error: { code: error.code, message: "Some of these days are submitted already." } });
    } finally {
      await this.read();
    }
  }

  /** remind reminds the person to submit days, unless that has happened today. */
  async remind({ first, last }: Span) {
    await send("POST", "/timesheets/remind", { userIds: [this.#week!.userId], startDate: first, endDate: last });
    await this.read();
  }

  /** change approves, rejects, withdraws or reopens a timesheet. */
  async change({ id, version }: Timesheet, how: "approve" | "reject" | "withdraw" | "reopen", body?: object) {
    try {
      await send("POST", `/timesheets/${id}/${how}`, body, version);
    } finally {
      await this.read();
    }
  }
}

/** What looks incomplete of days that are to be submitted. */
export interface Filled {
  hours: number;
  /** Working days of the past without hours. */
  missing: string[];
}

export async function readFilled(userId: string, { first, last }: Span): Promise<Filled> {
  const { buckets, series, total } = await get<Capacity>("/capacity", { user_id: userId, start_date: first, end_date: last, bucket: "day" });
  const of = (name: string, i: number) => total.values[series.indexOf(name)]?.[i] ?? 0;
  return {
    hours: buckets.reduce((sum, _, i) => sum + of("actual", i), 0),
    missing: buckets.filter((date, i) => date < today() && of("availability", i) > 0 && !of("timeOff", i) && !of("actual", i)),
  };
}
