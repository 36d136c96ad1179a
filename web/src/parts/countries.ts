// Countries by their codes, ISO 3166-1, with their names as the reader's locale writes them.

import { isolated } from "../board/day";

const countryNames = new Intl.DisplayNames(undefined, { type: "region", fallback: "none" });

function nameOf(code: string): string {
  try {
    return countryNames.of(code.toUpperCase()) ?? code;
  } catch {
    return code; // a client's country can be any text
  }
}

export const formatCountry = (code: string | null): string => (code ? isolated(nameOf(code)) : "");

/** Regions that are no countries of ISO 3166-1. */
const regions = "AC CP CQ DG EA EU EZ IC QO TA UN XA XB XK ZZ";
const letters = [..."ABCDEFGHIJKLMNOPQRSTUVWXYZ"];

/** countries returns all countries with their names, sorted by name. */
export function countries(): [code: string, name: string][] {
  return letters
    .flatMap((first) => letters.map((second) => first + second))
    .filter((code) => countryNames.of(code) && !regions.includes(code) && new Intl.Locale(`und-${code}`).region === code)
    .map((code): [string, string] => [code, nameOf(code)])
    .sort(([, a], [, b]) => a.localeCompare(b));
}
