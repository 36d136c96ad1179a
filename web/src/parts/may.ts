// Who may write what, to show forms that can be saved. The server decides.

import { users } from "../api/directory.svelte";
import type { Project, TimeOff } from "../api/records";
import { me } from "../api/session.svelte";
import { today } from "../format";

const role = () => me.user?.role;

export const isAdmin = () => role() === "admin";

const longestLine = 100;

/** manages reports whether the person is above a user in the reporting line. */
export function manages(userId: string): boolean {
  let above = users.get(userId)?.reportsToId;
  for (let i = 0; above && i < longestLine; i++) {
    if (above === me.user?.id) return true;
    above = users.get(above)?.reportsToId;
  }
  return false;
}

/** mayUpdateUser reports whether the person may change a field of a user. */
export function mayUpdateUser(userId: string, field: string): boolean {
  if (isAdmin()) return true;
  if (field === "name" || field === "image") return userId === me.user?.id || manages(userId);
  return (field === "countryCode" || field === "defaultAvailability") && manages(userId);
}

/** mayRecord reports whether the person may write the worked hours of a user, on all projects or on one. */
export const mayRecord = (userId: string, project?: Project) => isAdmin() || userId === me.user?.id || manages(userId) || (project !== undefined && project.projectManagerId === me.user?.id);

export const mayWriteClients = () => isAdmin() || role() === "manager";
export const mayUpdateProject = (project: Project) => mayWriteClients() || project.projectManagerId === me.user?.id;
/** mayReadMoney reports whether the person may see what hours bring in, of a project or of all. */
export const mayReadMoney = (project?: Project) => me.session!.scopes.includes("read:rates") && (project ? mayUpdateProject(project) : mayWriteClients());
/** mayReadRates reports whether the person may see the rates of a user. */
export const mayReadRates = (userId: string) => me.session!.scopes.includes("read:rates") && (mayWriteClients() || manages(userId));
/** mayApprove reports whether the person may decide about time off of a user. */
export const mayApprove = (userId: string) => isAdmin() || manages(userId);
export const mayDecide = (request: TimeOff) => mayApprove(request.userId);

/** mayChange reports whether the person may change a request for time off. */
export function mayChange(request: TimeOff): boolean {
  if (request.status === "rejected") return false;
  return mayDecide(request) || (request.userId === me.user?.id && request.status === "pending");
}

/** mayDelete reports whether the person may delete a request for time off today. */
export function mayDelete(request: TimeOff): boolean {
  if (mayDecide(request)) return true;
  return request.userId === me.user?.id && (request.status === "pending" || (request.status === "approved" && today() < request.startDate));
}
