import assert from "node:assert/strict";
import test from "node:test";
import { marked, ranked } from "../../../src/parts/rank";

const projects = [
  { id: "1", name: "Old Grid", client: "Voltlane", ended: true },
  { id: "2", name: "Website of the Grid", client: "Ampere" },
  { id: "3", name: "Migrid", client: "Ampere" },
  { id: "4", name: "Grid Dashboard", client: "Voltlane" },
  { id: "5", name: "Grid Archive", client: "Voltlane", ended: true },
  { id: "6", name: "Intranet", client: "Gridworks" },
  { id: "7", name: "Straße", client: "Øresund" },
];
const source = { all: projects, nameOf: (p: (typeof projects)[number]) => p.name, asideOf: (p: (typeof projects)[number]) => p.client, ended: (p: (typeof projects)[number]) => p.ended ?? false };
const found = (typed: string, lately: string[] = []) => ranked(source, typed, lately).map(({ name }) => name);

test("what begins with what was typed is first, then words that begin so, then what has it, then what has it beside the name", () => {
  assert.deepEqual(found("grid"), ["Grid Dashboard", "Grid Archive", "Website of the Grid", "Old Grid", "Migrid", "Intranet"]);
});

test("what was used lately is first among equals, and never before what has not ended", () => {
  assert.deepEqual(found("grid", ["5", "1", "2"]).slice(0, 4), ["Grid Dashboard", "Grid Archive", "Website of the Grid", "Old Grid"]);
  assert.deepEqual(found("", ["7", "3"]).slice(0, 2), ["Straße", "Migrid"]);
});

test("several words can be in the name and beside it", () => {
  assert.deepEqual(found("volt da"), ["Grid Dashboard"]);
  assert.deepEqual(found("oresund strasse"), ["Straße"]);
  assert.deepEqual(found("nothing"), []);
});

test("typed letters are marked where a word begins with them, in the letters of the name", () => {
  const hits = (text: string, typed: string) => marked(text, typed).map(([part, hit]) => (hit ? `[${part}]` : part)).join("");
  assert.equal(hits("Migrid Grid", "gri"), "Migrid [Gri]d");
  assert.equal(hits("Inês Carvalho", "ines car"), "[Inês] [Car]valho");
  assert.equal(hits("Straße", "asse"), "Str[aße]");
  assert.equal(hits("Straße", ""), "Straße");
});
