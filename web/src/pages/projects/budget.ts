// What hours take of the budget of a project, day by day: actual hours up to today, and the firm plan after it.

import { get, type Query } from "../../api/client";
import { clients } from "../../api/directory.svelte";
import type { Budget, BudgetItem, BudgetUse, Capacity, Money, Project } from "../../api/records";
import { addDays, daysBetween, formatDate, formatHours } from "../../format";
import { currencyOf, loadCurrency } from "../../parts/currency.svelte";
import { endedOf, formatAmount, isKnown, leftOf, partsOf } from "../../parts/money";
import { hoursOf, sum } from "../../parts/series";

/** A call reads a year at a time, and a chart shows at most four. */
const year = 365, years = 4;

/** Burn is what is used of one limit of a budget, its hours or its amount. */
export interface Burn {
  unit: "hours" | "amount";
  /** What is used before the first day. */
  before: number;
  /** What each day uses. */
  used: number[];
  /** The budget that counts for each day; null without one. */
  limits: (number | null)[];
  format: (value: number) => string;
  /** The day on which the limit is used up; null if it lasts. */
  ends: string | null;
}

export interface ProjectMoney {
  budget: Budget;
  use: BudgetUse | null;
  currency: string;
  /** The days of a burn. */
  first: string;
  today: string;
  /** That of the limit that ends first comes first. */
  burns: Burn[];
  /** Whether the reader does not see all worked hours. */
  partial: boolean;
}

export async function readMoney(project: Project): Promise<ProjectMoney> {
  const { id, startDate, endDate } = project;
  const earliest = addDays(endDate, 1 - years * year), first = startDate < earliest ? earliest : startDate;
  const only = { project_id: id, bucket: "day", group_by: "project" };
  const parts: { money: Money; hours: Capacity }[] = [];
  const read = async (days: Query) => {
    const [money, hours] = await Promise.all([get<Money>("/money", { ...only, ...days, budget: true }), get<Capacity>("/capacity", { ...only, ...days })]);
    parts.push({ money, hours });
  };
  const budget = get<Budget>(`/projects/${id}/budget`);
  const names = Promise.all([loadCurrency(), clients.load()]);
  let next = first;
  /** until reads the days that are not read yet. */
  const until = async (last: string) => {
    for (; next <= last && parts.length <= years; next = addDays(next, year)) {
      const end = addDays(next, year - 1);
      await read({ start_date: next, end_date: end < last ? end : last });
      if (end >= last) return void (next = addDays(last, 1));
    }
  };
  await until(endDate);
  const { today } = parts[0]!.money;
  const uses = () => parts.flatMap(({ money }) => money.items).find(({ budget }) => budget);
  const last = [endDate, uses()?.budget?.burnDate ?? "", uses()?.budget?.overrunAt ?? ""].toSorted().at(-1)!;
  await until(last);
  await names;

  const item = uses(), use = item?.budget ?? null;
  const currency = item?.currency ?? currencyOf(project);
  const days = parts.flatMap(({ money }) => money.buckets);
  const done = Math.max(0, Math.min(days.length, daysBetween(first, today) + 1));
  const ofHours = (name: string) => parts.flatMap(({ hours }) => hoursOf(hours, hours.total.values, name));
  const ofMoney = (name: string) => parts.flatMap(({ money }) => {
    const values = money.items.find((item) => item.currency === currency)?.values[money.series.indexOf(name)];
    return (values as number[] | undefined) ?? money.buckets.map(() => 0);
  });
  const burn = (unit: Burn["unit"], spent: number, actual: number[], planned: number[], format: Burn["format"]): Burn => {
    const used = days.map((_, i) => (i < done ? actual[i]! : endedOf(project) ? 0 : planned[i]!));
    const items = loaded.items;
    const of = { unit, used, format, before: spent - sum(used.slice(0, done)), limits: days.map((day) => limitOn(items, day > today ? day : today, use!.period)?.[unit] ?? null) };
    return { ...of, ends: endOf(of, days, use!.period === "month" ? `${today.slice(0, 8)}01` : "") };
  };
  const loaded = await budget;
  const burns: Burn[] = [];
  if (use?.hours != null && use.spentHours !== null) burns.push(burn("hours", use.spentHours, ofHours("actual"), ofHours("planned"), formatHours));
  // What the hours of other projects are worth by their rates is in no series.
  if (use?.amount != null && use.spentAmount !== null && item!.method === "hourly") {
    burns.push(burn("amount", use.spentAmount, ofMoney("actualRevenue"), ofMoney("forecastRevenue"), (value) => formatAmount(value, currency, true)));
  }
  burns.sort((a, b) => (a.ends ?? "9").localeCompare(b.ends ?? "9"));
  // The API rounds each row, and counts days before the first one.
  if (use && burns[0] && burns.length === partsOf(use, currency).length) burns[0].ends = use.burnDate;
  return { budget: loaded, use, currency, first, today, burns, partial: parts.some(({ money }) => money.partial) };
}

