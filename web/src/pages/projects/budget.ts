// What hours take of the budget of a project, day by day: actual hours up to today, and the firm plan after it.

import { get, type Query } from "../../api/client";
import type { Budget, BudgetItem, BudgetUse, Capacity, Money, Project } from "../../api/records";
import { addDays, daysBetween, formatHours } from "../../format";
import { formatAmount } from "../../parts/money";
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
}

export interface ProjectMoney {
  budget: Budget;
  use: BudgetUse | null;
  currency: string;
  /** The days of a burn. */
  first: string;
  today: string;
  burns: Burn[];
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

  const item = uses(), use = item?.budget ?? null;
  const currency = item?.currency ?? parts[0]!.money.totals[0]?.currency ?? project.currency ?? "";
  const days = parts.flatMap(({ money }) => money.buckets);
  const done = Math.max(0, Math.min(days.length, daysBetween(first, today) + 1));
  const isOpen = project.status !== "completed" && project.status !== "cancelled";
  const ofHours = (name: string) => parts.flatMap(({ hours }) => hoursOf(hours, hours.total.values, name));
  const ofMoney = (name: string) => parts.flatMap(({ money }) => {
    const values = money.items.find((item) => item.currency === currency)?.values[money.series.indexOf(name)];
    return (values as number[] | undefined) ?? money.buckets.map(() => 0);
  });
  const burn = (unit: Burn["unit"], spent: number, actual: number[], planned: number[], format: Burn["format"]): Burn => {
    const used = days.map((_, i) => (i < done ? actual[i]! : isOpen ? planned[i]! : 0));
    const items = loaded.items;
    return { unit, used, format, before: spent - sum(used.slice(0, done)), limits: days.map((day) => limitOn(items, day > today ? day : today, use!.period)?.[unit] ?? null) };
  };
  const loaded = await budget;
  const burns: Burn[] = [];
  if (use?.hours != null) burns.push(burn("hours", use.spentHours!, ofHours("actual"), ofHours("planned"), formatHours));
  // What the hours of other projects are worth by their rates is in no series.
  if (use?.amount != null && use.spentAmount !== null && item!.method === "hourly") {
    burns.push(burn("amount", use.spentAmount, ofMoney("actualRevenue"), ofMoney("forecastRevenue"), (value) => formatAmount(value, currency, true)));
  }
  return { budget: loaded, use, currency, first, today, burns };
}

/** limitOn returns the item of a budget that holds on a day, if it is for the same time. */
function limitOn(items: BudgetItem[], day: string, period: string): BudgetItem | undefined {
  const item = items.findLast(({ validFrom }) => (validFrom ?? "") <= day);
  return item?.period === period ? item : undefined;
}
