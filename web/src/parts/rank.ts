// What a picker offers for what was typed, the best first.

import { fold } from "../format";

/** Source is what a picker offers. */
export interface Source<T> {
  all: readonly T[];
  nameOf(record: T): string;
  /** What is beside the name, such as the client of a project. It is searched, too. */
  asideOf?(record: T): string;
  /** Whether a record has ended: it comes after those that have not. */
  ended?(record: T): boolean;
}

/** ranked returns the records that have all the typed words, in the name or beside it: first those whose name begins with what was typed, then those in which words begin so, then all others; of these, active before ended, and lately used first. */
export function ranked<T extends { id: string }>({ all, nameOf, asideOf, ended }: Source<T>, typed: string, lately: readonly string[]): T[] {
  const sought = fold(typed).trim(), words = sought.split(/\s+/).filter(Boolean);
  const found = all.flatMap((record) => {
    const name = fold(nameOf(record)), aside = fold(asideOf?.(record) ?? "");
    if (!words.every((word) => name.includes(word) || aside.includes(word))) return [];
    const used = lately.indexOf(record.id);
    return [{ record, order: [place(name, sought, words), ended?.(record) ? 1 : 0, used < 0 ? lately.length : used] }];
  });
  return found.sort((a, b) => a.order.map((n, i) => n - b.order[i]!).find(Boolean) ?? 0).map(({ record }) => record);
}

/** place is 0 if a name begins with what was typed, 1 if each typed word begins one of its words, 2 if it has them, and else 3. */
function place(name: string, sought: string, words: readonly string[]): number {
  if (name.startsWith(sought)) return 0;
  const begin = name.split(/[^\p{L}\p{N}]+/u);
  if (words.every((word) => begin.some((one) => one.startsWith(word)))) return 1;
  return words.every((word) => name.includes(word)) ? 2 : 3;
}

/** marked cuts a text into parts, and says which of them were typed. */
export function marked(text: string, typed: string): [part: string, typed: boolean][] {
  const letters = [...text], folded = letters.map(fold), all = folded.join("");
  const on = new Set<number>();
  for (const word of fold(typed).split(/\s+/).filter(Boolean)) {
    const words = [...all.matchAll(/[\p{L}\p{N}]+/gu)].find(([one]) => one.startsWith(word));
    const at = words?.index ?? all.indexOf(word);
    for (let i = at; at >= 0 && i < at + word.length; i++) on.add(i);
  }
  const parts: [string, boolean][] = [];
  let position = 0;
  letters.forEach((letter, i) => {
    const hit = on.has(position), last = parts.at(-1);
    position += folded[i]!.length;
    if (last?.[1] === hit) last[0] += letter;
    else parts.push([letter, hit]);
  });
  return parts;
}
