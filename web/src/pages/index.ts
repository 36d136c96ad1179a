// All pages but the board, with the dialog of the calendar address, in one chunk: together they are small.

export { default as CalendarFeed } from "./calendar/CalendarFeed.svelte";
export { default as catalog } from "./catalog/Catalog.svelte";
export { default as clients } from "./clients/Clients.svelte";
export { default as closed } from "./closed/Closed.svelte";
export { default as decide } from "./decide/ToDecide.svelte";
export { default as holidays } from "./holidays/Holidays.svelte";
export { default as hours } from "./hours/Hours.svelte";
export { default as journal } from "./journal/Journal.svelte";
export { default as keys } from "./keys/Keys.svelte";
export { default as people } from "./people/People.svelte";
export { default as projects } from "./projects/Projects.svelte";
export { default as proposals } from "./proposals/Proposals.svelte";
export { default as reports } from "./reports/Reports.svelte";
export { default as sessions } from "./sessions/Sessions.svelte";
export { default as settings } from "./settings/Settings.svelte";
export { default as timeOff } from "./timeoff/TimeOff.svelte";
export { default as webhooks } from "./webhooks/Webhooks.svelte";
