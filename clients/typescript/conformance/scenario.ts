// Runs the steps of clients/scenario.json and prints a line for each.

import { readFileSync } from "node:fs";
import { failureOf } from "./failure.js";

type Outcome = Record<string, unknown>;

interface Step {
  name: string;
  input?: unknown;
  expect?: Outcome;
  expectRest?: Outcome;
  expectGrpc?: Outcome;
}

const { steps }: { steps: Step[] } = JSON.parse(readFileSync(env("SCENARIO"), "utf8"));

/** Names from tools/clients/conformance/organization.json. */
export const names = { workerEmail: "worker@example.com", project: "Atlas", capability: "Design", vacation: "Vacation" };

/** A required environment variable. */
export function env(name: string): string {
  const value = process.env[name];
  if (!value) throw new Error(`${name} is not set`);
  return value;
}

/** A value that must not be missing. */
export function present<Value>(value: Value | null | undefined): Value {
  if (value === null || value === undefined) throw new Error("there is no value");
  return value;
}

/** The first row with a name. */
export async function named<Row extends { name?: string | undefined }>(name: string, rows: AsyncIterable<Row>): Promise<Row> {
  for await (const row of rows) if (row.name === name) return row;
  throw new Error(`there is no ${name}`);
}

/** The steps of one protocol. */
export function scenarioOver(protocol: "expectRest" | "expectGrpc") {
  const find = (name: string) => present(steps.find((step) => step.name === name));

  /** The input of a step. */
  const inputOf = <Input>(name: string) => find(name).input as Input;

  /** Runs a step. Prints the expected members of its result. */
  async function step<Input>(name: string, run: (input: Input) => Promise<object>): Promise<void> {
    const { expect, [protocol]: more } = find(name);
    try {
      const result: Outcome = { ...(await run(inputOf<Input>(name))) };
      const outcome = Object.fromEntries(
        Object.keys({ ...expect, ...more }).map((member) => [member, result[member] ?? null]),
      );
      console.log(JSON.stringify({ step: name, outcome }));
    } catch (failure) {
      console.log(JSON.stringify({ step: name, failure: String(failure) }));
    }
  }

  /** Runs a step whose call must fail. */
  async function failingStep<Input>(name: string, call: (input: Input) => Promise<unknown>): Promise<void> {
    await step<Input>(name, async (input) => {
      const error = await failureOf(call(input));
      const { code, status, message, details, requestId } = error;
      return {
        cursorError: error.name === "CursorError" && message.includes("list all records again"),
        code,
        status,
        message,
        field: details[0]?.field,
        details: details.length,
        requestId: requestId !== undefined,
      };
    });
  }

  return { inputOf, step, failingStep };
}

/** All rows of a list. */
export async function rowsOf<Row>(rows: AsyncIterable<Row>): Promise<Row[]> {
  const all = [];
  for await (const row of rows) all.push(row);
  return all;
}

/** Whether a webhook has a secret. */
export function hasSecret({ secret }: { secret?: string | undefined }): boolean {
  return secret?.startsWith("whsec_") ?? false;
}

/** The number of events, until the follower ends. */
export async function countOf(events: AsyncIterable<unknown>): Promise<number> {
  let count = 0;
  for await (const _ of events) count++;
  return count;
}

/** The next event of a follower. */
export async function nextOf<Event>(follower: AsyncGenerator<Event, void>): Promise<Event> {
  const { value } = await follower.next();
  if (!value) throw new Error("the follower has ended");
  return value;
}

/** The input of a step that sends rows of hours. */
export interface HoursInput {
  rows: number;
  firstDate: string;
  hours?: number;
}

/** The input of the step that upserts time off. */
export interface Leave {
  match: string;
  reason: string;
  items: { externalId: string; startDate: string; endDate: string }[];
}

/** The input of the step about money: hours of a user on a project. */
export interface Work {
  planned: { date: string; hours: number; capability?: boolean }[];
  actual: { date: string; hours: number; capability?: boolean }[];
}

/** Hours of a user on a project on a day. */
export interface Day {
  date: string;
  hours: number;
}

/** The input of the step that wishes planned hours. */
export interface Wishes {
  planned: Day[];
  wished: Day[];
}

/** The input of the step that makes a proposal. */
export interface Request {
  title: string;
  note: string;
  reviewer: string;
}

/** The dates and the hours of rows. */
export function daysOf(rows: readonly { date: string; hours?: number | undefined }[]) {
  return rows.map(({ date, hours }) => ({ date, hours }));
}

/** The rows of hours of an input. */
export function plan({ rows, firstDate, hours }: HoursInput) {
  return Array.from({ length: rows }, (_, i) => {
    const day = new Date(firstDate);
    day.setUTCDate(day.getUTCDate() + Math.floor(i / 2));
    return { date: day.toISOString().slice(0, 10), hasCapability: i % 2 === 0, hours: hours ?? (i % 16) / 2 };
  });
}

/** The outcome of rows of hours. */
export function totals(rows: { capabilityId?: string | null | undefined; hours?: number | undefined }[]) {
  return {
    rows: rows.length,
    withCapability: rows.filter((row) => row.capabilityId).length,
    hours: rows.reduce((sum, row) => sum + present(row.hours), 0),
  };
}
