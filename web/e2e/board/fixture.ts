import { mondayOf, parseDay } from "../../src/board/day";
import { Model } from "../../src/board/model";

export const monday = mondayOf(parseDay("2027-03-01"));

/** week returns a model with Ada, who works 8 hours from Monday to Friday and is away on Thursday. */
export function week(): Model {
  const model = new Model(monday, 28);
  model.setPeople(["ada", "bob"].map((id) => ({ id, name: id, country: null, managerId: id === "ada" ? "bob" : null, active: true, role: "member" as const, placeholder: false })));
  const project = { clientId: "c", clientName: "Client", managerId: null, first: monday, last: monday + 27 };
  model.setProjects([
    { ...project, id: "p", name: "Project", status: "active" },
    { ...project, id: "q", name: "Quest", status: "active" },
    { ...project, id: "draft", name: "Draft", status: "draft" },
  ]);
  for (const id of ["ada", "bob"]) {
    for (let w = 0; w < 4; w++) {
      model.setColumn(id, "contracted", monday + 7 * w, [8, 8, 8, 8, 8, 0, 0]);
      model.setColumn(id, "availability", monday + 7 * w, [8, 8, 8, id === "ada" && w === 0 ? 0 : 8, 8, 0, 0]);
    }
    model.setLines(id, monday, monday + 28, []);
  }
  model.setColumn("ada", "timeOff", monday + 3, [8]);
  return model;
}
