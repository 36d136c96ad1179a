import assert from "node:assert/strict";
import { test } from "node:test";
import { Axis } from "../../../src/board/axis";
import { reversed } from "../../../src/board/model";
import { field, parseCells, parseHours } from "../../../src/board/parse";
import { listPeople } from "../../../src/board/people";
import { noFilter } from "../../../src/board/place";
import * as plan from "../../../src/board/plan";
import { monday, week } from "../fixture";

const of = (model: ReturnType<typeof week>, projectId = "p", days = 7, userId = "ada") => Array.from({ length: days }, (_, i) => model.onProject(userId, projectId, monday + i, monday + i + 1));

test("hours of a week go where there is availability, in quarters, and add up", () => {
  const model = week();
  assert.deepEqual(plan.spread(model, "ada", 30, monday, monday + 7), [7.5, 7.5, 7.5, 0, 7.5, 0, 0]);
  const odd = plan.spread(model, "ada", 10, monday, monday + 7);
  assert.equal(odd.reduce((a, b) => a + b), 10);
  assert.ok(odd.every((hours) => (hours * 4) % 1 === 0), String(odd));
  assert.deepEqual(plan.spread(model, "ada", 4, monday + 5, monday + 6), [4], "a day that is not worked");
  assert.deepEqual(plan.spread(model, "ada", 8, monday + 3, monday + 4), [8], "a day of leave");
});

test("a week that is filled has on each day what is available, and the filter by free hours finds it before", () => {
  const model = week();
  model.setColumn("bob", "availability", monday, [8.2, 8.2, 8.2, 8.2, 5.2]);
  assert.deepEqual(plan.spread(model, "bob", 38, monday, monday + 7), [8.2, 8.2, 8.2, 8.2, 5.2, 0, 0]);
  model.setColumn("bob", "availability", monday, [7.6, 7.6, 7.6, 7.6, 7.6]);
  assert.deepEqual(listPeople(model, { ...noFilter(), free: 38 }, new Axis("week", monday, 28), monday, monday + 7), ["bob"]);
});

test("a total replaces what was planned, and its reverse restores it", () => {
  const model = week();
  const first = plan.setTotal(model, "ada", "p", monday, monday + 7, 32);
  model.apply(first);
  assert.deepEqual(of(model), [8, 8, 8, 0, 8, 0, 0]);
  assert.equal(model.sums("ada", monday, monday + 7).planned, 32);
  const second = plan.setTotal(model, "ada", "p", monday, monday + 7, 8);
  model.apply(second);
  assert.deepEqual(of(model), [2, 2, 2, 0, 2, 0, 0]);
  model.apply(second.map(reversed));
  assert.deepEqual(of(model), [8, 8, 8, 0, 8, 0, 0]);
});

test("a lower total takes from the other capabilities only what the first cannot give", () => {
  const model = week();
  model.setLines("ada", monday, monday + 7, [
    { userId: "ada", projectId: "p", capabilityId: "x", day: monday, hours: 2, tentative: false },
    { userId: "ada", projectId: "p", capabilityId: "y", day: monday, hours: 6, tentative: false },
  ]);
  assert.deepEqual(plan.onDay(model, "ada", "p", monday, 7).map((c) => [c.capabilityId, c.after]), [["x", 1]]);
  assert.deepEqual(plan.onDay(model, "ada", "p", monday, 5).map((c) => [c.capabilityId, c.after]), [["x", 0], ["y", 5]]);
});

test("fit fills what is free, and says what is left", () => {
  const model = week();
  model.apply(plan.setTotal(model, "ada", "q", monday, monday + 1, 6));
  const { changes, left } = plan.fit(model, "ada", "p", 40, monday, monday + 7);
  model.apply(changes);
  assert.deepEqual(of(model), [2, 8, 8, 0, 8, 0, 0]);
  assert.equal(left, 14);
  assert.equal(model.sums("ada", monday, monday + 7).over, 0);
});

test("a block moves to another person and week, or is copied; hours that are there are kept", () => {
  const model = week();
  model.apply(plan.setTotal(model, "ada", "p", monday, monday + 2, 8));
  model.apply(plan.setTotal(model, "bob", "p", monday + 7, monday + 8, 1));
  const block = { userId: "ada", projectId: "p", first: monday, end: monday + 7 };
  model.apply(plan.move(model, [block], "bob", 7, false));
  assert.deepEqual(of(model), [0, 0, 0, 0, 0, 0, 0]);
  assert.deepEqual(of(model, "p", 9, "bob").slice(7), [5, 4]);
  model.apply(plan.move(model, [{ ...block, userId: "bob", first: monday + 7, end: monday + 14 }], "ada", -7, true));
  assert.deepEqual(of(model).slice(0, 2), [5, 4]);
  assert.deepEqual(of(model, "p", 9, "bob").slice(7), [5, 4]);
});

test("a move by a day onto itself adds what meets", () => {
  const model = week();
  model.apply(plan.setPerDay(model, "ada", "p", monday, monday + 3, 4));
  model.apply(plan.move(model, [{ userId: "ada", projectId: "p", first: monday, end: monday + 3 }], undefined, 1, false));
  assert.deepEqual(of(model, "p", 5), [0, 4, 4, 4, 0]);
});

test("an edge is pulled with the hours of a day, or with the total", () => {
  const model = week();
  model.apply(plan.setPerDay(model, "ada", "p", monday, monday + 2, 6));
  const block = { userId: "ada", projectId: "p", first: monday, end: monday + 2 };
  const longer = plan.extend(model, block, monday, monday + 5, false);
  assert.deepEqual(longer.map((c) => [c.day - monday, c.after]), [[2, 6], [4, 6]], "not on Thursday, which is leave");
  model.apply(plan.extend(model, block, monday, monday + 3, true));
  assert.deepEqual(of(model, "p", 3), [4, 4, 4]);
  model.apply(plan.extend(model, { ...block, end: monday + 3 }, monday + 1, monday + 3, false));
  assert.deepEqual(of(model, "p", 3), [0, 4, 4]);
});

test("a drag is judged by day, with the reason", () => {
  const model = week();
  model.apply(plan.setTotal(model, "ada", "draft", monday, monday + 1, 4));
  const verdicts = plan.judge(model, "ada", plan.setPerDay(model, "ada", "p", monday, monday + 3, 6).concat(plan.onDay(model, "ada", "p", monday + 3, 6), plan.onDay(model, "ada", "p", monday + 4, 9)));
  const levels = [0, 1, 3, 4].map((i) => verdicts.get(monday + i));
  assert.deepEqual(levels, [
    { level: "tight", reason: "over with tentative hours" },
    { level: "free", reason: "" },
    { level: "over", reason: "Time off, 6 h over" },
    { level: "over", reason: "1 h over" },
  ]);
});

test("hours are read as people and spreadsheets write them", () => {
  for (const [text, hours] of [["8", 8], ["7.5", 7.5], ["7,5", 7.5], ["7:30", 7.5], [" 8h ", 8], [".5", 0.5], ["x", undefined], ["-1", undefined], ["", undefined]] as const) {
    assert.equal(parseHours(text), hours, text);
  }
  for (const hours of [1040, 152.25, 7.5, 0]) assert.equal(parseHours(field(hours)), hours, "a field is read as it is written");
  assert.equal(parseHours("1,040"), undefined, "a thousand, or one: nobody knows");
  assert.deepEqual(parseCells("8\t4\r\n\t6,5\n"), [[8, 4], [undefined, 6.5]]);
});