/** endOf returns the day on which a limit is used up. From the first day of a month on, each month has its own. */
function endOf({ before, used, limits }: Pick<Burn, "before" | "used" | "limits">, days: string[], month: string): string | null {
  let all = before;
  return days.find((day, i) => {
    if (month && (day < month || day.endsWith("-01"))) all = 0;
    all += used[i]!;
    return day >= month && limits[i] !== null && all > 0 && all >= limits[i]! - 1e-6;
  }) ?? null;
}

/** wordsOf says until when the budget of a project lasts. ended is the status of a project that is over. */
export function wordsOf({ use, burns, currency, today, partial }: ProjectMoney, ended = ""): string {
  if (!use) return "";
  const { burnDate, overrunAt, period } = use, monthly = period === "month", parts = partsOf(use, currency);
  if (ended) {
    const left = monthly ? [] : parts.filter(({ remaining }) => remaining !== null).map((part) => leftOf(part) + (part.remaining! < 0 ? "" : " left"));
    return `The project is ${ended}${left.length ? `: ${left.join(", ")}` : ""}.`;
  }
  if (partial && !burnDate) return "When the budget ends is not known: you do not see all worked hours.";
  const burn = burnDate ? burns.find(({ ends }) => ends === burnDate) : burns[0];
  const total = burn && !monthly ? burn.before + sum(burn.used) : null, limit = burn?.limits.at(-1);
  const atEnd = total !== null && limit != null ? ` Worked hours and the firm plan take ${burn!.format(total)} in all, ${total > limit ? `${burn!.format(total - limit)} more than the budget` : `and ${burn!.format(limit - total)} are left`}.` : "";
  if (!isKnown(use)) return `Nobody knows until when the budget lasts: some hours have a rate in another currency.${atEnd}`;
  if (!burnDate) return `By the firm plan, the budget${monthly ? " of each month" : ""} lasts.${atEnd}`;
  const done = burnDate <= today, of = monthly ? (done ? " of this month" : " of a month") : "";
  // Of two limits, it is one that ends first.
  const [what, is, has] = parts.length < 2 ? ["budget", "is", "has"] : burn?.unit === "hours" ? ["hours of the budget", "are", "have"] : ["amount of the budget", "is", "has"];
  const then = overrunAt === burnDate ? " and overrun" : "", later = overrunAt && !then ? `, and the budget is overrun ${overrunAt <= today ? "since" : "from"} ${formatDate(overrunAt)}` : "";
  return `${done ? `The ${what}${of} ${has} been used up${then} since` : `By the firm plan, the ${what}${of} ${is} used up${then} on`} ${formatDate(burnDate)}${later}.${atEnd}`;
}

/** limitOn returns the item of a budget that holds on a day, if it is for the same time. */
function limitOn(items: BudgetItem[], day: string, period: string): BudgetItem | undefined {
  const item = items.findLast(({ validFrom }) => (validFrom ?? "") <= day);
  return item?.period === period ? item : undefined;
}
