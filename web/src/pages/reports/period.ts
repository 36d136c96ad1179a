// The ranges of a report.

import { firstOfMonth, formatDay, monthOf, parseDay, today } from "../../board/day";

export const periods: [value: string, label: string][] = [
  ["", "This month"],
  ["last-month", "Last month"],
  ["quarter", "This quarter"],
  ["last-quarter", "Last quarter"],
  ["year", "This year"],
  ["custom", "Other dates"],
];

/** rangeOf returns the first and the last day. from and to are those of other dates; what is missing is that of this month. */
export function rangeOf(period: string, from: string, to: string): [first: string, last: string] {
  const month = monthOf(today());
  const quarter = month - (month % 3);
  const months = (first: number, count: number): [string, string] => [formatDay(firstOfMonth(first)), formatDay(firstOfMonth(first + count) - 1)];
  switch (period) {
    case "last-month":
      return months(month - 1, 1);
    case "quarter":
      return months(quarter, 3);
    case "last-quarter":
      return months(quarter - 3, 3);
    case "year":
      return months(month - (month % 12), 12);
    case "custom": {
      const [first, last] = months(month, 1);
      return [from || first, to || (from && from > last ? from : last)];
    }
    default:
      return months(month, 1);
  }
}

/** usualBucket returns weeks for some months, and months for more. */
export const usualBucket = (first: string, last: string) => (parseDay(last) - parseDay(first) > 120 ? "month" : "week");
