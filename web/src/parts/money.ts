// Amounts of a currency, and how much of a budget is used.

import type { BudgetUse, MoneyTotal, Project } from "../api/records";
import { isolated } from "../board/day";
import { formatHours, formatNumber } from "../format";
import { formatPercent, sum } from "./series";

const formats = new Map<string, Intl.NumberFormat>();

/** formatAmount writes an amount with its currency, if it is known, and in whole units if it is one of many. */
export function formatAmount(value: number, currency: string, whole = Number.isInteger(value)): string {
  if (!currency) return formatNumber(value);
  const key = currency + whole;
  let format = formats.get(key);
  if (!format) formats.set(key, (format = new Intl.NumberFormat(undefined, { style: "currency", currency, ...(whole && { maximumFractionDigits: 0 }) })));
  return isolated(format.format(value));
}

/** figureOf returns the sum of a series; null if a bucket has none, or if the response does not have it. */
export function figureOf(series: string[], { values }: MoneyTotal, name: string): number | null {
  const list = values[series.indexOf(name)];
  return list && !list.includes(null) ? sum(list as number[]) : null;
}

/** endedOf returns the status of a project that is over, and "" of all others. */
export const endedOf = (project?: Pick<Project, "status">): string => (project && ["completed", "cancelled"].includes(project.status) ? project.status : "");

/** How a project brings money in. */
export const methods = { hourly: "By the hour", progress: "Fixed price", monthly: "Per month", none: "Not billed" };

/** Part is one of the two limits of a budget: its hours, or its amount. */
export interface Part {
  limit: number;
  /** Null if it is not known: hours have several currencies, or the reader does not see them all. */
  spent: number | null;
  remaining: number | null;
  format: (value: number) => string;
  /** spent as it reads before "of". */
  short: (value: number) => string;
}

/** partsOf returns the limits that a budget has. */
export function partsOf(use: BudgetUse, currency: string, whole?: boolean): Part[] {
  const money = (value: number) => formatAmount(value, currency, whole);
  const parts: Part[] = [];
  if (use.hours !== null) parts.push({ limit: use.hours, spent: use.spentHours, remaining: use.remainingHours, format: formatHours, short: formatNumber });
  if (use.amount !== null) parts.push({ limit: use.amount, spent: use.spentAmount, remaining: use.remainingAmount, format: money, short: money });
  return parts;
}

/** leftOf says how much of a limit is left. */
export const leftOf = ({ remaining, format }: Part): string => (remaining === null ? "–" : remaining < 0 ? `over by ${format(-remaining)}` : format(remaining));

/** usedOf returns the share that is spent, of the limit that is closer; null if it is not known. */
export function usedOf(use: BudgetUse): number | null {
  const shares = [[use.spentHours, use.hours], [use.spentAmount, use.amount]].flatMap(([spent, of]) => (spent == null ? [] : [spent / (of || 1)]));
  return shares.length ? Math.max(...shares) : null;
}

/** formatUsed writes a share in whole percents. Less than all is at most 99 %, and more is at least 101 %. */
export const formatUsed = (share: number): string => formatPercent((share > 1 ? Math.ceil(share * 100 - 1e-9) : Math.floor(share * 100 + 1e-9)) / 100);

/** tooLow is said above figures without the hours that the reader does not see. */
export const tooLow = "You do not see all worked hours, so these figures are too low.";

/** isKnown reports whether somebody can know when a budget ends: its hours or its amount, if they are worth one currency. */
export const isKnown = (use: BudgetUse): boolean => use.burnDate !== null || use.amount === null || use.spentAmount !== null;
