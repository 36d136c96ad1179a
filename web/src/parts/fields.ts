// What a form asks for.

import type { Directory } from "../api/directory.svelte";

export type Value = string | number | boolean | string[] | null;
export type Values = { [field: string]: Value };

export interface Field {
  /** As the API names it. */
  name: string;
  label: string;
  kind: "text" | "email" | "url" | "number" | "date" | "choice" | "person" | "client" | "switch" | "long" | "words" | "people";
  required?: boolean;
  hint?: string;
  /** Of a choice: values and what is shown. */
  choices?: [value: string, label: string][];
  /** Of a choice among records: where they are from. */
  from?: Pick<Directory<any>, "missing">;
  /** Of a date, the first day. */
  min?: number | string;
  max?: number;
  /** What holds without a value. */
  empty?: string;
  /** Shown, but not editable: fixed after creation, or not permitted. */
  readonly?: boolean;
  /** Shares a line with the next field. */
  half?: boolean;
}

/** same reports whether two values of a field are equal. */
export function same(a: Value | undefined, b: Value | undefined): boolean {
  return JSON.stringify(a ?? null) === JSON.stringify(b ?? null);
}
