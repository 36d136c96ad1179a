import assert from "node:assert/strict";
import { test } from "node:test";
import { Axis } from "../../../src/board/axis";
import { formatDay, isoWeek, mondayOf, parseDay, today, weekday } from "../../../src/board/day";

test("days are the same in every time zone, and weeks begin on Monday", () => {
  for (const zone of ["Pacific/Kiritimati", "America/Los_Angeles", "Europe/Berlin"]) {
    process.env.TZ = zone;
    assert.equal(formatDay(parseDay("2028-02-29") + 1), "2028-03-01");
    assert.equal(weekday(parseDay("2026-11-22")), 6);
    assert.equal(formatDay(mondayOf(parseDay("2026-11-22"))), "2026-11-16");
    assert.equal(formatDay(today(new Date(2027, 2, 28, 23, 59))), "2027-03-28");
    assert.equal(formatDay(today(new Date(2027, 2, 28, 0, 1))), "2027-03-28");
  }
});

test("weeks have their ISO numbers around New Year", () => {
  for (const [date, week] of [["2026-12-31", 53], ["2027-01-03", 53], ["2027-01-04", 1], ["2024-12-30", 1], ["2023-01-01", 52]] as const) {
    assert.equal(isoWeek(parseDay(date)), week, date);
  }
});

test("columns cover the horizon without gaps, at every zoom", () => {
  const origin = parseDay("2026-05-25");
  for (const zoom of ["day", "week", "month"] as const) {
    const axis = new Axis(zoom, origin, 728);
    assert.equal(axis.first(0), origin);
    assert.equal(axis.end(axis.count - 1), origin + 728);
    for (let day = origin; day < origin + 728; day += 5) {
      const column = axis.columnOf(day);
      assert.ok(axis.first(column) <= day && day < axis.end(column));
      assert.equal(axis.dayAt(axis.x(day) + 0.01), day);
    }
  }
});

test("a month that the horizon cuts says which days it has", () => {
  const axis = new Axis("month", parseDay("2026-05-25"), 728), last = axis.count - 1;
  assert.match(axis.detail(0), /^25\W+31$/);
  assert.match(axis.name(0), /2026, .*25\W+.*31/);
  assert.match(axis.detail(last), /^1\W+21$/);
  assert.equal(axis.detail(1), "");
});

test("a move by months keeps the day of the week", () => {
  const axis = new Axis("month", parseDay("2026-05-25"), 728);
  const day = parseDay("2026-12-02");
  const moved = axis.shift(day, axis.columnOf(day), axis.columnOf(day) + 1);
  assert.equal(weekday(moved), weekday(day));
});
