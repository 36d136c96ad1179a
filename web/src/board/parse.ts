// Reads hours as people and spreadsheets write them, and writes them into fields.

/** What is wrong with a text that is no hours. */
export const noHours = "Type hours: 8, 7.5 or 7:30.";

/** parseCells reads what a spreadsheet put on the clipboard. Cells that are no numbers are undefined. */
export function parseCells(text: string): (number | undefined)[][] {
  return text.replace(/\r\n?/g, "\n").replace(/\n$/, "").split("\n").map((row) => row.split("\t").map(parseHours));
}

const thousands = new Intl.NumberFormat().formatToParts(10_000).find(({ type }) => type === "group")?.value;

/** parseHours reads "7.5", "7,5", "7:30" and "7h". "1,040" is no number for a reader who writes thousands like that: it could be 1.04. */
export function parseHours(text: string): number | undefined {
  const clock = /^\s*(\d+):([0-5]\d)\s*h?\s*$/.exec(text);
  if (clock) return Number(clock[1]) + Number(clock[2]) / 60;
  const decimal = /^\s*(\d+(?:[.,]\d+)?|[.,]\d+)\s*h?\s*$/i.exec(text);
  return decimal && decimal[1]!.at(-4) !== thousands ? Number(decimal[1]!.replace(",", ".")) : undefined;
}

const plain = new Intl.NumberFormat("en", { maximumFractionDigits: 2, useGrouping: false });
const point = new Intl.NumberFormat(undefined, { numberingSystem: "latn" }).format(0.5).charAt(1);

/** field writes hours into a field, so that parseHours reads the same: with the reader's decimal point, and nothing between thousands. */
export const field = (value: number): string => plain.format(value).replace(".", point);
