export type { WorkplanOptions } from "./call.js";
export { CursorError, type ErrorCode, type ErrorDetail, WorkplanError } from "./errors.js";
export type { FollowOptions } from "./follow.js";
export type * from "./gen/openapi.js";
export type { CallOptions, Input, ListPath, Output, PathOf, RowOf } from "./operations.js";
export { Workplan } from "./rest.js";
export type { Format, WholeList } from "./whole.js";
