// Code that tsc must refuse: the line below each expectation. It is compiled, not run.

import { type ClientInput, Workplan } from "@workplan-api/client";
import { ClientService, UserService, all, createClient, createTransport } from "@workplan-api/client/grpc";

export async function rest(workplan: Workplan, id: string): Promise<void> {
  const path = { client_id: id };

  // @ts-expect-error There is no such path.
  await workplan.get("/api/v1/user");
  // @ts-expect-error The path has no such method.
  await workplan.delete("/api/v1/clients/{client_id}", { path });
  // @ts-expect-error The path has a parameter.
  await workplan.patch("/api/v1/clients/{client_id}", { body: {} });
  // @ts-expect-error There is no such parameter.
  await workplan.get("/api/v1/users", { query: { limt: 5 } });
  // @ts-expect-error There is no such status.
  await workplan.get("/api/v1/projects", { query: { status: ["done"] } });
  // @ts-expect-error There is no such option.
  await workplan.get("/api/v1/users", { params: { limit: 5 } });
  // @ts-expect-error A create needs a body.
  await workplan.post("/api/v1/clients");
  // @ts-expect-error A create needs a name.
  await workplan.post("/api/v1/clients", { body: { email: null } });
  // @ts-expect-error There is no such field.
  await workplan.patch("/api/v1/clients/{client_id}", { path, body: { websight: null } });
  // @ts-expect-error There is no such priority.
  await workplan.patch("/api/v1/clients/{client_id}", { path, body: { clientPriority: "urgent" } });
  // @ts-expect-error The name cannot be cleared.
  await workplan.patch("/api/v1/clients/{client_id}", { path, body: { companyName: null } });
  // @ts-expect-error The response has no meta.
  await workplan.post("/api/v1/clients", { body: { companyName: "Acme" }, onMeta: console.log });
  // @ts-expect-error The key is not a list.
  workplan.all("/api/v1/me");
  // @ts-expect-error An event is not in a list that has all rows.
  workplan.whole("/api/v1/events");
  // @ts-expect-error A user has no company name.
  for await (const user of workplan.whole("/api/v1/users")) console.log(user.companyName);
  // @ts-expect-error A user has no company name.
  for await (const user of workplan.all("/api/v1/users")) console.log(user.companyName);
  // @ts-expect-error A website may be null.
  const website: string = (await workplan.patch("/api/v1/clients/{client_id}", { path, body: {} })).website;
  // @ts-expect-error The name of a company is a string.
  const client: ClientInput = { companyName: 1 };
  console.log(website, client);
}

export async function grpc(transport: ReturnType<typeof createTransport>): Promise<void> {
  const clients = createClient(ClientService, transport);
  const users = createClient(UserService, transport);

  // @ts-expect-error There is no such field.
  await clients.createClient({ client: { name: "Acme" } });
  // @ts-expect-error A priority is a value of the enum.
  await clients.createClient({ client: { companyName: "Acme", clientPriority: "high" } });
  // @ts-expect-error There is no such parameter.
  all(users.listUsers, { limt: 5 });
  // @ts-expect-error A create is not a list.
  all(clients.createClient);
  // @ts-expect-error A user has no company name.
  for await (const user of all(users.listUsers)) console.log(user.companyName);
}

// @ts-expect-error A client needs a key.
new Workplan({ baseUrl: "http://127.0.0.1:8080" });
