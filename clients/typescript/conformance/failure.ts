import { WorkplanError } from "@workplan-api/client";

/** The error of a call. */
export async function failureOf(call: Promise<unknown>): Promise<WorkplanError> {
  try {
    await call;
  } catch (error) {
    if (error instanceof WorkplanError) return error;
    throw error;
  }
  throw new Error("the call did not fail");
}
