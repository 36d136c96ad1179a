import { all } from "../../api/client";
import type { TimeOff } from "../../api/records";

/** timeOffBetween returns the requests of all people that touch a range of dates. */
export const timeOffBetween = (first: string, last: string) => all<TimeOff>("/time-off", { start_date: first, end_date: last });
