import assert from "node:assert/strict";
import { readdirSync, readFileSync } from "node:fs";
import { test } from "node:test";
import { fileURLToPath } from "node:url";

/** The word for each thing, and what it is not called in a text that a person reads: those are the nouns of the API, or older ones. */
const words: [word: string, not: RegExp][] = [
  ["skill", /\bcapabilit(y|ies)\b/i],
  ["open role", /\bplaceholders?\b/i],
  ["worked hours", /\bactual hours\b/i],
  ["time off", /\b(leave requests?|absences?)\b/i],
  ["person, people", /\busers?\b/i],
  ["closed days", /\block(s|ed)?\b/i],
  ["planned hours", /\bassignments?\b/i],
];

const src = fileURLToPath(new URL("../../../src/", import.meta.url));

/** without replaces what matches, and then what matches after that: of braces in braces, the inner ones first. */
function without(text: string, pattern: RegExp): string {
  const next = text.replace(pattern, "…");
  return next === text ? text : without(next, pattern);
}

/** textsOf returns what of a source a person may read: texts between tags, and strings that look like words and not like a name of the API. */
function textsOf(source: string): string[] {
  const code = source.replace(/<style[\s\S]*?<\/style>/g, "").replace(/<!--[\s\S]*?-->|\/\*[\s\S]*?\*\/|^\s*\/\/.*$/gm, "");
  const markup = code.replace(/<script[\s\S]*?<\/script>/g, "");
  const between = markup === code ? [] : without(markup, /\{[^{}]*\}/g).split(/<[^>]*>/);
  const strings = [...code.matchAll(/"([^"\n]*)"|`([^`]*)`/g)].map(([, a, b]) => without(a ?? b ?? "", /\$?\{[^{}]*\}/g).replace(/\$\{.*/s, ""));
  return [...between, ...strings.filter((text) => /^[A-Z“…]|^[a-z]+ \w/.test(text) && !/[/=_]/.test(text))];
}

test("each thing has one word in all texts of the web app", () => {
  const wrong = readdirSync(src, { recursive: true, encoding: "utf8" }).filter((file) => /\.(svelte|ts)$/.test(file)).flatMap((file) =>
    textsOf(readFileSync(src + file, "utf8")).flatMap((text) => words.filter(([, not]) => not.test(text)).map(([word]) => `${file}: “${text.trim()}”, say ${word}`)));
  assert.deepEqual(wrong, []);
});
