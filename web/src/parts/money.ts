// Amounts of a currency, and how much of a budget is used.

import type { BudgetUse, MoneyTotal } from "../api/records";
import { isolated } from "../board/day";
import { formatHours, formatNumber } from "../format";
import { sum } from "./series";

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

/** How a project brings money in. */
export const methods = { hourly: "By the hour", progress: "Fixed price", monthly: "Per month", none: "Not billed" };

/** Part is one of the two limits of a budget: its hours, or its amount. */
export interface Part {
  limit: number;
  /** Null if nobody knows, because there are several currencies. */
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

/** usedOf returns the share that is spent, of the limit that is closer. */
export const usedOf = (use: BudgetUse): number => Math.max(...[[use.spentHours, use.hours], [use.spentAmount, use.amount]].map(([spent, of]) => (spent ?? 0) / (of || 1)));

/** isKnown reports whether somebody can know when a budget ends: its hours or its amount, if they are worth one currency. */
export const isKnown = (use: BudgetUse): boolean => use.burnDate !== null || use.amount === null || use.spentAmount !== null;
