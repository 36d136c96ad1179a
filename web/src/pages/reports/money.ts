// What the columns of the report about money are, from the series of the response.

import type { BudgetUse, Money, MoneyItem, MoneyTotal } from "../../api/records";
import { daysBetween } from "../../format";
import { figureOf, formatAmount, usedOf } from "../../parts/money";
import type { Series } from "../../parts/series";
import type { Row } from "./Table.svelte";

/** What the rows are, and what is in the row of what belongs to none. */
export const groups: [value: string, label: string, noun: string, none: string][] = [
  ["", "Project", "project", ""],
  ["client", "Client", "client", ""],
  ["person", "Person", "user", "Retainers"],
  ["team", "Team", "manager", "Without a manager, and retainers"],
  ["capability", "Skill", "capability", "Without a skill, and retainers"],
];

const columns: [series: string, name: string, draw?: Series["draw"]][] = [
  ["plannedRevenue", "Planned"],
  ["tentativeRevenue", "Tentative"],
  ["unfilledRevenue", "Open roles"],
  ["actualRevenue", "Actual", "worked"],
  ["forecastRevenue", "Forecast", "planned"],
  ["forecastCost", "Cost"],
  ["margin", "Margin"],
];

/** shownOf returns the columns that a response has. Those that few plans have are left out if all is 0. */
export const shownOf = ({ series, totals }: Money) =>
  columns.filter(([name]) => series.includes(name) && (!/^(tent|unf)/.test(name) || totals.some((total) => figureOf(series, total, name))));

/** seriesOf returns what the chart shows, of an item or a total. */
export const seriesOf = (money: Money, of: MoneyTotal): Series[] =>
  shownOf(money).map(([series, name, draw]) => ({
    name, draw,
    values: of.values[money.series.indexOf(series)]!,
    total: figureOf(money.series, of, series),
    format: (value) => formatAmount(value, of.currency, true),
  }));

export interface MoneyRow extends Row {
  of: MoneyItem | MoneyTotal;
  item?: MoneyItem;
}

export const keyOf = ({ id, currency }: MoneyItem) => `${id ?? ""}.${currency}`;

export const hasBudgets = ({ items }: Money) => items.some(({ budget }) => budget);

/** The columns of budgets. They come first: what ends first is the question. */
export const ofBudgets = ["Budget ends", "Budget", "Remaining"];

/** turnOf sorts budgets: first what ends next, then what has ended, the latest first, then what lasts, then those of projects that are over. */
export const turnOf = ({ burnDate }: Pick<BudgetUse, "burnDate">, today: string, over = false): string =>
  over ? "3" : burnDate === null ? "2" : burnDate < today ? `1${1e6 + daysBetween(burnDate, today)}` : `0${burnDate}`;

/** rowsOf returns a row for each item, with its budget if it has one. */
export const rowsOf = (money: Money, none: string, isOver: (id: string | null) => boolean): MoneyRow[] =>
  money.items.map((item) => {
    const { budget, id } = item, used = budget ? usedOf(budget) : null;
    return { of: item, item, key: keyOf(item), name: item.name ?? none, values: valuesOf(money, item, [budget ? turnOf(budget, money.today, isOver(id)) : null, used, used === null ? null : 1 - used]) };
  });

export const totalsOf = (money: Money): MoneyRow[] =>
  money.totals.map((of) => ({ of, key: null, name: money.totals.length > 1 ? `Total ${of.currency}` : "Total", values: valuesOf(money, of, ofBudgets.map(() => null)) }));

const valuesOf = (money: Money, of: MoneyTotal, budget: MoneyRow["values"]) => [...(hasBudgets(money) ? budget : []), ...shownOf(money).map(([series]) => figureOf(money.series, of, series))];
