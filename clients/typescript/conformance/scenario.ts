// Runs the steps of clients/scenario.json and prints a line for each.

import { readFileSync } from "node:fs";
import { WorkplanError } from "@workplan-api/client";

type Outcome = Record<string, unknown>;

interface Step {
  name: string;
  input?: unknown;
  expect: Outcome;
  expectRest?: Outcome;
  expectGrpc?: Outcome;
}

const { steps }: { steps: Step[] } = JSON.parse(readFileSync(env("SCENARIO"), "utf8"));

/** A variable of the environment that has to be there. */
export function env(name: string): string {
  const value = process.env[name];
  if (!value) throw new Error(`${name} is not set`);
  return value;
}

/** A value that has to be there. */
export function present<Value>(value: Value | null | undefined): Value {
  if (value === null || value === undefined) throw new Error("there is no value");
  return value;
}

/** The first row that matches. */
export async function find<Row>(rows: AsyncIterable<Row>, matches: (row: Row) => boolean): Promise<Row> {
  for await (const row of rows) if (matches(row)) return row;
  throw new Error("there is no such row");
}

/** The steps of one protocol. */
export function scenarioOver(protocol: "expectRest" | "expectGrpc") {
  const find = (name: string) => present(steps.find((step) => step.name === name));

  /** The input of a step, which the caller says the type of. */
  const inputOf = <Input>(name: string) => find(name).input as Input;

  /** Runs a step. Of what it returns, the members that are expected are its outcome. */
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

  /** Runs a step in which the call has to fail. */
  async function failingStep<Input>(name: string, call: (input: Input) => Promise<unknown>): Promise<void> {
    await step<Input>(name, async (input) => {
      try {
        await call(input);
      } catch (error) {
        if (!(error instanceof WorkplanError)) throw error;
        const { code, status, message, details, requestId } = error;
        return {
          code,
          status,
          message,
          field: details[0]?.field,
          details: details.length,
          requestId: requestId !== undefined,
        };
      }
      throw new Error("the call has not failed");
    });
  }

  return { inputOf, step, failingStep };
}

/** The rows of hours that a step sends. */
export interface HoursInput {
  rows: number;
  firstDate: string;
  hours?: number;
}

/** Item i of the rows of hours: its date, whether it has a capability, and its hours. */
export function plan({ rows, firstDate, hours }: HoursInput) {
  return Array.from({ length: rows }, (_, i) => {
    const day = new Date(firstDate);
    day.setUTCDate(day.getUTCDate() + Math.floor(i / 2));
    return { date: day.toISOString().slice(0, 10), hasCapability: i % 2 === 0, hours: hours ?? (i % 16) / 2 };
  });
}

/** What came out of rows of hours. */
export function totals(rows: { capabilityId?: string | null | undefined; hours?: number | undefined }[]) {
  return {
    rows: rows.length,
    withCapability: rows.filter((row) => row.capabilityId).length,
    hours: rows.reduce((sum, row) => sum + present(row.hours), 0),
  };
}
